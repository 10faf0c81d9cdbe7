// Astronomer (Islam): draws three region cards, keeps one, discards the others. Rules, section 9.
#pragma once

#include "rattus/draws.hpp"

namespace rattus_ai::rattus::cards {

struct Astronomer : DrawsRegionCards {
    static constexpr const char* kName = "astronomer";
    static constexpr float kPromise = 0.3f;
    static constexpr const char* kSteps[4] = {"astronomer_choose"};

    static void layout(Layout& layout, int card) {
        layout.family("astronomer", {}, card);
        layout.add();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (can_draw(rules, state)) choices.range(rules.cards[static_cast<std::size_t>(card)].first_action, 1);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        state.cards.hand[state.active] |= take_chosen(rules, state, rules.actions[action].a);
        discard_drawn(state);
    }
};

}  // namespace rattus_ai::rattus::cards
