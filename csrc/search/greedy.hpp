// The greedy player: the turn with the best expected result at its own end, one ply, chance exact where the game offers it.
//
// Every distinct way to play the turn is walked (turn_lines.hpp) and valued by the expected lead over the best other player at
// the end of the turn. Ties go to the better evaluation at the horizon, then to the earlier action ids. Honest limits:
// after a look at hidden things the walk stops, and the lead of that moment counts. A hand full of abilities can make millions of
// turns; where more than kGreedyTurns distinct ones would have to be valued, only the most promising actions at each
// decision are walked (the game's priors), as many as keep within that number.
#pragma once

#include <algorithm>
#include <vector>

#include "search/turn_lines.hpp"

namespace rattus_ai::search {

inline constexpr int kGreedyTurns = 4000;
inline constexpr int kGreedyWidths[] = {0, 16, 8, 5, 3};  // actions at each decision, 0: all

// One walk; empty, and false in `complete`, where there are too many turns.
template <Game G, class Stop>
std::vector<TurnLine> greedy_walk(const typename G::Rules& rules, const typename G::State& root, int viewer, int lines, int width, Stop stop,
                                  typename G::Memory& memory, bool& complete) {
    using State = typename G::State;
    int valued = 0;
    auto enough = [&] { return valued > kGreedyTurns || stop(); };
    const int player = G::to_act(rules, root);
    const int turn = G::turn_number(rules, root);
    struct Candidate {
        TurnLine line;
        double value;
        double tie_break;
    };
    std::vector<Candidate> best;
    auto leaf = [&](const State& state, const std::vector<ActionId>& path) {
        ++valued;
        double values[G::kMaxPlayers] = {};
        const bool settled = G::settled_turn(rules, state);
        if (settled) {
            G::expected_margins(rules, state, memory, values);
        } else {
            G::margins(rules, state, values);
        }
        double outlook[G::kMaxPlayers];
        G::evaluate(rules, state, outlook);
        const double value = values[player];
        const double tie_break = outlook[player];
        auto better = [&](const Candidate& other) {
            constexpr double kSame = 1e-9;  // rounding of sums of probabilities
            return value > other.value + kSame || (value > other.value - kSame && tie_break > other.tie_break + kSame);
        };
        auto place = std::find_if(best.begin(), best.end(), better);
        if (place == best.end() && static_cast<int>(best.size()) >= lines) return;
        TurnLine line;
        line.actions = path;
        line.values.assign(values, values + G::players(rules));
        // Where the turn goes on unsettled the lead of the moment is all there is.
        line.exact = (settled && G::margins_exact(rules, state)) || G::turn_number(rules, state) != turn;
        best.insert(place, Candidate{std::move(line), value, tie_break});
        if (static_cast<int>(best.size()) > lines) best.pop_back();
    };
    TurnWalker<G, decltype(leaf), decltype(enough)> walker(rules, viewer, width, leaf, enough);
    walker.walk(root);
    complete = valued <= kGreedyTurns;
    std::vector<TurnLine> out;
    for (Candidate& candidate : best) out.push_back(std::move(candidate.line));
    return out;
}

// The best `lines` turns, best first; values are expected leads of each player at the end of the turn, exact.
template <Game G, class Stop>
std::vector<TurnLine> greedy_turns(const typename G::Rules& rules, const typename G::State& root, int viewer, int lines, Stop stop) {
    std::vector<TurnLine> out;
    typename G::Memory memory;
    for (const int width : kGreedyWidths) {
        bool complete = false;
        out = greedy_walk<G>(rules, root, viewer, lines, width, stop, memory, complete);
        if (complete || stop()) break;
    }
    return out;
}

}  // namespace rattus_ai::search
