// Who acts, and what his actions do: verbs dispatched to the files that implement them. What is legal: decisions.hpp; chance: chance_events.hpp.
#pragma once

#include "istanbul/chance_events.hpp"
#include "istanbul/decisions.hpp"

namespace rattus_ai::istanbul {

using search::kChance;
using search::kTerminal;

inline int to_act(const State& state) {
    if (is_chance(state.turn.stage)) return kChance;
    if (state.turn.stage == Stage::kTerminal) [[unlikely]] return kTerminal;
    return state.turn.player;
}

// Actions of places and what belongs to them.
inline void apply_at_place(const Rules& rules, State& state, const ActionInfo& info) {
    switch (info.family) {
        case verb::kExtend: return Wainwright::extend(rules, state);
        case verb::kFill: return Warehouse::fill(rules, state);
        case verb::kBuy: return Warehouse::buy(rules, state, info.a);
        case verb::kNoBuy: return finish_action(rules, state);
        case verb::kPost: return PostOffice::post(rules, state);
        case verb::kCaravansary: return Caravansary::take(rules, state, info.a);
        case verb::kFetch: return Fountain::fetch(rules, state, info.a);
        case verb::kFetchAll: return Fountain::fetch_all(rules, state);
        case verb::kStop: return state.turn.stage == Stage::kSwap ? end_swap(rules, state) : finish_action(rules, state);
        case verb::kName: return BlackMarket::name(state, info.a);
        case verb::kCall: return TeaHouse::call(state, info.a);
        case verb::kKeep: return resolve_roll(rules, state);
        case verb::kFour: return use_red_tile(rules, state, info.a);
        case verb::kReroll: return reroll(state);
        case verb::kSix: return play_six(rules, state, info.a);
        case verb::kSell: return Market::sell(rules, state, info.a);
        case verb::kMarket: return Market::play_card(state);
        case verb::kSend: return PoliceStation::send(state, info.a);
        case verb::kDeliver: return Palace::deliver(rules, state, info.a, info.b);
        case verb::kTile: return Mosque::take(rules, state, info.a);
        case verb::kBuyRuby: return state.turn.acting == place::kDealer ? Dealer::buy(rules, state) : CoffeeHouse::buy(rules, state);
        case verb::kRoastLira: return RoastingPlant::roast_lira(rules, state);
        case verb::kRoastGood: return RoastingPlant::roast_good(rules, state, info.a);
        case verb::kRoastBonus: return RoastingPlant::roast_bonus(rules, state, info.a);
        case verb::kRoastGuild: return RoastingPlant::roast_guild(rules, state, info.a);
        case verb::kGuildHall: return GuildHall::visit(rules, state);
        case verb::kDiscardGuild: return GuildHall::discard(rules, state, info.a);
        case verb::kBarrier: return Tavern::put_barrier(rules, state, info.c);
        case verb::kUse: return act_at(state, info.a);
        case verb::kTavernTile: return Tavern::buy_tile(rules, state, info.a);
        case verb::kBaksheesh: return Tavern::baksheesh(rules, state, info.a);
        case verb::kNameOption: return Tavern::name_option(rules, state, info.a);
        default: return;
    }
}

// Cards and the turn.
inline void apply_in_turn(const Rules& rules, State& state, const ActionInfo& info) {
    Turn& turn = state.turn;
    switch (info.family) {
        case verb::kLira: return play_lira(rules, state);
        case verb::kFamilyLira:
            play_family(state);
            return gain_lira(mover(state), rules.catch_lira);
        case verb::kFamilyCard:
            play_family(state);
            return draw_bonus(rules, state, 1, turn.stage);
        case verb::kYellow: return use_yellow_tile(rules, state, info.a);
        case verb::kCoffee: return play_coffee(rules, state);
        case verb::kGuildDraw: return play_guild_draw(rules, state);
        case verb::kTrade: return play_trade(rules, state);
        case verb::kGood: return play_good(state, info.a);
        case verb::kSwap: return swap(rules, state, info.a, info.b);
        case verb::kPrize: return play_prize(state);
        case verb::kMove: return arrive(state, info.a);
        case verb::kFar:
            spend(state, turn.player, card::kFar);
            turn.stage = Stage::kFar;
            return;
        case verb::kStay:
            spend(state, turn.player, card::kStay);
            return arrive(state, mover(state).merchant);
        case verb::kCorner:
            spend(state, turn.player, card::kCorner);
            turn.stage = Stage::kCorner;
            return;
        case verb::kRecall:
            spend(state, turn.player, card::kRecall);
            return return_assistant(mover(state), info.a);
        case verb::kGuild: return start_guild_card(state, info.a);
        case verb::kPickUp:
            return_assistant(mover(state), mover(state).merchant);
            return after_assistant(rules, state);
        case verb::kLeave:
            mover(state).assistants |= bit(mover(state).merchant);
            --mover(state).stack;
            return after_assistant(rules, state);
        case verb::kDecline:
        case verb::kRefuse:
        case verb::kEnd: return end_turn(rules, state);
        case verb::kPay: return pay_merchants(rules, state);
        case verb::kSkip: return enter_after(state, 0);
        case verb::kAgain: return again(rules, state);
        case verb::kCatchLira: return catch_for_lira(rules, state, info.a);
        case verb::kCatchCard: return catch_for_card(rules, state, info.a);
        case verb::kGovernor: return meet_governor(rules, state);
        case verb::kSmuggler: return meet_smuggler(state, info.a);
        case verb::kTrader: return meet_trader(state);
        case verb::kPayLira:
            pay_lira(mover(state), rules.meeting_price);
            return move_figure(state);
        case verb::kDiscard:
            if (turn.stage == Stage::kDiscard) return Caravansary::discard(rules, state, info.a);
            spend(state, turn.player, info.a);
            return move_figure(state);
        case verb::kPayGood:
            --mover(state).goods[info.a];
            return move_figure(state);
        default: return;
    }
}

inline void apply_last_card(const Rules& rules, State& state, const ActionInfo& info) {
    if (info.family == verb::kPass) {
        ++state.turn.player;
    } else {
        apply_in_turn(rules, state, info);
    }
    if (state.turn.stage == Stage::kLastCards) ask_for_last_cards(rules, state);
}

// The action must be legal.
inline void apply_action(const Rules& rules, State& state, Action action) {
    const ActionInfo info = rules.actions[action];
    if (state.turn.stage == Stage::kLastCards) [[unlikely]] {
        apply_last_card(rules, state, info);
    } else if (info.family < verb::kExtend) {
        apply_in_turn(rules, state, info);
    } else {
        apply_at_place(rules, state, info);
    }
}

}  // namespace rattus_ai::istanbul
