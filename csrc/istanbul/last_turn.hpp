// The last turn of the game: where nothing but rubies that nobody can get any more decides, the winner is known before chance has spoken.
//
// Exact, and asked at chance nodes only. Honest limit: where leaders have equally many rubies it says nothing, since Lira, goods and last
// cards then still matter.
#pragma once

#include "istanbul/ending.hpp"

namespace rattus_ai::istanbul {

// The last turn is over; a swap may go on among the last cards.
inline bool turns_are_over(const State& state) {
    return state.turn.stage == Stage::kLastCards || state.turn.stage == Stage::kTerminal || state.turn.back == Stage::kLastCards;
}

inline bool in_a_turn(const State& state) { return !turns_are_over(state) && state.turn.stage != Stage::kDeal; }

// The game ends with this turn.
inline bool is_last_turn(const Rules& rules, const State& state) {
    if (!in_a_turn(state) || state.turn.player != rules.players - 1) return false;
    return target_reached(rules, state) || state.turn.round + 1 == rules.max_rounds;
}

// At a chance node of a turn: can the player get no further ruby in it? The action has been done, or is one that brings none, and
// cards that repeat an action need one that they fit to.
inline bool rubies_are_settled(const State& state) {
    const Turn& turn = state.turn;
    if (turn.options[0] != kNone) return false;
    switch (turn.stage) {
        case Stage::kFigure:
            return turn.figure <= figure::kNeutral;
        case Stage::kDemandLarge:
        case Stage::kDemandSmall:
            return turn.acting != 0;
        case Stage::kRoll:
            return turn.back == Stage::kNoStage || (turn.back == Stage::kAfter && turn.done_place == 0);
        case Stage::kDraw:
        case Stage::kDrawGuild:
            if (turn.back == Stage::kAfter) return turn.done_place == 0;
            return turn.back == Stage::kDiscard || turn.back == Stage::kDiscardGuild || turn.back == Stage::kFigurePay || turn.back == Stage::kFigure;
        default:
            return false;
    }
}

// Writes the win vector where one player has the most rubies and nobody can get another one.
inline bool winner_is_known(const Rules& rules, const State& state, double* values) {
    if (!is_last_turn(rules, state) || !rubies_are_settled(state)) return false;
    int leader = 0;
    bool alone = true;
    for (int p = 1; p < rules.players; ++p) {
        if (state.seats[p].rubies == state.seats[leader].rubies) alone = false;
        if (state.seats[p].rubies > state.seats[leader].rubies) {
            leader = p;
            alone = true;
        }
    }
    if (!alone) return false;
    for (int p = 0; p < rules.players; ++p) values[p] = p == leader ? 1.0 : 0.0;
    return true;
}

}  // namespace rattus_ai::istanbul
