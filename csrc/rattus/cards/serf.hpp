// Serf (peasantry): an own cube into the plague region for each token that kills a cube of an opponent in the own phase C; in the
// final round the piece may move one step and the rats there are revealed. Rules, section 10.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Serf : CardDefaults {
    static constexpr const char* kName = "serf";
    static constexpr bool kReveals = true;
    static constexpr u8 kRevealOrder = 3;

    static bool after_losses(const Rules&, State& state, int) {
        if (state.supply[state.active] != 0) place_cubes(state, state.revealing, state.active, 1);
        return false;
    }
};

}  // namespace rattus_ai::rattus::cards
