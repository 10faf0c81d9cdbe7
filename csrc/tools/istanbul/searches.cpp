// Every search of the library on positions of random games of Istanbul, for sanitizers: searches [players] [games] [threads] [expansion 0|1].
// Prints a signature of all answers; the same on every machine and for any number of threads.
#include <cstdlib>

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
    return tools::print_signature<istanbul::Istanbul>(data, games, threads);
}
