// Police Station 12: the own family member goes to another place and acts there. Rules, 1.5, Q6.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

// Can the action of the place be done by the player in turn? In places/registry.hpp.
bool place_possible(const Rules& rules, const State& state, int where);

// Goes on with the action of another place.
inline void act_at(State& state, int where) {
    state.turn.acting = static_cast<u8>(where);
    state.turn.remote = 1;
    state.turn.stage = Stage::kAction;
}

struct PoliceStation {
    // Somewhere there is always something to do (the Tea House), so this holds where the action is compulsory too.
    static bool possible(const Rules&, const State& state, int) { return mover(state).family == place::kPoliceStation; }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int where, Choices& choices) {
        if (!possible(rules, state, where)) return;
        u32 targets = rules.all_places & ~bit(place::kPoliceStation);
        if (state.turn.compulsory != 0) targets = those_possible(rules, state, targets);
        choices.set(rules.base[verb::kSend] - 1, targets);
    }

    // Of these places, those whose action can be done by the family member, who would not be here any more.
    [[gnu::noinline]] static u32 those_possible(const Rules& rules, const State& state, u32 targets) {
        State sent = state;
        u32 out = targets;
        util::for_each_bit(targets, [&](int target) {
            mover(sent).family = sent.turn.acting = static_cast<u8>(target);
            sent.turn.remote = 1;
            if (!place_possible(rules, sent, target)) out &= ~bit(target);
        });
        return out;
    }

    static void send(State& state, int where) {
        mover(state).family = static_cast<u8>(where);
        act_at(state, where);
    }
};

}  // namespace rattus_ai::istanbul
