// Grave Robber (magic): a goods token for each token that kills a cube of an opponent in the own phase C; in the final round the
// piece may move one step and the rats there are revealed. Rules, section 8, P13.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct GraveRobber : CardDefaults {
    static constexpr const char* kName = "grave_robber";
    static constexpr bool kNeedsGoods = true;
    static constexpr bool kReveals = true;
    static constexpr bool kDeclines = true;
    static constexpr u8 kRevealOrder = 2;
    static constexpr const char* kSteps[4] = {"grave_robber_goods"};

    static bool after_losses(const Rules&, State& state, int card) {
        if (goods_on_offer(state) == 0) return false;
        start_step(state, card, 0);
        return true;
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State& state, int, Choices& choices) {
        choices.set(rules.goods_base, goods_on_offer(state));
        choices.range(rules.decline_base, 1);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        end_step(state);
        if (action != rules.decline_base) take_goods(state, state.active, rules.actions[action].a);
        go_on_after_answer(rules, state);
    }

    static const char* fault(const Rules&, const State& state, int) {
        if (state.revealing == kNone) return "revealing: needed in this stage";
        return goods_on_offer(state) != 0 ? nullptr : "available: no goods are on offer";
    }
};

}  // namespace rattus_ai::rattus::cards
