// Hanseatic Trader (bourgeoisie): moves up to five own cubes from one region to one other whose goods match the token on the
// card. Rules, section 8, P15, P19.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct HanseaticTrader : CardDefaults {
    static constexpr const char* kName = "hanseatic_trader";
    static constexpr bool kNeedsGoods = true;
    static constexpr bool kCarriesToken = true;
    static constexpr int kMost = 5;

    static void layout(Layout& layout, int card) {
        const int regions = layout.rules().regions;
        layout.family("hanseatic_trader", {Argument::kRegion, Argument::kRegion, Argument::kNumber}, card);
        for (int from = 0; from < regions; ++from) {
            for (int to = 0; to < regions; ++to) {
                for (int count = 1; to != from && count <= kMost; ++count) layout.add(from, to, count);
            }
        }
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        const u32 targets = regions_of_kind(rules, state, state.market.card_kind[card]);
        const int first = rules.cards[static_cast<std::size_t>(card)].first_action;
        util::for_each_bit(state.occupied[state.active], [&](int from) {
            const int cubes = state.cubes[from][state.active];
            util::for_each_bit(targets & ~bit(from), [&](int to) {
                const int place = from * (rules.regions - 1) + (to > from ? to - 1 : to);
                choices.range(first + place * kMost, cubes < kMost ? cubes : kMost);
            });
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
