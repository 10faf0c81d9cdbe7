// Merchant (bourgeoisie): moves one to three own cubes from one region to one neighbour. Rules, section 4.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Merchant : CardDefaults {
    static constexpr const char* kName = "merchant";
    static constexpr bool kPlain = true;
    static constexpr u8 kTouches = kMovesCubes;
    static constexpr int kMost = 3;

    static void layout(Layout& layout, int card) {
        const Rules& rules = layout.rules();
        layout.family("merchant", {Argument::kRegion, Argument::kRegion, Argument::kNumber}, card);
        for (int from = 0; from < rules.regions; ++from) {
            util::for_each_bit(rules.neighbours[static_cast<std::size_t>(from)], [&](int to) {
                for (int count = 1; count <= kMost; ++count) layout.add(from, to, count);
            });
        }
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        const int first = rules.cards[static_cast<std::size_t>(card)].first_action;
        util::for_each_bit(state.occupied[state.active], [&](int from) {
            const std::size_t region = static_cast<std::size_t>(from);
            const int cubes = state.cubes[from][state.active];
            const int most = cubes < kMost ? cubes : kMost;
            const int base = first + rules.first_arc[region] * kMost;
            if (!rules.walls) {
                choices.grid(base, rules.degree[region], kMost, most);
                return;
            }
            util::for_each_bit(arc_ordinals(rules, from, open_neighbours(rules, state, from)), [&](int arc) { choices.range(base + arc * kMost, most); });
        });
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        const ActionInfo& info = rules.actions[action];
        change_cubes(state, info.a, state.active, -info.c);
        change_cubes(state, info.b, state.active, +info.c);
        move_markers(rules, state, state.active, info.a, info.b);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
