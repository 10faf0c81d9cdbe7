// Gemstone Dealer 16: pay the highest uncovered price, take the next ruby. Rules, 1.5, Q12.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct Dealer {
    static bool possible(const Rules& rules, const State& state, int) {
        return state.board.track_rubies[kDealerTrack] != 0 && mover(state).lira >= dealer_price(rules, state);
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int where, Choices& choices) {
        if (possible(rules, state, where)) choices.range(rules.base[verb::kBuyRuby], 1);
    }

    static void buy(const Rules& rules, State& state) {
        pay_lira(mover(state), dealer_price(rules, state));
        take_track_ruby(state, kDealerTrack);
        finish_action(rules, state);
    }
};

}  // namespace rattus_ai::istanbul
