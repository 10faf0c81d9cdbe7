// How a turn goes on: arrival, end of an action, what follows a draw, the next player. Rules, 1.4 and 2.6.
#pragma once

#include "istanbul/ending.hpp"
#include "istanbul/supply.hpp"

namespace rattus_ai::istanbul {

void begin_option(const Rules& rules, State& state);

// --- end of the turn ---

inline void end_turn(const Rules& rules, State& state) {
    const u16 round = state.turn.round;
    const u8 next = static_cast<u8>(state.turn.player + 1);
    if (next == rules.players) {
        end_round(rules, state);
        return;
    }
    start_turn(state, next, round);
}

// --- end of an action ---

inline bool can_be_repeated(int where) {
    return where == place::kPalace || where == place::kPostOffice || where == place::kDealer || where == place::kWainwright || where == place::kCoffeeHouse;
}

// The one door into the stage after the action.
inline void enter_after(State& state, int done_place) {
    Turn& turn = state.turn;
    turn.stage = Stage::kAfter;
    turn.acting = 0;
    turn.remote = 0;
    turn.roasted = 0;
    turn.fountain = 0;
    turn.compulsory = 0;
    turn.done_place = static_cast<u8>(done_place);
}

// The action of the place has been done, or what guild card 19 named first.
inline void finish_action(const Rules& rules, State& state) {
    Turn& turn = state.turn;
    if (turn.guild == 0) [[likely]] {
        enter_after(state, can_be_repeated(turn.acting) ? turn.acting : 0);
        return;
    }
    if (turn.options[0] != kNone) {
        begin_option(rules, state);
        return;
    }
    const GuildCard& bonus = rules.guild[turn.guild];
    gain_lira(mover(state), bonus.lira);
    gain_coffee(mover(state), bonus.coffee);
    state.guild_discards |= bit(turn.guild);
    enter_after(state, 0);
}

// --- what follows a draw, a roll for prizes, a swap ---

inline void go_back(const Rules& rules, State& state) {
    const Stage back = state.turn.back;
    state.turn.back = Stage::kNoStage;
    const bool empty = (back == Stage::kDiscard && mover(state).cards == 0) || (back == Stage::kDiscardGuild && mover(state).guild_cards == 0);
    if (empty) {
        finish_action(rules, state);
        return;
    }
    state.turn.stage = back;
    if (back == Stage::kLastCards) ask_for_last_cards(rules, state);
}

inline void draw_bonus(const Rules& rules, State& state, int count, Stage back) {
    state.turn.draws_left = static_cast<u8>(count);
    state.turn.back = back;
    if (!ask_for_bonus(state)) go_back(rules, state);
}

inline void draw_guild(const Rules& rules, State& state, int count, Stage back) {
    state.turn.draws_left = static_cast<u8>(count);
    state.turn.back = back;
    if (!ask_for_guild(state)) go_back(rules, state);
}

// --- arrival ---

inline void enter_action(State& state) {
    state.turn.stage = Stage::kAction;
    state.turn.acting = mover(state).merchant;
}

inline void arrive(State& state, int where) {
    mover(state).merchant = static_cast<u8>(where);
    if (where == place::kFountain) {
        enter_action(state);
    } else {
        state.turn.stage = Stage::kAssistant;
    }
}

inline int merchants_met(const Rules& rules, const State& state) {
    const int where = mover(state).merchant;
    int count = 0;
    for (int p = 0; p < rules.players; ++p) count += p != state.turn.player && state.seats[p].merchant == where;
    return count;
}

// Neutral merchants on the place of the player.
inline u32 neutrals_met(const State& state) {
    const int where = mover(state).merchant;
    u32 out = 0;
    for (int i = 0; i < kNeutrals; ++i) out |= static_cast<u32>(state.board.neutral[i] == where) << i;
    return out;
}

inline void after_assistant(const Rules& rules, State& state) {
    if (merchants_met(rules, state) != 0 || neutrals_met(state) != 0) {
        state.turn.stage = Stage::kPay;
    } else {
        enter_action(state);
    }
}

inline int payment_due(const Rules& rules, const State& state) {
    return rules.meeting_price * (merchants_met(rules, state) + util::count_bits(neutrals_met(state)));
}

inline void pay_merchants(const Rules& rules, State& state) {
    pay_lira(mover(state), payment_due(rules, state));
    const int where = mover(state).merchant;
    for (int p = 0; p < rules.players; ++p) {
        if (p != state.turn.player && state.seats[p].merchant == where) gain_lira(state.seats[p], rules.meeting_price);
    }
    state.turn.rolling = static_cast<u8>(neutrals_met(state));
    if (state.turn.rolling != 0) {
        state.turn.figure = 1 + figure::kNeutral;
        state.turn.stage = Stage::kFigure;
    } else {
        enter_action(state);
    }
}

}  // namespace rattus_ai::istanbul
