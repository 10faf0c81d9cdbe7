// Coffee House 20: pay coffee for the next ruby. Rules, 2.5, Q11.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct CoffeeHouse {
    static bool possible(const Rules& rules, const State& state, int) {
        return state.board.track_rubies[kHouseTrack] != 0 && mover(state).coffee >= house_cost(rules, state);
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int where, Choices& choices) {
        if (possible(rules, state, where)) choices.range(rules.base[verb::kBuyRuby], 1);
    }

    static void buy(const Rules& rules, State& state) {
        pay_coffee(mover(state), house_cost(rules, state));
        take_track_ruby(state, kHouseTrack);
        finish_action(rules, state);
    }
};

}  // namespace rattus_ai::istanbul
