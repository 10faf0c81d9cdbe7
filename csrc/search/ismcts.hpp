// Information-set Monte Carlo tree search, one tree.
//
// Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4(2), 2012: each simulation draws
// what the searching player cannot know and walks one tree of information sets. Here:
// * the root is a view; private information of the others is redrawn for each simulation, chance is drawn when it is met;
// * a node belongs to the player to act and to what *he* knows in the drawn world, so nobody plays on what he cannot see;
// * values are vectors, one entry a player, and everybody maximises his own (max^n; Nijssen, Winands 2011-2013);
// * selection is PUCT with the priors of the game, a leaf is valued by one playout;
// * exact values are backed up where the game is decided without chance and without anything hidden (after
//   Winands, Bjornsson, Saito, "Monte-Carlo tree search solver", 2008).
// Honest limits: the others' hidden tokens are drawn without reading anything into their actions; ISMCTS does not
// converge to an equilibrium (Lisy, Lanctot, Bowling, AAMAS 2015).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "search/exact_ends.hpp"
#include "search/game.hpp"
#include "search/horizon.hpp"
#include "search/restriction.hpp"
#include "search/settings.hpp"
#include "search/spread.hpp"
#include "search/tree.hpp"
#include "search/turn_lines.hpp"

namespace rattus_ai::search {

template <Game G>
class Ismcts {
public:
    using Rules = typename G::Rules;
    using State = typename G::State;
    using Values = std::array<double, static_cast<std::size_t>(G::kMaxPlayers)>;

    Ismcts(const Rules& rules, const Settings& settings, int number, std::size_t bytes)
        : rules_(rules), settings_(settings), number_(static_cast<u64>(number)), tree_(G::players(rules), bytes) {
        actions_.resize(static_cast<std::size_t>(G::action_count(rules)));
        priors_.resize(actions_.size());
        order_.resize(actions_.size());
    }

    // A new root; statistics of positions that can still be reached stay useful (tree reuse).
    void set_root(const State& view) {
        root_ = view;
        spread_.clear();  // what was nearly won there may be open here
    }
    // Before the first simulation.
    void restrict(const Restriction& restriction) { restriction_ = restriction; }
    void clear() {
        tree_.clear();
        spread_.clear();
        simulations_ = 0;
    }

    const Tree& tree() const { return tree_; }
    u64 simulations() const { return simulations_; }
    u64 steps() const { return steps_; }

    void simulate() {
        util::Random random(settings_.seed, number_ + 1, simulations_++);
        State state = root_;
        G::draw_unknown(rules_, state, random);
        path_.clear();
        ends_.start();
        Values values{};
        bool exact = false;        // the values hold for the last step of the path, no chance or hidden thing between
        bool certain = true;       // since the last step nothing was drawn
        for (;;) {
            const int player = G::to_act(rules_, state);
            if (player == kTerminal) {
                outcome(state, values);
                exact = certain;
                break;
            }
            if (player == kChance) {
                if (settings_.objective == Objective::kWin && G::decided(rules_, state, values.data())) {
                    exact = certain;
                    break;
                }
                if (exact_end(state, values)) break;
                G::apply_outcome(rules_, state, G::sample_outcome(rules_, state, random));
                ++steps_;
                certain = false;
                continue;
            }
            const u64 key = node_key(state, player);
            u32 node = tree_.find(key);
            if (node == Tree::kNoNode) node = tree_.add(key);
            if (node == Tree::kNoNode || path_.size() >= kMaxPath) {
                playout(state, values, random);
                break;
            }
            if (tree_.node(node).solved) {
                const float* known = tree_.node_values(node);
                for (std::size_t p = 0; p < players(); ++p) values[p] = known[p];
                exact = certain;
                ++tree_.node(node).visits;
                ++tree_.edges(node)[best_solved(node, player)].visits;
                break;
            }
            if (!tree_.node(node).expanded && (tree_.node(node).visits == 0 || !expand(node, state))) {
                playout(state, values, random);
                path_.push_back({node, -1, player, false, certain});
                break;
            }
            const int edge = select(node, player);
            path_.push_back({node, edge, player, G::hidden_from(rules_, state, player), certain});
            G::apply_action(rules_, state, tree_.edges(node)[edge].action);
            ++steps_;
            certain = true;
        }
        back_up(values, exact);
    }

private:
    static constexpr std::size_t kMaxPath = 2048;

    struct Step {
        u32 node;
        int edge;  // -1: the leaf itself
        int player;
        bool hidden;  // something was hidden from the player when he chose
        bool linked;  // nothing was drawn between the step before and this node
    };

    std::size_t players() const { return static_cast<std::size_t>(G::players(rules_)); }

    u64 node_key(const State& state, int player) const { return G::key(rules_, state, player); }

    // A value without noise, but not a proof: a proved action gets no exploration, which only suits certain wins and losses.
    // In the tree only: a playout passes each end once, and working it out takes longer than playing many.
    bool exact_end(const State& state, Values& values) {
        return settings_.solver && settings_.objective == Objective::kWin && ends_.values(rules_, state, values.data());
    }

    void outcome(const State& state, Values& values) const {
        if (settings_.objective == Objective::kWin) {
            G::wins(rules_, state, values.data());
        } else {
            G::margins(rules_, state, values.data());
            for (std::size_t p = 0; p < players(); ++p) values[p] = 0.5 + values[p] / kMarginScale;
        }
    }

    void playout(State& state, Values& values, util::Random& random) {
        Horizon<G> horizon(rules_, state, settings_.objective == Objective::kWin ? settings_.horizon : -1);
        for (int player = G::to_act(rules_, state); player != kTerminal; player = G::to_act(rules_, state)) {
            if (horizon.met(rules_, state)) {
                G::evaluate(rules_, state, values.data());
                return;
            }
            if (player == kChance) {
                G::apply_outcome(rules_, state, G::sample_outcome(rules_, state, random));
            } else {
                G::apply_action(rules_, state, settings_.playout == Playout::kGuided ? G::playout_action(rules_, state, random)
                                                                                     : G::random_action(rules_, state, random));
            }
            ++steps_;
        }
        outcome(state, values);
    }

    bool expand(u32 node, const State& state) {
        int count = G::list_actions(rules_, state, actions_.data());
        if (!restriction_.empty() && same_turn<G>(rules_, state, G::to_act(rules_, root_), G::turn_number(rules_, root_))) {
            count = restriction_.filter(actions_.data(), count, path_.empty());
        }
        if (!tree_.expand(node, count)) return false;
        G::priors(rules_, state, actions_.data(), count, priors_.data());
        double total = 0.0;
        for (int i = 0; i < count; ++i) {
            order_[static_cast<std::size_t>(i)] = i;
            total += static_cast<double>(priors_[static_cast<std::size_t>(i)]);
        }
        std::stable_sort(order_.begin(), order_.begin() + count,
                         [this](int a, int b) { return priors_[static_cast<std::size_t>(a)] > priors_[static_cast<std::size_t>(b)]; });
        Edge* edges = tree_.edges(node);
        for (int i = 0; i < count; ++i) {
            const std::size_t which = static_cast<std::size_t>(order_[static_cast<std::size_t>(i)]);
            edges[i].action = actions_[which];
            edges[i].prior = static_cast<float>(static_cast<double>(priors_[which]) / total);
        }
        return true;
    }

    int select(u32 index, int player) {
        const Node& node = tree_.node(index);
        const Edge* edges = tree_.edges(index);
        const std::size_t mine = static_cast<std::size_t>(player);
        const float mean = tree_.node_values(index)[mine] / static_cast<float>(node.visits);
        const float part = spread_.part(mine);
        const float fresh = mean - part * static_cast<float>(settings_.first_play_reduction);
        const float scale = part * static_cast<float>(settings_.exploration) * std::sqrt(static_cast<float>(node.visits));
        int best = 0;
        float best_score = -1e30f;
        for (int i = 0; i < node.edges; ++i) {
            const Edge& edge = edges[i];
            if (edge.visits == 0) {
                if (fresh + scale * edge.prior > best_score) best = i;
                break;  // edges are sorted by prior: no later unvisited one can be better
            }
            const float sum = tree_.values(index, i)[mine];
            // A solved edge needs no exploration.
            const float score = edge.solved ? sum : sum / static_cast<float>(edge.visits) + scale * edge.prior / static_cast<float>(1 + edge.visits);
            if (score > best_score) {
                best_score = score;
                best = i;
            }
        }
        return best;
    }

    // `values` is what the last step led to; a node that gets solved on the way up passes on what it is worth instead.
    void back_up(Values values, bool exact) {
        if (settings_.objective == Objective::kWin) spread_.add(values, players());
        for (std::size_t i = path_.size(); i-- > 0;) {
            const Step& step = path_[i];
            Node& node = tree_.node(step.node);
            ++node.visits;
            if (!node.solved) add(tree_.node_values(step.node), values);
            if (step.edge < 0) {
                exact = false;
                continue;
            }
            Edge& edge = tree_.edges(step.node)[step.edge];
            ++edge.visits;
            float* sums = tree_.values(step.node, step.edge);
            exact = exact && !step.hidden;
            if (exact && !edge.solved) {
                edge.solved = true;
                for (std::size_t p = 0; p < players(); ++p) sums[p] = static_cast<float>(values[p]);
                exact = settle(step.node, step.player);
                for (std::size_t p = 0; exact && p < players(); ++p) values[p] = tree_.node_values(step.node)[p];
            } else {
                if (!edge.solved) add(sums, values);
                exact = false;
            }
            exact = exact && step.linked;
        }
    }

    void add(float* sums, const Values& values) const {
        for (std::size_t p = 0; p < players(); ++p) sums[p] += static_cast<float>(values[p]);
    }

    // The best of the solved actions for the player; -1 where none is.
    int best_solved(u32 index, int player) const {
        const Edge* edges = tree_.edges(index);
        const std::size_t mine = static_cast<std::size_t>(player);
        int best = -1;
        for (int i = 0; i < tree_.node(index).edges; ++i) {
            if (edges[i].solved && (best < 0 || tree_.values(index, i)[mine] > tree_.values(index, best)[mine])) best = i;
        }
        return best;
    }

    // A node is solved when its player wins for sure, or when all his actions are solved.
    bool settle(u32 index, int player) {
        Node& node = tree_.node(index);
        const Edge* edges = tree_.edges(index);
        const std::size_t mine = static_cast<std::size_t>(player);
        const int best = best_solved(index, player);
        bool all = true;
        u32 most = 0;
        for (int i = 0; i < node.edges; ++i) {
            all = all && edges[i].solved;
            if (i != best) most = std::max(most, edges[i].visits);
        }
        const bool sure = best >= 0 && settings_.objective == Objective::kWin && tree_.values(index, best)[mine] >= 1.0f;
        if (!all && !sure) return false;
        node.solved = true;
        // From here on nothing is tried any more, so what is best has to be the most visited at once.
        tree_.edges(index)[best].visits = std::max(most + 1, edges[best].visits);
        float* values = tree_.node_values(index);
        for (std::size_t p = 0; p < players(); ++p) values[p] = tree_.values(index, best)[p];
        return true;
    }

    const Rules& rules_;
    Settings settings_;
    u64 number_;
    Tree tree_;
    Spread<static_cast<std::size_t>(G::kMaxPlayers)> spread_;
    ExactEnds<G> ends_;
    State root_{};
    Restriction restriction_;
    u64 simulations_ = 0;
    u64 steps_ = 0;
    std::vector<Step> path_;
    std::vector<ActionId> actions_;
    std::vector<float> priors_;
    std::vector<int> order_;
};

}  // namespace rattus_ai::search
