// Post Office 5: gain what the indicators leave uncovered, then one goes down, or all go up. Rules, 1.5.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct PostOffice {
    static bool possible(const Rules&, const State&, int) { return true; }

    template <class Choices>
    static void actions(const Rules& rules, const State&, int, Choices& choices) {
        choices.range(rules.base[verb::kPost], 1);
    }

    static void post(const Rules& rules, State& state) {
        for (const Gain& what : rules.post[state.board.post]) gain(mover(state), what);
        state.board.post = state.board.post == rules.post[0].size() ? u8{0} : static_cast<u8>(state.board.post + 1);
        finish_action(rules, state);
    }
};

}  // namespace rattus_ai::istanbul
