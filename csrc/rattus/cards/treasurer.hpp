// Treasurer (royalty): takes two coins. Rules, section 8.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Treasurer : CardDefaults {
    static constexpr const char* kName = "treasurer";
    static constexpr float kPromise = 0.4f;
    static constexpr bool kNeedsGoods = true;
    static constexpr int kCoins = 2;

    static void layout(Layout& layout, int card) {
        layout.family("treasurer", {}, card);
        layout.add();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State&, int card, Choices& choices) {
        choices.range(rules.cards[static_cast<std::size_t>(card)].first_action, 1);
    }

    static void apply(const Rules&, State& state, int card, Action) {
        state.market.coins[state.active] = static_cast<u16>(state.market.coins[state.active] + kCoins);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
