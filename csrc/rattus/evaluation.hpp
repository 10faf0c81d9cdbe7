// Evaluation at the horizon: win probabilities of a position that nobody plays on.
//
// A conditional logit (softmax over the players of a linear form) of a few facts about each player, with weights that move linearly
// with the share of the rat supply that is left; one set of weights for each player count. The weights were fitted by maximum
// likelihood to the winners of games that the search played against itself (analysis/fit_evaluation.py says how, and how
// well it predicts games it has not seen). Honest limits: it knows averages over all tokens, not the unseen ones, not the map
// and not which cards are held, only how many. With 5 and 6 players the weights for 4 are used.
#pragma once

#include "rattus/evaluation_weights.hpp"
#include "rattus/guidance.hpp"
#include "util/shares.hpp"

namespace rattus_ai::rattus {

// What is known about one player, in cubes except for the last two.
inline void evaluation_features(const Rules& rules, const State& state, float (*features)[kFeatures]) {
    for (int p = 0; p < rules.players; ++p) {
        features[p][kCubesInPlay] = rules.extras ? static_cast<float>(worth(rules, state, p)) : static_cast<float>(cubes_in_play(state, p));
        features[p][kLossNow] = 0.0f;
        features[p][kLossWithOneMoreRat] = 0.0f;
        features[p][kCardsHeld] = static_cast<float>(util::count_bits(u32{state.held[p]}));
        // Before the end who moves next; after it who wins a tie.
        const int first = final_round(state) ? state.last + 1 : state.active;
        features[p][kTurnsUntilOwn] = static_cast<float>((p - first + 2 * rules.players) % rules.players) / static_cast<float>(rules.players);
    }
    u32 occupied = 0;
    for (int p = 0; p < rules.players; ++p) occupied |= state.occupied[p];
    util::for_each_bit(occupied, [&](int region) {
        float losses[2][kMaxPlayers] = {};
        const int rats = state.rats[region];
        const int population = rules.nuns ? -nuns_in(state, region) : 0;
        average_losses(rules, state, region, {rats, rats < kMaxRats ? rats + 1 : rats}, population, losses);
        for (int p = 0; p < rules.players; ++p) {
            features[p][kLossNow] += losses[0][p];
            features[p][kLossWithOneMoreRat] += losses[1][p] - losses[0][p];
        }
    });
}

// Turns a playout lasts before the evaluation speaks. With five and six players it is known less well and a playout goes round the table
// twice: measured in matches (README, strength).
inline int playout_horizon(const Rules& rules) { return rules.players < kLargeGame ? 3 : 10; }

// Share of the rat supply of the start that is left.
inline float supply_left(const Rules& rules, const State& state) {
    const int start = rules.token_count[0] + rules.token_count[1] - rules.removed - rules.regions;
    return static_cast<float>(state.rat_supply[0] + state.rat_supply[1]) / static_cast<float>(start > 0 ? start : 1);
}

inline void evaluate_position(const Rules& rules, const State& state, double* values) {
    float features[kMaxPlayers][kFeatures];
    evaluation_features(rules, state, features);
    const float left = supply_left(rules, state);
    const EvaluationWeights& weights = evaluation_weights(rules.players);
    float forms[kMaxPlayers];
    for (int p = 0; p < rules.players; ++p) {
        forms[p] = 0.0f;
        for (int f = 0; f < kFeatures; ++f) forms[p] += features[p][f] * (weights.at_end[f] + left * weights.per_supply[f]);
    }
    util::softmax(forms, rules.players, values);
}

}  // namespace rattus_ai::rattus
