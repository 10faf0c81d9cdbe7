// What a position is worth if everybody goes on with the light policy, up to a horizon.
//
// A fixed policy, a fixed horizon and no tree: so the value at a chance node is exactly the mean of the values after its outcomes, which
// makes the difference of the two a fair measure of luck. It starts anywhere, at chance nodes too.
#pragma once

#include "search/game.hpp"
#include "search/horizon.hpp"

namespace rattus_ai::search {

// Adds the win vectors of samples first .. first + count - 1 to `sums` and their squares to `squares`, one number for each player.
// `horizon`: how many turns of the game go by before a decision is valued by the evaluation (horizon.hpp); negative: never.
template <Game G>
void outlook(const typename G::Rules& rules, const typename G::State& start, u64 seed, u64 first, u64 count, int horizon, double* sums,
             double* squares) {
    double values[G::kMaxPlayers];
    for (u64 number = first; number < first + count; ++number) {
        util::Random random(seed, 0, number);
        typename G::State state = start;
        Horizon<G> cut_off(rules, state, horizon);
        bool cut = false;
        int player = G::to_act(rules, state);
        for (; player != kTerminal; player = G::to_act(rules, state)) {
            if (player == kChance) {
                if (G::decided(rules, state, values)) {
                    cut = true;
                    break;
                }
                G::apply_outcome(rules, state, G::sample_outcome(rules, state, random));
                continue;
            }
            if (cut_off.met(rules, state)) {
                G::evaluate(rules, state, values);
                cut = true;
                break;
            }
            G::apply_action(rules, state, G::playout_action(rules, state, random));
        }
        if (!cut) G::wins(rules, state, values);
        for (int p = 0; p < G::players(rules); ++p) {
            sums[p] += values[p];
            squares[p] += values[p] * values[p];
        }
    }
}

}  // namespace rattus_ai::search
