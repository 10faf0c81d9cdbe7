// What a player may know, and how the rest is redrawn. Rules, section 6.
//
// Everything but the tokens of tracked rats and the region cards in hands is public. A view forgets the tokens that the player has not seen; they go
// back to the unseen multiset, which is exactly what the player knows about them. Redrawing gives each forgotten token a
// random identity out of that multiset: a draw from the player's belief when nothing is read into the others' actions.
#pragma once

#include "rattus/moves.hpp"

namespace rattus_ai::rattus {

// At the end all hands lie open.
inline bool hands_are_shown(const State& state) { return state.stage == Stage::kHands || state.stage == Stage::kTerminal; }

// player -1: what everybody knows.
inline void reduce_to_view(const Rules& rules, State& state, int player) {
    for (int i = 0; i < state.tracked_count; ++i) {
        TrackedRat& rat = state.tracked[i];
        if (rat.token == kNone || (player >= 0 && ((rat.seen >> player) & 1))) continue;
        if (pool_of(state, i) == 0) return_unseen(rules, state, rules.tokens[rat.ring][rat.token].kind);
        rat.token = kNone;
    }
    if (rules.region_cards.empty() || hands_are_shown(state)) return;
    for (int p = 0; p < rules.players; ++p) {
        if (p != player) forget_hand(state, state.cards.hand[p], state.cards.unknown[p]);
    }
    if (state.active != player) forget_hand(state, state.cards.drawn, state.cards.drawn_unknown);
}

// Does this state hold a token that the player has not seen?
inline bool view_differs(const State& state, int player) {
    for (int i = 0; i < state.tracked_count; ++i) {
        if (state.tracked[i].token != kNone && !((state.tracked[i].seen >> player) & 1)) return true;
    }
    if (hands_are_shown(state)) return false;
    if (state.active != player && state.cards.drawn != 0) return true;
    for (int p = 0; p < kMaxPlayers; ++p) {
        if (p != player && state.cards.hand[p] != 0) return true;
    }
    return false;
}

// Is there a token that somebody knows and the player does not?
inline bool hidden_from(const State& state, int player) {
    for (int i = 0; i < state.tracked_count; ++i) {
        if (!((state.tracked[i].seen >> player) & 1)) return true;
    }
    if (hands_are_shown(state)) return false;
    if (state.active != player && (state.cards.drawn != 0 || state.cards.drawn_unknown != 0)) return true;
    for (int p = 0; p < kMaxPlayers; ++p) {
        if (p != player && hand_size(state, p) != 0) return true;
    }
    return false;
}

// Would the player, deciding in this very state, use a token he has not seen, or lack one that he has?
inline bool misinformed(const State& state, int player) {
    for (int i = 0; i < state.tracked_count; ++i) {
        const bool seen = ((state.tracked[i].seen >> player) & 1) != 0;
        if (seen != (state.tracked[i].token != kNone)) return true;
    }
    if (hands_are_shown(state)) return false;
    if (state.cards.unknown[player] != 0 || (state.active == player ? state.cards.drawn_unknown != 0 : state.cards.drawn != 0)) return true;
    for (int p = 0; p < kMaxPlayers; ++p) {
        if (p != player && state.cards.hand[p] != 0) return true;
    }
    return false;
}

// The region cards that are known to the player and not to this state: the hand first.
inline bool missing_card(const State& state, int player) {
    return state.cards.unknown[player] != 0 || (state.active == player && state.cards.drawn_unknown != 0);
}

// The first rat whose token the player has seen and this state does not hold.
inline int missing_rat(const State& state, int player) {
    for (int i = 0; i < state.tracked_count; ++i) {
        const TrackedRat& rat = state.tracked[i];
        if (rat.token == kNone && ((rat.seen >> player) & 1) && state.drawing != i) return i;
    }
    return -1;
}

// What that token can be: kinds with their numbers; 0: nothing is missing.
inline int missing_outcomes(const Rules& rules, const State& state, int player, Outcome* out) {
    const int missing = missing_rat(state, player);
    int count = 0;
    if (missing < 0) {
        if (hands_are_shown(state) || !missing_card(state, player)) return 0;
        for_each_card_kind(rules, state.cards.pool, [&](int kind, int cards) { out[count++] = {static_cast<u16>(kind), static_cast<u16>(cards)}; });
        return count;
    }
    const bool recycled = pool_of(state, missing) != 0;
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
        const Kind& kind = rules.kinds[k];
        if (kind.ring != state.tracked[missing].ring) continue;
        const int left = recycled ? recycled_weight(rules, state, missing, kind) : util::count_bits(state.unseen[kind.ring] & kind.tokens);
        if (left != 0) out[count++] = {static_cast<u16>(k), static_cast<u16>(left)};
    }
    return count;
}

inline void learn(const Rules& rules, State& state, int player, int kind) {
    const int missing = missing_rat(state, player);
    if (missing >= 0) {
        fix_token(rules, state, missing, kind);
    } else if (state.cards.unknown[player] != 0) {
        --state.cards.unknown[player];
        take_from_pool(rules, state, state.cards.hand[player], kind);
    } else {
        --state.cards.drawn_unknown;
        take_from_pool(rules, state, state.cards.drawn, kind);
    }
}

inline void draw_unknown(const Rules& rules, State& state, util::Random& random) {
    for (int i = 0; i < state.tracked_count; ++i) {
        TrackedRat& rat = state.tracked[i];
        // A rat whose token is just being drawn gets it from its chance node.
        if (rat.token == kNone && state.drawing != i) {
            fix_token(rules, state, i, pool_of(state, i) == 0 ? draw_kind(rules, state, rat.ring, random) : draw_recycled_kind(rules, state, i, random));
        }
    }
    if (rules.region_cards.empty() || hands_are_shown(state)) return;
    for (int p = 0; p < rules.players; ++p) draw_hand(rules, state, state.cards.hand[p], state.cards.unknown[p], random);
    draw_hand(rules, state, state.cards.drawn, state.cards.drawn_unknown, random);
}

}  // namespace rattus_ai::rattus
