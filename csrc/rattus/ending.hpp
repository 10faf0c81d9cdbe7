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

// In the sweep: who can still win, and is the winner settled, whatever the tokens are? Compares what a player keeps at worst, when
// every cube that still lies with rats is lost, with what the others keep at best.
inline u32 possible_winners(const Rules& rules, const State& state) {
    // Cubes times eight, and the place in the order of ties.
    auto rank = [&](int player, int cubes) { return cubes * 8 + 7 - (player + rules.players - state.last - 1) % rules.players; };
    int most_sure = -1;
    for (int p = 0; p < rules.players; ++p) {
        int worst = score(state, p);
        for (u32 regions = state.occupied[p] & state.rats_at_least[0]; regions != 0; regions &= regions - 1) {
            const int region = util::lowest_bit(regions);
            if (state.revealing == kNone || region >= state.revealing) worst -= state.cubes[region][p];
        }
        const int sure = rank(p, worst);
        most_sure = sure > most_sure ? sure : most_sure;
    }
    u32 out = 0;
    for (int p = 0; p < rules.players; ++p) {
        if (rank(p, score(state, p)) >= most_sure) out |= 1u << p;
    }
    return out;
}

// Writes the win vector where the winner is settled.
inline bool decided(const Rules& rules, const State& state, double* values) {
    if (!final_round(state) || state.active != state.last) return false;
    const u32 possible = possible_winners(rules, state);
    if ((possible & (possible - 1)) != 0) return false;
    for (int p = 0; p < rules.players; ++p) values[p] = (possible >> p) & 1u ? 1.0 : 0.0;
    return true;
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
