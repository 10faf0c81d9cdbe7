// Weights of the evaluation, written by analysis/istanbul/fit_evaluation.py; see there how they were found.
#pragma once

#include <array>

namespace rattus_ai::istanbul {

enum Feature { kRubies, kMoney, kWares, kJewels, kCoffeeBags, kCapacity, kTiles, kHalfMosques, kStack, kBonusCards, kGuildAndTavern, kNearness, kTurnLeft, kFeatures };

struct EvaluationWeights {
    std::array<float, kFeatures> at_start;      // when nobody has a ruby
    std::array<float, kFeatures> per_progress;  // added times the leader's share of the rubies that end the game
};

inline constexpr EvaluationWeights kEvaluationWeights[] = {
    // base game
    {{1.156f, 0.789f, 0.270f, 0.156f, 0.000f, 1.338f, 0.383f, 0.384f, 0.087f, 0.352f, 0.000f, 1.270f, 0.619f},
     {1.862f, -0.135f, -0.196f, 0.290f, 0.000f, -1.704f, -0.313f, -0.287f, 0.152f, -0.429f, 0.000f, 3.494f, 0.413f}},
    // with the expansion
    {{0.913f, 0.758f, 0.139f, 0.362f, 0.075f, 1.097f, 0.419f, 0.340f, 0.028f, 0.218f, 0.041f, 0.687f, 0.608f},
     {1.425f, -0.154f, 0.010f, -0.272f, 0.090f, -1.211f, -0.358f, -0.084f, 0.249f, -0.130f, -0.058f, 0.957f, 0.219f}},
};

}  // namespace rattus_ai::istanbul
