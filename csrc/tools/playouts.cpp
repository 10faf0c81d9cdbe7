// Random games in the core, for profilers and sanitizers: playouts [players] [games] [seed] [guided].
// Prints the number of steps and a signature of all end positions; the same for the same arguments on every machine.
#include <cstdio>
#include <cstdlib>

#include "search/playout.hpp"
#include "tools/example_rules.hpp"

int main(int argc, char** argv) {
    using namespace rattus_ai;
    const int players = argc > 1 ? std::atoi(argv[1]) : 4;
    const long games = argc > 2 ? std::atol(argv[2]) : 1000;
    const unsigned long seed = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1;
    const bool guided = argc > 4;
    rattus::Rules rules;
    const std::string error = rattus::build_rules(tools::example_rules(players), rules);
    if (!error.empty()) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
    }
    unsigned long steps = 0;
    u64 signature = 0;
    for (long game = 0; game < games; ++game) {
        util::Random random(seed, 0, static_cast<u64>(game));
        rattus::State state;
        rattus::initial_state(rules, state);
        steps += static_cast<unsigned long>(guided ? search::guided_playout<rattus::Rattus>(rules, state, random)
                                                   : search::random_playout<rattus::Rattus>(rules, state, random));
        if (state.key != rattus::count_key(rules, state)) {
            std::fprintf(stderr, "the key has drifted in game %ld\n", game);
            return 1;
        }
        signature = util::mix64(signature + rattus::knowledge_key(rules, state, 0));
    }
    std::printf("games %ld steps %lu signature %016llx state %zu\n", games, steps, static_cast<unsigned long long>(signature), sizeof(rattus::State));
    return 0;
}
