// Sultan's Palace 13: deliver the goods of all uncovered spaces, take the next ruby. Rules, 1.2, 1.5.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct Palace {
    // What is left of the goods after the spaces for certain ones; false if that is not enough.
    static bool rest(const Rules& rules, const State& state, int (&left)[kGoods]) {
        if (state.board.track_rubies[kPalaceTrack] == 0) return false;
        const auto& needs = palace_needs(rules, state);
        for (std::size_t good = 0; good < kGoods; ++good) {
            left[good] = mover(state).goods[good] - needs[good];
            if (left[good] < 0) return false;
        }
        return true;
    }

    static bool possible(const Rules& rules, const State& state, int) {
        int left[kGoods];
        return rest(rules, state, left) && left[0] + left[1] + left[2] + left[3] >= palace_needs(rules, state)[kGoods];
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int, Choices& choices) {
        int left[kGoods];
        if (!rest(rules, state, left)) return;
        const int any = palace_needs(rules, state)[kGoods];
        u32 out = 0;
        for (int i = 0; i < kDeliveries; ++i) {
            const auto& [first, second] = rules.deliveries[static_cast<std::size_t>(i)];
            if ((first != 0) + (second != 0) != any) continue;
            const bool enough = (second == 0 || left[second - 1] >= 1 + (first == second)) && (first == 0 || left[first - 1] >= 1);
            out |= static_cast<u32>(enough) << i;
        }
        choices.set(rules.base[verb::kDeliver], out);
    }

    static void deliver(const Rules& rules, State& state, int first, int second) {
        Seat& seat = mover(state);
        const auto& needs = palace_needs(rules, state);
        for (std::size_t good = 0; good < kGoods; ++good) seat.goods[good] = static_cast<u8>(seat.goods[good] - needs[good]);
        if (first != 0) --seat.goods[first - 1];
        if (second != 0) --seat.goods[second - 1];
        take_track_ruby(state, kPalaceTrack);
        finish_action(rules, state);
    }
};

}  // namespace rattus_ai::istanbul
