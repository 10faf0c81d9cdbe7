// Every search of the library on positions of random games of any game, for sanitizers.
#pragma once

#include <cstdio>

#include "bridge/any_search.hpp"
#include "bridge/any_solver.hpp"

namespace rattus_ai::tools {

// A signature of all answers, the same on every machine and for any number of threads. `at_end` is asked about each end position; a message
// ends it all.
template <class AtEnd>
std::string search_games(const bridge::AnyRules& rules, int games, int threads, u64& signature, AtEnd&& at_end) {
    signature = 0;
    auto add = [&signature](const std::vector<bridge::TurnStatistics>& turns) {
        for (const auto& turn : turns) {
            for (const int action : turn.actions) signature = util::mix64(signature + static_cast<u64>(action));
            signature = util::mix64(signature + turn.visits);
        }
    };
    for (int game = 0; game < games; ++game) {
        auto position = rules.initial();
        util::Random random(static_cast<u64>(game) + 1);
        for (int step = 0; position->to_act() != search::kTerminal; ++step) {
            if (position->to_act() != search::kChance && step % 17 == 0) {
                search::Settings settings;
                settings.trees = 2;
                settings.memory_mb = 1;
                settings.seed = random.next();
                const auto view = position->view(position->to_act());
                const auto search = view->search(settings);
                search->set_root(*view);
                search->run(120, threads, 0.0);
                const auto turns = search->turns(4);
                add(turns);
                std::vector<std::vector<int>> lines;
                for (const auto& turn : turns) lines.push_back(turn.actions);
                bridge::PairedSums sums;
                search->compare(lines, 0, 8, threads, 0.0, sums);
                for (const double value : sums.sum) signature = util::mix64(signature + static_cast<u64>(value));
                add(search->greedy(2));
                u64 nodes = 0;
                u64 cuts = 0;
                add(search->expectimax(2, 2, 2, false, 3000, 0.0, nodes, cuts));
                signature = util::mix64(signature + nodes + cuts);
            }
            const u16* ids = nullptr;
            const int count = position->legal(ids);
            position->apply(ids[random.below(count)]);
        }
        const std::string problem = at_end(*position);
        if (!problem.empty()) return problem;
    }
    return {};
}

// The whole program for one game: rules from the data, the games, each end position also as the fields it is made of, one line of output.
template <search::Game G, class Data>
int print_signature(const Data& data, int games, int threads) {
    std::string error;
    u64 signature = 0;
    const auto rules = bridge::make_rules<G>(data, error);
    if (rules) {
        error = search_games(*rules, games, threads, signature, [&](const bridge::AnyPosition& end) {
            std::string problem;
            return bridge::position_of<G>(rules, bridge::fields_of<G>(end), problem) ? problem : "an exported state was refused: " + problem;
        });
    }
    if (!error.empty()) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
    }
    std::printf("games %d signature %016llx\n", games, static_cast<unsigned long long>(signature));
    return 0;
}

}  // namespace rattus_ai::tools
