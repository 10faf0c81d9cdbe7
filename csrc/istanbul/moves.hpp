// Who acts, what is legal, what it does: the stages of state.hpp dispatched to the files that implement them.
#pragma once

#include <algorithm>

#include "istanbul/cards/again_cards.hpp"
#include "istanbul/cards/guild_cards.hpp"
#include "istanbul/cards/movement_cards.hpp"
#include "istanbul/setup.hpp"
#include "search/game.hpp"
#include "util/choices.hpp"

namespace rattus_ai::istanbul {

using search::kChance;
using search::kTerminal;
using Outcome = search::WeightedOutcome;

inline int to_act(const State& state) {
    if (is_chance(state.turn.stage)) return kChance;
    if (state.turn.stage == Stage::kTerminal) [[unlikely]] return kTerminal;
    return state.turn.player;
}

inline void apply_action(const Rules& rules, State& state, Action action);

// Cards in the middle of a compulsory action: only those after which it can still be done (Q4).
template <class Choices>
[[gnu::noinline]] inline void compulsory_windows(const Rules& rules, const State& state, u32 kinds, Choices& choices) {
    Action actions[kMaxPlaces + 16];
    util::ListChoices list(actions);
    any_time_actions(rules, state, kinds, list);
    for (int i = 0; i < list.count(); ++i) {
        State used = state;
        apply_action(rules, used, actions[i]);
        if (place_possible(rules, used, state.turn.acting)) choices.range(actions[i], 1);
    }
}

template <class Choices>
inline void both_windows(const Rules& rules, const State& state, u32 kinds, Choices& choices) {
    any_time_actions(rules, state, kinds, choices);
    around_action_actions(rules, state, kinds, choices);
}

template <class Choices>
inline void action_choices(const Rules& rules, const State& state, u32 kinds, Choices& choices) {
    const Turn& turn = state.turn;
    place_actions(rules, state, choices);
    if (turn.compulsory != 0) {
        compulsory_windows(rules, state, kinds, choices);
        return;
    }
    choices.range(rules.base[verb::kSkip], 1);
    any_time_actions(rules, state, kinds, choices);
    if (turn.remote == 0) around_action_actions(rules, state, kinds, choices);
}

template <class Choices>
inline void assistant_choices(const Rules& rules, const State& state, Choices& choices) {
    const Seat& seat = mover(state);
    if ((seat.assistants & bit(seat.merchant)) != 0) {
        choices.range(rules.base[verb::kPickUp], 1);
    } else if (seat.stack != 0) {
        choices.range(rules.base[verb::kLeave], 1);
    }
    choices.range(rules.base[verb::kDecline], 1);
}

template <class Choices>
inline void last_card_choices(const Rules& rules, const State& state, u32 kinds, Choices& choices) {
    const u32 cards = last_cards(rules, mover(state), kinds);
    if (holds(cards, card::kLira)) choices.range(rules.base[verb::kLira], 1);
    if (holds(cards, card::kGood)) choices.range(rules.base[verb::kGood], kGoods);
    if (holds(cards, card::kTrade)) choices.range(rules.base[verb::kTrade], 1);
    if (holds(cards, card::kSwap)) swap_actions(rules, state, choices);
    choices.range(rules.base[verb::kPass], 1);
}

// Stages inside an action, rarer than the others.
template <class Choices>
inline void inner_choices(const Rules& rules, const State& state, Choices& choices) {
    switch (state.turn.stage) {
        case Stage::kFar:
            choices.set(rules.base[verb::kMove] - 1, reach_of(rules, state, state.turn.player).far);
            break;
        case Stage::kCorner:
            choices.set(rules.base[verb::kMove] - 1, other_corners(rules, state, state.turn.player));
            break;
        case Stage::kDeliver:
            Palace::actions(rules, state, place::kPalace, choices);
            break;
        case Stage::kExtra:
            Warehouse::extra_actions(rules, choices);
            break;
        case Stage::kDiscard:
            Caravansary::discard_actions(rules, state, choices);
            break;
        case Stage::kFountain:
            Fountain::further_actions(rules, state, choices);
            break;
        case Stage::kDice:
            dice_actions(rules, state, choices);
            break;
        case Stage::kMarket:
            Market::any_goods(rules, state, choices);
            break;
        case Stage::kRoast:
            RoastingPlant::further_actions(rules, state, choices);
            break;
        case Stage::kDiscardGuild:
            GuildHall::discard_actions(rules, state, choices);
            break;
        case Stage::kBeside:
            Tavern::beside_actions(rules, state, choices);
            break;
        case Stage::kBarrier:
            Tavern::barrier_actions(rules, state, 0, choices);
            break;
        case Stage::kBaksheesh:
            Tavern::baksheesh_actions(rules, state, choices);
            break;
        case Stage::kOption:
            Tavern::option_actions(rules, state, choices);
            break;
        case Stage::kSwap:
            swap_actions(rules, state, choices);
            choices.range(rules.base[verb::kStop], 1);
            break;
        case Stage::kFigurePay:
            figure_pay_actions(rules, state, choices);
            break;
        default:
            break;
    }
}

// Announces the legal decisions; nothing at chance nodes and at the end.
template <class Choices>
inline void decisions(const Rules& rules, const State& state, Choices& choices) {
    const u32 kinds = mover(state).cards != 0 ? playable(state, state.turn.player) : 0;
    switch (state.turn.stage) {
        case Stage::kMove:
            both_windows(rules, state, kinds, choices);
            movement_actions(rules, state, kinds, choices);
            recall_actions(rules, state, kinds, choices);
            if (rules.expansion) guild_actions(rules, state, choices);
            break;
        case Stage::kAssistant:
            both_windows(rules, state, kinds, choices);
            recall_actions(rules, state, kinds, choices);
            assistant_choices(rules, state, choices);
            break;
        case Stage::kPay:
            both_windows(rules, state, kinds, choices);
            if (mover(state).lira >= payment_due(rules, state)) choices.range(rules.base[verb::kPay], 1);
            choices.range(rules.base[verb::kRefuse], 1);
            break;
        case Stage::kAction:
            action_choices(rules, state, kinds, choices);
            break;
        case Stage::kAfter:
            both_windows(rules, state, kinds, choices);
            if (state.turn.guild != 0) {
                choices.range(rules.base[verb::kEnd], 1);
                break;
            }
            again_actions(rules, state, kinds, choices);
            encounter_actions(rules, state, choices);
            break;
        case Stage::kLastCards:
            last_card_choices(rules, state, kinds, choices);
            break;
        default:
            inner_choices(rules, state, choices);
    }
}

inline int count_actions(const Rules& rules, const State& state) {
    util::CountChoices choices;
    decisions(rules, state, choices);
    return choices.count();
}

// A uniformly random legal action.
inline Action random_action(const Rules& rules, const State& state, util::Random& random) {
    util::ChoiceSets choices;
    decisions(rules, state, choices);
    return choices.pick(random.below(choices.count()));
}

// Ascending ids; `out` has room for all actions of the game.
inline int list_actions(const Rules& rules, const State& state, Action* out) {
    util::ListChoices choices(out);
    decisions(rules, state, choices);
    if (!std::is_sorted(out, choices.end())) std::sort(out, choices.end());
    return choices.count();
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

// --- chance ---

// All outcomes with a positive weight, ascending; `out` has room for all outcomes of the game. Returns how many.
inline int chance_outcomes(const Rules& rules, const State& state, Outcome* out) {
    int count = 0;
    auto add = [&](int id, int weight) {
        if (weight > 0) out[count++] = {static_cast<u16>(id), static_cast<u16>(weight)};
    };
    auto add_set = [&](int base, u32 members) { util::for_each_bit(members, [&](int i) { add(base + i, 1); }); };
    switch (state.turn.stage) {
        case Stage::kFigure:
            for (int total = kLowestTotal; total <= kHighestTotal; ++total) {
                add(rules.chance_base[chance::kFigurePlace] + total - kLowestTotal, total <= 7 ? total - 1 : 13 - total);
            }
            break;
        case Stage::kDemandLarge:
            add_set(rules.chance_base[chance::kDemandLarge], Market::unseen(rules, state, 0));
            break;
        case Stage::kDemandSmall:
            add_set(rules.chance_base[chance::kDemandSmall], Market::unseen(rules, state, 1));
            break;
        case Stage::kDeal:
        case Stage::kDraw: {
            const int base = rules.chance_base[state.turn.stage == Stage::kDeal ? chance::kDeal : chance::kDraw];
            for (int kind = 0; kind < kBonusKinds; ++kind) add(base + kind, copies(state.deck, kind));
            break;
        }
        case Stage::kDrawGuild:
            add_set(rules.chance_base[chance::kDrawGuild] - 1, state.guild_deck);
            break;
        case Stage::kRoll:
            for (int i = 0; i < kRolls; ++i) {
                const auto& dice = rules.rolls[static_cast<std::size_t>(i)];
                add(rules.chance_base[chance::kRoll] + i, dice[0] == dice[1] ? 1 : 2);
            }
            break;
        default:
            break;
    }
    return count;
}

// The outcome must have a positive weight.
inline void apply_outcome(const Rules& rules, State& state, int id) {
    const ActionInfo info = rules.outcomes[static_cast<std::size_t>(id)];
    Turn& turn = state.turn;
    switch (turn.stage) {
        case Stage::kFigure:
            place_figure(rules, state, info.a);
            break;
        case Stage::kDemandLarge:
        case Stage::kDemandSmall:
            Market::put_on_top(state, turn.stage == Stage::kDemandLarge ? 0 : 1, info.a);
            if (turn.acting != 0) {
                finish_action(rules, state);
            } else {
                next_set_up(rules, state);
            }
            break;
        case Stage::kDeal:
            deal(rules, state, info.a);
            break;
        case Stage::kDraw:
            draw_into_hand(state, turn.player, info.a);
            --turn.draws_left;
            if (!ask_for_bonus(state)) go_back(rules, state);
            break;
        case Stage::kDrawGuild:
            draw_guild_into_hand(state, turn.player, info.a);
            --turn.draws_left;
            if (!ask_for_guild(state)) go_back(rules, state);
            break;
        default:
            turn.dice[0] = info.a;
            turn.dice[1] = info.b;
            after_roll(rules, state);
    }
}

inline int random_member(u32 set, util::Random& random) { return util::select_bit(set, random.below(util::count_bits(set))); }

inline int sample_outcome(const Rules& rules, const State& state, util::Random& random) {
    switch (state.turn.stage) {
        case Stage::kFigure: {
            const auto& dice = rules.rolls[rules.roll_of[static_cast<std::size_t>(random.below(36))]];
            return rules.chance_base[chance::kFigurePlace] + dice[0] + dice[1] - kLowestTotal;
        }
        case Stage::kDemandLarge:
            return rules.chance_base[chance::kDemandLarge] + random_member(Market::unseen(rules, state, 0), random);
        case Stage::kDemandSmall:
            return rules.chance_base[chance::kDemandSmall] + random_member(Market::unseen(rules, state, 1), random);
        case Stage::kDeal:
            return rules.chance_base[chance::kDeal] + kind_at(state.deck, random.below(state.deck_count));
        case Stage::kDraw:
            return rules.chance_base[chance::kDraw] + kind_at(state.deck, random.below(state.deck_count));
        case Stage::kDrawGuild:
            return rules.chance_base[chance::kDrawGuild] - 1 + random_member(state.guild_deck, random);
        default:
            return rules.chance_base[chance::kRoll] + rules.roll_of[static_cast<std::size_t>(random.below(36))];
    }
}

}  // namespace rattus_ai::istanbul
