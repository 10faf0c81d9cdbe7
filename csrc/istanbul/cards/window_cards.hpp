// Cards and the tile that are used at any time of the own turn, or before or after an action. Rules, 1.6, 2.7, Q14.
#pragma once

#include "istanbul/cards/swap.hpp"
#include "istanbul/places/fountain.hpp"

namespace rattus_ai::istanbul {

// Window A: any time. `kinds`: what the player may play.
template <class Choices>
inline void any_time_actions(const Rules& rules, const State& state, u32 kinds, Choices& choices) {
    const Seat& seat = mover(state);
    if ((seat.tiles & bit(kYellow)) != 0 && state.turn.yellow == 0 && seat.lira >= rules.meeting_price) choices.set(rules.base[verb::kYellow] - 1, seat.assistants);
    if (kinds == 0) return;
    if (holds(kinds, card::kLira)) choices.range(rules.base[verb::kLira], 1);
    // A card can always be drawn: this one at least.
    if (holds(kinds, card::kFamily) && seat.family != place::kPoliceStation) choices.range(rules.base[verb::kFamilyLira], 2);
    if (!rules.expansion) return;
    if (holds(kinds, card::kCoffee)) choices.range(rules.base[verb::kCoffee], 1);
    if (holds(kinds, card::kGuild) && seat.coffee >= rules.guild_draw_coffee && can_draw_guild(state)) choices.range(rules.base[verb::kGuildDraw], 1);
    if (holds(kinds, card::kTrade) && seat.coffee >= rules.trade_coffee) choices.range(rules.base[verb::kTrade], 1);
}

// Window B: before or after an action.
template <class Choices>
inline void around_action_actions(const Rules& rules, const State& state, u32 kinds, Choices& choices) {
    if (kinds == 0) return;
    if (holds(kinds, card::kGood)) choices.range(rules.base[verb::kGood], kGoods);
    if (!rules.expansion) return;
    if (holds(kinds, card::kSwap)) swap_actions(rules, state, choices);
    if (holds(kinds, card::kPrize)) choices.range(rules.base[verb::kPrize], 1);
}

inline void play_lira(const Rules& rules, State& state) {
    spend(state, state.turn.player, card::kLira);
    gain_lira(mover(state), rules.card_lira);
}

inline void play_good(State& state, int good) {
    spend(state, state.turn.player, card::kGood);
    gain_good(mover(state), good, 1);
}

inline void play_family(State& state) {
    spend(state, state.turn.player, card::kFamily);
    mover(state).family = place::kPoliceStation;
}

inline void use_yellow_tile(const Rules& rules, State& state, int where) {
    state.turn.yellow = 1;
    pay_lira(mover(state), rules.meeting_price);
    return_assistant(mover(state), where);
}

inline void play_coffee(const Rules& rules, State& state) {
    spend(state, state.turn.player, card::kCoffee);
    gain_coffee(mover(state), rules.coffee_card);
}

inline void play_guild_draw(const Rules& rules, State& state) {
    spend(state, state.turn.player, card::kGuild);
    pay_coffee(mover(state), rules.guild_draw_coffee);
    draw_guild(rules, state, 1, state.turn.stage);
}

inline void play_trade(const Rules& rules, State& state) {
    spend(state, state.turn.player, card::kTrade);
    pay_coffee(mover(state), rules.trade_coffee);
    gain_lira(mover(state), rules.trade_lira);
}

inline void play_prize(State& state) {
    spend(state, state.turn.player, card::kPrize);
    state.turn.back = state.turn.stage;
    state.turn.stage = Stage::kRoll;
}

}  // namespace rattus_ai::istanbul
