// Every search of the library on positions of random games, for sanitizers: searches [players] [games] [threads].
// Prints a signature of all answers; the same on every machine and for any number of threads.
#include <cstdlib>

#include "tools/example_rules.hpp"
#include "tools/search_games.hpp"

int main(int argc, char** argv) {
    using namespace rattus_ai;
    const int players = argc > 1 ? std::atoi(argv[1]) : 3;
    const int games = argc > 2 ? std::atoi(argv[2]) : 5;
    const int threads = argc > 3 ? std::atoi(argv[3]) : 1;
    const u64 mixture = argc > 4 ? std::strtoul(argv[4], nullptr, 10) : 0;
    return tools::print_signature<rattus::Rattus>(tools::tool_rules(players, mixture), games, threads);
}
