// The start of a game: figures, demand tiles and cards come by chance, one after the other. Rules, 1.2 and 2.3.
#pragma once

#include "istanbul/encounters.hpp"
#include "istanbul/places/market.hpp"

namespace rattus_ai::istanbul {

// The next event of the set-up, in the order of the fields that are still empty; then the first turn.
inline void next_set_up(const Rules& rules, State& state) {
    Turn& turn = state.turn;
    const int figures = rules.expansion ? kFigures : kFigures - 1;
    for (int which = 0; which < figures; ++which) {
        if (state.board.figures[which] != 0) continue;
        turn.figure = static_cast<u8>(which + 1);
        turn.stage = Stage::kFigure;
        return;
    }
    for (int market = 0; market < kMarkets; ++market) {
        if (state.board.demand_count[market] != 0) continue;
        turn.stage = market == 0 ? Stage::kDemandLarge : Stage::kDemandSmall;
        return;
    }
    while (turn.player < rules.players && state.seats[turn.player].cards != 0) ++turn.player;
    if (turn.player < rules.players && deck_size(state) > 0) {
        turn.stage = Stage::kDeal;
    } else {
        start_turn(state, 0, 0);
    }
}

inline void initial_state(const Rules& rules, State& state) {
    state = State{};
    start_turn(state, 0, 0);
    for (int p = 0; p < rules.players; ++p) {
        Seat& seat = state.seats[p];
        seat.lira = rules.start_lira[static_cast<std::size_t>(p)];
        seat.capacity = static_cast<u8>(rules.start_capacity);
        seat.stack = static_cast<u8>(rules.start_assistants);
        seat.spare = 1;
        seat.merchant = place::kFountain;
        seat.family = place::kPoliceStation;
    }
    Board& board = state.board;
    for (u8& rubies : board.mosque_rubies) rubies = static_cast<u8>(rules.mosque_rubies);
    board.wainwright_rubies = static_cast<u8>(rules.wainwright_rubies);
    for (std::size_t track = 0; track < kTracks; ++track) board.track_rubies[track] = rules.track_rubies[track];
    board.barrier = board.barrier_owner = kNone;
    for (auto& tiles : board.demand) {
        for (u8& tile : tiles) tile = kNone;
    }
    if (rules.players == 2) {
        board.neutral[0] = place::kSmallMosque;
        board.neutral[1] = place::kGreatMosque;
        board.neutral[2] = place::kDealer;
    }
    for (u8& kind : state.discards) kind = kNone;
    state.deck = rules.bonus;
    state.deck_count = static_cast<u8>(rules.bonus_count);
    if (rules.expansion) state.guild_deck = (bit(kGuildCards + 1) - 1) & ~1u;
    next_set_up(rules, state);
}

inline void deal(const Rules& rules, State& state, int kind) {
    draw_into_hand(state, state.turn.player, kind);
    next_set_up(rules, state);
}

}  // namespace rattus_ai::istanbul
