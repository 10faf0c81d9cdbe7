// What can be set about a search; one sentence, unit and default for each.
#pragma once

#include "util/integers.hpp"

namespace rattus_ai::search {

enum class Objective : u8 {
    kWin,     // probability of winning
    kMargin,  // lead over the best other player, scaled into [0, 1]
};

enum class Playout : u8 {
    kUniform,  // every legal action equally likely
    kGuided,   // the light policy of the game
};

struct Settings {
    u64 seed = 1;                     // everything random follows from it
    int trees = 1;                    // independent trees whose statistics are added; the answer depends on it, not on the threads
    int memory_mb = 256;              // of all trees together
    Objective objective = Objective::kWin;
    Playout playout = Playout::kGuided;
    int horizon = -1;                 // turns of a playout before it is cut off with the evaluation (horizon.hpp); -1: to the end
    bool solver = true;               // exact ends of the game, in the tree and in comparisons, where the game knows them (objective win)
    bool control = true;              // comparison: take the luck of chance off the samples (objective win)
    bool steady = true;               // comparison: after the trees the most promising action, not the guided playout policy
    double exploration = 0.8;         // weight of the prior term against the mean value; less where a game is nearly won (spread.hpp)
    double first_play_reduction = 0.1; // unvisited actions count as the mean of the node less this; likewise
};

inline constexpr double kMarginScale = 40.0;  // margins of -20..20 cubes become 0..1

}  // namespace rattus_ai::search
