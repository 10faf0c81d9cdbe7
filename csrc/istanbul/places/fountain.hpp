// Fountain 7: any number of own assistants return to the merchant, in the order of the places. Rules, 1.5.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

// An own assistant on the place returns to the merchant.
inline void return_assistant(Seat& seat, int where) {
    seat.assistants &= ~bit(where);
    ++seat.stack;
}

struct Fountain {
    static bool possible(const Rules&, const State& state, int) { return mover(state).assistants != 0; }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int where, Choices& choices) {
        if (!possible(rules, state, where)) return;
        choices.set(rules.base[verb::kFetch] - 1, mover(state).assistants);
        choices.range(rules.base[verb::kFetchAll], 1);
    }

    static u32 further(const State& state) { return mover(state).assistants & ~(bit(state.turn.fountain + 1) - 1); }

    template <class Choices>
    static void further_actions(const Rules& rules, const State& state, Choices& choices) {
        choices.set(rules.base[verb::kFetch] - 1, further(state));
        choices.range(rules.base[verb::kStop], 1);
    }

    static void fetch(const Rules& rules, State& state, int where) {
        return_assistant(mover(state), where);
        state.turn.fountain = static_cast<u8>(where);
        if (further(state) != 0) {
            state.turn.stage = Stage::kFountain;
        } else {
            finish_action(rules, state);
        }
    }

    static void fetch_all(const Rules& rules, State& state) {
        Seat& seat = mover(state);
        seat.stack = static_cast<u8>(seat.stack + util::count_bits(seat.assistants));
        seat.assistants = 0;
        finish_action(rules, state);
    }
};

}  // namespace rattus_ai::istanbul
