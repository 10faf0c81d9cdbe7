// Weights of the evaluation, written by analysis/istanbul/fit_evaluation.py; see there how.
#pragma once

#include <array>

namespace rattus_ai::istanbul {

enum Feature { kRubies, kMoney, kWares, kJewels, kCoffeeBags, kCapacity, kTiles, kHalfMosques, kStack, kBonusCards, kGuildAndTavern, kNearness, kTurnLeft, kFeatures };

struct EvaluationWeights {
    std::array<float, kFeatures> at_start;      // when nobody has a ruby
    std::array<float, kFeatures> per_progress;  // added times the leader's share of his rubies
};

// Of the base game and of Mocha & Baksheesh.
inline constexpr EvaluationWeights kEvaluationWeights[2] = {
    {{1.098f, 0.782f, 0.252f, 0.362f, 0.000f, 1.028f, 0.352f, 0.601f, 0.055f, 0.283f, 0.000f, 1.402f, 0.469f},
     {1.763f, -0.080f, -0.174f, -0.094f, 0.000f, -1.215f, -0.314f, -0.446f, 0.137f, -0.076f, 0.000f, 2.671f, 0.323f}},
    {{0.885f, 0.741f, 0.174f, 0.396f, 0.054f, 0.919f, 0.278f, 0.245f, 0.045f, 0.243f, -0.085f, 1.003f, 0.537f},
     {1.560f, -0.260f, -0.101f, -0.278f, 0.071f, -1.082f, -0.253f, 0.061f, 0.234f, -0.157f, -0.102f, 2.038f, 0.205f}},
};

}  // namespace rattus_ai::istanbul
