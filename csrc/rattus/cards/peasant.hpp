// Peasant (peasantry): one cube more than usual in phase B, also where there is no rat. Rules, section 4.
//
// In a turn phase B asks the card for its trait. In the final round it places one cube in any region (section 5).
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Peasant : CardDefaults {
    static constexpr const char* kName = "peasant";
    static constexpr bool kPlain = true;
    static constexpr u8 kTouches = kPlacesCubes;
    static constexpr u8 kExtraCubes = 1;
    static constexpr bool kFinalPlace = true;

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int, Choices& choices) {
        if (!final_round(state) || state.supply[state.active] == 0) return;
        choices.set(rules.place_base + kExtraCubes, rules.all_regions, rules.max_extra + 1);
    }

    // Reached in the final round only, through the family of placements.
    static void apply(const Rules& rules, State& state, int card, Action action) {
        place_cubes(state, rules.actions[action].a, state.active, 1);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
