// Set-up: starting rats, supply, plague piece, first cubes. Rules, section 2.
//
// Shuffling and removing tokens unseen leaves no trace in a state: tokens are lazy, only their numbers change.
#pragma once

#include "rattus/turn.hpp"

namespace rattus_ai::rattus {

inline constexpr int kSetupPair = 2;

inline int setup_rounds(const Rules& rules) { return rules.players >= 5 ? 3 : 2; }

inline void initial_state(const Rules& rules, State& state) {
    state = State{};
    for (u8& owner : state.owner) owner = kNone;
    for (u8& entry : state.recycled_entry) entry = kNone;
    state.twin_token = kNone;
    state.last = state.plague = state.spread_region = state.revealing = state.drawing = kNone;
    state.step_card = state.first_look = state.second_look = kNone;
    for (int p = 0; p < rules.players; ++p) state.supply[p] = kCubes;
    for (int ring = 0; ring < 2; ++ring) {
        const int count = rules.token_count[static_cast<std::size_t>(ring)];
        state.unseen[ring] = count == 64 ? ~u64{0} : (u64{1} << count) - 1;
    }
    for (int r = 0; r < rules.regions; ++r) {
        state.unlooked[kStarting][r] = 1;
        state.rats[r] = 1;
        update_rat_sets(state, r);
    }
    state.rat_supply[kStarting] = static_cast<u8>(rules.token_count[kStarting] - rules.regions);
    state.rat_supply[kNormal] = static_cast<u8>(rules.token_count[kNormal] - rules.removed);
    for (u8& kind : state.market.region_kind) kind = kNone;
    for (u8& kind : state.market.card_kind) kind = kNone;
    if (rules.mercatus) {
        for (int p = 0; p < rules.players; ++p) state.market.coins[p] = kStartCoins;
        for (u8& tokens : state.market.supply) tokens = kGoodsSupply;
        state.market.available = kAllGoods;
    }
    state.cards.pool = rules.all_region_cards;
    for (u8& nun : state.pieces.nuns) nun = kNone;
    for (u8& wall : state.pieces.walls) wall = kNone;
    state.pieces.lifted = state.pieces.caravan = kNone;
    if (rules.diplomats) state.pieces.diplomats_left = static_cast<u8>(rules.diplomat_count);
    if (rules.potions) state.pieces.potions_left = kPotions;
    state.running.asked = state.running.pending = kNone;
    for (u8& shown : state.running.shown) shown = kNone;
    state.stage = Stage::kSetupPlague;
    state.key = count_key(rules, state);
}

inline int setup_placements(const Rules& rules) {
    return rules.players * setup_rounds(rules) * (rules.options.split_setup_pairs ? kSetupPair : 1);
}

// Snake order; a split pair is two placements in a row (P5).
inline int setup_player(const Rules& rules, int step) {
    const int pair = rules.options.split_setup_pairs ? step / kSetupPair : step;
    const int round = pair / rules.players;
    const int seat = pair % rules.players;
    return round % 2 == 0 ? seat : rules.players - 1 - seat;
}

inline bool in_set_up(const Rules& rules, const State& state) {
    switch (state.stage) {
        case Stage::kSetupPlague:
        case Stage::kSetupPlace:
        case Stage::kSetupRemoved:
        case Stage::kSetupGoods:
        case Stage::kDeal:
            return true;
        default:
            return state.stage == Stage::kCardStep && ((rules.setup_cards >> state.step_card) & 1u) != 0;
    }
}

// Chance events of the set-up, one after the other: plague piece, goods that are left out, goods of the regions, region cards.
inline void deal_cards(const Rules& rules, State& state) {
    if (state.cards.draws_left == 0 && state.active + 1 < rules.players) {
        ++state.active;
        state.cards.draws_left = kHandCards;
    }
    if (state.cards.draws_left != 0 && state.cards.pool != 0) {
        state.stage = Stage::kDeal;
        return;
    }
    state.cards.draws_left = 0;
    state.active = 0;
    state.stage = Stage::kSetupPlace;
}

inline void goods_are_laid(const Rules& rules, State& state) {
    state.setup_step = 0;
    state.active = 0;
    if (rules.region_cards.empty()) {
        state.stage = Stage::kSetupPlace;
        return;
    }
    state.cards.draws_left = kHandCards;
    deal_cards(rules, state);
}

inline void plague_is_placed(const Rules& rules, State& state) {
    if (!rules.mercatus) {
        goods_are_laid(rules, state);
    } else {
        state.stage = goods_to_remove(rules) != 0 ? Stage::kSetupRemoved : Stage::kSetupGoods;
    }
}

inline void remove_goods(State& state, int kind) {
    ++state.market.removed[kind];
    int removed = 0;
    for (const u8 count : state.market.removed) removed += count;
    if (removed == kTwoKindsRemoved) state.stage = Stage::kSetupGoods;
}

// kGoodsKinds: none.
inline void lay_goods(const Rules& rules, State& state, int kind) {
    if (kind < kGoodsKinds) state.market.region_kind[state.setup_step] = static_cast<u8>(kind);
    if (++state.setup_step == rules.regions) goods_are_laid(rules, state);
}

// Regions that will get no goods, because there are fewer tokens than regions.
inline int regions_without_goods(const Rules& rules, const State& state) {
    int tokens = 0;
    for (const int left : tokens_to_lay(rules, state)) tokens += left;
    const int regions = rules.regions - state.setup_step;
    return regions > tokens ? regions - tokens : 0;
}

inline void setup_place(const Rules& rules, State& state, int region) {
    place_cubes(state, region, state.active, rules.options.split_setup_pairs ? 1 : kSetupPair);
    ++state.setup_step;
    if (state.setup_step < setup_placements(rules)) {
        state.active = static_cast<u8>(setup_player(rules, state.setup_step));
        return;
    }
    for (u32 cards = rules.setup_cards; cards != 0; cards &= cards - 1) {
        const int card = util::lowest_bit(cards);
        if (type_of(rules, card).set_up(rules, state, card)) return;
    }
    start_turn_of(rules, state, 0);
}

}  // namespace rattus_ai::rattus
