// Pied Piper (magic): moves one own cube to a neighbouring region; the rats of the region left follow as far as there is room. Where
// not all have room, the player chooses which follow. Rules, section 10.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct PiedPiper : CardDefaults {
    static constexpr const char* kName = "pied_piper";
    static constexpr const char* kSteps[4] = {"pied_piper_follow"};
    enum Tag : u8 { kMoveTag, kFollowTag };

    static void layout(Layout& layout, int card) {
        const Rules& rules = layout.rules();
        layout.family("pied_piper", {Argument::kRegion, Argument::kRegion}, card, kMoveTag);
        for (int from = 0; from < rules.regions; ++from) {
            util::for_each_bit(rules.neighbours[static_cast<std::size_t>(from)], [&](int to) { layout.add(from, to); });
        }
        layout.family("follow", {Argument::kRegion, Argument::kSlot}, card, kFollowTag);
        for (int from = 0; from < rules.regions; ++from) {
            for (int slot = 0; slot < kMaxRats; ++slot) layout.add(from, slot);
        }
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        const int first = rules.cards[static_cast<std::size_t>(card)].first_action;
        util::for_each_bit(state.occupied[state.active], [&](int from) {
            choices.set(first + rules.first_arc[static_cast<std::size_t>(from)], arc_ordinals(rules, from, open_neighbours(rules, state, from)));
        });
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        const ActionInfo& info = rules.actions[action];
        change_cubes(state, info.a, state.active, -1);
        change_cubes(state, info.b, state.active, +1);
        move_markers(rules, state, state.active, info.a, info.b);
        use_card(state, card);
        start_step(state, card, 0);
        state.running.plan[0] = info.a;
        state.running.plan[1] = info.b;
        state.running.plan_count = 2;
        follow(state);
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State& state, int card, Choices& choices) {
        const int from = state.running.plan[0];
        choices.range(rules.cards[static_cast<std::size_t>(card)].first_action + rules.arcs() + from * kMaxRats, slots_in(state, from));
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        move_rat(state, state.running.plan[0], rules.actions[action].b, state.running.plan[1]);
        follow(state);
    }

    static const char* fault(const Rules& rules, const State& state, int) {
        if (state.running.plan_count != 2) return "plan: the region left and the region entered are needed";
        const int from = state.running.plan[0];
        const int to = state.running.plan[1];
        if (!(open_neighbours(rules, state, from) & bit(to))) return "plan: the regions do not touch";
        return state.rats[to] < kMaxRats && slots_in(state, from) > 1 && state.rats[from] > kMaxRats - state.rats[to] ? nullptr : "plan: there is no choice of rats";
    }

private:
    // Moves the rats that have no choice; asks where there is one.
    static void follow(State& state) {
        const int from = state.running.plan[0];
        const int to = state.running.plan[1];
        while (state.rats[from] > 0 && state.rats[to] < kMaxRats) {
            const bool all = state.rats[from] <= kMaxRats - state.rats[to];
            if (!all && slots_in(state, from) > 1) {
                state.stage = Stage::kCardStep;
                return;
            }
            move_rat(state, from, 0, to);
        }
        state.running.plan[0] = state.running.plan[1] = 0;
        state.running.plan_count = 0;
        resume(state);
    }
};

}  // namespace rattus_ai::rattus::cards
