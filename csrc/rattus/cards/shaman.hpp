// Shaman (magic): redistributes the rats of the regions whose goods match the token on the card. Rules, section 8, P15, P18.
//
// One rat after the other gets its region: unlooked n, unlooked s, then looked-at ones. Alike rats go to regions in ascending order, so
// that every distribution is reached in one way. The board changes after the last rat.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Shaman : CardDefaults {
    static constexpr const char* kName = "shaman";
    static constexpr float kPromise = -0.2f;
    static constexpr bool kNeedsGoods = true;
    static constexpr bool kCarriesToken = true;
    static constexpr const char* kSteps[4] = {"shaman_place"};
    enum Tag : u8 { kStartTag, kPlaceTag };

    static void layout(Layout& layout, int card) {
        layout.family("shaman", {}, card, kStartTag);
        layout.add();
        layout.family("redistribute", {Argument::kRegion}, card, kPlaceTag);
        layout.add_regions();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        const u32 regions = regions_of_kind(rules, state, state.market.card_kind[card]);
        if (util::count_bits(regions) < 2 || (regions & state.rats_at_least[0]) == 0) return;
        choices.range(rules.cards[static_cast<std::size_t>(card)].first_action, 1);
    }

    static void apply(const Rules&, State& state, int card, Action) {
        use_card(state, card);
        state.running.plan_count = 0;
        start_step(state, card, 0);
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State& state, int card, Choices& choices) {
        const u32 regions = regions_of_kind(rules, state, state.market.card_kind[card]);
        const Groups groups = find_groups(state, regions);
        int assigned[kMaxRegions] = {};
        for (int i = 0; i < state.running.plan_count; ++i) ++assigned[state.running.plan[i]];
        const int next = state.running.plan_count;
        int start = 0;
        int group = 0;
        while (group < 2 && next >= start + groups.unlooked[group]) start += groups.unlooked[group++];
        const bool alike = group < 2;
        const int least = alike && next > start ? state.running.plan[next - 1] : 0;
        const int still = alike ? start + groups.unlooked[group] - next : 1;
        u32 targets = 0;
        util::for_each_bit(regions, [&](int region) {
            if (region < least || assigned[region] >= kMaxRats) return;
            int room = 0;
            util::for_each_bit(regions, [&](int other) { room += other >= region ? kMaxRats - assigned[other] : 0; });
            if (room >= still) targets |= bit(region);
        });
        choices.set(rules.cards[static_cast<std::size_t>(card)].first_action + 1, targets);
    }

    static void step_apply(const Rules& rules, State& state, int card, Action action) {
        state.running.plan[state.running.plan_count++] = rules.actions[action].a;
        const u32 regions = regions_of_kind(rules, state, state.market.card_kind[card]);
        const Groups groups = find_groups(state, regions);
        if (state.running.plan_count < groups.unlooked[0] + groups.unlooked[1] + groups.tracked) return;
        carry_out(state, regions, groups);
        state.running.plan_count = 0;
        for (u8& region : state.running.plan) region = 0;
        resume(state);
    }

    static const char* fault(const Rules& rules, const State& state, int card) {
        const u32 regions = regions_of_kind(rules, state, state.market.card_kind[card]);
        const Groups groups = find_groups(state, regions);
        if (state.running.plan_count >= groups.unlooked[0] + groups.unlooked[1] + groups.tracked) return "plan: more rats than there are";
        int assigned[kMaxRegions] = {};
        for (int i = 0; i < state.running.plan_count; ++i) {
            const int region = state.running.plan[i];
            if (!(regions & bit(region)) || ++assigned[region] > kMaxRats) return "plan: not a region of the goods on the card with room";
        }
        return nullptr;
    }

private:
    struct Groups {
        int unlooked[2];  // n, s: the order in which they are placed
        int tracked;
    };

    static Groups find_groups(const State& state, u32 regions) {
        Groups groups{};
        util::for_each_bit(regions, [&](int region) {
            groups.unlooked[0] += state.unlooked[kNormal][region];
            groups.unlooked[1] += state.unlooked[kStarting][region];
            groups.tracked += state.tracked_in[region];
        });
        return groups;
    }

    static void carry_out(State& state, u32 regions, const Groups& groups) {
        int entries[kMaxPlan];
        int count = 0;
        for (int i = 0; i < state.tracked_count; ++i) {
            if (regions & bit(state.tracked[i].region)) entries[count++] = i;
        }
        util::for_each_bit(regions, [&](int region) {
            change_rats(state, region, -state.rats[region]);
            for (const int ring : {kStarting, kNormal}) change_unlooked(state, region, ring, -state.unlooked[ring][region]);
        });
        int next = 0;
        const int rings[2] = {kNormal, kStarting};
        for (int group = 0; group < 2; ++group) {
            for (int i = 0; i < groups.unlooked[group]; ++i) {
                const int region = state.running.plan[next++];
                change_unlooked(state, region, rings[group], +1);
                change_rats(state, region, +1);
            }
        }
        for (int i = 0; i < count; ++i) {
            const int region = state.running.plan[next++];
            move_tracked(state, entries[i], region);
            change_rats(state, region, +1);
        }
    }
};

}  // namespace rattus_ai::rattus::cards
