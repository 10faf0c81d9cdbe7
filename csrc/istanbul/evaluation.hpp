// Evaluation at the horizon: win probabilities of a position that nobody plays on.
//
// Shares over the players of a linear form of a few facts about each, with weights that move linearly from the
// start to the end of the game, which is measured by the rubies of the leader; one set for the base game and one for Mocha & Baksheesh. The weights
// were fitted by maximum likelihood to the winners of games that the search plays against itself (analysis/istanbul/fit_evaluation.py).
// The fit is a conditional logit; the shares used here have a power-law tail instead of its exponential one (util/shares.hpp), so they are a little flatter
// than the fitted ones. Honest limits: how heavy the tail is was chosen by what a won game takes to end, not fitted; demand and the ways of others are not looked at, and the fit is for 2 to 5 players together.
#pragma once

#include "istanbul/evaluation_weights.hpp"
#include "istanbul/worth.hpp"
#include "util/shares.hpp"

namespace rattus_ai::istanbul {

inline void evaluation_features(const Rules& rules, const State& state, float (*features)[kFeatures]) {
    for (int p = 0; p < rules.players; ++p) {
        const Seat& seat = state.seats[p];
        float* mine = features[p];
        mine[kRubies] = seat.rubies;
        mine[kMoney] = static_cast<float>(seat.lira) / 10.0f;
        mine[kWares] = static_cast<float>(seat.goods[0] + seat.goods[1] + seat.goods[2]);
        mine[kJewels] = seat.goods[kBlue];
        mine[kCoffeeBags] = seat.coffee;
        mine[kCapacity] = static_cast<float>(seat.capacity - rules.start_capacity);
        mine[kTiles] = static_cast<float>(util::count_bits(u32{seat.tiles}));
        int half = 0;
        for (int mosque = 0; mosque < 2; ++mosque) {
            const int both = (seat.tiles >> (2 * mosque)) & 3;
            half += (both == 1 || both == 2) && state.board.mosque_rubies[mosque] != 0;
        }
        mine[kHalfMosques] = static_cast<float>(half);
        mine[kStack] = static_cast<float>(seat.stack < 3 ? seat.stack : 3);
        mine[kBonusCards] = seat.cards;
        mine[kGuildAndTavern] = static_cast<float>(seat.guild_cards + util::count_bits(u32{seat.tavern}));
        mine[kNearness] = nearness_of_ruby(rules, state, p);
        // Whether his turn of this round is still to come.
        mine[kTurnLeft] = p >= state.turn.player && state.turn.stage != Stage::kLastCards ? 1.0f : 0.0f;
    }
}

// Share of the rubies that end the game which the leader has.
inline float progress(const Rules& rules, const State& state) {
    int most = 0;
    for (int p = 0; p < rules.players; ++p) most = state.seats[p].rubies > most ? state.seats[p].rubies : most;
    const float share = static_cast<float>(most) / static_cast<float>(rules.ruby_target);
    return share < 1.0f ? share : 1.0f;
}

// A leader by far is not as sure of the win as the fit extrapolates, and a value that is 1 to all digits tells nobody to finish the game.
inline constexpr double kSureness = 4.0;

[[gnu::noinline]] inline void evaluate_position(const Rules& rules, const State& state, double* values) {
    if (state.turn.stage == Stage::kTerminal) return shares_of_the_win(rules, state, values);
    float features[kMaxPlayers][kFeatures];
    evaluation_features(rules, state, features);
    const EvaluationWeights& weights = kEvaluationWeights[rules.expansion ? 1 : 0];
    const float played = progress(rules, state);
    float forms[kMaxPlayers];
    for (int p = 0; p < rules.players; ++p) {
        forms[p] = 0.0f;
        for (std::size_t f = 0; f < kFeatures; ++f) forms[p] += features[p][f] * (weights.at_start[f] + played * weights.per_progress[f]);
    }
    util::tailed_shares(forms, rules.players, kSureness, values);
}

}  // namespace rattus_ai::istanbul
