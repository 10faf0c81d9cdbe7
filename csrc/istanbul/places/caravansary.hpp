// Caravansary 6: two bonus cards, from the open discards or the deck, then one of the hand is discarded; with the expansion one coffee. Rules, 1.5, Q8.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct Caravansary {
    static constexpr int kCards = 2;

    static bool possible(const Rules& rules, const State& state, int) { return rules.expansion || can_draw_bonus(state); }

    // By the number of cards that are taken from the open discards.
    template <class Choices>
    static void actions(const Rules& rules, const State& state, int where, Choices& choices) {
        if (!possible(rules, state, where)) return;
        choices.range(rules.base[verb::kCaravansary], 1 + (state.discard_count < kCards ? state.discard_count : kCards));
    }

    static void take(const Rules& rules, State& state, int open) {
        Seat& seat = mover(state);
        if (rules.expansion) gain_coffee(seat, 1);
        for (int i = 0; i < open; ++i) {
            state.known[state.turn.player] += card_of(pop_discard(state));
            ++seat.cards;
        }
        draw_bonus(rules, state, kCards - open, Stage::kDiscard);
    }

    template <class Choices>
    static void discard_actions(const Rules& rules, const State& state, Choices& choices) {
        choices.set(rules.base[verb::kDiscard], playable(state, state.turn.player));
    }

    static void discard(const Rules& rules, State& state, int kind) {
        spend(state, state.turn.player, kind);
        finish_action(rules, state);
    }
};

}  // namespace rattus_ai::istanbul
