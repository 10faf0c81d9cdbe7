// Every search of the library on positions of random games of Istanbul, for sanitizers: searches [players] [games] [threads] [expansion 0|1].
// Prints a signature of all answers; the same on every machine and for any number of threads.
#include <cstdio>
#include <cstdlib>

#include "bridge/istanbul_game.hpp"
#include "tools/istanbul/example_data.hpp"
#include "tools/search_games.hpp"

int main(int argc, char** argv) {
    using namespace rattus_ai;
    const int players = argc > 1 ? std::atoi(argv[1]) : 3;
    const int games = argc > 2 ? std::atoi(argv[2]) : 5;
    const int threads = argc > 3 ? std::atoi(argv[3]) : 1;
    const bool expansion = argc > 4 && std::atoi(argv[4]) != 0;
    istanbul::RulesData data = tools::istanbul_data(players, expansion, 3);
    data.max_rounds = 12;
    std::string error;
    const auto rules = bridge::make_istanbul_rules(data, error);
    if (!rules) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
    }
    u64 signature = 0;
    error = tools::search_games(*rules, games, threads, signature, [&](const bridge::AnyPosition& end) {
        std::string problem;
        return bridge::istanbul_position(rules, bridge::istanbul_fields(end), problem) ? problem : "an exported state was refused: " + problem;
    });
    if (!error.empty()) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
    }
    std::printf("games %d signature %016llx\n", games, static_cast<unsigned long long>(signature));
    return 0;
}
