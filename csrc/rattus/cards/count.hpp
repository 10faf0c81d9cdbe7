// Count (royalty): pays 1, 3 or 6 coins for 1, 2 or 3 cubes in any one region; in the final round one cube. Rules, section 8, P17.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Count : CardDefaults {
    static constexpr const char* kName = "count";
    static constexpr bool kNeedsGoods = true;
    static constexpr int kMost = 3;
    static constexpr int kCost[kMost + 1] = {0, 1, 3, 6};

    static void layout(Layout& layout, int card) {
        layout.family("count", {Argument::kRegion, Argument::kNumber}, card);
        for (int r = 0; r < layout.rules().regions; ++r) {
            for (int cubes = 1; cubes <= kMost; ++cubes) layout.add(r, cubes);
        }
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        int most = final_round(state) ? 1 : kMost;
        while (most > 0 && (state.market.coins[state.active] < kCost[most] || state.supply[state.active] < most)) --most;
        if (most > 0) choices.grid(rules.cards[static_cast<std::size_t>(card)].first_action, rules.regions, kMost, most);
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        const ActionInfo& info = rules.actions[action];
        state.market.coins[state.active] = static_cast<u16>(state.market.coins[state.active] - kCost[info.b]);
        place_cubes(state, info.a, state.active, info.b);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
