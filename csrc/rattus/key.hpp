// The 64-bit key of what a player knows.
//
// The counts that change often (cubes, rats, revealed tokens) form an integer vector; its key is the scalar product with
// fixed random 64-bit constants, modulo 2^64, so that changing one count is one multiplication and one addition. The
// few remaining fields, and the tracked rats with the tokens that the player has seen, are mixed in when a key is asked
// for. Two different states of knowledge collide with a probability of about 2^-64 each pair; a collision would
// merge two nodes of a search and nothing else.
#pragma once

#include <array>
#include <cstring>

#include "rattus/rules.hpp"
#include "rattus/state.hpp"
#include "util/bits.hpp"
#include "util/random.hpp"

namespace rattus_ai::rattus {

namespace feature {
inline constexpr int kCubesAt = 0;
inline constexpr int kPalaceAt = kCubesAt + kMaxRegions * kMaxPlayers;
inline constexpr int kRatsAt = kPalaceAt + kMaxPlayers;
inline constexpr int kSupplyAt = kRatsAt + 2 * kMaxRegions;
inline constexpr int kRevealedAt = kSupplyAt + 2;
inline constexpr int kTrackedAt = kRevealedAt + kMaxKinds;
inline constexpr int kCount = kTrackedAt + kMaxRegions * kMaxRats;

inline constexpr std::array<u64, kCount> constants = [] {
    std::array<u64, kCount> table{};
    u64 seed = 0x243f6a8885a308d3ull;
    for (u64& value : table) value = util::mix64(seed += 0x9e3779b97f4a7c15ull) | 1u;
    return table;
}();
}  // namespace feature

inline constexpr int kTurnsThatMatter = 200;

inline void shift_key(State& state, int index, int change) {
    state.key += static_cast<u64>(static_cast<i64>(change)) * feature::constants[static_cast<std::size_t>(index)];
}

// The incremental part from scratch: for imported states, and for the test that it never drifts.
inline u64 count_key(const Rules& rules, const State& state) {
    u64 key = 0;
    auto add = [&key](int index, int count) {
        key += static_cast<u64>(static_cast<i64>(count)) * feature::constants[static_cast<std::size_t>(index)];
    };
    for (int r = 0; r < rules.regions; ++r) {
        for (int p = 0; p < rules.players; ++p) add(feature::kCubesAt + r * kMaxPlayers + p, state.cubes[r][p]);
        for (int ring = 0; ring < 2; ++ring) add(feature::kRatsAt + ring * kMaxRegions + r, state.unlooked[ring][r]);
    }
    for (int p = 0; p < rules.players; ++p) add(feature::kPalaceAt + p, state.palace[p]);
    for (int ring = 0; ring < 2; ++ring) add(feature::kSupplyAt + ring, state.rat_supply[ring]);
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
        const Kind& kind = rules.kinds[k];
        int hidden = util::count_bits(state.unseen[kind.ring] & kind.tokens);
        for (int i = 0; i < state.tracked_count; ++i) {
            const TrackedRat& rat = state.tracked[i];
            if (rat.token != kNone && pool_of(state, i) == 0 && rat.ring == kind.ring && ((kind.tokens >> rat.token) & 1u)) ++hidden;
        }
        add(feature::kRevealedAt + static_cast<int>(k), kind.count - hidden);
    }
    return key;
}

// Of the parts that only some boxes use, as the player knows them; player -1: what everybody knows.
inline u64 extras_key(const Rules& rules, const State& state, int player) {
    u64 key = 0;
    auto add = [&key](u64 word) { key = util::mix64(key ^ word) + 0x9e3779b97f4a7c15ull; };
    auto add_bytes = [&add](const auto& part) {
        static_assert(sizeof(part) % sizeof(u64) == 0);
        u64 words[sizeof(part) / sizeof(u64)];
        std::memcpy(words, &part, sizeof(part));
        for (const u64 word : words) add(word);
    };
    if (rules.mercatus) add_bytes(state.market);
    if (rules.pieces) add_bytes(state.pieces);
    add_bytes(state.running);
    for (int i = 0; i < state.recycled_count; ++i) add(state.recycled[i] ^ u64{state.recycled_ring[i]} << 60);
    if (state.twin_token != kNone) add(u64{state.twin_token} << 8 | state.twin_count);
    if (rules.region_cards.empty()) return key;
    add(state.cards.discards);
    for (int p = 0; p < rules.players; ++p) {
        add(p == player ? state.cards.hand[p] + state.cards.unknown[p] : static_cast<u64>(util::count_bits(state.cards.hand[p]) + state.cards.unknown[p]));
    }
    const u64 drawn = static_cast<u64>(util::count_bits(state.cards.drawn) + state.cards.drawn_unknown);
    add((player == state.active ? state.cards.drawn : drawn) + (u64{state.cards.draws_left} << 60));
    return key;
}

// player -1: what everybody knows.
inline u64 knowledge_key(const Rules& rules, const State& state, int player) {
    u64 key = state.key;
    if (state.tracked_count != 0) {
        u8 rank[kMaxRegions] = {};
        for (int i = 0; i < state.tracked_count; ++i) {
            const TrackedRat& rat = state.tracked[i];
            u64 value = 2u + rat.ring + 2u * rat.seen + 256u * static_cast<u64>(pool_of(state, i));
            if (player >= 0 && rat.token != kNone && ((rat.seen >> player) & 1)) {
                value += 1024u * (1u + rules.tokens[rat.ring][rat.token].kind);
            }
            const int slot = rat.region * kMaxRats + rank[rat.region]++;
            key += value * feature::constants[static_cast<std::size_t>(feature::kTrackedAt + slot)];
        }
        // The entries of a running Witch are named by place in the list; make them places on the board.
        auto place = [&](u8 entry) -> u64 {
            if (entry == kNone) return 0;
            u64 before = 0;
            for (int i = 0; i < entry; ++i) before += state.tracked[i].region == state.tracked[entry].region;
            return 1u + state.tracked[entry].region * u64{kMaxRats} + before;
        };
        key = util::mix64(key ^ (place(state.first_look) << 40 | place(state.second_look) << 48 | place(state.drawing) << 56));
    }
    u64 owners = 0;
    static_assert(sizeof(state.owner) == sizeof(owners));
    std::memcpy(&owners, state.owner, sizeof(owners));
    const u64 where = u64{static_cast<u8>(state.stage)} | u64{state.active} << 8 | u64{state.last} << 16 | u64{state.plague} << 24 |
                      u64{state.used} << 32 | u64{state.taken} << 40 | u64{state.placed} << 41 | u64{state.neutral} << 42 |
                      u64{state.spread_left} << 44 | u64{state.spread_region} << 48 | u64{state.revealing} << 56;
    const u64 step = u64{state.setup_step} | u64{state.drawing_ring} << 8 | u64{state.step_card} << 16 | u64{state.step} << 24 |
                     u64{state.final_left} << 32 | u64{static_cast<u8>(player + 1)} << 40;
    // The number of turns matters only where the limit is near.
    const int turns_left = rules.options.turn_limit - state.turn;
    if (turns_left < kTurnsThatMatter) key = util::mix64(key + static_cast<u64>(static_cast<i64>(turns_left)));
    if (rules.extras) key = util::mix64(key + extras_key(rules, state, player));
    key = util::mix64(key + owners * 0x9e3779b97f4a7c15ull);
    key = util::mix64(key ^ where);
    return util::mix64(key + step * 0xd1342543de82ef95ull);
}

// Of everything that the state holds, whoever knows it: the tokens of tracked rats too, each with the place where it lies.
inline u64 state_key(const Rules& rules, const State& state) {
    const u64 key = knowledge_key(rules, state, -1);
    u8 rank[kMaxRegions] = {};
    u64 tokens = 0;
    for (int i = 0; i < state.tracked_count; ++i) {
        const TrackedRat& rat = state.tracked[i];
        const int slot = rat.region * kMaxRats + rank[rat.region]++;
        if (rat.token == kNone) continue;
        tokens += (1u + rules.tokens[rat.ring][rat.token].kind) * feature::constants[static_cast<std::size_t>(feature::kTrackedAt + slot)];
    }
    for (int p = 0; p < rules.players && !rules.region_cards.empty(); ++p) tokens = util::mix64(tokens + state.cards.hand[p]);
    return util::mix64(key ^ util::mix64(tokens + state.cards.drawn));
}

}  // namespace rattus_ai::rattus
