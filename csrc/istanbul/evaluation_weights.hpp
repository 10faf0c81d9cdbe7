// Weights of the evaluation at the horizon; see evaluation.hpp.
#pragma once

#include <array>

namespace rattus_ai::istanbul {

enum Feature { kRubies, kMoney, kWares, kJewels, kCoffeeBags, kCapacity, kTiles, kHalfMosques, kStack, kBonusCards, kGuildAndTavern, kNearness, kTurnLeft, kFeatures };

struct EvaluationWeights {
    std::array<float, kFeatures> at_start;
    std::array<float, kFeatures> at_end;
};

// Of the base game and of Mocha & Baksheesh.
inline constexpr EvaluationWeights kEvaluationWeights[2] = {
    {{0.889f, 0.913f, 0.129f, 0.411f, 0.000f, 1.377f, 0.146f, 0.527f, 0.086f, 0.204f, 0.000f, 0.419f, 0.306f}, {2.343f, 0.453f, 0.060f, 0.208f, 0.000f, -0.108f, 0.108f, 0.394f, 0.149f, 0.036f, 0.000f, 4.284f, 0.535f}},
    {{0.674f, 0.890f, 0.107f, 0.370f, 0.105f, 1.397f, 0.111f, 0.436f, 0.077f, 0.188f, 0.065f, 0.111f, 0.288f}, {1.934f, 0.349f, 0.092f, 0.123f, 0.050f, 0.026f, 0.129f, 0.294f, 0.140f, 0.008f, -0.023f, 3.292f, 0.508f}},
};

}  // namespace rattus_ai::istanbul
