// The card that exchanges up to three goods or coffee for as many others. Rules, 2.7, Q15.
//
// Exchanges are named one by one in ascending order of what is given and of what is received, so each result can be reached in one way
// only; no kind is given and received, and what is received needs room.
#pragma once

#include "istanbul/flow.hpp"
#include "util/choices.hpp"

namespace rattus_ai::istanbul {

inline constexpr int kMaxSwaps = 3;

// Exchanges as pairs: index = given * 4 + received without the given one.
inline constexpr int swap_index(int give, int get) { return give * (kItems - 1) + get - (get > give ? 1 : 0); }

template <class Choices>
inline void swap_actions(const Rules& rules, const State& state, Choices& choices) {
    const Seat& seat = mover(state);
    const Turn& turn = state.turn;
    u32 given = goods_owned(seat) | static_cast<u32>(seat.coffee != 0) << kCoffee;
    u32 received = bit(kCoffee);
    for (int good = 0; good < kGoods; ++good) received |= static_cast<u32>(seat.goods[good] < seat.capacity) << good;
    for (int i = 0; i < turn.swap_count; ++i) {
        // not below the last, and never both ways
        given &= ~(bit(turn.swaps[i][0]) - 1) & ~bit(turn.swaps[i][1]);
        received &= ~(bit(turn.swaps[i][1]) - 1) & ~bit(turn.swaps[i][0]);
    }
    u32 pairs = 0;
    util::for_each_bit(given, [&](int give) { util::for_each_bit(received & ~bit(give), [&](int get) { pairs |= bit(swap_index(give, get)); }); });
    choices.set(rules.base[verb::kSwap], pairs);
}

inline void end_swap(const Rules& rules, State& state) {
    state.turn.swap_count = 0;
    for (auto& pair : state.turn.swaps) pair[0] = pair[1] = 0;
    go_back(rules, state);
}

inline void swap(const Rules& rules, State& state, int give, int get) {
    Turn& turn = state.turn;
    if (turn.stage != Stage::kSwap) {
        spend(state, turn.player, card::kSwap);
        turn.back = turn.stage;
        turn.stage = Stage::kSwap;
    }
    Seat& seat = mover(state);
    if (give == kCoffee) {
        pay_coffee(seat, 1);
    } else {
        --seat.goods[give];
    }
    if (get == kCoffee) {
        gain_coffee(seat, 1);
    } else {
        ++seat.goods[get];
    }
    if (turn.swap_count + 1 == kMaxSwaps) {
        end_swap(rules, state);
        return;
    }
    turn.swaps[turn.swap_count][0] = static_cast<u8>(give);
    turn.swaps[turn.swap_count][1] = static_cast<u8>(get);
    ++turn.swap_count;
    util::CountChoices further;
    swap_actions(rules, state, further);
    if (further.count() == 0) end_swap(rules, state);
}

}  // namespace rattus_ai::istanbul
