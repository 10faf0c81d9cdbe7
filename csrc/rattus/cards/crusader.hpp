// Crusader (chivalry): the piece moves up to two steps; all rats of the region are revealed first and dealt with in the order
// of his choice. The same in the final round. Rules, section 10.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Crusader : CardDefaults {
    static constexpr const char* kName = "crusader";
    static constexpr u8 kPlagueSteps = 2;
    static constexpr bool kReveals = true;
    static constexpr bool kShowsAll = true;
};

}  // namespace rattus_ai::rattus::cards
