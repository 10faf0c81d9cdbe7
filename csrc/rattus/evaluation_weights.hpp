// Weights of the evaluation, written by analysis/fit_evaluation.py; see there how they were found.
#pragma once

#include <array>

namespace rattus_ai::rattus {

enum Feature { kCubesInPlay, kLossNow, kLossWithOneMoreRat, kCardsHeld, kTurnsUntilOwn, kFeatures };

struct EvaluationWeights {
    std::array<float, kFeatures> at_end;      // when the rat supply is empty
    std::array<float, kFeatures> per_supply;  // added times the share of the supply that is left
};

inline constexpr EvaluationWeights kEvaluationWeights[] = {
    // 2 players
    {{0.360f, -0.178f, 0.121f, 0.160f, -1.687f},
     {0.087f, -0.107f, -0.190f, 0.108f, 0.937f}},
    // 3 players
    {{0.538f, -0.329f, 0.087f, 0.248f, -1.671f},
     {-0.305f, 0.278f, -0.318f, -0.132f, 1.218f}},
    // 4 players
    {{0.628f, -0.468f, 0.049f, 0.313f, -1.706f},
     {-0.080f, 0.150f, -0.614f, -0.062f, 0.959f}},
};

inline const EvaluationWeights& evaluation_weights(int players) {
    return kEvaluationWeights[players < 2 ? 0 : players > 4 ? 2 : players - 2];
}

}  // namespace rattus_ai::rattus
