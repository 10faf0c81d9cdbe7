// Every search of the library on positions of random games, for sanitizers: searches [players] [games] [threads].
// Prints a signature of all answers; the same on every machine and for any number of threads.
#include <cstdio>
#include <cstdlib>

#include "bridge/rattus_game.hpp"
#include "tools/example_rules.hpp"
#include "tools/search_games.hpp"

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
    error = tools::search_games(*rules, games, threads, signature, [&](const bridge::AnyPosition& end) {
        std::string problem;
        return bridge::rattus_position(rules, bridge::rattus_fields(end), problem) ? problem : "an exported state was refused: " + problem;
    });
    if (!error.empty()) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
    }
    std::printf("games %d signature %016llx\n", games, static_cast<unsigned long long>(signature));
    return 0;
}
