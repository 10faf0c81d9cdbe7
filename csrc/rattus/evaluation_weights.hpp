// Weights of the evaluation, written by analysis/fit_evaluation.py; see there for how they were found.
#pragma once

#include <array>

namespace rattus_ai::rattus {

enum Feature { kCubesInPlay, kLossNow, kLossWithOneMoreRat, kCardsHeld, kTurnsUntilOwn, kFeatures };

struct EvaluationWeights {
    std::array<float, kFeatures> at_end;      // when the rat supply is empty
    std::array<float, kFeatures> per_supply;  // added times the share of the rat supply that is left
};

inline constexpr EvaluationWeights kEvaluationWeights[] = {
    // 2 players
    {{0.563f, -0.373f, 0.021f, 0.308f, -1.618f},
     {-0.050f, 0.097f, -0.137f, -0.957f, 0.832f}},
    // 3 players
    {{0.501f, -0.327f, 0.032f, 0.215f, -1.644f},
     {-0.042f, 0.171f, 0.037f, -0.208f, 0.760f}},
    // 4 players
    {{0.738f, -0.303f, 0.159f, 0.256f, -2.088f},
     {-0.474f, 0.196f, -0.695f, -0.419f, 1.816f}},
};

inline const EvaluationWeights& evaluation_weights(int players) { return kEvaluationWeights[players < 2 ? 0 : players > 4 ? 2 : players - 2]; }

}  // namespace rattus_ai::rattus
