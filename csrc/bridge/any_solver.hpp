// The solver of ends behind one face: clock and cancellation live here, the algorithm in search/solver.hpp.
#pragma once

#include "bridge/any_search.hpp"
#include "search/closing.hpp"
#include "search/solver.hpp"

namespace rattus_ai::bridge {

struct SolvedTurn {
    std::vector<int> actions;
    std::vector<double> lower, upper;  // of each player
    bool exact = false;
};

struct SolvedStep {
    int player;  // search::kChance: a chance outcome
    int id;
    int equal;
    bool others_differ;
};

struct Solved {
    bool exact = false;
    bool full = false;                 // the table was full
    bool stopped = false;
    int effort = 0;                    // passes that were finished
    u64 positions = 0;
    u64 ends = 0;
    std::vector<double> lower, upper;  // of each player
    std::vector<SolvedTurn> turns;     // of the player to act, best first
    std::vector<SolvedStep> play;
};

struct ClosingValue {
    std::vector<int> actions;
    u64 samples, ending, exact;
    bool certain;
    std::vector<double> lower, upper, values, squares;
};

struct Closings {
    u64 found = 0;   // turns that may end the game
    bool stopped = false;
    std::vector<ClosingValue> turns;
};

inline constexpr int kSlices = 16;         // samples of each turn that there must be time for
inline constexpr double kLooking = 0.3;    // share of the time for finding the turns

template <search::Game G>
Closings closings(const GamePosition<G>& position, int lines, u64 samples, u64 seed, double seconds, const StopFlag& stop) {
    const auto& rules = position.data();
    const Deadline deadline(seconds);
    auto halt = [&] { return stop.raised() || deadline.over(); };
    const double slice = seconds / (kSlices * lines);
    Deadline end(slice);
    auto end_over = [&] { return halt() || end.over(); };
    search::Closing<G> closing(rules, position.state(), seed, halt, end_over, [&] { end = Deadline(slice); });
    Closings out;
    const Deadline look(seconds * kLooking);
    auto turns = closing.candidates(static_cast<std::size_t>(lines), out.found, [&] { return stop.raised() || look.over(); });
    // Sample by sample, so that all turns have the same random numbers however early the time is up.
    for (u64 i = 0; i < samples && !out.stopped; ++i) {
        for (auto& turn : turns) {
            if (turn.certain && turn.samples > 0 && turn.exact == turn.samples) continue;  // nothing is random, and it is solved
            if (out.stopped = !closing.sample(turn) || halt(); out.stopped) break;
        }
    }
    out.stopped = out.stopped || halt();
    for (auto& turn : turns) {
        out.turns.push_back({{turn.actions.begin(), turn.actions.end()}, turn.samples, turn.ending, turn.exact, turn.certain,
                             std::move(turn.lower), std::move(turn.upper), std::move(turn.values), std::move(turn.squares)});
    }
    return out;
}

template <search::Game G>
Solved solved(const GamePosition<G>& position, int lines, u64 most_positions, u64 most_work, double seconds, const StopFlag& stop) {
    const auto& rules = position.data();
    const Deadline deadline(seconds);
    auto halt = [&] { return stop.raised() || deadline.over(); };
    search::Solver<G, decltype(halt)> solver(rules, most_positions, most_work, halt);
    const auto bracket = solver.solve(position.state());
    const std::size_t players = static_cast<std::size_t>(G::players(rules));
    auto some = [players](const auto& values) { return std::vector<double>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(players)); };
    Solved out;
    out.exact = solver.exact(bracket);
    out.full = solver.full();
    out.stopped = halt();
    out.effort = solver.effort();
    out.positions = solver.positions();
    out.ends = solver.ends();
    out.lower = some(bracket.lower);
    out.upper = some(bracket.upper);
    // Whoever cancels wants an answer at once: the bounds, without the turns behind them.
    if (stop.raised() && !out.exact) return out;
    if (G::to_act(rules, position.state()) >= 0 && lines > 0) {
        for (const auto& line : solver.turns(position.state(), static_cast<std::size_t>(lines))) {
            out.turns.push_back({{line.actions.begin(), line.actions.end()}, some(line.bracket.lower), some(line.bracket.upper), line.exact});
        }
    }
    for (const auto& step : solver.play(position.state())) out.play.push_back({step.player, step.id, step.equal, step.others_differ});
    return out;
}

template <search::Game G>
void GamePosition<G>::solve(int lines, u64 most_positions, u64 most_work, double seconds, const StopFlag& stop, Solved& out) const {
    out = solved(*this, lines, most_positions, most_work, seconds, stop);
}

template <search::Game G>
void GamePosition<G>::closing(int lines, u64 samples, u64 seed, double seconds, const StopFlag& stop, Closings& out) const {
    out = closings(*this, lines, samples, seed, seconds, stop);
}

}  // namespace rattus_ai::bridge
