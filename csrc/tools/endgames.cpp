// The solver of ends and the exact sweep on the ends of random games, for sanitizers: endgames [players] [games].
// Where a position is solved its bracket must be one point that sums to 1, else it must contain such a point.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "bridge/rattus/game.hpp"
#include "tools/example_rules.hpp"

int main(int argc, char** argv) {
    using namespace rattus_ai;
    const int players = argc > 1 ? std::atoi(argv[1]) : 3;
    const int games = argc > 2 ? std::atoi(argv[2]) : 5;
    const u64 mixture = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 0;
    constexpr double kSeconds = 0.15;  // for each question
    std::string error;
    const auto rules = bridge::make_rattus_rules(tools::tool_rules(players, mixture), error);
    if (!rules) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
    }
    int solved = 0;
    int sweeps = 0;
    bridge::StopFlag never;
    for (int game = 0; game < games; ++game) {
        auto position = rules->initial();
        auto turn = position->clone();  // the last decision before the end
        util::Random random(static_cast<u64>(game) + 1);
        while (position->to_act() != search::kTerminal) {
            if (position->ended()) {
                const auto view = position->to_act() >= 0 ? position->view(position->to_act()) : position->view(-1);
                bridge::Solved out;
                view->solve(3, 2'000, 0, kSeconds, never, out);
                double low = 0.0;
                double high = 0.0;
                for (const double value : out.lower) low += value;
                for (const double value : out.upper) high += value;
                if (low > 1.0 + 1e-9 || high < 1.0 - 1e-9 || (out.exact && std::abs(low - 1.0) > 1e-9)) {
                    std::fprintf(stderr, "game %d: a bracket from %.12f to %.12f\n", game, low, high);
                    return 1;
                }
                solved += out.exact;
                if (position->to_act() == search::kChance) {
                    for (const bool joint : {false, true}) sweeps += bridge::rattus_sweep(*view, 3'000, joint, !joint).solved;
                    break;
                }
            } else if (position->to_act() >= 0) {
                turn = position->view(position->to_act());
            }
            const u16* ids = nullptr;
            const int count = position->legal(ids);
            position->apply(ids[random.below(count)]);
        }
        bridge::Closings closings;
        turn->closing(3, 3, 1, kSeconds, never, closings);
    }
    std::printf("games %d solved %d sweeps %d\n", games, solved, sweeps);
    return 0;
}
