#pragma once
#include "istanbul/moves.hpp"
namespace rattus_ai::istanbul {
inline void action_priors(const Rules&, const State&, const Action*, int count, float* weights) { for (int i = 0; i < count; ++i) weights[i] = 1.0f; }
inline Action light_action(const Rules& rules, const State& state, util::Random& random) { return random_action(rules, state, random); }
inline double worth(const Rules&, const State& state, int p) { return state.seats[p].rubies; }
inline void evaluate_position(const Rules& rules, const State&, double* values) { for (int p = 0; p < rules.players; ++p) values[p] = 1.0 / rules.players; }
}
