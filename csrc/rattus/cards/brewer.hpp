// Brewer (peasantry): takes one more goods token. Rules, section 8.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Brewer : CardDefaults {
    static constexpr const char* kName = "brewer";
    static constexpr float kPromise = 0.5f;
    static constexpr bool kNeedsGoods = true;

    static void layout(Layout& layout, int card) {
        layout.family("brewer", {Argument::kGoods}, card);
        for (int kind = 0; kind < kGoodsKinds; ++kind) layout.add(kind);
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, goods_on_offer(state));
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        take_goods(state, state.active, rules.actions[action].a);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
