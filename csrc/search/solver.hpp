// The end of a game as a proof: brackets of win probabilities for every player, closed until they are exact.
//
// Each player maximises his own probability of winning (max^n, Luckhardt and Irani 1986) on what he knows himself. Every
// position has a lower and an upper bound for every player. At a decision an alternative whose upper bound lies below the
// best lower bound is out, the others give the brackets of the position (interval values as in B*, Berliner, "The B* tree
// search algorithm", AI 12, 1979); at a chance node brackets are averaged. Where no decision is left the game itself
// answers, with more and more effort: bounds at a glance, a small computation, a complete one. So the answer is proved at any
// moment, and exact when lower and upper bounds meet.
//
// Knowledge: what the player to act knows and the position does not hold is drawn before he decides; what it holds and he
// does not know is taken away while he chooses, so nobody plays on what he cannot see. Nobody reads anything into what the
// others did. Equal choices: the first in the order of the ids.
// Honest limits: values are sums of doubles, exact up to rounding (some 1e-15); alternatives count as equal within 1e-12.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "search/turn_lines.hpp"

namespace rattus_ai::search {

inline constexpr int kSolverEfforts = 3;  // 0: bounds at a glance, skipped; 1: small computations, 2: complete ones

template <Game G, class Stop>
class Solver {
public:
    using Rules = typename G::Rules;
    using State = typename G::State;
    using Values = std::array<double, static_cast<std::size_t>(G::kMaxPlayers)>;

    struct Bracket {
        Values lower{};
        Values upper{};
    };

    struct Line {
        std::vector<ActionId> actions;
        Bracket bracket;
        bool exact = false;
    };

    // A step of the play that is best for everybody: what is done, by whom, and what else would be as good for him.
    struct Step {
        int player;               // kChance: the likeliest outcome
        int id;
        int equal = 0;            // other choices that are worth the same to the player
        bool others_differ = false;  // some of these are worth something else to somebody
    };

    // `most_work` bounds the work in computing ends, 0: no bound; unlike a clock it gives the same answer everywhere.
    Solver(const Rules& rules, u64 most_positions, u64 most_work, Stop stop) : rules_(rules), most_positions_(most_positions), stop_(stop) {
        memory_.most_work = most_work;
        memory_.stop = [this] { return halted(); };
        memory_.allow_wide();
    }

    u64 positions() const { return positions_; }
    u64 ends() const { return ends_; }
    bool full() const { return full_; }
    int effort() const { return effort_; }  // finished passes

    // Closes the bracket of the position until it is exact, everything was done, or stop() says so.
    Bracket solve(const State& state) {
        Bracket bracket = trivial();
        stopped_ = false;
        effort_ = 0;
        for (int effort = 1; effort < kSolverEfforts; ++effort) {
            const Bracket better = value(state, effort, -1, -1.0);
            narrow(bracket, better);
            if (stopped_) break;
            effort_ = effort;
            if (exact(bracket)) break;
        }
        return bracket;
    }

    // The turns of the player to act, best first: by lower bound, then by upper bound, then in the order of the ids. What was found
    // is looked up, nothing is searched; turns are followed from the most promising beginning on.
    std::vector<Line> turns(const State& root, std::size_t lines) {
        struct Open {
            State state;
            std::vector<ActionId> path;
            Bracket bracket;
        };
        const int player = G::to_act(rules_, root);
        const std::size_t mine = static_cast<std::size_t>(player);
        const int turn = G::turn_number(rules_, root);
        std::vector<Line> best;
        std::vector<WeightedOutcome> outcomes(static_cast<std::size_t>(G::outcome_count(rules_)));
        // The player would choose by what the solver does not know, or not by all that it knows: no turn can be named.
        if (G::view_differs(rules_, root, player) || G::missing_outcomes(rules_, root, player, outcomes.data()) != 0) return best;
        std::vector<Open> open{{root, {}, trivial()}};
        std::unordered_set<u64> seen;
        std::vector<ActionId> actions(static_cast<std::size_t>(G::action_count(rules_)));
        for (int looked = 0; looked < kMostLooked && !open.empty() && best.size() < lines; ++looked) {
            auto place = open.begin();
            for (auto other = open.begin() + 1; other != open.end(); ++other) {
                const double more = other->bracket.lower[mine] - place->bracket.lower[mine];
                if (more > kSame || (more > -kSame && other->bracket.upper[mine] > place->bracket.upper[mine] + kSame)) place = other;
            }
            Open here = std::move(*place);
            open.erase(place);
            if (!here.path.empty() && !same_turn<G>(rules_, here.state, player, turn)) {
                best.push_back({here.path, here.bracket, exact(here.bracket)});
                continue;
            }
            const int count = G::list_actions(rules_, here.state, actions.data());
            std::vector<Open> next;
            for (int i = 0; i < count; ++i) {
                Open child{here.state, here.path, {}};
                G::apply_action(rules_, child.state, actions[static_cast<std::size_t>(i)]);
                if (!seen.insert(G::key(rules_, child.state, player)).second) continue;
                child.path.push_back(actions[static_cast<std::size_t>(i)]);
                child.bracket = known(child.state);
                next.push_back(std::move(child));
            }
            open.insert(open.end(), std::make_move_iterator(next.begin()), std::make_move_iterator(next.end()));
        }
        return best;
    }

    // The play that is best for everybody, as far as it is settled.
    std::vector<Step> play(const State& root) {
        std::vector<Step> steps;
        State state = root;
        std::vector<ActionId> actions(static_cast<std::size_t>(G::action_count(rules_)));
        std::vector<WeightedOutcome> outcomes(static_cast<std::size_t>(G::outcome_count(rules_)));
        for (int player = G::to_act(rules_, state); player != kTerminal; player = G::to_act(rules_, state)) {
            Bracket end;
            if (player == kChance) {
                if (G::end_bounds(rules_, state, memory_, 0, end.lower.data(), end.upper.data())) break;
                const int count = G::chance_outcomes(rules_, state, outcomes.data());
                const auto likeliest = std::max_element(outcomes.begin(), outcomes.begin() + count,
                                                        [](const WeightedOutcome& a, const WeightedOutcome& b) { return a.weight < b.weight; });
                steps.push_back({kChance, likeliest->id});
                G::apply_outcome(rules_, state, likeliest->id);
                continue;
            }
            State seen = state;
            G::reduce_to_view(rules_, seen, player);
            if (G::missing_outcomes(rules_, seen, player, outcomes.data()) != 0) break;  // he knows what we do not
            const int count = G::list_actions(rules_, seen, actions.data());
            const std::size_t mine = static_cast<std::size_t>(player);
            std::vector<Bracket> brackets;
            double floor = -1.0;
            for (int i = 0; i < count; ++i) {
                State next = seen;
                G::apply_action(rules_, next, actions[static_cast<std::size_t>(i)]);
                brackets.push_back(known(next));
                floor = std::max(floor, brackets.back().lower[mine]);
            }
            // As in possible(): the first that cannot be beaten, unless another may be better, or earlier and as good.
            std::size_t chosen = brackets.size();
            bool settled = true;
            Step step{player, 0};
            for (std::size_t i = 0; i < brackets.size() && settled; ++i) {
                if (brackets[i].upper[mine] < floor - kSame) continue;
                const bool as_good = brackets[i].lower[mine] >= floor - kSame;
                if (chosen == brackets.size()) {
                    if (as_good) {
                        chosen = i;
                    } else {
                        settled = floor >= 1.0 - kSame;  // for sure elsewhere: even if it is as good, everybody gets the same
                    }
                    continue;
                }
                const Bracket& first = brackets[chosen];
                settled = brackets[i].upper[mine] <= floor + kSame;
                if (!as_good || first.upper[mine] > floor + kSame) continue;
                ++step.equal;
                for (std::size_t p = 0; p < players(); ++p) {
                    if (std::abs(first.lower[p] - brackets[i].lower[p]) > kSame || std::abs(first.upper[p] - brackets[i].upper[p]) > kSame) step.others_differ = true;
                }
            }
            if (!settled) break;
            step.id = actions[chosen];
            steps.push_back(step);
            G::apply_action(rules_, state, static_cast<ActionId>(step.id));
        }
        return steps;
    }

    bool exact(const Bracket& bracket) const {
        for (std::size_t p = 0; p < players(); ++p) {
            if (bracket.upper[p] - bracket.lower[p] > kSame) return false;
        }
        return true;
    }

private:
    static constexpr double kSame = 1e-12;
    static constexpr int kMostLooked = 2'000;  // positions that are followed up when turns are collected

    struct Known {
        Bracket bracket;
        int effort;
    };

    std::size_t players() const { return static_cast<std::size_t>(G::players(rules_)); }

    Bracket trivial() const {
        Bracket bracket;
        for (std::size_t p = 0; p < players(); ++p) bracket.upper[p] = 1.0;
        return bracket;
    }

    void narrow(Bracket& bracket, const Bracket& other) const {
        for (std::size_t p = 0; p < players(); ++p) {
            bracket.lower[p] = std::max(bracket.lower[p], other.lower[p]);
            bracket.upper[p] = std::max(bracket.lower[p], std::min(bracket.upper[p], other.upper[p]));
        }
    }

    // Somebody wins, so the probabilities sum to 1.
    void tighten(Bracket& bracket) const {
        double low = 0.0;
        double high = 0.0;
        for (std::size_t p = 0; p < players(); ++p) {
            low += bracket.lower[p];
            high += bracket.upper[p];
        }
        const Bracket old = bracket;
        for (std::size_t p = 0; p < players(); ++p) {
            bracket.upper[p] = std::max(old.lower[p], std::min(old.upper[p], 1.0 - (low - old.lower[p])));
            bracket.lower[p] = std::min(old.upper[p], std::max(old.lower[p], 1.0 - (high - old.upper[p])));
        }
    }

    bool halted() {
        if (!stopped_ && (full_ || (memory_.most_work != 0 && memory_.work >= memory_.most_work) || stop_())) stopped_ = true;
        return stopped_;
    }

    // What was found about a position, without searching.
    Bracket known(const State& state) {
        look_left_ = kMostLookedUp;
        const Bracket found = looked_up(state);
        // A glance is free, a long look is work.
        if (kMostLookedUp - look_left_ > kFreeLook) memory_.work += kMostLookedUp - look_left_ - kFreeLook;
        return found;
    }

    Bracket looked_up(State state) {
        Bracket bracket = trivial();
        for (;;) {
            const int mover = G::to_act(rules_, state);
            if (mover == kTerminal) {
                G::wins(rules_, state, bracket.lower.data());
                bracket.upper = bracket.lower;
                return bracket;
            }
            if (mover == kChance) {
                if (G::end_bounds(rules_, state, memory_, kSolverEfforts - 1 + kLookUp, bracket.lower.data(), bracket.upper.data())) return bracket;
                return chance(state, kSolverEfforts - 1, true);
            }
            if (G::count_actions(rules_, state) != 1) break;
            only_action(state);
        }
        if (const auto found = table_.find(G::future_key(rules_, state)); found != table_.end()) return found->second.bracket;
        return bracket;
    }

    void only_action(State& state) {
        buffer_.resize(static_cast<std::size_t>(G::action_count(rules_)));
        G::list_actions(rules_, state, buffer_.data());
        G::apply_action(rules_, state, buffer_.front());
    }

    // `player` has more than `floor` for sure elsewhere: where he gets less here, how much less does not matter.
    Bracket value(State state, int effort, int player, double floor) {
        for (;;) {
            const int mover = G::to_act(rules_, state);
            if (mover == kTerminal) {
                Bracket bracket;
                G::wins(rules_, state, bracket.lower.data());
                bracket.upper = bracket.lower;
                return bracket;
            }
            if (mover == kChance) {
                Bracket bracket = trivial();
                if (G::end_bounds(rules_, state, memory_, effort, bracket.lower.data(), bracket.upper.data())) {
                    ++ends_;
                    return bracket;
                }
                return chance(state, effort, false);
            }
            if (G::count_actions(rules_, state) != 1) return decision(state, mover, effort, mover == player ? floor : -1.0);
            only_action(state);
        }
    }

    Bracket chance(const State& state, int effort, bool look_up) {
        // Chance may come several times in a row, with many outcomes each time.
        if (look_up ? look_left_ == 0 : halted()) return trivial();
        std::vector<WeightedOutcome> outcomes(static_cast<std::size_t>(G::outcome_count(rules_)));
        outcomes.resize(static_cast<std::size_t>(G::chance_outcomes(rules_, state, outcomes.data())));
        if (look_up) {
            look_left_ -= std::min<u64>(look_left_, outcomes.size());
        } else {
            memory_.work += outcomes.size();
        }
        return average(outcomes, [&](const WeightedOutcome& outcome) {
            State next = state;
            G::apply_outcome(rules_, next, outcome.id);
            return look_up ? looked_up(next) : value(next, effort, -1, -1.0);
        });
    }

    template <class After>
    Bracket average(const std::vector<WeightedOutcome>& outcomes, After&& after) const {
        double total = 0.0;
        for (const WeightedOutcome& outcome : outcomes) total += outcome.weight;
        Bracket sum;
        for (const WeightedOutcome& outcome : outcomes) {
            const Bracket here = after(outcome);
            for (std::size_t p = 0; p < players(); ++p) {
                sum.lower[p] += here.lower[p] * outcome.weight / total;
                sum.upper[p] += here.upper[p] * outcome.weight / total;
            }
        }
        return sum;
    }

    Bracket decision(const State& state, int mover, int effort, double floor) {
        const u64 key = G::future_key(rules_, state);
        Bracket bracket = trivial();
        if (const auto found = table_.find(key); found != table_.end()) {
            if (found->second.effort >= effort || exact(found->second.bracket)) return found->second.bracket;
            bracket = found->second.bracket;
            if (bracket.upper[static_cast<std::size_t>(mover)] < floor - kSame) return bracket;
        }
        if (halted()) return bracket;
        ++positions_;
        Bracket better;
        bool complete = true;
        outcomes_.resize(static_cast<std::size_t>(G::outcome_count(rules_)));
        if (const int count = G::missing_outcomes(rules_, state, mover, outcomes_.data()); count != 0) {
            const std::vector<WeightedOutcome> outcomes(outcomes_.begin(), outcomes_.begin() + count);
            if (count > kManyWays) memory_.work += outcomes.size();
            better = average(outcomes, [&](const WeightedOutcome& outcome) {
                State next = state;
                G::learn(rules_, next, mover, outcome.id);
                return value(next, effort, -1, -1.0);
            });
        } else if (!G::view_differs(rules_, state, mover)) {
            std::vector<Bracket> brackets;
            possible(state, mover, effort, floor, brackets, complete);
            better = combined(brackets, mover);
        } else {
            // He decides on what he sees; what comes of it depends on what is.
            State seen = state;
            G::reduce_to_view(rules_, seen, mover);
            std::vector<Bracket> brackets;
            std::vector<Bracket> real;
            for (const ActionId action : possible(seen, mover, effort, -1.0, brackets, complete)) {
                State next = state;
                G::apply_action(rules_, next, action);
                real.push_back(value(next, effort, -1, -1.0));
            }
            better = hull(real);
        }
        narrow(bracket, better);
        tighten(bracket);
        if (table_.size() >= most_positions_) {
            full_ = true;
        } else {
            table_[key] = {bracket, stopped_ || !complete ? effort - 1 : effort};
        }
        return bracket;
    }

    // The actions that the player may choose, seeing no more and no less than this state, and what they are worth;
    // just one where the choice is settled. `complete` is cleared where something was left open because of the floor.
    std::vector<ActionId> possible(const State& state, int mover, int effort, double needed, std::vector<Bracket>& brackets, bool& complete) {
        buffer_.resize(static_cast<std::size_t>(G::action_count(rules_)));
        const int count = G::list_actions(rules_, state, buffer_.data());
        std::vector<ActionId> actions(buffer_.begin(), buffer_.begin() + count);
        const std::size_t mine = static_cast<std::size_t>(mover);
        std::vector<Bracket> found(actions.size());
        std::vector<std::size_t> order(actions.size());
        double floor = -1.0;  // proved here
        for (std::size_t i = 0; i < actions.size(); ++i) {
            order[i] = i;
            State next = state;
            G::apply_action(rules_, next, actions[i]);
            found[i] = known(next);
            floor = std::max(floor, found[i].lower[mine]);
        }
        if (effort > 1) {
            std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
                return found[a].lower[mine] + found[a].upper[mine] > found[b].lower[mine] + found[b].upper[mine];
            });
        }
        std::size_t first_best = actions.size();  // the first action that is as good as what is proved
        auto raise = [&](std::size_t i) {
            if (found[i].lower[mine] > floor + kSame) first_best = actions.size();
            floor = std::max(floor, found[i].lower[mine]);
            if (found[i].lower[mine] >= floor - kSame) first_best = std::min(first_best, i);
        };
        for (std::size_t i = 0; i < actions.size(); ++i) raise(i);
        for (const std::size_t i : order) {
            if (stopped_) break;
            if (exact(found[i]) || found[i].upper[mine] < floor - kSame) continue;
            if (first_best < i && found[i].upper[mine] <= floor + kSame) continue;  // at most as good, and later
            if (floor >= 1.0 - kSame && first_best != i) continue;                  // for sure: the others get nothing
            if (found[i].upper[mine] < needed - kSame) {
                complete = false;
                continue;
            }
            State next = state;
            G::apply_action(rules_, next, actions[i]);
            narrow(found[i], value(next, effort, mover, std::max(floor, needed)));
            raise(i);
            if (found[i].upper[mine] < needed - kSame && !exact(found[i])) complete = false;
        }
        // The first of those that cannot be beaten is taken; one that may be better, or earlier and as good, keeps it open.
        std::vector<ActionId> open;
        brackets.clear();
        bool settled = false;
        for (std::size_t i = 0; i < actions.size(); ++i) {
            const double high = found[i].upper[mine];
            if (high < floor - kSame || (settled && high <= floor + kSame)) continue;
            if (floor >= 1.0 - kSame && i != first_best) continue;
            if (found[i].lower[mine] >= floor - kSame) settled = true;
            open.push_back(actions[i]);
            brackets.push_back(found[i]);
        }
        return open;
    }

    Bracket combined(const std::vector<Bracket>& brackets, int mover) const {
        Bracket out = hull(brackets);
        const std::size_t mine = static_cast<std::size_t>(mover);
        for (const Bracket& bracket : brackets) out.lower[mine] = std::max(out.lower[mine], bracket.lower[mine]);
        return out;
    }

    Bracket hull(const std::vector<Bracket>& brackets) const {
        Bracket out = brackets.front();
        for (const Bracket& bracket : brackets) {
            for (std::size_t p = 0; p < players(); ++p) {
                out.lower[p] = std::min(out.lower[p], bracket.lower[p]);
                out.upper[p] = std::max(out.upper[p], bracket.upper[p]);
            }
        }
        return out;
    }

    const Rules& rules_;
    u64 most_positions_;
    Stop stop_;
    typename G::Memory memory_;
    std::unordered_map<u64, Known> table_;
    std::vector<ActionId> buffer_;
    std::vector<WeightedOutcome> outcomes_;
    u64 positions_ = 0;
    u64 ends_ = 0;
    int effort_ = 0;
    bool stopped_ = false;
    static constexpr u64 kMostLookedUp = 256;   // outcomes of chance that one look at what was found goes through
    static constexpr int kManyWays = 45;  // more than kinds of token: hands of cards, of which several are drawn
    static constexpr u64 kFreeLook = 128;
    u64 look_left_ = 0;
    bool full_ = false;

public:
    static constexpr int kLookUp = 100;  // added to an effort: what was found before, nothing new
};

}  // namespace rattus_ai::search
