// King (royalty): moves one own cube from a region without rats to the palace. Rules, section 4.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct King : CardDefaults {
    static constexpr const char* kName = "king";
    static constexpr bool kPlain = true;
    static constexpr u8 kTouches = kTouchesNothing;  // a cube without rats is as safe as one in the palace

    static void layout(Layout& layout, int card) {
        layout.family("king", {Argument::kRegion}, card);
        layout.add_regions();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, state.occupied[state.active] & ~state.rats_at_least[0]);
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        change_cubes(state, rules.actions[action].a, state.active, -1);
        change_palace(state, state.active, +1);
        move_markers(rules, state, state.active, rules.actions[action].a, kNone);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
