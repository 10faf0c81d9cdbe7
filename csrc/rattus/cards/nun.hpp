// Nun (church): once a turn the three nuns are put on the board, or moved, freely; each lowers the population of its region by one
// when limits are checked. Rules, section 10.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Nun : CardDefaults {
    static constexpr const char* kName = "nun";
    static constexpr float kPromise = -0.9f;
    static constexpr u8 kPieces = kBringsNuns;
    static constexpr const char* kSteps[4] = {"nun_second", "nun_third"};

    static void layout(Layout& layout, int card) {
        layout.family("nun", {Argument::kRegion}, card);
        layout.add_regions();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State&, int card, Choices& choices) {
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, rules.all_regions);
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        use_card(state, card);
        for (u8& nun : state.pieces.nuns) nun = kNone;
        state.pieces.nuns[0] = rules.actions[action].a;
        start_step(state, card, 0);
    }

    // Ascending, so that every distribution is reached in one way.
    template <class Choices>
    static void step_actions(const Rules& rules, const State& state, int card, Choices& choices) {
        const u32 below = bit(state.pieces.nuns[state.step]) - 1;
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, rules.all_regions & ~below);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        state.pieces.nuns[++state.step] = rules.actions[action].a;
        if (state.step + 1 == kNuns) resume(state);
    }

    static const char* fault(const Rules&, const State& state, int) {
        for (int i = 0; i < kNuns; ++i) {
            if ((state.pieces.nuns[i] != kNone) != (i <= state.step)) return "nuns: do not fit the stage";
        }
        return nullptr;
    }
};

}  // namespace rattus_ai::rattus::cards
