// Guild Hall 18: one coffee, two guild cards, then one of the hand is discarded. Rules, 2.5.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct GuildHall {
    static constexpr int kCards = 2;

    static bool possible(const Rules&, const State&, int) { return true; }

    template <class Choices>
    static void actions(const Rules& rules, const State&, int, Choices& choices) {
        choices.range(rules.base[verb::kGuildHall], 1);
    }

    static void visit(const Rules& rules, State& state) {
        gain_coffee(mover(state), 1);
        draw_guild(rules, state, kCards, Stage::kDiscardGuild);
    }

    template <class Choices>
    static void discard_actions(const Rules& rules, const State& state, Choices& choices) {
        choices.set(rules.base[verb::kDiscardGuild] - 1, playable_guild(state, state.turn.player));
    }

    static void discard(const Rules& rules, State& state, int number) {
        discard_guild(state, state.turn.player, number);
        finish_action(rules, state);
    }
};

}  // namespace rattus_ai::istanbul
