// Black Market 8: one good but jewelry, and jewelry by two dice. Rules, 1.5, Q9.
#pragma once

#include "istanbul/dice.hpp"

namespace rattus_ai::istanbul {

struct BlackMarket {
    static constexpr int kOffered = 3;  // red, green, yellow

    static bool possible(const Rules&, const State&, int) { return true; }

    template <class Choices>
    static void actions(const Rules& rules, const State&, int, Choices& choices) {
        choices.range(rules.base[verb::kName], kOffered);
    }

    static void name(State& state, int good) {
        state.turn.named = static_cast<u8>(good);
        state.turn.stage = Stage::kRoll;
    }
};

}  // namespace rattus_ai::istanbul
