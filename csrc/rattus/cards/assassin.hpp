// Assassin (chivalry): the piece moves up to two steps; a coin for each token that kills a cube of an opponent. In the final round
// the piece moves up to two steps and the rats there are revealed. Rules, section 8, P11.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Assassin : CardDefaults {
    static constexpr const char* kName = "assassin";
    static constexpr u8 kPlagueSteps = 2;
    static constexpr bool kNeedsGoods = true;
    static constexpr bool kReveals = true;
    static constexpr u8 kRevealOrder = 1;

    static bool after_losses(const Rules&, State& state, int) {
        ++state.market.coins[state.active];
        return false;
    }
};

}  // namespace rattus_ai::rattus::cards
