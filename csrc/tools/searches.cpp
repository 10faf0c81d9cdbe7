// Every search of the library on positions of random games, for sanitizers: searches [players] [games] [threads].
// Prints a signature of all answers; the same on every machine and for any number of threads.
#include <cstdio>
#include <cstdlib>

#include "bridge/rattus_game.hpp"
#include "tools/example_rules.hpp"

int main(int argc, char** argv) {
    using namespace rattus_ai;
    const int players = argc > 1 ? std::atoi(argv[1]) : 3;
    const int games = argc > 2 ? std::atoi(argv[2]) : 5;
    const int threads = argc > 3 ? std::atoi(argv[3]) : 1;
    const u64 mixture = argc > 4 ? std::strtoul(argv[4], nullptr, 10) : 0;
    std::string error;
    const auto rules = bridge::make_rattus_rules(tools::tool_rules(players, mixture), error);
    if (!rules) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
    }
    u64 signature = 0;
    auto add = [&signature](const std::vector<bridge::TurnStatistics>& turns) {
        for (const auto& turn : turns) {
            for (const int action : turn.actions) signature = util::mix64(signature + static_cast<u64>(action));
            signature = util::mix64(signature + turn.visits);
        }
    };
    for (int game = 0; game < games; ++game) {
        auto position = rules->initial();
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
        const bridge::RattusPosition& end = static_cast<const bridge::RattusPosition&>(*position);
        const rattus::Fields fields = bridge::rattus_fields(end);
        if (!bridge::rattus_position(rules, fields, error)) {
            std::fprintf(stderr, "an exported state was refused: %s\n", error.c_str());
            return 1;
        }
    }
    std::printf("games %d signature %016llx\n", games, static_cast<unsigned long long>(signature));
    return 0;
}
