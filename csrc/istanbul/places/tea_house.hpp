// Tea House 9: call a number, roll at least that, and gain as many Lira. Rules, 1.5.
#pragma once

#include "istanbul/dice.hpp"

namespace rattus_ai::istanbul {

struct TeaHouse {
    static constexpr int kLowestCall = 3;
    static constexpr int kCalls = kHighestTotal - kLowestCall + 1;

    static bool possible(const Rules&, const State&, int) { return true; }

    template <class Choices>
    static void actions(const Rules& rules, const State&, int, Choices& choices) {
        choices.range(rules.base[verb::kCall], kCalls);
    }

    static void call(State& state, int number) {
        state.turn.called = static_cast<u8>(number);
        state.turn.stage = Stage::kRoll;
    }
};

}  // namespace rattus_ai::istanbul
