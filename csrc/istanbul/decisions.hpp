// What is legal: the stages of state.hpp dispatched to the files that implement them. One pass announces, and counts, picks or lists (util/choices.hpp).
#pragma once

#include "istanbul/cards/again_cards.hpp"
#include "istanbul/cards/guild_cards.hpp"
#include "istanbul/cards/movement_cards.hpp"
#include "istanbul/setup.hpp"
#include "util/choices.hpp"

namespace rattus_ai::istanbul {

// In moves.hpp.
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

using util::count_actions;
using util::list_actions;
using util::random_action;

}  // namespace rattus_ai::istanbul
