// Deacon (church): pays 1, 2, 3 coins to ignore a token in the own phase C; in the final round the piece may move one step and
// the rats there are revealed. Rules, section 8, P14.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Deacon : CardDefaults {
    static constexpr const char* kName = "deacon";
    static constexpr float kPromise = 0.8f;
    static constexpr bool kNeedsGoods = true;
    static constexpr bool kReveals = true;
    static constexpr bool kDeclines = true;
    static constexpr const char* kSteps[4] = {"deacon"};

    static void layout(Layout& layout, int card) {
        layout.family("pay", {}, card);
        layout.add();
    }

    static bool before_losses(const Rules& rules, State& state, int card) {
        if (!can_pay(rules, state)) return false;
        start_step(state, card, 0);
        return true;
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State&, int card, Choices& choices) {
        choices.range(rules.cards[static_cast<std::size_t>(card)].first_action, 1);
        choices.range(rules.decline_base, 1);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        end_step(state);
        const bool paid = action != rules.decline_base;
        if (paid) state.market.coins[state.active] = static_cast<u16>(state.market.coins[state.active] - ++state.market.payments);
        go_on_after_payment(rules, state, paid);
    }

    static const char* fault(const Rules& rules, const State& state, int) {
        if (state.running.pending == kNone || state.revealing == kNone) return "pending: needed in this stage";
        return can_pay(rules, state) ? nullptr : "coins: the deacon costs more, or nothing is lost";
    }

private:
    static bool can_pay(const Rules& rules, const State& state) {
        return loss_at_hand(rules, state, state.active) > 0 && state.market.coins[state.active] > state.market.payments;
    }
};

}  // namespace rattus_ai::rattus::cards
