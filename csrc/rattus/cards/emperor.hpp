// Emperor (royalty): once a turn a wall is built on a border, or moved. Rules, section 10.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Emperor : CardDefaults {
    static constexpr const char* kName = "emperor";
    static constexpr float kPromise = -0.2f;
    static constexpr u8 kPieces = kBringsWalls;
    static constexpr const char* kSteps[4] = {"emperor_wall"};
    enum Tag : u8 { kWallTag, kLiftTag };

    static void layout(Layout& layout, int card) {
        const auto& borders = layout.rules().borders;
        layout.family("wall", {Argument::kRegion, Argument::kRegion}, card, kWallTag);
        for (const auto& [a, b] : borders) layout.add(a, b);
        layout.family("lift", {Argument::kRegion, Argument::kRegion}, card, kLiftTag);
        for (const auto& [a, b] : borders) layout.add(a, b);
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        const int first = rules.cards[static_cast<std::size_t>(card)].first_action;
        const int borders = static_cast<int>(rules.borders.size());
        if (walls_standing(state) < kWalls) free_borders(rules, state, card, choices);
        if (walls_standing(state) == borders) return;  // nowhere to move one
        for (int border = 0; border < borders; ++border) {
            if (has_wall(state, border)) choices.range(first + borders + border, 1);
        }
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        use_card(state, card);
        const ActionInfo& info = rules.actions[action];
        const int border = rules.border[info.a][info.b];
        if (rules.families[info.family].tag == kWallTag) {
            build_wall(state, border);
            return;
        }
        tear_wall(state, border);
        state.pieces.lifted = static_cast<u8>(border);
        start_step(state, card, 0);
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State& state, int card, Choices& choices) {
        free_borders(rules, state, card, choices);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        const ActionInfo& info = rules.actions[action];
        build_wall(state, rules.border[info.a][info.b]);
        state.pieces.lifted = kNone;
        resume(state);
    }

    static const char* fault(const Rules&, const State& state, int) {
        return state.pieces.lifted != kNone && walls_standing(state) < kWalls ? nullptr : "lifted: needed in this stage";
    }

private:
    template <class Choices>
    static void free_borders(const Rules& rules, const State& state, int card, Choices& choices) {
        const int first = rules.cards[static_cast<std::size_t>(card)].first_action;
        for (int border = 0; border < static_cast<int>(rules.borders.size()); ++border) {
            if (!has_wall(state, border) && border != state.pieces.lifted) choices.range(first + border, 1);
        }
    }
};

}  // namespace rattus_ai::rattus::cards
