// Mayor (bourgeoisie): one more cube in phase B, in a region where he has more cubes than any other player; in the final round one
// cube in such a region. Rules, section 10.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Mayor : CardDefaults {
    static constexpr const char* kName = "mayor";
    static constexpr u8 kExtraCubes = 1;

    static void layout(Layout& layout, int card) {
        layout.family("mayor", {Argument::kRegion}, card);
        layout.add_regions();
    }

    static u32 extra_regions(const Rules& rules, const State& state, int player) {
        u32 regions = 0;
        util::for_each_bit(state.occupied[player], [&](int region) {
            for (int p = 0; p < rules.players; ++p) {
                if (p != player && state.cubes[region][p] >= state.cubes[region][player]) return;
            }
            regions |= bit(region);
        });
        return regions;
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (!final_round(state) || state.supply[state.active] == 0) return;
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, extra_regions(rules, state, state.active));
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        place_cubes(state, rules.actions[action].a, state.active, 1);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
