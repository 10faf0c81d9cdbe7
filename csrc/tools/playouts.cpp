// Random games in the core, for profilers and sanitizers: playouts [players] [games] [seed] [random|guided] [mixture].
// A mixture above 0 plays cards of all boxes, other ones every 20 games, and sends states through export and import on the way.
// Prints the number of steps and a signature of all end positions; the same for the same arguments on every machine.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "search/playout.hpp"
#include "tools/example_rules.hpp"

int main(int argc, char** argv) {
    using namespace rattus_ai;
    const int players = argc > 1 ? std::atoi(argv[1]) : 4;
    const long games = argc > 2 ? std::atol(argv[2]) : 1000;
    const unsigned long seed = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1;
    const bool guided = argc > 4 && std::strcmp(argv[4], "guided") == 0;
    const u64 mixture = argc > 5 ? std::strtoul(argv[5], nullptr, 10) : 0;
    rattus::Rules rules;
    std::string error = rattus::build_rules(tools::tool_rules(players, mixture), rules);
    if (!error.empty()) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
    }
    unsigned long steps = 0;
    u64 signature = 0;
    for (long game = 0; game < games; ++game) {
        if (mixture != 0 && game % 20 == 0) {
            error = rattus::build_rules(tools::mixed_rules(players, mixture + static_cast<u64>(game)), rules);
            if (!error.empty()) {
                std::fprintf(stderr, "%s\n", error.c_str());
                return 1;
            }
        }
        util::Random random(seed, 0, static_cast<u64>(game));
        rattus::State state;
        rattus::initial_state(rules, state);
        if (mixture != 0 && game % 4 == 0) {
            // The first part of the game step by step, each state also as the fields it is made of and as every player sees it.
            for (int step = 0; step < 150 && rattus::to_act(rules, state) != search::kTerminal; ++step) {
                rattus::State copy;
                error = rattus::import_fields(rules, rattus::export_fields(rules, state), copy);
                for (int player = -1; player < players && error.empty(); ++player) {
                    rattus::State view = state;
                    rattus::reduce_to_view(rules, view, player);
                    error = rattus::import_fields(rules, rattus::export_fields(rules, view), copy);
                    rattus::draw_unknown(rules, view, random);
                }
                if (!error.empty()) {
                    std::fprintf(stderr, "an exported state was refused in game %ld: %s\n", game, error.c_str());
                    return 1;
                }
                if (rattus::to_act(rules, state) == search::kChance) {
                    rattus::apply_outcome(rules, state, rattus::sample_outcome(rules, state, random));
                } else {
                    rattus::apply_action(rules, state, rattus::random_action(rules, state, random));
                }
            }
        }
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
