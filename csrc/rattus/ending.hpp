// The end of the game: final round, sweep, winner. Rules, section 5.
#pragma once

#include "rattus/cards/registry.hpp"
#include "rattus/ravage.hpp"

namespace rattus_ai::rattus {

// Cubes that count: on the board and in the palace.
inline int score(const State& state, int player) { return kCubes - state.supply[player]; }

// Ties go to the tied player whose next turn would have come first.
inline int winner(const Rules& rules, const State& state) {
    int best = -1;
    for (int i = 1; i <= rules.players; ++i) {
        const int player = (state.last + i) % rules.players;
        if (best < 0 || score(state, player) > score(state, best)) best = player;
    }
    return best;
}

inline void start_final_round(const Rules& rules, State& state) {
    state.last = state.active;
    state.final_left = static_cast<u8>(rules.players - 2);
    state.active = static_cast<u8>((state.active + rules.players - 1) % rules.players);
    state.used = 0;
    state.taken = 0;
    state.placed = 0;
    state.stage = Stage::kFinal;
}

inline void start_sweep(const Rules& rules, State& state) {
    state.active = state.last;
    state.used = 0;
    state.revealing = 0;
    advance_reveals(rules, state);
}

inline void end_sweep(State& state) {
    state.revealing = kNone;
    state.stage = Stage::kTerminal;
}

template <class Choices>
inline void final_choices(const Rules& rules, const State& state, Choices& choices) {
    choices.range(rules.done_base, 1);
    const u32 usable = static_cast<u32>(state.held[state.active] & ~state.used);
    for (u32 cards = usable; cards != 0; cards &= cards - 1) {
        const int card = util::lowest_bit(cards);
        ability_choices(type_of(rules, card), rules, state, card, choices);
    }
}

inline void final_done(const Rules& rules, State& state) {
    if (state.final_left == 0) {
        start_sweep(rules, state);
        return;
    }
    --state.final_left;
    state.active = static_cast<u8>((state.active + rules.players - 1) % rules.players);
    state.used = 0;
}

}  // namespace rattus_ai::rattus
