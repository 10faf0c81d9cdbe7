// Where a playout is cut off and valued by the evaluation: after a number of turns.
//
// Turns count once the game itself has begun. In a set-up that the players play, an evaluation of a few placements ahead sees
// nothing yet, so that all of them would be worth the same; a game with such a set-up says when it is over by
// G::begun(rules, state), other games need not. Honest limit: the playouts of the set-up are longer by what is left of it.
#pragma once

#include "search/game.hpp"

namespace rattus_ai::search {

template <Game G>
bool begun(const typename G::Rules& rules, const typename G::State& state) {
    if constexpr (requires { { G::begun(rules, state) } -> std::same_as<bool>; }) {
        return G::begun(rules, state);
    } else {
        return true;
    }
}

template <Game G>
class Horizon {
public:
    using Rules = typename G::Rules;
    using State = typename G::State;

    // `turns`: how often the turn may change; negative: the playout goes on to the end.
    Horizon(const Rules& rules, const State& start, int turns) : turn_(G::turn_number(rules, start)), left_(turns), limited_(turns >= 0) {}

    // Asked at every decision: are the turns used up?
    bool met(const Rules& rules, const State& state) {
        if (!limited_) return false;
        const int now = G::turn_number(rules, state);
        if (now == turn_) return false;
        turn_ = now;
        return begun<G>(rules, state) && --left_ < 0;
    }

private:
    int turn_;
    int left_;
    bool limited_;
};

}  // namespace rattus_ai::search
