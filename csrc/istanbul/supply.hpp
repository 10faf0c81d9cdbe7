// Goods, money, coffee and rubies: gains, prices, tracks. Rules, 1.2, 1.5, Q12.
#pragma once

#include "istanbul/hands.hpp"

namespace rattus_ai::istanbul {

inline void gain_good(Seat& seat, int good, int count) {
    const int room = seat.capacity - seat.goods[good];
    seat.goods[good] = static_cast<u8>(seat.goods[good] + (count < room ? count : room));
}

inline constexpr int kMostOfAnything = 60000;  // money and coffee are unlimited; no game comes near this

inline void gain_lira(Seat& seat, int count) { seat.lira = static_cast<u16>(seat.lira + count < kMostOfAnything ? seat.lira + count : kMostOfAnything); }
inline void gain_coffee(Seat& seat, int count) { seat.coffee = static_cast<u16>(seat.coffee + count < kMostOfAnything ? seat.coffee + count : kMostOfAnything); }
inline void pay_lira(Seat& seat, int count) { seat.lira = static_cast<u16>(seat.lira - count); }
inline void pay_coffee(Seat& seat, int count) { seat.coffee = static_cast<u16>(seat.coffee - count); }

// Of one thing that may be a good, coffee or Lira.
inline void gain(Seat& seat, Gain what) {
    if (what.item < kGoods) {
        gain_good(seat, what.item, what.count);
    } else if (what.item == kCoffee) {
        gain_coffee(seat, what.count);
    } else {
        gain_lira(seat, what.count);
    }
}

inline int goods_of(const Seat& seat) { return seat.goods[0] + seat.goods[1] + seat.goods[2] + seat.goods[3]; }

// The kinds of goods that the player owns at least one of.
inline u32 goods_owned(const Seat& seat) {
    u32 out = 0;
    for (int good = 0; good < kGoods; ++good) out |= static_cast<u32>(seat.goods[good] != 0) << good;
    return out;
}

enum Track : u8 { kPalaceTrack, kDealerTrack, kHouseTrack };

inline int dealer_price(const Rules& rules, const State& state) { return rules.dealer_price[state.board.track_rubies[kDealerTrack]]; }
inline int house_cost(const Rules& rules, const State& state) { return rules.house_cost[state.board.track_rubies[kHouseTrack]]; }
inline const std::array<u8, kItems>& palace_needs(const Rules& rules, const State& state) { return rules.palace_needs[state.board.track_rubies[kPalaceTrack]]; }

inline void take_track_ruby(State& state, int track) {
    --state.board.track_rubies[track];
    ++mover(state).rubies;
}

// The tracks that still have a ruby.
inline u32 tracks_with_rubies(const State& state) {
    u32 out = 0;
    for (int track = 0; track < kTracks; ++track) out |= static_cast<u32>(state.board.track_rubies[track] != 0) << track;
    return out;
}

}  // namespace rattus_ai::istanbul
