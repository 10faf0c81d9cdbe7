// Expectimax over whole turns, for any number of players.
//
// Depth counts turns; each player maximises his own entry of the value vector (max^n, Luckhardt and Irani 1986); values are win
// probabilities, so they lie in [0, 1] and sum to 1. Chance nodes are exact over effect classes (or over single outcomes)
// and pruned as in Ballard, "The *-minimax search procedure for trees containing chance nodes", AI 21, 1983:
// * Star1: with a bound from the parent, a chance node is left as soon as even the best rest cannot reach it;
// * Star2: before that, one child of each outcome is probed; what the replying player gets for sure is lost to the others.
// Between players the cut is the shallow one (Korf 1991): a player never gets more than 1 less what the replying one has.
// Where no decision is left the game may answer exactly itself (Rattus: the sweep). Positions are remembered by the key of
// what the viewer knows. Depth grows by iterative deepening.
//
// Honest limits: what is hidden from the viewer is drawn when it comes up, as if nobody knew it, so opponents do not use
// private looks; equal choices of an opponent are decided by the order of actions; `width` > 0 considers only the most
// promising actions at each decision (0: all, exact). Effect classes are exact up to the end of the turn and in the sweep.
#pragma once

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "search/turn_lines.hpp"

namespace rattus_ai::search {

struct ExpectimaxSettings {
    int depth = 1;             // turns, the one of the player to move included
    int width = 0;             // actions considered at each decision, best priors first; 0: all
    bool exact_chance = false; // every outcome by itself instead of effect classes
    u64 nodes = 0;             // bound on visited nodes, 0: none
};

template <Game G, class Stop>
class Expectimax {
public:
    using Rules = typename G::Rules;
    using State = typename G::State;
    using Values = std::array<double, static_cast<std::size_t>(G::kMaxPlayers)>;

    Expectimax(const Rules& rules, const ExpectimaxSettings& settings, Stop stop) : rules_(rules), settings_(settings), stop_(stop) {}

    u64 nodes() const { return nodes_; }
    u64 cuts() const { return cuts_; }
    // True when the values are those of the whole game: no line was cut off at the horizon, no outcomes were joined that may
    // differ later, and nobody decided with more or less than he knows.
    bool complete() const { return !horizon_met_ && !approximate_; }

    // The best `lines` turns at the depth of the settings, best first; empty when the search was stopped.
    std::vector<TurnLine> turns(const State& root, int viewer, int lines) {
        viewer_ = viewer;
        horizon_met_ = false;
        table_.clear();
        const int player = G::to_act(rules_, root);
        approximate_ = G::misinformed(rules_, root, player);
        root_turn_ = G::turn_number(rules_, root);
        std::vector<TurnLine> best;
        auto leaf = [&](const State& state, const std::vector<ActionId>& path) {
            const std::size_t mine = static_cast<std::size_t>(player);
            const double bound = static_cast<int>(best.size()) < lines ? -1.0 : best.back().values[mine];
            const Result result = search(state, settings_.depth, root_turn_, player, bound);
            if (stopped_ || (static_cast<int>(best.size()) >= lines && result.values[mine] <= bound)) return;
            TurnLine line;
            line.actions = path;
            line.values.assign(result.values.begin(), result.values.begin() + G::players(rules_));
            line.exact = false;
            auto place = std::find_if(best.begin(), best.end(), [&](const TurnLine& other) { return line.values[mine] > other.values[mine] + kSame; });
            best.insert(place, std::move(line));
            if (static_cast<int>(best.size()) > lines) best.pop_back();
        };
        auto stop = [this] { return stopped_ = stopped_ || stop_(); };
        TurnWalker<G, decltype(leaf), decltype(stop)> walker(rules_, viewer, settings_.width, leaf, stop);
        walker.walk(root);
        for (TurnLine& line : best) line.exact = complete() && settings_.width == 0;
        if (stopped_) best.clear();
        return best;
    }

    // The value of one position, without a bound.
    Values value(const State& root, int viewer) {
        viewer_ = viewer;
        horizon_met_ = false;
        approximate_ = false;
        table_.clear();
        root_turn_ = G::turn_number(rules_, root);
        return search(root, settings_.depth, root_turn_, kNobody, -1.0).values;
    }

private:
    static constexpr int kNobody = -1;
    static constexpr double kSame = 1e-12;

    struct Result {
        Values values;
        bool exact;  // else values[bound player] is only an upper bound, and not above the bound
    };

    // `player` needs more than `bound`; where that is impossible any upper bound may be returned.
    Result search(const State& state, int depth, int turn, int player, double bound) {
        ++nodes_;
        if (stopped_ || (nodes_ & 255u) == 0) {
            if (stopped_ || stop_() || (settings_.nodes != 0 && nodes_ > settings_.nodes)) {
                stopped_ = true;
                return {Values{}, false};
            }
        }
        const int mover = G::to_act(rules_, state);
        Result result{Values{}, true};
        if (mover == kTerminal) {
            G::wins(rules_, state, result.values.data());
            return result;
        }
        const int now = G::turn_number(rules_, state);
        if (now != turn) {
            if (depth <= 1) {
                horizon_met_ = true;
                G::evaluate(rules_, state, result.values.data());
                return result;
            }
            --depth;
            turn = now;
        }
        if (mover == kChance) return chance(state, depth, turn, player, bound);
        const u64 key = util::mix64(G::key(rules_, state, viewer_) + static_cast<u64>(depth));
        if (const auto known = table_.find(key); known != table_.end()) return {known->second, true};
        result = decision(state, mover, depth, turn, player, bound);
        if (result.exact && !stopped_) table_.emplace(key, result.values);
        return result;
    }

    Result decision(const State& state, int mover, int depth, int turn, int player, double bound) {
        approximate_ = approximate_ || G::misinformed(rules_, state, mover);
        const std::vector<ActionId> actions = ordered(state);
        const std::size_t mine = static_cast<std::size_t>(mover);
        Result best{Values{}, false};
        double most = -1.0;                                   // proved for the mover
        double ceiling = -1.0;                                // largest upper bound of the others
        for (const ActionId action : actions) {
            State next = state;
            G::apply_action(rules_, next, action);
            const double need = mover == player ? std::max(bound, most) : most;
            const Result reply = search(next, depth, turn, mover, need);
            if (stopped_) return {Values{}, false};
            if (!reply.exact) {
                ceiling = std::max(ceiling, reply.values[mine]);
                continue;
            }
            if (reply.values[mine] > most + kSame) {
                most = reply.values[mine];
                best = reply;
                if (player != kNobody && player != mover && 1.0 - most <= bound) {
                    ++cuts_;
                    Result upper{Values{}, false};
                    upper.values[static_cast<std::size_t>(player)] = 1.0 - most;
                    return upper;
                }
            }
        }
        if (ceiling > most) {  // an action that was cut may be better than what was proved, but not than the bound
            best = Result{Values{}, false};
            best.values[mine] = ceiling;
        }
        return best;
    }

    Result chance(const State& state, int depth, int turn, int player, double bound) {
        if (Result end{Values{}, true}; G::exact_end(rules_, state, memory_, end.values.data())) return end;
        std::vector<WeightedOutcome> outcomes(static_cast<std::size_t>(G::outcome_count(rules_)));
        bool exact = true;
        const int count = settings_.exact_chance ? G::chance_outcomes(rules_, state, outcomes.data())
                                                 : G::chance_classes(rules_, state, outcomes.data(), exact);
        approximate_ = approximate_ || !exact;
        outcomes.resize(static_cast<std::size_t>(count));
        std::stable_sort(outcomes.begin(), outcomes.end(), [](const WeightedOutcome& a, const WeightedOutcome& b) { return a.weight > b.weight; });
        double total = 0.0;
        for (const WeightedOutcome& outcome : outcomes) total += outcome.weight;
        const std::size_t mine = static_cast<std::size_t>(std::max(player, 0));
        std::vector<double> upper(outcomes.size(), 1.0);
        double rest = 1.0;  // upper bound of what is still to come
        if (player != kNobody && bound > 0.0 && outcomes.size() > 1 && depth > 1) {
            rest = 0.0;
            for (std::size_t i = 0; i < outcomes.size(); ++i) {
                upper[i] = probe(state, outcomes[i].id, depth, turn, player);
                rest += upper[i] * outcomes[i].weight / total;
            }
            if (stopped_) return {Values{}, false};
            if (rest <= bound) return cut(mine, rest);
        }
        Result sum{Values{}, true};
        double proved = 0.0;
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            const double weight = outcomes[i].weight / total;
            rest -= upper[i] * weight;
            State next = state;
            G::apply_outcome(rules_, next, outcomes[i].id);
            const double need = player == kNobody ? -1.0 : (bound - proved - rest) / weight;
            const Result reply = search(next, depth, turn, need > 0.0 ? player : kNobody, need > 0.0 ? need : -1.0);
            if (stopped_) return {Values{}, false};
            if (!reply.exact) return cut(mine, proved + weight * reply.values[mine] + rest);
            for (std::size_t p = 0; p < sum.values.size(); ++p) sum.values[p] += weight * reply.values[p];
            proved += weight * reply.values[mine];
            if (player != kNobody && i + 1 < outcomes.size() && proved + rest <= bound) return cut(mine, proved + rest);
        }
        return sum;
    }

    Result cut(std::size_t player, double upper) {
        ++cuts_;
        Result result{Values{}, false};
        result.values[player] = upper;
        return result;
    }

    // Star2: an upper bound of the player's value after the outcome, from the first action of whoever replies.
    double probe(const State& state, int outcome, int depth, int turn, int player) {
        State next = state;
        G::apply_outcome(rules_, next, outcome);
        const int mover = G::to_act(rules_, next);
        if (mover < 0 || mover == player) return 1.0;
        const int now = G::turn_number(rules_, next);
        if (now != turn) {
            if (depth <= 1) return 1.0;
            --depth;
            turn = now;
        }
        const std::vector<ActionId> actions = ordered(next);
        G::apply_action(rules_, next, actions.front());
        const Result reply = search(next, depth, turn, kNobody, -1.0);
        return stopped_ ? 1.0 : 1.0 - reply.values[static_cast<std::size_t>(mover)];
    }

    std::vector<ActionId> ordered(const State& state) {
        buffer_.resize(static_cast<std::size_t>(G::action_count(rules_)));
        const int count = G::list_actions(rules_, state, buffer_.data());
        std::vector<float> weights(static_cast<std::size_t>(count));
        G::priors(rules_, state, buffer_.data(), count, weights.data());
        std::vector<int> order(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = i;
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weights[static_cast<std::size_t>(a)] > weights[static_cast<std::size_t>(b)]; });
        std::vector<ActionId> actions;
        const int kept = settings_.width > 0 && settings_.width < count ? settings_.width : count;
        for (int i = 0; i < kept; ++i) actions.push_back(buffer_[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
        return actions;
    }

    const Rules& rules_;
    ExpectimaxSettings settings_;
    Stop stop_;
    int viewer_ = 0;
    int root_turn_ = 0;
    u64 nodes_ = 0;
    u64 cuts_ = 0;
    bool stopped_ = false;
    bool horizon_met_ = false;
    bool approximate_ = false;
    std::unordered_map<u64, Values> table_;
    typename G::Memory memory_;
    std::vector<ActionId> buffer_;
};

}  // namespace rattus_ai::search
