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
        if (state.turn.compulsory != 0) {
            // The family member would not be here any more.
            State sent = state;
            for (u32 left = targets; left != 0; left &= left - 1) {
                const int target = util::lowest_bit(left);
                mover(sent).family = sent.turn.acting = static_cast<u8>(target);
                sent.turn.remote = 1;
                if (!place_possible(rules, sent, target)) targets &= ~bit(target);
            }
        }
        choices.set(rules.base[verb::kSend] - 1, targets);
    }

    static void send(State& state, int where) {
        mover(state).family = static_cast<u8>(where);
        act_at(state, where);
    }
};

}  // namespace rattus_ai::istanbul
