// What counts at the end: cubes, coins, region cards, diplomats. Rules, sections 5, 8, 9 and 11.
#pragma once

#include "rattus/hands.hpp"
#include "rattus/market.hpp"

namespace rattus_ai::rattus {

inline constexpr int kDiplomatPoints = 3;

// Cubes that count: on the board and in the palace (and those on the Baker, which come back to the board).
inline int cubes_in_play(const State& state, int player) { return kCubes - state.supply[player]; }

// Regions of the known cards of the hand.
inline u32 hand_regions(const Rules& rules, const State& state, int player) {
    u32 regions = 0;
    for (u64 cards = state.cards.hand[player]; cards != 0; cards &= cards - 1) {
        const u8 kind = rules.region_card_kind[static_cast<std::size_t>(util::lowest_bit(cards))];
        regions |= bit(rules.region_cards[kind].region);
    }
    return regions;
}

inline int region_card_points(const Rules& rules, const State& state, int player) {
    int points = 0;
    util::for_each_bit(hand_regions(rules, state, player) & state.occupied[player], [&](int region) {
        points += has_majority(rules, state, region, player);
    });
    return points;
}

inline int diplomats_of(const Rules& rules, const State& state, int player) {
    int count = 0;
    for (int r = 0; r < rules.regions; ++r) count += state.pieces.diplomats[r][player];
    return count;
}

// The only player with the most diplomats, kNone: there is none.
inline u8 diplomat_winner(const Rules& rules, const State& state) {
    int most = 0;
    u8 winner = kNone;
    for (int p = 0; p < rules.players; ++p) {
        const int here = diplomats_of(rules, state, p);
        if (here > most) {
            most = here;
            winner = static_cast<u8>(p);
        } else if (here == most) {
            winner = kNone;
        }
    }
    return winner;
}

// Points beside the cubes, as the position stands, without the goods that are still to be sold.
inline int other_points(const Rules& rules, const State& state, int player) {
    int points = 0;
    if (!rules.region_cards.empty()) points += region_card_points(rules, state, player);
    if (rules.diplomats && diplomat_winner(rules, state) == player) points += kDiplomatPoints;
    if (rules.mercatus) points += state.market.coins[player] / kCoinsPerPoint;
    return points;
}

// Points at the end of the game; before it, what the position would count if nothing more happened and no goods were sold.
inline int score(const Rules& rules, const State& state, int player) {
    const int cubes = cubes_in_play(state, player);
    return rules.extras ? cubes + other_points(rules, state, player) : cubes;
}

// The same with fractions of coins, and goods at what they would bring now: for guidance, never for results.
inline double worth(const Rules& rules, const State& state, int player) {
    const double cubes = cubes_in_play(state, player);
    if (!rules.extras) return cubes;
    double points = 0.0;
    if (!rules.region_cards.empty()) points += region_card_points(rules, state, player);
    if (rules.diplomats && diplomat_winner(rules, state) == player) points += kDiplomatPoints;
    if (rules.mercatus) {
        int coins = state.market.coins[player];
        for (int k = 0; k < kGoodsKinds; ++k) coins += sale_value(rules, state, player, k);
        points += static_cast<double>(coins) / kCoinsPerPoint;
    }
    return cubes + points;
}

}  // namespace rattus_ai::rattus
