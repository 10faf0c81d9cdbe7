// Soldier (chivalry): the piece moves up to two steps, and one more rat may spread; in the final round one rat onto a neighbour of
// the plague region. Rules, section 10.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Soldier : CardDefaults {
    static constexpr const char* kName = "soldier";
    static constexpr float kPromise = -0.9f;
    static constexpr u8 kPlagueSteps = 2;
    static constexpr bool kDeclines = true;
    static constexpr const char* kSteps[4] = {"soldier_spread"};

    static void layout(Layout& layout, int card) {
        layout.family("soldier", {Argument::kRegion}, card);
        layout.add_regions();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (!final_round(state) || !rat_at_hand(rules, state)) return;
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, targets(rules, state));
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        use_card(state, card);
        start_step(state, card, 0);
        if (!bring_rat(rules, state, rules.actions[action].a)) resume(state);
    }

    static bool spread_done(const Rules& rules, State& state, int card) {
        if (state.rat_supply[0] + state.rat_supply[1] == 0 || targets(rules, state) == 0) return false;
        start_step(state, card, 0);
        return true;
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State& state, int, Choices& choices) {
        choices.set(rules.rat_base, targets(rules, state));
        choices.range(rules.decline_base, 1);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        if (action != rules.decline_base && bring_rat(rules, state, rules.actions[action].a)) return;
        end_step(state);
        after_spread(rules, state);
    }

    static void ring_drawn(const Rules& rules, State& state, int, int ring) {
        put_drawn_rat(rules, state, ring);
        state.spread_region = kNone;
        if (final_round(state)) {
            resume(state);
        } else {
            end_step(state);
            after_spread(rules, state);
        }
    }

    static const char* fault(const Rules& rules, const State& state, int) {
        if (state.stage == Stage::kCardStep) {
            if (final_round(state) || state.rats[state.plague] == 0 || state.rat_supply[0] + state.rat_supply[1] == 0 || targets(rules, state) == 0) return "stage: the soldier has no rat to place";
            return nullptr;
        }
        return state.spread_region < rules.regions && (targets(rules, state) & bit(state.spread_region)) ? nullptr : "spread_region: must be a neighbour with room";
    }

private:
    static u32 targets(const Rules& rules, const State& state) { return open_neighbours(rules, state, state.plague) & ~state.rats_at_least[kMaxRats - 1]; }
};

}  // namespace rattus_ai::rattus::cards
