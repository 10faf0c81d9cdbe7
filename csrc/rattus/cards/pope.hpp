// Pope (church): for two coins, one cube from the own supply to the palace. Rules, section 8.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Pope : CardDefaults {
    static constexpr const char* kName = "pope";
    static constexpr float kPromise = 0.6f;
    static constexpr bool kNeedsGoods = true;
    static constexpr int kCost = 2;

    static void layout(Layout& layout, int card) {
        layout.family("pope", {}, card);
        layout.add();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (state.market.coins[state.active] < kCost || state.supply[state.active] == 0) return;
        choices.range(rules.cards[static_cast<std::size_t>(card)].first_action, 1);
    }

    static void apply(const Rules&, State& state, int card, Action) {
        state.market.coins[state.active] = static_cast<u16>(state.market.coins[state.active] - kCost);
        --state.supply[state.active];
        change_palace(state, state.active, +1);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
