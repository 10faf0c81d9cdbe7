// Witch (magic): looks at a rat, then at another one, then swaps the two or not. Rules, section 4, P7, P8, A15.
//
// Looks are private: the token is drawn when somebody looks for the first time, and belongs from then on to a tracked
// rat that everybody can follow but only those who looked can read. Looking and swapping follow one another at once.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Witch : CardDefaults {
    static constexpr const char* kName = "witch";
    static constexpr bool kPlain = true;
    static constexpr const char* kSteps[4] = {"witch_second", "witch_swap"};
    enum Step : u8 { kSecondLook, kSwap };
    enum Tag : u8 { kLookTag, kStopTag, kSwapTag, kKeepTag };

    static void layout(Layout& layout, int card) {
        layout.family("look", {Argument::kRegion, Argument::kSlot}, card, kLookTag);
        for (int r = 0; r < layout.rules().regions; ++r) {
            for (int slot = 0; slot < kMaxRats; ++slot) layout.add(r, slot);
        }
        layout.family("stop", {}, card, kStopTag);
        layout.add();
        layout.family("swap", {}, card, kSwapTag);
        layout.add();
        layout.family("keep", {}, card, kKeepTag);
        layout.add();
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        looks(rules, state, card, kNone, choices);
    }

    static void apply(const Rules& rules, State& state, int card, Action action) {
        use_card(state, card);
        state.step_card = static_cast<u8>(card);
        state.step = kSecondLook;
        state.first_look = look(rules, state, action);
    }

    template <class Choices>
    static void step_actions(const Rules& rules, const State& state, int card, Choices& choices) {
        const int stop = rules.cards[static_cast<std::size_t>(card)].first_action + rules.regions * kMaxRats;
        if (state.step == kSecondLook) {
            looks(rules, state, card, state.first_look, choices);
            choices.range(stop, 1);
        } else {
            choices.range(stop + 1, 2);
        }
    }

    static void step_apply(const Rules& rules, State& state, int, Action action) {
        const u8 tag = rules.families[rules.actions[action].family].tag;
        if (tag == kLookTag) {
            state.step = kSwap;
            state.second_look = look(rules, state, action);
            return;
        }
        if (tag == kSwapTag) {
            const int first_region = state.tracked[state.first_look].region;
            move_tracked(state, state.first_look, state.tracked[state.second_look].region);
            move_tracked(state, state.second_look, first_region);
        }
        finish(state);
    }

    // The token of the rat just looked at is settled.
    static void seen(const Rules&, State& state, int) { state.stage = Stage::kCardStep; }

    static const char* fault(const Rules&, const State& state, int) {
        if (state.first_look == kNone) return "first_look: needed in this stage";
        const bool second = state.second_look != kNone;
        if (second && state.first_look == state.second_look) return "second_look: must be another rat";
        if (state.stage == Stage::kCardStep && (state.step == kSwap) != second) return "second_look: does not fit the stage";
        for (const u8 entry : {state.first_look, state.second_look}) {
            if (entry != kNone && !((state.tracked[entry].seen >> state.active) & 1)) return "first_look, second_look: the active player has not looked";
        }
        if (state.stage == Stage::kSee && state.drawing != (second ? state.second_look : state.first_look)) return "drawing: must be the rat that is looked at";
        return nullptr;
    }

private:
    template <class Choices>
    static void looks(const Rules& rules, const State& state, int card, int except, Choices& choices) {
        const int first = rules.cards[static_cast<std::size_t>(card)].first_action;
        util::for_each_bit(state.rats_at_least[0], [&](int region) {
            u32 slots = bit(slots_in(state, region)) - 1;
            if (except != kNone && state.tracked[except].region == region) slots &= ~bit(slot_of(state, except));
            choices.set(first + region * kMaxRats, slots);
        });
    }

    static u8 look(const Rules& rules, State& state, Action action) {
        const ActionInfo& info = rules.actions[action];
        const Slot slot = slot_at(state, info.a, info.b);
        u8 entry = slot.tracked;
        if (entry == kNone) {
            entry = add_tracked(state, info.a, slot.ring);
            change_unlooked(state, info.a, slot.ring, -1);
        }
        state.tracked[entry].seen = static_cast<u8>(state.tracked[entry].seen | (1u << state.active));
        if (state.tracked[entry].token == kNone) {
            state.stage = Stage::kSee;
            state.drawing = entry;
            state.drawing_ring = slot.ring;
        } else {
            state.stage = Stage::kCardStep;
        }
        return entry;
    }

    static void finish(State& state) {
        state.first_look = kNone;
        state.second_look = kNone;
        resume(state);
    }
};

}  // namespace rattus_ai::rattus::cards
