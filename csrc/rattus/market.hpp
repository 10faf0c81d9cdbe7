// Goods and coins of Mercatus: taking, returning, selling. Rules, section 8, P12 to P22.
#pragma once

#include <array>

#include "rattus/board.hpp"

namespace rattus_ai::rattus {

inline constexpr int kGoodsSupply = 4;   // tokens of each kind at the start
inline constexpr int kStartCoins = 4;
inline constexpr int kPrice = 3;         // of a token that is sold
inline constexpr int kCoinsPerPoint = 5;

inline u32 kinds_in_supply(const State& state) {
    u32 kinds = 0;
    for (int k = 0; k < kGoodsKinds; ++k) kinds |= state.market.supply[k] != 0 ? bit(k) : 0u;
    return kinds;
}

// Kinds of which a token can be taken now.
inline u32 goods_on_offer(const State& state) { return final_round(state) ? kinds_in_supply(state) : state.market.available; }

inline void take_goods(State& state, int player, int kind) {
    ++state.market.goods[player][kind];
    --state.market.supply[kind];
    state.market.available = static_cast<u8>(state.market.available & ~bit(kind));
}

// The token on the card, if any, goes back; it cannot be taken before the next turn (P16).
inline void return_card_token(State& state, int card) {
    u8& kind = state.market.card_kind[card];
    if (kind == kNone) return;
    ++state.market.supply[kind];
    kind = kNone;
}

inline void put_card_token(State& state, int player, int card, int kind) {
    return_card_token(state, card);
    --state.market.goods[player][kind];
    state.market.card_kind[card] = static_cast<u8>(kind);
}

// Regions of the kind of goods.
inline u32 regions_of_kind(const Rules& rules, const State& state, int kind) {
    u32 regions = 0;
    if (kind == kNone) return 0;
    for (int r = 0; r < rules.regions; ++r) regions |= state.market.region_kind[r] == kind ? bit(r) : 0u;
    return regions;
}

// Sole or shared majority, with at least one cube.
inline bool has_majority(const Rules& rules, const State& state, int region, int player) {
    const int own = state.cubes[region][player];
    if (own == 0) return false;
    for (int p = 0; p < rules.players; ++p) {
        if (state.cubes[region][p] > own) return false;
    }
    return true;
}

// Coins that the player would get for his goods of the kind now.
inline int sale_value(const Rules& rules, const State& state, int player, int kind) {
    const int tokens = state.market.goods[player][kind];
    if (tokens == 0) return 0;
    int regions = 0;
    util::for_each_bit(state.occupied[player], [&](int region) {
        regions += state.market.region_kind[region] == kind && has_majority(rules, state, region, player);
    });
    return kPrice * (tokens < regions ? tokens : regions);
}

// All players sell all tokens of these kinds (P21: the kinds are found before anything is sold).
[[gnu::noinline]] inline void sell_goods(const Rules& rules, State& state, u32 kinds) {
    util::for_each_bit(kinds, [&](int kind) {
        for (int p = 0; p < rules.players; ++p) {
            state.market.coins[p] = static_cast<u16>(state.market.coins[p] + sale_value(rules, state, p, kind));
            state.market.supply[kind] = static_cast<u8>(state.market.supply[kind] + state.market.goods[p][kind]);
            state.market.goods[p][kind] = 0;
        }
    });
}

inline constexpr u32 kAllGoods = (1u << kGoodsKinds) - 1;

// --- goods of the regions at set-up ---

// Tokens of each kind for the regions, before some are removed; the numbers of regions fit them (P22).
inline int goods_for_regions(const Rules& rules) { return rules.players == 2 ? 2 : 3; }

inline constexpr int kTwoKindsRemoved = 2;  // goods tokens that leave the game with three players (P22)
inline int goods_to_remove(const Rules& rules) { return rules.players == 3 ? kTwoKindsRemoved : 0; }

// Tokens of each kind that are still to be laid on regions.
inline std::array<int, kGoodsKinds> tokens_to_lay(const Rules& rules, const State& state) {
    std::array<int, kGoodsKinds> left{};
    for (int k = 0; k < kGoodsKinds; ++k) {
        left[static_cast<std::size_t>(k)] = goods_for_regions(rules) - state.market.removed[k];
    }
    for (int r = 0; r < state.setup_step; ++r) {
        if (state.market.region_kind[r] != kNone) --left[state.market.region_kind[r]];
    }
    return left;
}

}  // namespace rattus_ai::rattus
