// Explorer (Islam): draws three region cards, puts a cube into the region of one of them, discards them. Rules, section 9.
#pragma once

#include "rattus/draws.hpp"

namespace rattus_ai::rattus::cards {

struct Explorer : DrawsRegionCards {
    static constexpr const char* kName = "explorer";
    static constexpr float kPromise = 0.6f;
    static constexpr const char* kSteps[4] = {"explorer_choose"};

    static void layout(Layout& layout, int card) {
        layout.family("explorer", {}, card);
        layout.add();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (state.supply[state.active] != 0 && can_draw(rules, state)) choices.range(rules.cards[static_cast<std::size_t>(card)].first_action, 1);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        place_cubes(state, rules.region_cards[rules.actions[action].a].region, state.active, 1);
        state.cards.discards |= take_chosen(rules, state, rules.actions[action].a);
        discard_drawn(state);
    }
};

}  // namespace rattus_ai::rattus::cards
