// Moving, and the cards that change how: 3 or 4 places, none, a corner; the card that returns an assistant. Rules, 1.4, 1.6, 2.7, O7, O8, O14, O26.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

// Nobody but its holder crosses the barrier.
inline const Reach& reach_of(const Rules& rules, const State& state, int player) {
    const Board& board = state.board;
    const bool free = board.barrier == kNone || board.barrier_owner == player;
    return rules.reach[free ? 0 : static_cast<std::size_t>(board.barrier) + 1][state.seats[player].merchant];
}

// Without cards; the movement tile adds straight lines.
inline u32 walking_distance(const Rules& rules, const State& state, int player) {
    const Reach& reach = reach_of(rules, state, player);
    return reach.near | ((state.seats[player].tavern & kMovement) != 0 ? reach.straight : 0);
}

inline u32 other_corners(const Rules& rules, const State& state, int player) { return rules.corners & ~bit(state.seats[player].merchant); }

template <class Choices>
inline void movement_actions(const Rules& rules, const State& state, u32 kinds, Choices& choices) {
    const int player = state.turn.player;
    choices.set(rules.base[verb::kMove] - 1, walking_distance(rules, state, player));
    if (kinds == 0) return;
    if (holds(kinds, card::kFar) && reach_of(rules, state, player).far != 0) choices.range(rules.base[verb::kFar], 1);
    if (holds(kinds, card::kStay)) choices.range(rules.base[verb::kStay], 1);
    if (holds(kinds, card::kCorner)) choices.range(rules.base[verb::kCorner], 1);
}

template <class Choices>
inline void recall_actions(const Rules& rules, const State& state, u32 kinds, Choices& choices) {
    if (holds(kinds, card::kRecall)) choices.set(rules.base[verb::kRecall] - 1, mover(state).assistants);
}

}  // namespace rattus_ai::istanbul
