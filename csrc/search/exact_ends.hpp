// Exact values of the ends of a game, remembered within bounds.
//
// One for each tree or lane of samples, never for a thread: a game's memory may change the last digit of what it tells.
#pragma once

#include <limits>

#include "search/game.hpp"

namespace rattus_ai::search {

template <Game G>
class ExactEnds {
public:
    // A new play: forgets which turn was asked about last.
    void start() { turn_ = kNone; }

    // At a chance node: the exact win probabilities where no decision is left and the game can tell them; false elsewhere. Asks
    // once in each turn of a play, since an end that is too wide stays so for a while and finding that out takes time.
    bool values(const typename G::Rules& rules, const typename G::State& state, double* values) {
        const int turn = G::turn_number(rules, state);
        if (turn == turn_) return false;
        turn_ = turn;
        if (!G::exact_end(rules, state, memory_, values)) return false;
        if (++asked_ >= kMost) {
            memory_ = G::quick_memory();
            asked_ = 0;
        }
        return true;
    }

private:
    static constexpr int kNone = std::numeric_limits<int>::min();
    static constexpr u32 kMost = 1u << 16;  // answers after which everything is forgotten: some tens of megabytes
    typename G::Memory memory_ = G::quick_memory();
    u32 asked_ = 0;
    int turn_ = kNone;
};

}  // namespace rattus_ai::search
