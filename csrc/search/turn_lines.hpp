// Whole turns: walking over all decisions of one player's turn without meeting the same position twice.
//
// A turn is a run of decisions of one player; it is cut at the first chance node, when the turn is over, or where the
// caller says that what follows cannot matter. Orders of independent actions lead to equal positions; only the
// first path to each is kept.
#pragma once

#include <unordered_set>
#include <vector>

#include "search/game.hpp"

namespace rattus_ai::search {

struct TurnLine {
    std::vector<ActionId> actions;
    std::vector<double> values;  // of each player
    bool exact = false;          // the values are not estimates
    u64 visits = 0;              // simulations spent on it, where there were any
};

// Does the turn of the player who decided go on with another decision of his?
template <Game G>
bool same_turn(const typename G::Rules& rules, const typename G::State& state, int player, int turn) {
    return G::to_act(rules, state) == player && G::turn_number(rules, state) == turn;
}

template <Game G, class Leaf, class Stop>
class TurnWalker {
public:
    using Rules = typename G::Rules;
    using State = typename G::State;

    // leaf(state, path) is called for each distinct end; stop() -> true abandons the walk; width bounds the actions
    // considered at each decision to the best by prior (0: all).
    TurnWalker(const Rules& rules, int viewer, int width, Leaf leaf, Stop stop)
        : rules_(rules), viewer_(viewer), width_(width), leaf_(leaf), stop_(stop) {}

    void walk(const State& root) {
        player_ = G::to_act(rules_, root);
        turn_ = G::turn_number(rules_, root);
        visit(root);
    }

private:
    void visit(const State& state) {
        if (stop_()) return;
        std::vector<ActionId> actions(static_cast<std::size_t>(G::count_actions(rules_, state)));
        buffer_.resize(static_cast<std::size_t>(G::action_count(rules_)));
        const int count = G::list_actions(rules_, state, buffer_.data());
        std::copy(buffer_.begin(), buffer_.begin() + count, actions.begin());
        if (width_ > 0 && count > width_) keep_best(state, actions);
        for (const ActionId action : actions) {
            State next = state;
            G::apply_action(rules_, next, action);
            if (!seen_.insert(G::key(rules_, next, viewer_)).second) continue;
            path_.push_back(action);
            if (!same_turn<G>(rules_, next, player_, turn_) || G::settled_turn(rules_, next)) {
                leaf_(next, path_);
            } else {
                visit(next);
            }
            path_.pop_back();
            if (stop_()) return;
        }
    }

    void keep_best(const State& state, std::vector<ActionId>& actions) {
        std::vector<float> weights(actions.size());
        G::priors(rules_, state, actions.data(), static_cast<int>(actions.size()), weights.data());
        std::vector<std::size_t> order(actions.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
        std::vector<ActionId> best;
        for (int i = 0; i < width_; ++i) best.push_back(actions[order[static_cast<std::size_t>(i)]]);
        std::sort(best.begin(), best.end());
        actions = best;
    }

    const Rules& rules_;
    int viewer_;
    int width_;
    Leaf leaf_;
    Stop stop_;
    int player_ = 0;
    int turn_ = 0;
    std::vector<ActionId> path_;
    std::vector<ActionId> buffer_;
    std::unordered_set<u64> seen_;
};

}  // namespace rattus_ai::search
