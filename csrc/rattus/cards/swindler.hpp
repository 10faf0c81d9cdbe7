// Swindler (bourgeoisie): a rat from the supply onto a region with an own cube, then perhaps a token of that region's goods.
// Rules, section 8, P13, P20.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Swindler : CardDefaults {
    static constexpr const char* kName = "swindler";
    static constexpr float kPromise = -0.9f;
    static constexpr bool kNeedsGoods = true;
    static constexpr bool kDeclines = true;
    static constexpr const char* kSteps[4] = {"swindler_goods"};

    static void layout(Layout& layout, int card) {
        layout.family("swindler", {Argument::kRegion}, card);
        layout.add_regions();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (!rat_at_hand(rules, state)) return;
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action, state.occupied[state.active] & ~state.rats_at_least[kMaxRats - 1]);
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        use_card(state, card);
        start_step(state, card, 0);
        const int region = rules.actions[action].a;
        if (!bring_rat(rules, state, region)) ask_for_goods(rules, state, region);
    }

    static void ring_drawn(const Rules& rules, State& state, int, int ring) {
        const int region = state.spread_region;
        put_drawn_rat(rules, state, ring);
        ask_for_goods(rules, state, region);
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State& state, int, Choices& choices) {
        choices.range(rules.goods_base + state.market.region_kind[state.spread_region], 1);
        choices.range(rules.decline_base, 1);
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        if (action != rules.decline_base) take_goods(state, state.active, rules.actions[action].a);
        state.spread_region = kNone;
        resume(state);
    }

    static const char* fault(const Rules& rules, const State& state, int) {
        if (state.spread_region == kNone || state.spread_region >= rules.regions) return "spread_region: needed in this stage";
        if (state.stage == Stage::kCardStep && !(goods_on_offer(state) & kind_bit(state, state.spread_region))) return "spread_region: its goods are not on offer";
        return nullptr;
    }

private:
    static u32 kind_bit(const State& state, int region) {
        const u8 kind = state.market.region_kind[region];
        return kind == kNone ? 0u : bit(kind);
    }

    static void ask_for_goods(const Rules&, State& state, int region) {
        state.stage = Stage::kCardStep;
        state.spread_region = static_cast<u8>(region);
        if (goods_on_offer(state) & kind_bit(state, region)) return;
        state.spread_region = kNone;
        resume(state);
    }
};

}  // namespace rattus_ai::rattus::cards
