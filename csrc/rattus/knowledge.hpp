// What a player may know, and how the rest is redrawn. Rules, section 6.
//
// Everything but the tokens of tracked rats is public. A view forgets the tokens that the player has not seen; they go
// back to the unseen multiset, which is exactly what the player knows about them. Redrawing gives each forgotten token a
// random identity out of that multiset: a draw from the player's belief when nothing is read into the others' actions.
#pragma once

#include "rattus/moves.hpp"

namespace rattus_ai::rattus {

// player -1: what everybody knows.
inline void reduce_to_view(const Rules& rules, State& state, int player) {
    for (int i = 0; i < state.tracked_count; ++i) {
        TrackedRat& rat = state.tracked[i];
        if (rat.token == kNone || (player >= 0 && ((rat.seen >> player) & 1))) continue;
        return_unseen(rules, state, rules.tokens[rat.ring][rat.token].kind);
        rat.token = kNone;
    }
}

// Does this state hold a token that the player has not seen?
inline bool view_differs(const State& state, int player) {
    for (int i = 0; i < state.tracked_count; ++i) {
        if (state.tracked[i].token != kNone && !((state.tracked[i].seen >> player) & 1)) return true;
    }
    return false;
}

// Is there a token that somebody knows and the player does not?
inline bool hidden_from(const State& state, int player) {
    for (int i = 0; i < state.tracked_count; ++i) {
        if (!((state.tracked[i].seen >> player) & 1)) return true;
    }
    return false;
}

// Would the player, deciding in this very state, use a token he has not seen, or lack one that he has?
inline bool misinformed(const State& state, int player) {
    for (int i = 0; i < state.tracked_count; ++i) {
        const bool seen = ((state.tracked[i].seen >> player) & 1) != 0;
        if (seen != (state.tracked[i].token != kNone)) return true;
    }
    return false;
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
    if (missing < 0) return 0;
    int count = 0;
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
        const Kind& kind = rules.kinds[k];
        if (kind.ring != state.tracked[missing].ring) continue;
        const int left = util::count_bits(state.unseen[kind.ring] & kind.tokens);
        if (left != 0) out[count++] = {static_cast<u16>(k), static_cast<u16>(left)};
    }
    return count;
}

inline void learn(const Rules& rules, State& state, int player, int kind) {
    state.tracked[missing_rat(state, player)].token = take_unseen(rules, state, kind);
}

inline void draw_unknown(const Rules& rules, State& state, util::Random& random) {
    for (int i = 0; i < state.tracked_count; ++i) {
        TrackedRat& rat = state.tracked[i];
        // A rat whose token is just being drawn gets it from its chance node.
        if (rat.token == kNone && state.drawing != i) {
            rat.token = take_unseen(rules, state, draw_kind(rules, state, rat.ring, random));
        }
    }
}

}  // namespace rattus_ai::rattus
