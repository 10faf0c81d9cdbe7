// A roll of two dice at the Black Market, the Tea House or for a prize, and how it may be changed. Rules, 1.5, 2.7, O27, Q19.
//
// Whether the player is asked depends on what everybody knows (he may hold a card that turns a die to 6), so being asked tells nothing.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

inline constexpr int kTileTurnsTo = 4;
inline constexpr int kCardTurnsTo = 6;

inline bool rolls_for_prize(const State& state) { return state.turn.back != Stage::kNoStage; }

inline bool may_use_red_tile(const State& state) {
    return (mover(state).tiles & bit(kRed)) != 0 && state.turn.red == 0 && state.turn.guild == 0 && !rolls_for_prize(state);
}

inline bool may_hold_six(const Rules& rules, const State& state) {
    if (!rules.sixes) return false;
    return copies(state.known[state.turn.player], card::kSix) != 0 || holds_secret_cards(state, state.turn.player);
}

inline bool roll_may_change(const Rules& rules, const State& state) {
    return may_use_red_tile(state) || (state.turn.dice[0] != kCardTurnsTo && may_hold_six(rules, state));
}

inline void resolve_roll(const Rules& rules, State& state) {
    Turn& turn = state.turn;
    Seat& seat = mover(state);
    const int total = turn.dice[0] + turn.dice[1];
    if (rolls_for_prize(state)) {
        for (const u8 die : turn.dice) gain(seat, rules.prizes[die]);
        turn.dice[0] = turn.dice[1] = 0;
        go_back(rules, state);
        return;
    }
    if (turn.called != 0) {
        const bool own = turn.guild == place::kTeaHouse && turn.remote == 0;
        gain_lira(seat, total >= turn.called ? turn.called : own ? rules.guild[place::kTeaHouse].special : rules.tea_fail);
        turn.called = 0;
    } else {
        gain_good(seat, turn.named, 1);
        gain_good(seat, kBlue, rules.black_market[static_cast<std::size_t>(total)]);
        turn.named = kNone;
    }
    turn.dice[0] = turn.dice[1] = 0;
    finish_action(rules, state);
}

inline void after_roll(const Rules& rules, State& state) {
    if (roll_may_change(rules, state)) {
        state.turn.stage = Stage::kDice;
    } else {
        resolve_roll(rules, state);
    }
}

template <class Choices>
inline void dice_actions(const Rules& rules, const State& state, Choices& choices) {
    const u8(&dice)[2] = state.turn.dice;
    // Dice that do not show the number; the higher one only if it differs from the lower one.
    auto turnable = [&dice](int number) { return static_cast<u32>(dice[0] != number) | static_cast<u32>(dice[1] != number && dice[1] != dice[0]) << 1; };
    choices.range(rules.base[verb::kKeep], 1);
    if (may_use_red_tile(state)) {
        choices.set(rules.base[verb::kFour], turnable(kTileTurnsTo));
        choices.range(rules.base[verb::kReroll], 1);
    }
    if (rules.sixes && holds(playable(state, state.turn.player), card::kSix)) choices.set(rules.base[verb::kSix], turnable(kCardTurnsTo));
}

inline void turn_die(const Rules& rules, State& state, int die, int number) {
    u8(&dice)[2] = state.turn.dice;
    dice[die] = static_cast<u8>(number);
    if (dice[0] > dice[1]) std::swap(dice[0], dice[1]);
    after_roll(rules, state);
}

inline void use_red_tile(const Rules& rules, State& state, int die) {
    state.turn.red = 1;
    turn_die(rules, state, die, kTileTurnsTo);
}

inline void reroll(State& state) {
    state.turn.red = 1;
    state.turn.dice[0] = state.turn.dice[1] = 0;
    state.turn.stage = Stage::kRoll;
}

inline void play_six(const Rules& rules, State& state, int die) {
    spend(state, state.turn.player, card::kSix);
    turn_die(rules, state, die, kCardTurnsTo);
}

}  // namespace rattus_ai::istanbul
