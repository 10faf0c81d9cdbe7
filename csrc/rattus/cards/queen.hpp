// Queen (royalty): with the largest connected group of regions, two more cubes in phase B; in the final round two cubes in any
// one region. Rules, section 10. A group is counted in regions.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Queen : CardDefaults {
    static constexpr const char* kName = "queen";
    static constexpr float kPromise = 0.4f;
    static constexpr u8 kExtraCubes = 2;

    static void layout(Layout& layout, int card) {
        layout.family("queen", {Argument::kRegion}, card);
        layout.add_regions();
    }

    static u32 extra_regions(const Rules& rules, const State& state, int player) {
        const int own = largest_group(rules, state.occupied[player]);
        for (int p = 0; p < rules.players; ++p) {
            if (p != player && largest_group(rules, state.occupied[p]) >= own) return 0;
        }
        return rules.all_regions;
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (!final_round(state) || state.supply[state.active] == 0) return;
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, extra_regions(rules, state, state.active));
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        const int supply = state.supply[state.active];
        place_cubes(state, rules.actions[action].a, state.active, supply < kExtraCubes ? supply : kExtraCubes);
        use_card(state, card);
    }

private:
    static int largest_group(const Rules& rules, u32 regions) {
        int largest = 0;
        while (regions != 0) {
            u32 group = regions & (~regions + 1);
            for (u32 before = 0; before != group;) {
                before = group;
                util::for_each_bit(before, [&](int region) { group |= rules.neighbours[static_cast<std::size_t>(region)] & regions; });
            }
            regions &= ~group;
            largest = util::count_bits(group) > largest ? util::count_bits(group) : largest;
        }
        return largest;
    }
};

}  // namespace rattus_ai::rattus::cards
