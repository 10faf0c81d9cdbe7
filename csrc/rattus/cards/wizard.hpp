// Wizard (magic): once a turn a potion for an own cube; it saves that cube from the plague once. Rules, section 10.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Wizard : CardDefaults {
    static constexpr const char* kName = "wizard";
    static constexpr float kPromise = -0.6f;
    static constexpr u8 kPieces = kBringsPotions;

    static void layout(Layout& layout, int card) {
        layout.family("wizard", {Argument::kRegion}, card);
        layout.add_regions();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (state.pieces.potions_left == 0) return;
        u32 regions = 0;
        util::for_each_bit(state.occupied[state.active], [&](int region) {
            if (state.pieces.potions[region][state.active] < state.cubes[region][state.active]) regions |= bit(region);
        });
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, regions);
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        ++state.pieces.potions[rules.actions[action].a][state.active];
        --state.pieces.potions_left;
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
