// Reveals of the final round: the cards of one player that act through the plague piece act in one region. Rules, section 7, P11.
#pragma once

#include "rattus/ravage.hpp"

namespace rattus_ai::rattus {

// Where a card whose piece may move so many steps can act in the final round: 0 steps too; one region once the piece is fixed.
inline u32 final_reach(const Rules& rules, const State& state, int steps) {
    const u32 here = bit(state.plague);
    return state.running.fixed ? here : rules.reach[static_cast<std::size_t>(steps - 1)][state.plague] | here;
}

inline void fix_piece(State& state, int region) {
    state.plague = static_cast<u8>(region);
    state.running.fixed = 1;
}

// Unused cards of the active player that work in a common reveal.
inline u32 event_cards(const Rules& rules, const State& state) {
    return static_cast<u32>(state.held[state.active] & ~state.used & rules.reveal_cards);
}

inline u32 event_regions(const Rules& rules, const State& state) {
    u32 regions = 0;
    for (u32 cards = event_cards(rules, state); cards != 0; cards &= cards - 1) {
        regions |= final_reach(rules, state, rules.cards[static_cast<std::size_t>(util::lowest_bit(cards))].plague_steps);
    }
    return regions;
}

inline void start_event(const Rules& rules, State& state, int region) {
    const u32 cards = event_cards(rules, state);
    fix_piece(state, region);
    state.used = static_cast<u8>(state.used | cards);
    state.running.event = static_cast<u8>(cards);
    start_reveals(rules, state);
}

inline void end_event(State& state) {
    state.running.event = 0;
    state.stage = Stage::kFinal;
}

}  // namespace rattus_ai::rattus
