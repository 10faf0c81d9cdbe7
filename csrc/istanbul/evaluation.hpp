// What a position is worth to each player in rubies, and win probabilities at a horizon.
#pragma once

#include "istanbul/guidance.hpp"

namespace rattus_ai::istanbul {

inline double worth(const Rules&, const State& state, int p) { return state.seats[p].rubies; }
inline void evaluate_position(const Rules& rules, const State&, double* values) { for (int p = 0; p < rules.players; ++p) values[p] = 1.0 / rules.players; }

}  // namespace rattus_ai::istanbul
