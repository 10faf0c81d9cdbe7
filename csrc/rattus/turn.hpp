// A turn: phases A and B with abilities, the plague piece, spread, declaration, ravage. Rules, section 3.
#pragma once

#include "rattus/cards/registry.hpp"
#include "rattus/ending.hpp"
#include "rattus/points.hpp"
#include "rattus/reaction.hpp"

namespace rattus_ai::rattus {

// How far the active player may move the piece (P4; several such cards in one hand add nothing, section 7).
inline int plague_steps(const Rules& rules, const State& state) {
    int steps = 1;
    for (u32 cards = state.held[state.active]; cards != 0; cards &= cards - 1) {
        const int here = rules.cards[static_cast<std::size_t>(util::lowest_bit(cards))].plague_steps;
        steps = here > steps ? here : steps;
    }
    return steps;
}

// P2: the duty to place is judged by the rats and the supply of the moment.
inline bool may_move_plague(const Rules& rules, const State& state) {
    return state.placed || state.supply[state.active] == 0 || state.rats_at_least[0] == 0 || rules.options.placement_optional;
}

// Regions where a placement with `extra` more cubes is possible within the supply.
inline u32 regions_for_extra(const Rules& rules, const State& state, int extra) {
    const int most = state.supply[state.active] - extra;  // rats that still fit
    if (most < 0) return 0;
    return most >= kMaxRats ? rules.all_regions : rules.all_regions & ~state.rats_at_least[most];
}

template <class Choices>
inline void place_choices(const Rules& rules, const State& state, Choices& choices) {
    if (state.placed || state.supply[state.active] == 0) return;
    const int stride = rules.max_extra + 1;
    choices.set(rules.place_base, state.rats_at_least[0], stride);
    u32 cards = static_cast<u32>(state.held[state.active] & rules.extra_cards);
    if (cards == 0) return;
    if ((cards & (cards - 1)) == 0) {
        const int card = util::lowest_bit(cards);
        const int more = rules.cards[static_cast<std::size_t>(card)].extra_cubes;
        const u32 allowed = rules.extras ? type_of(rules, card).extra_regions(rules, state, state.active) : rules.all_regions;
        choices.set(rules.place_base + more, allowed & regions_for_extra(rules, state, more), stride);
        return;
    }
    // Each card may be used or declined, so every partial sum of the extras that are allowed in a region is a choice there.
    u32 regions[kMaxExtra + 1] = {rules.all_regions};
    for (; cards != 0; cards &= cards - 1) {
        const int card = util::lowest_bit(cards);
        const int more = rules.cards[static_cast<std::size_t>(card)].extra_cubes;
        const u32 allowed = type_of(rules, card).extra_regions(rules, state, state.active);
        for (int extra = rules.max_extra; extra >= more; --extra) regions[extra] |= regions[extra - more] & allowed;
    }
    for (int extra = 1; extra <= rules.max_extra; ++extra) {
        if (regions[extra] != 0) choices.set(rules.place_base + extra, regions[extra] & regions_for_extra(rules, state, extra), stride);
    }
}

template <class Choices>
inline void main_choices(const Rules& rules, const State& state, Choices& choices) {
    const u32 held = state.held[state.active];
    if (!state.taken) choices.set(rules.take_base, rules.all_cards & ~held);
    place_choices(rules, state, choices);
    if (may_move_plague(rules, state)) {
        const std::size_t steps = static_cast<std::size_t>(plague_steps(rules, state));
        choices.set(rules.plague_base, rules.reach[steps - 1][state.plague]);
    }
    for (u32 cards = held & ~u32{state.used}; cards != 0; cards &= cards - 1) {
        const int card = util::lowest_bit(cards);
        ability_choices(type_of(rules, card), rules, state, card, choices);
    }
    if (rules.mercatus) {
        if (!state.market.taken) choices.set(rules.goods_base, state.market.available);
        token_choices(rules, state, choices);
    }
}

// Calls the hook for each of these cards in turn; true as soon as one asks for a decision.
template <auto Hook>
inline bool ask_cards(const Rules& rules, State& state, u32 cards) {
    for (; cards != 0; cards &= cards - 1) {
        const int card = util::lowest_bit(cards);
        if ((type_of(rules, card).*Hook)(rules, state, card)) return true;
    }
    return false;
}

inline void take_card(const Rules& rules, State& state, int card) {
    const u8 owner = state.owner[card];
    const u8 mask = static_cast<u8>(1u << card);
    if (owner != kNone) state.held[owner] = static_cast<u8>(state.held[owner] & ~mask);
    if (rules.token_cards & mask) return_card_token(state, card);
    state.owner[card] = state.active;
    state.held[state.active] = static_cast<u8>(state.held[state.active] | mask);
    state.taken = 1;
    if (rules.taken_cards & mask) ask_cards<&CardType::taken>(rules, state, mask);
}

inline void place_in_phase_b(State& state, const ActionInfo& info) {
    const int wanted = state.rats[info.a] + info.b;
    const int player = state.active;
    place_cubes(state, info.a, player, wanted < state.supply[player] ? wanted : state.supply[player]);
    state.placed = 1;
}

inline u32 spread_targets(const Rules& rules, const State& state) {
    return open_neighbours(rules, state, state.plague) & ~state.rats_at_least[kMaxRats - 1];
}

inline void after_spread(const Rules& rules, State& state) {
    state.spread_left = 0;
    const int region = state.plague;
    if (state.rats[region] != 0 && region_occupied(rules, state, region) && (state.held[state.active] & rules.neutral_cards)) {
        state.revealing = static_cast<u8>(region);
        state.stage = Stage::kNeutral;
        return;
    }
    start_reveals(rules, state);
}

inline void continue_spread(const Rules& rules, State& state) {
    const int supply = state.rat_supply[0] + state.rat_supply[1];
    if (state.spread_left == 0 || supply == 0 || spread_targets(rules, state) == 0) {
        const u32 cards = static_cast<u32>(state.held[state.active] & rules.spread_cards);
        if (cards != 0 && state.rats[state.plague] != 0) {
            state.spread_left = 0;
            if (ask_cards<&CardType::spread_done>(rules, state, cards)) return;
        }
        after_spread(rules, state);
    } else {
        state.stage = Stage::kSpread;
    }
}

inline void add_new_rat(const Rules& rules, State& state, int region, int ring) {
    change_rat_supply(state, ring, -1);
    change_unlooked(state, region, ring, +1);
    change_rats(state, region, +1);
    --state.spread_left;
    continue_spread(rules, state);
}

inline void spread_to(const Rules& rules, State& state, int region) {
    if (state.rat_supply[kStarting] != 0 && state.rat_supply[kNormal] != 0) {
        state.spread_region = static_cast<u8>(region);
        state.stage = Stage::kRing;
        return;
    }
    add_new_rat(rules, state, region, state.rat_supply[kNormal] != 0 ? kNormal : kStarting);
}

inline void move_plague(const Rules& rules, State& state, int region) {
    state.plague = static_cast<u8>(region);
    const u32 cards = static_cast<u32>(state.held[state.active] & rules.moved_cards);
    if (cards != 0 && ask_cards<&CardType::piece_moved>(rules, state, cards)) return;
    begin_spread(rules, state);
}

inline void begin_spread(const Rules& rules, State& state) {
    const int rats = state.rats[state.plague];
    state.spread_left = static_cast<u8>(rats < 2 ? rats : 2);
    continue_spread(rules, state);
}

inline void start_turn_of(const Rules& rules, State& state, int player) {
    state.active = static_cast<u8>(player);
    state.used = 0;
    state.taken = 0;
    state.placed = 0;
    state.stage = Stage::kMain;
    if (!rules.mercatus) return;
    state.market.available = static_cast<u8>(kinds_in_supply(state));
    state.market.taken = 0;
    state.market.payments = 0;
}

// P9: trigger (b) concerns the active player only.
inline void end_turn(const Rules& rules, State& state) {
    if (rules.mercatus) sell_goods(rules, state, kAllGoods & ~kinds_in_supply(state));
    ++state.turn;
    const bool no_rats = state.rat_supply[0] + state.rat_supply[1] == 0;
    if (no_rats || state.supply[state.active] == 0 || state.turn >= rules.options.turn_limit) {
        start_final_round(rules, state);
    } else {
        start_turn_of(rules, state, (state.active + 1) % rules.players);
    }
}

}  // namespace rattus_ai::rattus
