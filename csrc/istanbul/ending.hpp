// Start and end of turns, rounds and the game; last cards; ranking. Rules, 1.7, Q20, O20, O21.
#pragma once

#include "istanbul/supply.hpp"

namespace rattus_ai::istanbul {

inline void start_turn(State& state, int player, u16 round) {
    state.turn = Turn{};
    state.turn.round = round;
    state.turn.player = static_cast<u8>(player);
    state.turn.stage = Stage::kMove;
    state.turn.back = Stage::kNoStage;
    state.turn.named = kNone;
    state.turn.options[0] = state.turn.options[1] = kNone;
}

// Can goods be exchanged: something owned for something else that there is room for (Q15)?
inline bool can_swap(const Seat& seat) {
    const u32 owned = goods_owned(seat) | static_cast<u32>(seat.coffee != 0) << kCoffee;
    for (int good = 0; good < kGoods; ++good) {
        if (seat.goods[good] < seat.capacity && (owned & ~bit(good)) != 0) return true;
    }
    return (owned & ~bit(kCoffee)) != 0;  // coffee always has room
}

// Of these kinds, those that may be played at the end of the game now.
inline u32 last_cards(const Rules& rules, const Seat& seat, u32 kinds) {
    u32 out = kinds & (bit(card::kLira) | bit(card::kGood));
    if (holds(kinds, card::kTrade) && seat.coffee >= rules.trade_coffee) out |= bit(card::kTrade);
    if (holds(kinds, card::kSwap) && can_swap(seat)) out |= bit(card::kSwap);
    return out;
}

// Whether a player is asked depends on what everybody knows: he holds cards that only he knows, or one to play.
inline bool asked_for_last_cards(const Rules& rules, const State& state, int player) {
    return holds_secret_cards(state, player) || last_cards(rules, state.seats[player], kinds_of(state.known[player])) != 0;
}

// The first player from this one on who is asked; else the game is over.
inline void ask_for_last_cards(const Rules& rules, State& state) {
    for (; state.turn.player < rules.players; ++state.turn.player) {
        if (asked_for_last_cards(rules, state, state.turn.player)) return;
    }
    state.turn.player = 0;
    state.turn.stage = Stage::kTerminal;
}

inline bool target_reached(const Rules& rules, const State& state) {
    for (int p = 0; p < rules.players; ++p) {
        if (state.seats[p].rubies >= rules.ruby_target) return true;
    }
    return false;
}

inline void end_round(const Rules& rules, State& state) {
    start_turn(state, 0, static_cast<u16>(state.turn.round + 1));
    if (state.turn.round < rules.max_rounds && !target_reached(rules, state)) return;
    state.turn.stage = Stage::kLastCards;
    ask_for_last_cards(rules, state);
}

// Rubies, Lira, goods, bonus cards: larger is better, equal is a tie.
inline u64 standing(const Seat& seat) { return u64{seat.rubies} << 48 | u64{seat.lira} << 32 | static_cast<u64>(goods_of(seat)) << 16 | seat.cards; }

// Ranks from 1; ties share the better one.
inline void ranks(const Rules& rules, const State& state, int* out) {
    for (int p = 0; p < rules.players; ++p) {
        out[p] = 1;
        for (int q = 0; q < rules.players; ++q) out[p] += standing(state.seats[q]) > standing(state.seats[p]);
    }
}

inline void shares_of_the_win(const Rules& rules, const State& state, double* values) {
    int rank[kMaxPlayers];
    ranks(rules, state, rank);
    int winners = 0;
    for (int p = 0; p < rules.players; ++p) winners += rank[p] == 1;
    for (int p = 0; p < rules.players; ++p) values[p] = rank[p] == 1 ? 1.0 / winners : 0.0;
}

}  // namespace rattus_ai::istanbul
