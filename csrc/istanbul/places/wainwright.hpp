// Wainwright 1: pay, get an extension for all four goods; the last one also brings a ruby. Rules, 1.5.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct Wainwright {
    static bool possible(const Rules& rules, const State& state, int) {
        const Seat& seat = mover(state);
        return seat.capacity < rules.most_capacity && seat.lira >= rules.wainwright_price;
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int where, Choices& choices) {
        if (possible(rules, state, where)) choices.range(rules.base[verb::kExtend], 1);
    }

    static void extend(const Rules& rules, State& state) {
        Seat& seat = mover(state);
        pay_lira(seat, rules.wainwright_price);
        ++seat.capacity;
        if (seat.capacity == rules.most_capacity && state.board.wainwright_rubies != 0) {
            --state.board.wainwright_rubies;
            ++seat.rubies;
        }
        finish_action(rules, state);
    }
};

}  // namespace rattus_ai::istanbul
