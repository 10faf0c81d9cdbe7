// Searches behind one face: threads, clock and cancellation live here, algorithms in search/.
//
// Root parallelism (Chaslot, Winands, van den Herik 2008): a fixed number of independent trees, whichever threads walk
// them; their statistics are added in the order of the trees. So the answer depends on seed, simulations and
// number of trees only. Time and cancellation are looked at every few simulations.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "bridge/any_game.hpp"
#include "search/compare.hpp"
#include "search/expectimax.hpp"
#include "search/greedy.hpp"
#include "search/ismcts.hpp"
#include "search/restriction.hpp"

namespace rattus_ai::bridge {

struct ActionStatistics {
    int action;
    u64 visits;
    bool solved;
    std::vector<double> values;  // mean of each player
};

struct TurnStatistics {
    std::vector<int> actions;
    std::vector<double> values;
    u64 visits;
    bool exact;
};

// Sums over paired samples: of the values, of their squares, of the luck that was taken off, and of the products of own values
// of two turns.
struct PairedSums {
    u64 samples = 0;
    std::vector<double> sum;       // [turn * players + player]
    std::vector<double> luck;      // likewise
    std::vector<double> luck_squares;
    std::vector<double> squares;   // likewise
    std::vector<double> products;  // [turn * turns + turn], of the player to move
};

class StopFlag {
public:
    void raise() { raised_.store(true, std::memory_order_relaxed); }
    void lower() { raised_.store(false, std::memory_order_relaxed); }
    bool raised() const { return raised_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> raised_{false};
};

class AnySearch {
public:
    virtual ~AnySearch() = default;
    // The root is a view of the player to act. Statistics are kept: they belong to positions, not to the root.
    virtual void set_root(const AnyPosition& view) = 0;
    virtual void clear() = 0;
    // Ids of actions that the player to act does not consider: as the first of his turn, and anywhere in it. Before the first
    // simulation; for what grows trees and completes turns, not for greedy and expectimax.
    virtual void restrict(const std::vector<int>& first, const std::vector<int>& turn) = 0;
    // Up to so many further simulations in all trees together, at most `seconds` (0: no limit). Returns how many were done.
    virtual u64 run(u64 simulations, int threads, double seconds) = 0;
    virtual u64 simulations() const = 0;
    virtual u64 steps() const = 0;
    virtual u64 nodes() const = 0;
    virtual std::vector<ActionStatistics> actions() const = 0;
    virtual std::vector<TurnStatistics> turns(int lines) const = 0;
    // The turn with the decisions that are left in it, each the most promising by the priors.
    virtual std::vector<int> finished(const std::vector<int>& turn) const = 0;
    // Adds the samples first .. first + count - 1 of every turn. Returns how many were done before time ran out.
    virtual u64 compare(const std::vector<std::vector<int>>& turns, u64 first, u64 count, int threads, double seconds, PairedSums& sums) const = 0;
    // Searches without trees; empty when stopped before the first answer.
    virtual std::vector<TurnStatistics> greedy(int lines) = 0;
    virtual std::vector<TurnStatistics> expectimax(int lines, int depth, int width, bool exact_chance, u64 nodes, double seconds, u64& visited, u64& cuts) = 0;
    StopFlag stop;
};

class Deadline {
public:
    explicit Deadline(double seconds)
        : limited_(seconds > 0.0),
          end_(std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                      std::chrono::duration<double>(limited_ ? seconds : 0.0))) {}
    bool over() const { return limited_ && std::chrono::steady_clock::now() >= end_; }

private:
    bool limited_;
    std::chrono::steady_clock::time_point end_;
};

template <search::Game G>
class GameSearch final : public AnySearch {
public:
    GameSearch(std::shared_ptr<const GameRules<G>> rules, const search::Settings& settings)
        : rules_(std::move(rules)), settings_(settings) {
        const std::size_t count = static_cast<std::size_t>(settings_.trees < 1 ? 1 : settings_.trees);
        const std::size_t bytes = (static_cast<std::size_t>(settings_.memory_mb) << 20) / count;
        for (std::size_t i = 0; i < count; ++i) {
            trees_.push_back(std::make_unique<search::Ismcts<G>>(data(), settings_, static_cast<int>(i), bytes));
        }
    }

    void set_root(const AnyPosition& view) override {
        root_ = static_cast<const GamePosition<G>&>(view).state();
        for (auto& tree : trees_) tree->set_root(root_);
    }
    void clear() override {
        for (auto& tree : trees_) tree->clear();
        done_ = 0;
    }

    void restrict(const std::vector<int>& first, const std::vector<int>& turn) override {
        restriction_ = {ascending(first), ascending(turn)};
        for (auto& tree : trees_) tree->restrict(restriction_);
    }

    u64 run(u64 simulations, int threads, double seconds) override {
        const u64 count = trees_.size();
        const Deadline deadline(seconds);
        std::atomic<bool> over{false};
        // Simulation i of the whole search belongs to tree i mod count, so each tree knows its share.
        std::vector<u64> before(count), target(count);
        for (u64 t = 0; t < count; ++t) {
            before[t] = trees_[t]->simulations();
            target[t] = (done_ + simulations + count - 1 - t) / count;
            if (target[t] < before[t]) target[t] = before[t];
        }
        auto work = [&](u64 worker, u64 workers) {
            bool busy = true;
            while (busy && !over.load(std::memory_order_relaxed)) {
                busy = false;
                for (u64 t = worker; t < count; t += workers) {
                    for (int i = 0; i < kSlice && trees_[t]->simulations() < target[t]; ++i) trees_[t]->simulate();
                    busy = busy || trees_[t]->simulations() < target[t];
                    if (stop.raised() || deadline.over()) over.store(true, std::memory_order_relaxed);
                    if (over.load(std::memory_order_relaxed)) break;
                }
            }
        };
        parallel(threads, count, work);
        u64 made = 0;
        for (u64 t = 0; t < count; ++t) made += trees_[t]->simulations() - before[t];
        done_ += made;
        return made;
    }

    u64 simulations() const override { return done_; }
    u64 steps() const override {
        u64 total = 0;
        for (const auto& tree : trees_) total += tree->steps();
        return total;
    }
    u64 nodes() const override {
        u64 total = 0;
        for (const auto& tree : trees_) total += tree->tree().size();
        return total;
    }

    std::vector<ActionStatistics> actions() const override { return merged(root_, G::to_act(data(), root_)); }

    // The turn that starts with each of the most visited first actions and goes on with the most visited one each time; then
    // more turns, by the least visited of their actions. Equal ends count once.
    std::vector<TurnStatistics> turns(int lines) const override {
        const int player = G::to_act(data(), root_);
        const int turn = G::turn_number(data(), root_);
        struct Open {
            State state;
            std::vector<int> path;
            ActionStatistics last;
        };
        std::vector<TurnStatistics> out;
        std::vector<u64> ends;
        auto keep = [&](Open& here) {
            if (search::same_turn<G>(data(), here.state, player, turn)) finish_turn(here.state, here.path, player, turn);
            const u64 end = G::key(data(), here.state, player);
            if (std::find(ends.begin(), ends.end(), end) != ends.end()) return;
            ends.push_back(end);
            out.push_back({here.path, here.last.values, here.last.visits, here.last.solved});
        };
        auto follow = [&](const Open& here, const ActionStatistics& statistics) {
            Open next{here.state, here.path, statistics};
            next.last.visits = std::min(statistics.visits, here.last.visits);
            G::apply_action(data(), next.state, static_cast<search::ActionId>(statistics.action));
            next.path.push_back(statistics.action);
            return next;
        };
        const Open start{root_, {}, {0, ~u64{0}, false, {}}};
        const std::vector<ActionStatistics> firsts = merged(root_, player);
        for (const ActionStatistics& first : firsts) {
            if (static_cast<int>(out.size()) >= (lines + 1) / 2 || first.visits == 0) break;
            Open here = follow(start, first);
            while (search::same_turn<G>(data(), here.state, player, turn)) {
                const std::vector<ActionStatistics> next = merged(here.state, player);
                if (next.empty() || next.front().visits == 0) break;
                here = follow(here, next.front());
            }
            keep(here);
        }
        std::vector<Open> open{start};
        while (!open.empty() && static_cast<int>(out.size()) < lines) {
            auto best = std::max_element(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.last.visits < b.last.visits; });
            Open here = std::move(*best);
            open.erase(best);
            std::vector<ActionStatistics> next;
            if (search::same_turn<G>(data(), here.state, player, turn)) next = merged(here.state, player);
            if (next.empty() || (!here.path.empty() && next.front().visits == 0)) {
                if (here.path.empty()) break;
                keep(here);
                continue;
            }
            for (const ActionStatistics& statistics : next) {
                if (statistics.visits == 0 && !out.empty()) continue;
                open.push_back(follow(here, statistics));
            }
            // Lines beyond what can still be asked for are not needed.
            if (open.size() > kMaxOpen) {
                std::stable_sort(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.last.visits > b.last.visits; });
                open.resize(kMaxOpen);
            }
        }
        return out;
    }

    std::vector<int> finished(const std::vector<int>& turn) const override {
        State state = root_;
        const int player = G::to_act(data(), root_);
        const int number = G::turn_number(data(), root_);
        for (const int action : turn) G::apply_action(data(), state, static_cast<search::ActionId>(action));
        std::vector<int> whole = turn;
        finish_turn(state, whole, player, number);
        return whole;
    }

    u64 compare(const std::vector<std::vector<int>>& turns, u64 first, u64 count, int threads, double seconds, PairedSums& sums) const override {
        const std::size_t players = static_cast<std::size_t>(G::players(data()));
        const std::size_t width = turns.size() * players;
        std::vector<std::vector<search::ActionId>> lines;
        for (const auto& turn : turns) lines.emplace_back(turn.begin(), turn.end());
        const int mover = G::to_act(data(), root_);
        std::vector<const search::Tree*> trees;
        for (const auto& owner : trees_) trees.push_back(&owner->tree());
        const search::Comparison<G> comparison(data(), settings_, root_, std::move(trees));
        const Deadline deadline(seconds);
        std::atomic<bool> over{false};
        std::vector<double> values(static_cast<std::size_t>(count) * width, 0.0);
        std::vector<double> luck(values.size(), 0.0);
        std::vector<char> done(static_cast<std::size_t>(count), 0);
        while (workplaces_.size() < kLanes) workplaces_.emplace_back(data());
        auto work = [&](u64 worker, u64 workers) {
            for (u64 i = 0; i < count && !over.load(std::memory_order_relaxed); ++i) {
                if (i % kLanes % workers != worker) continue;
                Workplace& place = workplaces_[static_cast<std::size_t>(i % kLanes)];
                std::size_t t = 0;
                for (; t < lines.size() && !stop.raised(); ++t) {
                    const std::size_t at = static_cast<std::size_t>(i) * width + t * players;
                    comparison.sample(lines[t], first + i, &values[at], &luck[at], place);
                }
                if (t == lines.size()) done[static_cast<std::size_t>(i)] = 1;
                if (stop.raised() || deadline.over()) over.store(true, std::memory_order_relaxed);
            }
        };
        parallel(threads, std::min<u64>(count, kLanes), work);
        if (sums.sum.empty()) {
            sums.sum.assign(width, 0.0);
            sums.squares.assign(width, 0.0);
            sums.luck.assign(width, 0.0);
            sums.luck_squares.assign(width, 0.0);
            sums.products.assign(lines.size() * lines.size(), 0.0);
        }
        // Only an unbroken run of samples counts, added in order, so that the sums do not depend on the threads.
        u64 complete = 0;
        while (complete < count && done[static_cast<std::size_t>(complete)]) {
            const double* row = &values[static_cast<std::size_t>(complete) * width];
            const double* lucky = &luck[static_cast<std::size_t>(complete) * width];
            for (std::size_t i = 0; i < width; ++i) {
                sums.sum[i] += row[i];
                sums.squares[i] += row[i] * row[i];
                sums.luck[i] += lucky[i];
                sums.luck_squares[i] += lucky[i] * lucky[i];
            }
            for (std::size_t t = 0; t < lines.size(); ++t) {
                for (std::size_t u = 0; u < lines.size(); ++u) {
                    sums.products[t * lines.size() + u] += row[t * players + static_cast<std::size_t>(mover)] * row[u * players + static_cast<std::size_t>(mover)];
                }
            }
            ++complete;
        }
        sums.samples += complete;
        return complete;
    }

    std::vector<TurnStatistics> greedy(int lines) override {
        const int player = G::to_act(data(), root_);
        const int turn = G::turn_number(data(), root_);
        auto halt = [this] { return stop.raised(); };
        std::vector<TurnStatistics> out;
        for (search::TurnLine& line : search::greedy_turns<G>(data(), root_, player, lines, halt)) {
            extend(line, player, turn, [&](const State& state) { return search::greedy_turns<G>(data(), state, player, 1, halt); });
            out.push_back(statistics(line));
        }
        return out;
    }

    std::vector<TurnStatistics> expectimax(int lines, int depth, int width, bool exact_chance, u64 nodes, double seconds, u64& visited, u64& cuts) override {
        const int player = G::to_act(data(), root_);
        const int turn = G::turn_number(data(), root_);
        const Deadline deadline(seconds);
        auto halt = [&] { return stop.raised() || deadline.over(); };
        search::ExpectimaxSettings settings{depth, width, exact_chance, nodes};
        search::Expectimax<G, decltype(halt)> search(data(), settings, halt);
        std::vector<TurnStatistics> out;
        for (search::TurnLine& line : search.turns(root_, player, lines)) {
            const bool exact = line.exact;
            extend(line, player, turn, [&](const State& state) { return search.turns(state, player, 1); });
            line.exact = exact;
            out.push_back(statistics(line));
        }
        visited = search.nodes();
        cuts = search.cuts();
        return out;
    }

private:
    using State = typename G::State;
    using Workplace = typename search::Comparison<G>::Workplace;
    static constexpr int kSlice = 16;
    // Samples are dealt to so many lanes, whichever threads work in them: what a lane remembers could change the last digit.
    static constexpr u64 kLanes = 8;
    static constexpr std::size_t kMaxOpen = 4096;

    const typename G::Rules& data() const { return rules_->rules; }

    // Runs work(worker, workers) on at most `threads` threads and not on more than there are jobs.
    template <class Work>
    static void parallel(int threads, u64 jobs, Work&& work) {
        const u64 workers = std::max<u64>(1, std::min<u64>(threads < 1 ? 1 : static_cast<u64>(threads), jobs));
        if (workers == 1) {
            work(0, 1);
            return;
        }
        std::vector<std::thread> pool;
        pool.reserve(static_cast<std::size_t>(workers));
        u64 started = 1;
        try {
            for (; started < workers; ++started) pool.emplace_back([&work, i = started, workers] { work(i, workers); });
        } catch (const std::system_error&) {
            // The system gives no more threads: what is left is done here.
        }
        work(0, workers);
        for (; started < workers; ++started) work(started, workers);
        for (std::thread& thread : pool) thread.join();
    }

    static TurnStatistics statistics(const search::TurnLine& line) {
        return {{line.actions.begin(), line.actions.end()}, line.values, line.visits, line.exact};
    }

    static std::vector<search::ActionId> ascending(const std::vector<int>& ids) {
        std::vector<search::ActionId> out;
        for (const int id : ids) out.push_back(static_cast<search::ActionId>(id));
        std::sort(out.begin(), out.end());
        return out;
    }

    // The statistics of all trees for one position, most visited first, except that a proved best action comes before all; empty where no
    // tree knows it.
    std::vector<ActionStatistics> merged(const State& state, int player) const {
        std::vector<ActionStatistics> out;
        const std::size_t players = static_cast<std::size_t>(G::players(data()));
        const u64 key = G::key(data(), state, player);
        bool proved = false;
        for (const auto& owner : trees_) {
            const search::Tree& tree = owner->tree();
            const u32 index = tree.find(key);
            if (index == search::Tree::kNoNode || !tree.node(index).expanded) continue;
            const search::Edge* edges = tree.edges(index);
            proved = proved || tree.node(index).solved;
            for (int i = 0; i < tree.node(index).edges; ++i) {
                auto entry = std::find_if(out.begin(), out.end(), [&](const ActionStatistics& other) { return other.action == edges[i].action; });
                if (entry == out.end()) {
                    out.push_back({edges[i].action, 0, false, std::vector<double>(players, 0.0)});
                    entry = out.end() - 1;
                }
                const float* values = tree.values(index, i);
                entry->visits += edges[i].visits;
                if (entry->solved) continue;  // one proof is enough
                if (edges[i].solved) entry->values.assign(players, 0.0);
                entry->solved = edges[i].solved;
                for (std::size_t p = 0; p < players; ++p) entry->values[p] += static_cast<double>(values[p]);
            }
        }
        for (ActionStatistics& entry : out) {
            if (entry.solved || entry.visits == 0) continue;
            for (double& value : entry.values) value /= static_cast<double>(entry.visits);
        }
        std::stable_sort(out.begin(), out.end(), [](const ActionStatistics& a, const ActionStatistics& b) {
            return a.visits != b.visits ? a.visits > b.visits : a.action < b.action;
        });
        if (proved) {
            // Simulations stop where a node is solved, so its visits do not tell which action is best.
            const std::size_t mine = static_cast<std::size_t>(player);
            const auto best = std::max_element(out.begin(), out.end(), [mine](const ActionStatistics& a, const ActionStatistics& b) {
                return a.solved != b.solved ? b.solved : a.values[mine] < b.values[mine];
            });
            best->visits = std::max(best->visits, out.front().visits);
            std::rotate(out.begin(), best, best + 1);
        }
        return out;
    }

    // Past the end of the tree a turn is completed with the best action by prior.
    void finish_turn(State& state, std::vector<int>& path, int player, int turn) const {
        std::vector<search::ActionId> actions(static_cast<std::size_t>(G::action_count(data())));
        std::vector<float> weights(actions.size());
        while (search::same_turn<G>(data(), state, player, turn)) {
            int count = G::list_actions(data(), state, actions.data());
            if (!restriction_.empty()) count = restriction_.filter(actions.data(), count, path.empty());
            G::priors(data(), state, actions.data(), count, weights.data());
            const auto best = std::max_element(weights.begin(), weights.begin() + count) - weights.begin();
            G::apply_action(data(), state, actions[static_cast<std::size_t>(best)]);
            path.push_back(actions[static_cast<std::size_t>(best)]);
        }
    }

    // Completes a line that was cut where the rest could not matter for its value.
    template <class Search>
    void extend(search::TurnLine& line, int player, int turn, Search&& search) const {
        State state = root_;
        for (const search::ActionId action : line.actions) G::apply_action(data(), state, action);
        while (search::same_turn<G>(data(), state, player, turn)) {
            const std::vector<search::TurnLine> rest = search(state);
            if (rest.empty()) return;
            for (const search::ActionId action : rest.front().actions) {
                G::apply_action(data(), state, action);
                line.actions.push_back(action);
            }
        }
    }

    std::shared_ptr<const GameRules<G>> rules_;
    search::Settings settings_;
    State root_{};
    search::Restriction restriction_;
    std::vector<std::unique_ptr<search::Ismcts<G>>> trees_;
    mutable std::vector<Workplace> workplaces_;  // one for each lane
    u64 done_ = 0;
};

template <search::Game G>
std::unique_ptr<AnySearch> GamePosition<G>::search(const search::Settings& settings) const {
    return std::make_unique<GameSearch<G>>(rules_, settings);
}

}  // namespace rattus_ai::bridge
