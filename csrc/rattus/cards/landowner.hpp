// Landowner (peasantry): two cubes in a region whose goods match the token on the card. Rules, section 8, P15, P17.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Landowner : CardDefaults {
    static constexpr const char* kName = "landowner";
    static constexpr float kPromise = 0.2f;
    static constexpr bool kNeedsGoods = true;
    static constexpr bool kCarriesToken = true;
    static constexpr int kCubesPlaced = 2;

    static void layout(Layout& layout, int card) {
        layout.family("landowner", {Argument::kRegion}, card);
        layout.add_regions();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (state.supply[state.active] == 0) return;
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, regions_of_kind(rules, state, state.market.card_kind[card]));
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        const int supply = state.supply[state.active];
        place_cubes(state, rules.actions[action].a, state.active, supply < kCubesPlaced ? supply : kCubesPlaced);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
