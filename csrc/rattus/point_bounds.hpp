// In the sweep: what a player scores at worst and at best, whatever the tokens are and whatever anybody plays.
//
// Bounds, not exact extremes: cubes that still lie with rats may all fall or all stay, majorities there may be lost or won, cards of a hand
// may be played away.
#pragma once

#include "rattus/points.hpp"

namespace rattus_ai::rattus {

struct PointBounds {
    int worst;
    int best;
};

// Regions of the sweep that are still to come and in which something can fall, that of the token that is being dealt with included.
inline u32 open_regions(const State& state) {
    const u32 done = state.revealing == kNone ? 0u : bit(state.revealing) - 1;
    const u32 pending = state.running.pending == kNone ? 0u : bit(state.revealing);
    return (state.rats_at_least[0] & ~done) | pending;
}

// Can anybody still play a region card in the sweep, as far as this state knows? Who is asked but has no card that fits has no choice.
inline bool may_play_region_cards(const Rules& rules, const State& state) {
    if (rules.region_cards.empty()) return false;
    for (int p = 0; p < rules.players; ++p) {
        if ((state.occupied[p] & open_regions(state)) == 0) continue;
        const u64 cards = state.cards.hand[p] | (state.cards.unknown[p] != 0 ? state.cards.pool : 0);
        for (u32 held = state.held[p]; held != 0; held &= held - 1) {
            if (cards & rules.cards_for_card[static_cast<std::size_t>(util::lowest_bit(held))]) return true;
        }
    }
    return false;
}

inline PointBounds point_bounds(const Rules& rules, const State& state, int player) {
    const int cubes = cubes_in_play(state, player);
    PointBounds bounds{cubes, cubes};
    const u32 open = state.stage == Stage::kTerminal || state.stage == Stage::kHands ? 0u : open_regions(state);
    for (u32 regions = state.occupied[player] & open; regions != 0; regions &= regions - 1) {
        bounds.worst -= state.cubes[util::lowest_bit(regions)][player];
    }
    if (!rules.extras) return bounds;
    u32 sure = 0;      // majorities
    u32 possible = state.occupied[player] & open;
    util::for_each_bit(state.occupied[player] & ~open, [&](int region) {
        if (has_majority(rules, state, region, player)) sure |= bit(region);
    });
    possible |= sure;
    if (rules.mercatus) {
        int least = state.market.coins[player];
        int most = least;
        for (int k = 0; k < kGoodsKinds; ++k) {
            const int tokens = state.market.goods[player][k];
            if (tokens == 0) continue;
            const u32 regions = regions_of_kind(rules, state, k);
            least += kPrice * std::min(tokens, util::count_bits(regions & sure));
            most += kPrice * std::min(tokens, util::count_bits(regions & possible));
        }
        bounds.worst += least / kCoinsPerPoint;
        bounds.best += most / kCoinsPerPoint;
    }
    if (!rules.region_cards.empty()) {
        const u32 hand = hand_regions(rules, state, player);
        const bool may_play = open != 0 && state.held[player] != 0;
        bounds.worst += may_play ? 0 : util::count_bits(hand & sure);
        bounds.best += util::count_bits(hand & possible) + state.cards.unknown[player];
    }
    if (rules.diplomats) {
        if (open == 0) {
            const int points = diplomat_winner(rules, state) == player ? kDiplomatPoints : 0;
            bounds.worst += points;
            bounds.best += points;
        } else if (diplomats_of(rules, state, player) > 0) {
            bounds.best += kDiplomatPoints;
        }
    }
    return bounds;
}

}  // namespace rattus_ai::rattus
