// Potions and diplomats, which lie with single cubes. Rules, sections 9 and 10.
//
// Cubes of one player in one region are alike, so markers are numbers. When cubes leave a region, those without a marker go
// first; markers beyond the cubes that stay go along, and are lost on the way to the palace. When cubes die, diplomats beyond those that
// are left are lost; potions are used up by the losses they prevent.
#pragma once

#include <algorithm>

#include "rattus/board.hpp"

namespace rattus_ai::rattus {

// After own cubes have left `from` for `to` (kNone: the palace).
inline void move_markers(const Rules& rules, State& state, int player, int from, int to) {
    if (!rules.potions && !rules.diplomats) return;
    const u8 cubes = state.cubes[from][player];
    for (auto* markers : {&state.pieces.diplomats, &state.pieces.potions}) {
        u8& here = (*markers)[from][player];
        if (here <= cubes) continue;
        if (to != kNone) (*markers)[to][player] = static_cast<u8>((*markers)[to][player] + here - cubes);
        here = cubes;
    }
}

// After cubes have died.
inline void trim_diplomats(const Rules& rules, State& state, int region) {
    if (!rules.diplomats) return;
    for (int p = 0; p < rules.players; ++p) {
        u8& here = state.pieces.diplomats[region][p];
        here = std::min(here, state.cubes[region][p]);
    }
}

inline int nuns_in(const State& state, int region) {
    int count = 0;
    for (const u8 nun : state.pieces.nuns) count += nun == region;
    return count;
}

}  // namespace rattus_ai::rattus
