// Baker (peasantry): once a turn an own cube from the supply onto the card. Who takes the card puts all cubes on it into one
// region; after the final round the left neighbour of the holder does. Rules, section 10.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Baker : CardDefaults {
    static constexpr const char* kName = "baker";
    static constexpr float kPromise = 0.4f;
    static constexpr u8 kPieces = kStoresCubes;
    static constexpr bool kOthersDecide = true;
    static constexpr const char* kSteps[4] = {"baker_unload"};

    static void layout(Layout& layout, int card) {
        layout.family("baker", {}, card);
        layout.add();
        layout.family("unload", {Argument::kRegion}, card, 1);
        layout.add_regions();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (state.supply[state.active] == 0) return;
        choices.range(rules.cards[static_cast<std::size_t>(card)].first_action, 1);
    }

    static void apply(const Rules&, State& state, int card, Action) {
        --state.supply[state.active];
        ++state.pieces.stored[state.active];
        use_card(state, card);
    }

    static bool taken(const Rules& rules, State& state, int card) {
        if (!any_stored(rules, state)) return false;
        start_step(state, card, 0);
        return true;
    }

    static bool closing(const Rules& rules, State& state, int card) {
        if (state.owner[card] == kNone || !any_stored(rules, state)) return false;
        state.active = static_cast<u8>((state.owner[card] + 1) % rules.players);
        start_step(state, card, 0);
        return true;
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State&, int card, Choices& choices) {
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action + 1, rules.all_regions);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        for (int p = 0; p < rules.players; ++p) {
            if (state.pieces.stored[p] == 0) continue;
            change_cubes(state, rules.actions[action].a, p, state.pieces.stored[p]);
            state.pieces.stored[p] = 0;
        }
        if (!final_round(state)) {
            resume(state);
            return;
        }
        end_step(state);
        start_sweep(rules, state);
    }

    static const char* fault(const Rules& rules, const State& state, int card) {
        if (!any_stored(rules, state)) return "baker: no cube is on the card";
        const int player = final_round(state) ? (state.owner[card] == kNone ? -1 : (state.owner[card] + 1) % rules.players) : state.owner[card];
        return player == state.active ? nullptr : "active: this player does not unload the baker";
    }

private:
    static bool any_stored(const Rules& rules, const State& state) {
        for (int p = 0; p < rules.players; ++p) {
            if (state.pieces.stored[p] != 0) return true;
        }
        return false;
    }
};

}  // namespace rattus_ai::rattus::cards
