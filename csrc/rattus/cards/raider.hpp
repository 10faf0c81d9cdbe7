// Raider (chivalry): the piece moves up to two steps; then perhaps a token of the goods of the plague region. Rules, section 8,
// P11, P13.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Raider : CardDefaults {
    static constexpr const char* kName = "raider";
    static constexpr float kPromise = -0.6f;
    static constexpr u8 kPlagueSteps = 2;
    static constexpr bool kNeedsGoods = true;
    static constexpr bool kDeclines = true;
    static constexpr const char* kSteps[4] = {"raider_goods"};

    static void layout(Layout& layout, int card) {
        layout.family("raider", {Argument::kRegion}, card);
        layout.add_regions();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (!final_round(state)) return;
        const CardInPlay& data = rules.cards[static_cast<std::size_t>(card)];
        choices.set(data.first_action, final_reach(rules, state, data.plague_steps));
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        use_card(state, card);
        fix_piece(state, rules.actions[action].a);
        piece_moved(rules, state, card);
    }

    static bool piece_moved(const Rules&, State& state, int card) {
        if (!on_offer(state)) return false;
        start_step(state, card, 0);
        return true;
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State& state, int, Choices& choices) {
        choices.range(rules.goods_base + state.market.region_kind[state.plague], 1);
        choices.range(rules.decline_base, 1);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        end_step(state);
        if (action != rules.decline_base) take_goods(state, state.active, rules.actions[action].a);
        if (final_round(state)) {
            resume(state);
        } else {
            begin_spread(rules, state);
        }
    }

    static const char* fault(const Rules&, const State& state, int) {
        return on_offer(state) ? nullptr : "plague: the goods of the region are not on offer";
    }

private:
    static bool on_offer(const State& state) {
        const u8 kind = state.market.region_kind[state.plague];
        return kind != kNone && (goods_on_offer(state) & bit(kind)) != 0;
    }
};

}  // namespace rattus_ai::rattus::cards
