// Candidate turns compared on the same random numbers.
//
// Sample i of every candidate starts from the same drawn world and has the same random numbers for the same events (coupling.hpp;
// common random numbers: Veness, Lanctot, Bowling, "Variance reduction in Monte-Carlo tree search", NIPS 2011). It
// plays the candidate turn and goes on with a fixed policy: the most visited actions of the finished trees while the game is in
// them, then the most promising action by the priors (setting `steady`) or the playout policy, which alone plays in a set-up. The policy is
// fixed, so the samples of one candidate are independent and their standard error means what it says: it is that of the
// value under this policy. Three things make the errors small without any bias:
// * the numbers of an event do not depend on what happened before, so two plays come together again after a difference;
// * the luck of chance outcomes, whose mean is exactly zero, is taken off (control variate; Game::add_luck);
// * where no decision is left, the exact end of the game takes the place of sampling (setting `solver`).
#pragma once

#include <vector>

#include "search/coupling.hpp"
#include "search/exact_ends.hpp"
#include "search/horizon.hpp"
#include "search/ismcts.hpp"

namespace rattus_ai::search {

template <Game G>
class Comparison {
public:
    using Rules = typename G::Rules;
    using State = typename G::State;

    static constexpr u64 kTrusted = 12;  // visits from which the trees decide

    // What one lane of samples needs for itself.
    struct Workplace {
        explicit Workplace(const Rules& rules)
            : actions(static_cast<std::size_t>(G::action_count(rules))), weights(actions.size()), outcomes(static_cast<std::size_t>(G::outcome_count(rules))) {}
        std::vector<ActionId> actions;
        std::vector<float> weights;
        std::vector<WeightedOutcome> outcomes;
        ExactEnds<G> ends;
    };

    Comparison(const Rules& rules, const Settings& settings, const State& root, std::vector<const Tree*> trees)
        : rules_(rules), settings_(settings), root_(root), trees_(std::move(trees)), begun_(begun<G>(rules, root)) {}

    // Writes the value vector of one sample, and the luck that was taken off it. The number of the sample decides everything random.
    // Entries may leave [0, 1] by the luck; their mean does not.
    void sample(const std::vector<ActionId>& turn, u64 number, double* values, double* luck, Workplace& place) const {
        const bool wins = settings_.objective == Objective::kWin;
        // Stream 0 belongs to the comparison, the others to the trees.
        util::Random random(settings_.seed, 0, number);
        EventNumbers events(random.next());
        place.ends.start();
        State state = root_;
        G::draw_unknown(rules_, state, random);
        for (const ActionId action : turn) G::apply_action(rules_, state, action);
        for (std::size_t p = 0; p < players(); ++p) luck[p] = 0.0;
        bool inside = begun_;
        Horizon<G> horizon(rules_, state, wins ? settings_.horizon : -1);
        for (int player = G::to_act(rules_, state); player != kTerminal; player = G::to_act(rules_, state)) {
            if (player == kChance) {
                if (wins && settings_.solver && place.ends.values(rules_, state, values)) return take_off(luck, values);
                const int count = G::chance_outcomes(rules_, state, place.outcomes.data());
                const int chosen = first_to_arrive(events.next(2 * G::chance_label(rules_, state)), place.outcomes.data(), count);
                if (wins && settings_.control) G::add_luck(rules_, state, place.outcomes.data(), count, chosen, luck);
                G::apply_outcome(rules_, state, place.outcomes[static_cast<std::size_t>(chosen)].id);
                continue;
            }
            if (horizon.met(rules_, state)) {
                G::evaluate(rules_, state, values);
                return take_off(luck, values);
            }
            ActionId action = 0;
            inside = inside && from_trees(state, player, action);
            if (!inside) action = policy(state, events, G::turn_number(rules_, state), place);
            G::apply_action(rules_, state, action);
        }
        if (wins) {
            G::wins(rules_, state, values);
            take_off(luck, values);
        } else {
            G::margins(rules_, state, values);
            for (std::size_t p = 0; p < players(); ++p) values[p] = 0.5 + values[p] / kMarginScale;
        }
    }

private:
    std::size_t players() const { return static_cast<std::size_t>(G::players(rules_)); }

    void take_off(const double* luck, double* values) const {
        for (std::size_t p = 0; p < players(); ++p) values[p] -= luck[p];
    }

    ActionId policy(const State& state, EventNumbers& events, int turn, Workplace& place) const {
        if (settings_.playout == Playout::kGuided && settings_.steady && begun_) {
            const int count = G::list_actions(rules_, state, place.actions.data());
            G::priors(rules_, state, place.actions.data(), count, place.weights.data());
            const auto best = std::max_element(place.weights.begin(), place.weights.begin() + count) - place.weights.begin();
            return place.actions[static_cast<std::size_t>(best)];
        }
        util::Random own(events.next(2 * static_cast<u64>(turn) + 1));
        return settings_.playout == Playout::kGuided ? G::playout_action(rules_, state, own) : G::random_action(rules_, state, own);
    }

    // The most visited action in all trees together, where they have seen enough.
    bool from_trees(const State& state, int player, ActionId& action) const {
        const u64 key = G::key(rules_, state, player);
        const Tree* first = nullptr;
        u32 first_index = 0;
        u64 visits = 0;
        for (const Tree* tree : trees_) {
            const u32 index = tree->find(key);
            if (index == Tree::kNoNode || !tree->node(index).expanded) continue;
            visits += tree->node(index).visits;
            if (first == nullptr) {
                first = tree;
                first_index = index;
            }
        }
        if (visits < kTrusted) return false;
        u64 most = 0;
        for (int i = 0; i < first->node(first_index).edges; ++i) {
            const ActionId candidate = first->edges(first_index)[i].action;
            u64 sum = 0;
            for (const Tree* tree : trees_) {
                const u32 index = tree == first ? first_index : tree->find(key);
                if (index != Tree::kNoNode && tree->node(index).expanded) sum += visits_of(*tree, index, i, candidate);
            }
            if (i == 0 || sum > most) {
                most = sum;
                action = candidate;
            }
        }
        return true;
    }

    // Edges mostly stand in the same order in all trees.
    static u64 visits_of(const Tree& tree, u32 index, int guess, ActionId action) {
        const Edge* edges = tree.edges(index);
        const int count = tree.node(index).edges;
        if (guess < count && edges[guess].action == action) return edges[guess].visits;
        for (int i = 0; i < count; ++i) {
            if (edges[i].action == action) return edges[i].visits;
        }
        return 0;
    }

    const Rules& rules_;
    Settings settings_;
    State root_;
    std::vector<const Tree*> trees_;
    // In a set-up nearly all is worth the same, so that what trees and the best prior settle on there is chance: other seeds would
    // settle on something else, and values would differ by far more than their errors. Play goes on at random there, by the light policy.
    bool begun_;
};

}  // namespace rattus_ai::search
