// Sultan (Islam): once a turn a diplomat under an own cube; the only player with the most diplomats at the end gets three points.
// Rules, section 9; how many diplomats there are is a stand-in.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Sultan : CardDefaults {
    static constexpr const char* kName = "sultan";
    static constexpr u8 kPieces = kBringsDiplomats;

    static void layout(Layout& layout, int card) {
        layout.family("sultan", {Argument::kRegion}, card);
        layout.add_regions();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (state.pieces.diplomats_left == 0) return;
        u32 regions = 0;
        util::for_each_bit(state.occupied[state.active], [&](int region) {
            if (state.pieces.diplomats[region][state.active] < state.cubes[region][state.active]) regions |= bit(region);
        });
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, regions);
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        ++state.pieces.diplomats[rules.actions[action].a][state.active];
        --state.pieces.diplomats_left;
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
