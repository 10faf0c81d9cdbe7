// Weights of the evaluation at the horizon; see evaluation.hpp.
#pragma once

#include <array>

namespace rattus_ai::istanbul {

enum Feature { kRubies, kMoney, kWares, kJewels, kCoffeeBags, kCapacity, kTiles, kHalfMosques, kStack, kBonusCards, kGuildAndTavern, kNearness, kTurnLeft, kFeatures };

struct EvaluationWeights {
    std::array<float, kFeatures> at_start;
    std::array<float, kFeatures> at_end;
};

inline constexpr EvaluationWeights kEvaluationWeights[2] = {
    {{1.0f, 0.4f, 0.08f, 0.1f, 0.08f, 0.25f, 0.15f, 0.3f, 0.05f, 0.1f, 0.1f, 0.5f, 0.1f}, {2.5f, 0.9f, 0.1f, 0.15f, 0.1f, 0.1f, 0.1f, 0.5f, 0.1f, 0.1f, 0.1f, 2.0f, 0.3f}},
    {{1.0f, 0.4f, 0.08f, 0.1f, 0.08f, 0.25f, 0.15f, 0.3f, 0.05f, 0.1f, 0.1f, 0.5f, 0.1f}, {2.5f, 0.9f, 0.1f, 0.15f, 0.1f, 0.1f, 0.1f, 0.5f, 0.1f, 0.1f, 0.1f, 2.0f, 0.3f}},
};

}  // namespace rattus_ai::istanbul
