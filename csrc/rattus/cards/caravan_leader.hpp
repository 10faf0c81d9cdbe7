// Caravan leader (Islam): moves the caravan one step; a cube into the region left and one into the region entered. The last player
// puts the caravan on the board. Rules, section 9. With one cube in the supply the region left gets it.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct CaravanLeader : CardDefaults {
    static constexpr const char* kName = "caravan_leader";
    static constexpr u8 kPieces = kBringsCaravan;
    static constexpr bool kOthersDecide = true;
    static constexpr const char* kSteps[4] = {"setup_caravan"};
    enum Tag : u8 { kMoveTag, kStartTag };

    static void layout(Layout& layout, int card) {
        layout.family("caravan_leader", {Argument::kRegion}, card, kMoveTag);
        layout.add_regions();
        layout.family("caravan", {Argument::kRegion}, card, kStartTag);
        layout.add_regions();
    }

    static bool set_up(const Rules& rules, State& state, int card) {
        state.active = static_cast<u8>(rules.players - 1);
        start_step(state, card, 0);
        return true;
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (state.supply[state.active] == 0) return;
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, rules.neighbours[state.pieces.caravan]);
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        const u8 entered = rules.actions[action].a;
        place_cubes(state, state.pieces.caravan, state.active, 1);
        if (state.supply[state.active] != 0) place_cubes(state, entered, state.active, 1);
        state.pieces.caravan = entered;
        use_card(state, card);
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State&, int card, Choices& choices) {
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action + rules.regions, rules.all_regions);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        state.pieces.caravan = rules.actions[action].a;
        end_step(state);
        start_turn_of(rules, state, 0);
    }

    static const char* fault(const Rules& rules, const State& state, int) {
        return state.active == rules.players - 1 && state.pieces.caravan == kNone ? nullptr : "active: the last player places the caravan, once";
    }
};

}  // namespace rattus_ai::rattus::cards
