// Random and guided playouts: from a state to the end of the game. Flattened, so that the rules are one piece of code in the loop.
#pragma once

#include "search/game.hpp"

namespace rattus_ai::search {

// Plays uniformly random legal actions to the end; returns the number of actions and chance outcomes.
template <Game G>
[[gnu::flatten]] int random_playout(const typename G::Rules& rules, typename G::State& state, util::Random& random) {
    int steps = 0;
    for (int player = G::to_act(rules, state); player != kTerminal; player = G::to_act(rules, state)) {
        if (player == kChance) {
            G::apply_outcome(rules, state, G::sample_outcome(rules, state, random));
        } else {
            G::apply_action(rules, state, G::random_action(rules, state, random));
        }
        ++steps;
    }
    return steps;
}

// The same with the light policy of the game.
template <Game G>
[[gnu::flatten]] int guided_playout(const typename G::Rules& rules, typename G::State& state, util::Random& random) {
    int steps = 0;
    for (int player = G::to_act(rules, state); player != kTerminal; player = G::to_act(rules, state)) {
        if (player == kChance) {
            G::apply_outcome(rules, state, G::sample_outcome(rules, state, random));
        } else {
            G::apply_action(rules, state, G::playout_action(rules, state, random));
        }
        ++steps;
    }
    return steps;
}

}  // namespace rattus_ai::search
