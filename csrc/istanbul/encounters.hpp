// Encounters after the action: family members of others, governor, smuggler, coffee trader. Rules, 1.4, 2.4, Q3, O18.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

// Other players whose family member is on the place of the merchant; nobody is caught at the Police Station.
inline u32 family_members_met(const Rules& rules, const State& state) {
    const int where = mover(state).merchant;
    if (where == place::kPoliceStation) return 0;
    u32 out = 0;
    for (int p = 0; p < rules.players; ++p) out |= static_cast<u32>(p != state.turn.player && state.seats[p].family == where) << p;
    return out;
}

inline bool meets_for_free(const State& state) { return (mover(state).tavern & kEncounter) != 0; }

inline bool meets(const State& state, int figure) {
    return state.board.figures[figure] == mover(state).merchant && (state.turn.met & bit(figure)) == 0;
}

template <class Choices>
inline void encounter_actions(const Rules& rules, const State& state, Choices& choices) {
    const Seat& seat = mover(state);
    const u32 caught = family_members_met(rules, state);
    if (caught != 0) [[unlikely]] {
        choices.set(rules.base[verb::kCatchLira], caught);
        if (can_draw_bonus(state)) choices.set(rules.base[verb::kCatchCard], caught);
    }
    const bool has_lira = seat.lira >= rules.meeting_price || meets_for_free(state);
    if (meets(state, figure::kGovernor) && (has_lira || seat.cards != 0 || can_draw_bonus(state))) choices.range(rules.base[verb::kGovernor], 1);
    if (meets(state, figure::kSmuggler)) choices.range(rules.base[verb::kSmuggler], kGoods);
    if (meets(state, figure::kTrader) && (has_lira || goods_owned(seat) != 0)) choices.range(rules.base[verb::kTrader], 1);
    if (caught == 0) choices.range(rules.base[verb::kEnd], 1);
}

inline void catch_family_member(State& state, int player) {
    state.turn.done_place = 0;
    state.seats[player].family = place::kPoliceStation;
}

inline void catch_for_lira(const Rules& rules, State& state, int player) {
    catch_family_member(state, player);
    gain_lira(mover(state), rules.catch_lira);
}

inline void catch_for_card(const Rules& rules, State& state, int player) {
    catch_family_member(state, player);
    draw_bonus(rules, state, 1, Stage::kAfter);
}

inline void meet(State& state, int figure) {
    state.turn.done_place = 0;
    state.turn.met = static_cast<u8>(state.turn.met | bit(figure));
    state.turn.figure = static_cast<u8>(figure + 1);
    state.turn.stage = meets_for_free(state) ? Stage::kFigure : Stage::kFigurePay;
}

inline void meet_governor(const Rules& rules, State& state) {
    meet(state, figure::kGovernor);
    draw_bonus(rules, state, 1, state.turn.stage);
}

inline void meet_smuggler(State& state, int good) {
    gain_good(mover(state), good, 1);
    meet(state, figure::kSmuggler);
}

inline void meet_trader(State& state) {
    gain_coffee(mover(state), 1);
    meet(state, figure::kTrader);
}

template <class Choices>
inline void figure_pay_actions(const Rules& rules, const State& state, Choices& choices) {
    const Seat& seat = mover(state);
    if (seat.lira >= rules.meeting_price) choices.range(rules.base[verb::kPayLira], 1);
    if (state.turn.figure == 1 + figure::kGovernor) {
        choices.set(rules.base[verb::kDiscard], playable(state, state.turn.player));
    } else {
        choices.set(rules.base[verb::kPayGood], goods_owned(seat));
    }
}

// The figure has been paid: dice say where it goes.
inline void move_figure(State& state) { state.turn.stage = Stage::kFigure; }

// In setup.hpp, not inlined.
void next_set_up(const Rules& rules, State& state);

inline void place_figure(const Rules& rules, State& state, int where) {
    Turn& turn = state.turn;
    if (turn.figure <= figure::kNeutral) {
        const int which = turn.figure - 1;
        const bool set_up = state.board.figures[which] == 0;
        state.board.figures[which] = static_cast<u8>(where);
        turn.figure = 0;
        if (set_up) {
            next_set_up(rules, state);
        } else {
            turn.stage = Stage::kAfter;
        }
        return;
    }
    const int which = (turn.rolling & 1) != 0 ? 0 : (turn.rolling & 2) != 0 ? 1 : 2;
    state.board.neutral[which] = static_cast<u8>(where);
    turn.rolling = static_cast<u8>(turn.rolling & ~bit(which));
    if (turn.rolling == 0) {
        turn.figure = 0;
        enter_action(state);
    }
}

}  // namespace rattus_ai::istanbul
