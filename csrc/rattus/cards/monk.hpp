// Monk (church): moves any one rat to a neighbouring region with fewer than three rats. Rules, section 4 and P7.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Monk : CardDefaults {
    static constexpr const char* kName = "monk";
    static constexpr bool kPlain = true;
    static constexpr u8 kTouches = kTouchesRats;

    static void layout(Layout& layout, int card) {
        const Rules& rules = layout.rules();
        layout.family("monk", {Argument::kRegion, Argument::kSlot, Argument::kRegion}, card);
        for (int from = 0; from < rules.regions; ++from) {
            for (int slot = 0; slot < kMaxRats; ++slot) {
                util::for_each_bit(rules.neighbours[static_cast<std::size_t>(from)], [&](int to) { layout.add(from, slot, to); });
            }
        }
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        const int first = rules.cards[static_cast<std::size_t>(card)].first_action;
        util::for_each_bit(state.rats_at_least[0], [&](int from) {
            const std::size_t region = static_cast<std::size_t>(from);
            const u32 targets = arc_ordinals(rules, from, open_neighbours(rules, state, from) & ~state.rats_at_least[2]);
            const int degree = rules.degree[region];
            const int slots = slots_in(state, from);
            for (int slot = 0; slot < slots; ++slot) {
                choices.set(first + rules.first_arc[region] * kMaxRats + slot * degree, targets);
            }
        });
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        const ActionInfo& info = rules.actions[action];
        move_rat(state, info.a, info.b, info.c);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
