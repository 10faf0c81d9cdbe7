// Candidate turns compared on the same random numbers.
//
// Sample i of every candidate starts from the same drawn world and the same stream of random numbers (common random numbers;
// Veness, Lanctot, Bowling, NIPS 2011), plays the candidate turn and goes on with a fixed policy: the most visited actions of the
// finished tree while the game is in it, then the playout policy. The policy is fixed, so the samples of one
// candidate are independent and their standard error means what it says: it is that of the value under this policy.
#pragma once

#include <vector>

#include "search/ismcts.hpp"

namespace rattus_ai::search {

template <Game G>
class Comparison {
public:
    using Rules = typename G::Rules;
    using State = typename G::State;

    static constexpr u32 kTrusted = 12;  // visits from which the tree decides

    Comparison(const Rules& rules, const Settings& settings, const State& root, const Tree& tree)
        : rules_(rules), settings_(settings), root_(root), tree_(tree) {}

    // Writes the value vector of one sample; the number of the sample decides everything random.
    void sample(const std::vector<ActionId>& turn, u64 number, double* values) const {
        // Stream 0 belongs to the comparison, the others to the trees.
        util::Random random(settings_.seed, 0, number);
        State state = root_;
        G::draw_unknown(rules_, state, random);
        for (const ActionId action : turn) G::apply_action(rules_, state, action);
        bool inside = true;
        int last_turn = G::turn_number(rules_, state);
        int turns = 0;
        for (int player = G::to_act(rules_, state); player != kTerminal; player = G::to_act(rules_, state)) {
            if (player == kChance) {
                G::apply_outcome(rules_, state, G::sample_outcome(rules_, state, random));
                continue;
            }
            if (settings_.horizon >= 0 && settings_.objective == Objective::kWin) {
                const int now = G::turn_number(rules_, state);
                if (now != last_turn && ++turns > settings_.horizon) {
                    G::evaluate(rules_, state, values);
                    return;
                }
                last_turn = now;
            }
            ActionId action = 0;
            inside = inside && from_tree(state, player, action);
            if (!inside) {
                action = settings_.playout == Playout::kGuided ? G::playout_action(rules_, state, random)
                                                               : G::random_action(rules_, state, random);
            }
            G::apply_action(rules_, state, action);
        }
        if (settings_.objective == Objective::kWin) {
            G::wins(rules_, state, values);
        } else {
            G::margins(rules_, state, values);
            for (int p = 0; p < G::players(rules_); ++p) values[p] = 0.5 + values[p] / kMarginScale;
        }
    }

private:
    bool from_tree(const State& state, int player, ActionId& action) const {
        const u32 index = tree_.find(G::key(rules_, state, player));
        if (index == Tree::kNoNode) return false;
        const Node& node = tree_.node(index);
        if (!node.expanded || node.visits < kTrusted) return false;
        const Edge* edges = tree_.edges(index);
        int best = 0;
        for (int i = 1; i < node.edges; ++i) {
            if (edges[i].visits > edges[best].visits) best = i;
        }
        action = edges[best].action;
        return true;
    }

    const Rules& rules_;
    Settings settings_;
    State root_;
    const Tree& tree_;
};

}  // namespace rattus_ai::search
