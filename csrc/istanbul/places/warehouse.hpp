// Fabric, Spice and Fruit Warehouse 2, 3, 4: fill up; the green mosque tile buys one more good. Rules, 1.5, Q10.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct Warehouse {
    static int good_of(int where) { return where - place::kFabricWarehouse; }

    static bool may_buy(const Rules& rules, const State& state) {
        const Seat& seat = mover(state);
        return (seat.tiles & bit(kGreen)) != 0 && seat.lira >= rules.meeting_price && state.turn.guild == 0;
    }

    static bool possible(const Rules& rules, const State& state, int where) {
        const Seat& seat = mover(state);
        return seat.goods[good_of(where)] < seat.capacity || may_buy(rules, state);
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int where, Choices& choices) {
        if (possible(rules, state, where)) choices.range(rules.base[verb::kFill], 1);
    }

    static void fill(const Rules& rules, State& state) {
        Seat& seat = mover(state);
        seat.goods[good_of(state.turn.acting)] = seat.capacity;
        if (may_buy(rules, state)) {
            state.turn.stage = Stage::kExtra;
        } else {
            finish_action(rules, state);
        }
    }

    template <class Choices>
    static void extra_actions(const Rules& rules, Choices& choices) {
        choices.range(rules.base[verb::kBuy], kGoods);
        choices.range(rules.base[verb::kNoBuy], 1);
    }

    static void buy(const Rules& rules, State& state, int good) {
        pay_lira(mover(state), rules.meeting_price);
        gain_good(mover(state), good, 1);
        finish_action(rules, state);
    }
};

}  // namespace rattus_ai::istanbul
