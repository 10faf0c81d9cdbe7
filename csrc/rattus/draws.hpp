// What the cards share that draw region cards and choose one of them. Rules, section 9.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus {

struct DrawsRegionCards : CardDefaults {
    static constexpr bool kNeedsRegionCards = true;

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

protected:
    // What was drawn and not kept goes to the discards.
    static void discard_drawn(State& state) {
        state.cards.discards |= state.cards.drawn;
        state.cards.drawn = 0;
        resume(state);
    }
};

}  // namespace rattus_ai::rattus
