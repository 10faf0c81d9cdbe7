// One turn before the end: the turns that end the game now, and what each is worth.
//
// Whether a turn ends the game may depend on chance. A first look, a few samples of the chance of this turn, finds the turns that can end it
// and orders them by the evaluation of what they lead to; the most promising ones are then valued on the same random numbers: chance of
// this turn is drawn, the end that follows is solved (solver.hpp). Where chance decides nothing in this turn, and the end is
// solved exactly, so is the turn.
// An end that is not solved within its slice of the time counts with its proved bracket, and for the mean with the mean of a few
// playouts by the light policy of the game, moved into the bracket.
// Honest limits: values are means over samples with standard errors; decisions of the same turn that come after chance
// are taken by the priors of the game; a turn whose chance to end the game is small can be missed by the first look.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "search/solver.hpp"

namespace rattus_ai::search {

struct ClosingTurn {
    std::vector<ActionId> actions;
    u64 samples = 0;
    u64 ending = 0;               // samples in which the game ended
    u64 exact = 0;                // of these solved exactly
    bool certain = true;          // no chance was met on the way to the end
    // Sums over the samples that ended, for each player: bounds, values (exact, or of a playout), squares of the values.
    std::vector<double> lower, upper, values, squares;
};

template <Game G>
class Closing {
public:
    using Rules = typename G::Rules;
    using State = typename G::State;
    using Stop = std::function<bool()>;
    using Ends = Solver<G, Stop>;

    static constexpr u64 kPlayouts = 16;     // of an end that was not solved in time
    static constexpr u64 kFirstLook = 8;     // samples that look for turns that end the game
    static constexpr u64 kPerEnd = 200'000;  // positions of one solver before it starts afresh

    // stop: the whole is over; slice: the time of one end, which starts with `begin`, is up.
    Closing(const Rules& rules, const State& root, u64 seed, Stop stop, Stop slice, std::function<void()> begin)
        : rules_(rules), root_(root), seed_(seed), stop_(std::move(stop)), slice_(std::move(slice)), begin_(std::move(begin)) {}

    // The `most` most promising turns that may end the game. How many were found before stop() is in `found`.
    template <class Halt>
    std::vector<ClosingTurn> candidates(std::size_t most, u64& found, Halt stop) {
        struct Candidate {
            ClosingTurn turn;
            double promise;
        };
        std::vector<Candidate> all;
        const int player = G::to_act(rules_, root_);
        auto leaf = [&](const State&, const std::vector<ActionId>& path) {
            double promise = 0.0;
            u64 ending = 0;
            for (u64 i = 0; i < kFirstLook; ++i) {
                bool certain = true;
                State state;
                if (!draw(path, kLookBase + i, state, certain)) continue;
                ++ending;
                double values[static_cast<std::size_t>(G::kMaxPlayers)] = {};
                G::evaluate(rules_, state, values);
                promise += values[player];
            }
            if (ending == 0) return;
            ClosingTurn turn;
            turn.actions = path;
            all.push_back({std::move(turn), promise / static_cast<double>(ending)});
        };
        TurnWalker<G, decltype(leaf), Halt> walker(rules_, player, 0, leaf, stop);
        walker.walk(root_);
        found = all.size();
        std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.promise > b.promise; });
        std::vector<ClosingTurn> out;
        for (std::size_t i = 0; i < all.size() && i < most; ++i) out.push_back(std::move(all[i].turn));
        return out;
    }

    // One further sample of a turn, the number of which decides everything random. False when stopped on the way: nothing was added.
    bool sample(ClosingTurn& turn) {
        const std::size_t players = static_cast<std::size_t>(G::players(rules_));
        if (turn.lower.empty()) {
            turn.lower.assign(players, 0.0);
            turn.upper.assign(players, 0.0);
            turn.values.assign(players, 0.0);
            turn.squares.assign(players, 0.0);
        }
        State state;
        bool certain = true;
        const bool ends = draw(turn.actions, turn.samples, state, certain);
        if (ends) {
            if (!solver_ || solver_->positions() > kPerEnd || solver_->full()) solver_ = std::make_unique<Ends>(rules_, 2 * kPerEnd, u64{0}, slice_);
            begin_();
            const auto bracket = solver_->solve(state);
            if (stop_()) return false;
            ++turn.ending;
            const bool exact = solver_->exact(bracket);
            turn.exact += exact;
            typename Ends::Values value = bracket.lower;
            if (!exact) {
                value = {};
                for (u64 i = 0; i < kPlayouts; ++i) {
                    typename Ends::Values one{};
                    playout(state, turn.samples * kPlayouts + i, one);
                    for (std::size_t p = 0; p < players; ++p) value[p] += one[p] / static_cast<double>(kPlayouts);
                }
            }
            for (std::size_t p = 0; p < players; ++p) {
                turn.lower[p] += bracket.lower[p];
                turn.upper[p] += bracket.upper[p];
                const double inside = std::min(std::max(value[p], bracket.lower[p]), bracket.upper[p]);
                turn.values[p] += inside;
                turn.squares[p] += inside * inside;
            }
        }
        turn.certain = turn.certain && certain;
        ++turn.samples;
        return true;
    }

private:
    static constexpr u64 kLookBase = u64{1} << 40;

    // The position after the turn and its chance; true if the game has ended. What others know is left to be drawn when they act.
    bool draw(const std::vector<ActionId>& path, u64 number, State& state, bool& certain) {
        util::Random random(seed_, 0, number);
        state = root_;
        const int player = G::to_act(rules_, state);
        const int turn = G::turn_number(rules_, state);
        for (const ActionId action : path) G::apply_action(rules_, state, action);
        while (!G::ended(rules_, state)) {
            const int mover = G::to_act(rules_, state);
            if (mover == kChance) {
                certain = false;
                G::apply_outcome(rules_, state, G::sample_outcome(rules_, state, random));
            } else if (mover == player && G::turn_number(rules_, state) == turn) {
                G::apply_action(rules_, state, likeliest(state));
            } else {
                return false;
            }
        }
        return true;
    }

    void playout(State state, u64 number, typename Ends::Values& values) {
        util::Random random(seed_, 1, number);
        G::draw_unknown(rules_, state, random);
        for (int player = G::to_act(rules_, state); player != kTerminal; player = G::to_act(rules_, state)) {
            if (player == kChance) {
                if (G::exact_end(rules_, state, quick_, values.data())) return;
                G::apply_outcome(rules_, state, G::sample_outcome(rules_, state, random));
            } else {
                G::apply_action(rules_, state, G::playout_action(rules_, state, random));
            }
        }
        G::wins(rules_, state, values.data());
    }

    ActionId likeliest(const State& state) {
        actions_.resize(static_cast<std::size_t>(G::action_count(rules_)));
        weights_.resize(actions_.size());
        const int count = G::list_actions(rules_, state, actions_.data());
        G::priors(rules_, state, actions_.data(), count, weights_.data());
        return actions_[static_cast<std::size_t>(std::max_element(weights_.begin(), weights_.begin() + count) - weights_.begin())];
    }

    const Rules& rules_;
    State root_;
    u64 seed_;
    Stop stop_;
    Stop slice_;
    std::function<void()> begin_;
    std::unique_ptr<Ends> solver_;
    typename G::Memory quick_ = G::quick_memory();
    std::vector<ActionId> actions_;
    std::vector<float> weights_;
};

}  // namespace rattus_ai::search
