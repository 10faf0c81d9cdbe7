// Roasting Plant 17: Lira, a good, a card, each at most once, in this order, for coffee. Rules, 2.5.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct RoastingPlant {
    enum Payment : u8 { kNothing, kLira, kGood, kCard };

    static bool lira(const Rules& rules, const State& state) { return state.turn.roasted < kLira && mover(state).lira >= rules.roast_price; }
    static u32 goods(const State& state) { return state.turn.roasted < kGood ? goods_owned(mover(state)) : 0; }
    static bool cards(const State& state) { return state.turn.roasted < kCard && mover(state).cards + mover(state).guild_cards != 0; }

    static bool possible(const Rules& rules, const State& state, int) { return lira(rules, state) || goods(state) != 0 || cards(state); }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int, Choices& choices) {
        if (lira(rules, state)) choices.range(rules.base[verb::kRoastLira], 1);
        choices.set(rules.base[verb::kRoastGood], goods(state));
        if (!cards(state)) return;
        choices.set(rules.base[verb::kRoastBonus], playable(state, state.turn.player));
        choices.set(rules.base[verb::kRoastGuild] - 1, playable_guild(state, state.turn.player));
    }

    template <class Choices>
    static void further_actions(const Rules& rules, const State& state, Choices& choices) {
        actions(rules, state, place::kRoastingPlant, choices);
        choices.range(rules.base[verb::kStop], 1);
    }

    static void roast_lira(const Rules& rules, State& state) {
        pay_lira(mover(state), rules.roast_price);
        roasted(rules, state, kLira);
    }
    static void roast_good(const Rules& rules, State& state, int good) {
        --mover(state).goods[good];
        roasted(rules, state, kGood);
    }
    static void roast_bonus(const Rules& rules, State& state, int kind) {
        spend(state, state.turn.player, kind);
        roasted(rules, state, kCard);
    }
    static void roast_guild(const Rules& rules, State& state, int number) {
        discard_guild(state, state.turn.player, number);
        roasted(rules, state, kCard);
    }

private:
    static void roasted(const Rules& rules, State& state, Payment payment) {
        gain_coffee(mover(state), rules.roast_coffee);
        state.turn.roasted = payment;
        if (possible(rules, state, place::kRoastingPlant)) {
            state.turn.stage = Stage::kRoast;
        } else {
            finish_action(rules, state);
        }
    }
};

}  // namespace rattus_ai::istanbul
