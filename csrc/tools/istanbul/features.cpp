// What the evaluation sees in games of the light policy, and who won them, for fitting its weights: features [players] [expansion 0|1] [games] [seed].
// One line for each player at the start of some turns: game, player, share of the win, progress, features.
#include <cstdio>
#include <cstdlib>

#include "tools/istanbul/example_data.hpp"

int main(int argc, char** argv) {
    using namespace rattus_ai;
    using G = istanbul::Istanbul;
    const int players = argc > 1 ? std::atoi(argv[1]) : 4;
    const bool expansion = argc > 2 && std::atoi(argv[2]) != 0;
    const long games = argc > 3 ? std::atol(argv[3]) : 100;
    const unsigned long seed = argc > 4 ? std::strtoul(argv[4], nullptr, 10) : 1;
    constexpr int kEvery = 7;  // turns between two samples
    for (long game = 0; game < games; ++game) {
        istanbul::Rules rules;
        const std::string error = istanbul::build_rules(tools::istanbul_data(players, expansion, static_cast<u64>(game) % 40), rules);
        if (!error.empty()) {
            std::fprintf(stderr, "%s\n", error.c_str());
            return 1;
        }
        util::Random random(seed, 0, static_cast<u64>(game));
        istanbul::State state;
        istanbul::initial_state(rules, state);
        std::vector<istanbul::State> samples;
        int next = random.below(kEvery);
        while (G::to_act(rules, state) != search::kTerminal) {
            if (G::to_act(rules, state) == search::kChance) {
                G::apply_outcome(rules, state, G::sample_outcome(rules, state, random));
                continue;
            }
            if (state.turn.stage == istanbul::Stage::kMove && G::turns(rules, state) >= next) {
                samples.push_back(state);
                next = G::turns(rules, state) + kEvery;
            }
            G::apply_action(rules, state, G::playout_action(rules, state, random));
        }
        double wins[istanbul::kMaxPlayers];
        G::wins(rules, state, wins);
        for (const istanbul::State& sample : samples) {
            float features[istanbul::kMaxPlayers][istanbul::kFeatures];
            istanbul::evaluation_features(rules, sample, features);
            for (int p = 0; p < players; ++p) {
                std::printf("%ld %d %.4f %.4f", game, p, wins[p], static_cast<double>(istanbul::progress(rules, sample)));
                for (const float value : features[p]) std::printf(" %.4g", static_cast<double>(value));
                std::printf("\n");
            }
        }
    }
    return 0;
}
