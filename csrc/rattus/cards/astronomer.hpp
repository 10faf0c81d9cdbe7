// Astronomer (Islam): draws three region cards, keeps one, discards the others. Rules, section 9.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Astronomer : CardDefaults {
    static constexpr const char* kName = "astronomer";
    static constexpr float kPromise = 0.3f;
    static constexpr bool kNeedsRegionCards = true;
    static constexpr const char* kSteps[4] = {"astronomer_choose"};

    static void layout(Layout& layout, int card) {
        layout.family("astronomer", {}, card);
        layout.add();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (can_draw(rules, state)) choices.range(rules.cards[static_cast<std::size_t>(card)].first_action, 1);
    }

    static void apply(const Rules& rules, State& state, int card, Action) {
        use_card(state, card);
        start_step(state, card, 0);
        start_draw(rules, state);
    }

    static void cards_drawn(const Rules&, State& state, int) { state.stage = Stage::kCardStep; }

    template <class Choices>
    static void step_actions(const Rules& rules, const State& state, int, Choices& choices) {
        for_each_card_kind(rules, cards_to_choose(state), [&](int kind, int) { choices.range(rules.choose_base + kind, 1); });
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        state.cards.hand[state.active] |= take_chosen(rules, state, rules.actions[action].a);
        state.cards.discards |= state.cards.drawn;
        state.cards.drawn = 0;
        resume(state);
    }
};

}  // namespace rattus_ai::rattus::cards
