// Rats that come back when the supply is empty: Swindler and Soldier in the final round. Rules, section 8, P20.
//
// Such a rat has a pool of its own: the tokens of its ring that had been revealed when it came back. Its token is drawn, like any
// other, only when somebody sees it. With two such rats of one ring the second was drawn from what the first had left, so
// its weights depend on whether the first one is known; the numbers below are exact.
#pragma once

#include "rattus/board.hpp"

namespace rattus_ai::rattus {

// Tokens of the ring that have been revealed.
inline u64 revealed_tokens(const Rules& rules, const State& state, int ring) {
    const int count = rules.token_count[static_cast<std::size_t>(ring)];
    u64 revealed = (count == 64 ? ~u64{0} : (u64{1} << count) - 1) & ~state.unseen[ring];
    for (int i = 0; i < state.tracked_count; ++i) {
        const TrackedRat& rat = state.tracked[i];
        if (pool_of(state, i) == 0 && rat.ring == ring && rat.token != kNone) revealed &= ~(u64{1} << rat.token);
    }
    return revealed;
}

// The place of the other recycled rat of the same ring that is still face down, kNone: there is none.
inline u8 other_recycled(const State& state, int entry) {
    for (int i = 0; i < state.tracked_count; ++i) {
        if (i != entry && pool_of(state, i) != 0 && state.tracked[i].ring == state.tracked[entry].ring) return static_cast<u8>(i);
    }
    return kNone;
}

// Tokens of the ring that a rat can come back from.
inline int tokens_to_recycle(const Rules& rules, const State& state, int ring) {
    int count = util::count_bits(revealed_tokens(rules, state, ring));
    for (int i = 0; i < state.tracked_count; ++i) count -= pool_of(state, i) != 0 && state.tracked[i].ring == ring;
    return count;
}

inline bool can_recycle(const Rules& rules, const State& state) {
    return state.recycled_count < kMaxRecycled && (tokens_to_recycle(rules, state, kStarting) > 0 || tokens_to_recycle(rules, state, kNormal) > 0);
}

inline void add_recycled(const Rules& rules, State& state, int region, int ring) {
    state.recycled[state.recycled_count] = revealed_tokens(rules, state, ring);
    state.recycled_ring[state.recycled_count] = static_cast<u8>(ring);
    ++state.recycled_count;
    const u8 entry = add_tracked(state, region, ring);
    state.recycled_entry[state.recycled_count - 1] = entry;
    change_rats(state, region, +1);
}

// The kind that a token of the ring belongs to.
inline const Kind& kind_of_token(const Rules& rules, int ring, int token) {
    return rules.kinds[rules.tokens[static_cast<std::size_t>(ring)][static_cast<std::size_t>(token)].kind];
}

// Weight of a kind of the first pool where the second rat is known to be a token of a kind of which it could have been `copies`.
inline int first_weight(int count, int copies, bool same) { return count * (copies - (same ? 1 : 0)); }

// How likely the kind is for this rat of unknown token, as an integer weight.
inline int recycled_weight(const Rules& rules, const State& state, int entry, const Kind& kind) {
    const TrackedRat& rat = state.tracked[entry];
    if (kind.ring != rat.ring) return 0;
    const u64 own = state.recycled[pool_of(state, entry) - 1];
    const int count = util::count_bits(own & kind.tokens);
    const u8 other = other_recycled(state, entry);
    auto holds = [&kind](u8 token) { return ((kind.tokens >> token) & 1u) != 0; };
    if (other == kNone) return state.twin_token == kNone ? count : first_weight(count, state.twin_count, holds(state.twin_token));
    const TrackedRat& second = state.tracked[other];
    const bool own_first = pool_of(state, other) > pool_of(state, entry);
    if (second.token != kNone) {
        const u64 same = kind_of_token(rules, rat.ring, second.token).tokens;
        const int here = util::count_bits(own & same);
        const int there = util::count_bits(state.recycled[pool_of(state, other) - 1] & same);
        // Only some of the tokens of this kind are in the first pool: pairs of two different tokens.
        if (own_first && here != 0 && there > here) return first_weight(count, there, holds(second.token));
        return count - (holds(second.token) && count > 0 ? 1 : 0);
    }
    if (own_first) return count;
    // The first one is unknown: a token of its pool is taken with probability 1 / its size.
    const u64 first = state.recycled[pool_of(state, other) - 1];
    const int size = util::count_bits(first);
    const int shared = util::count_bits(first & kind.tokens);
    return shared * (size - 1) + (count - shared) * size;
}

inline u8 recycled_token(const State& state, int entry, const Kind& kind) {
    const u64 tokens = state.recycled[pool_of(state, entry) - 1] & kind.tokens;
    return static_cast<u8>(util::highest_bit(tokens));
}

// The token of a tracked rat out of those it can be.
inline void fix_token(const Rules& rules, State& state, int entry, int kind) {
    TrackedRat& rat = state.tracked[entry];
    rat.token = pool_of(state, entry) == 0 ? take_unseen(rules, state, kind) : recycled_token(state, entry, rules.kinds[static_cast<std::size_t>(kind)]);
}

// Its token has been revealed: the other one cannot be it.
inline void settle_recycled(const Rules& rules, State& state, int entry, int kind) {
    const u8 other = other_recycled(state, entry);
    if (other == kNone) return;
    u64& pool = state.recycled[pool_of(state, other) - 1];
    const u64 kinds = rules.kinds[static_cast<std::size_t>(kind)].tokens;
    const u64 same = pool & kinds;
    if (same == 0) return;
    const u64 possible = state.recycled[pool_of(state, entry) - 1] & kinds;
    if (pool_of(state, entry) > pool_of(state, other) && util::count_bits(possible) > util::count_bits(same)) {
        state.twin_token = static_cast<u8>(util::highest_bit(possible));
        state.twin_count = static_cast<u8>(util::count_bits(possible));
        return;
    }
    pool &= ~(u64{1} << util::highest_bit(same));
}

}  // namespace rattus_ai::rattus
