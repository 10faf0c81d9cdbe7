// The concept of a game: what search needs, nothing more. A game is a struct of static functions over its own Rules (immutable,
// shared) and State (trivially copyable). Search is written against this and knows no game.
//
// Conventions: players are 0 .. players-1; to_act answers kChance at chance nodes and kTerminal at the end. Ids of actions
// and of chance outcomes are separate spaces, each independent of the state. Legal actions depend only on what the
// player to act knows, so a node of a search tree that is named by that player's key has one fixed set of actions.
#pragma once

#include <concepts>
#include <type_traits>

#include "util/integers.hpp"
#include "util/random.hpp"

namespace rattus_ai::search {

inline constexpr int kChance = -1;
inline constexpr int kTerminal = -4;

using ActionId = u16;

struct WeightedOutcome {
    u16 id;
    u16 weight;  // probability = weight / sum of the weights
};

template <class G>
concept Game = std::is_trivially_copyable_v<typename G::State> &&
    requires(const typename G::Rules& rules, const typename G::State& state, typename G::State& position, util::Random& random,
             int number, ActionId action, ActionId* actions, WeightedOutcome* outcomes, double* values, float* weights, bool& flag, typename G::Memory& memory) {
        { G::kMaxPlayers } -> std::convertible_to<int>;
        // --- rules ---
        { G::players(rules) } -> std::same_as<int>;
        { G::action_count(rules) } -> std::same_as<int>;   // ids of actions are below this
        { G::outcome_count(rules) } -> std::same_as<int>;  // ids of chance outcomes are below this
        { G::to_act(rules, state) } -> std::same_as<int>;
        { G::count_actions(rules, state) } -> std::same_as<int>;
        { G::random_action(rules, state, random) } -> std::same_as<ActionId>;        // uniform
        { G::list_actions(rules, state, actions) } -> std::same_as<int>;             // ascending
        { G::apply_action(rules, position, action) };
        { G::chance_outcomes(rules, state, outcomes) } -> std::same_as<int>;         // ascending, positive weights
        { G::apply_outcome(rules, position, number) };
        { G::sample_outcome(rules, state, random) } -> std::same_as<int>;
        { G::wins(rules, state, values) };                                           // at the end: 1 for the winner
        { G::decided(rules, state, values) } -> std::same_as<bool>;                  // at a chance node: whatever comes, these are the wins
        { G::margins(rules, state, values) };                                        // any time: lead over the best other player
        // Changes when a player's turn (all his decisions in a row) is over.
        { G::turn_number(rules, state) } -> std::same_as<int>;
        // --- knowledge ---
        { G::key(rules, state, number) } -> std::same_as<u64>;                       // of what the player knows
        { G::reduce_to_view(rules, position, number) };                              // forget what he does not know
        { G::draw_unknown(rules, position, random) };                                // redraw it
        { G::hidden_from(rules, state, number) } -> std::same_as<bool>;              // is there anything he does not know?
        // Deciding in this very state, would he use what he does not know, or lack what he knows?
        { G::misinformed(rules, state, number) } -> std::same_as<bool>;
        // What the player knows and this state does not hold, piece by piece: the next piece as outcomes (ids of their own, not of
        // chance outcomes), 0 of them if nothing is missing; and a piece put in its place.
        { G::missing_outcomes(rules, state, number, outcomes) } -> std::same_as<int>;
        { G::learn(rules, position, number, number) };
        { G::view_differs(rules, state, number) } -> std::same_as<bool>;             // does the state hold what he does not know?
        // Positions with the same key have the same legal play ahead, worth the same to everybody.
        { G::future_key(rules, state) } -> std::same_as<u64>;
        // --- where strength grows: replaceable guidance ---
        { G::playout_action(rules, state, random) } -> std::same_as<ActionId>;       // a light policy
        { G::priors(rules, state, actions, number, weights) };                       // positive, need not be normalised
        { G::evaluate(rules, state, values) };                                       // win probabilities at a horizon
        { G::horizon(rules) } -> std::same_as<int>;                                  // turns a playout should last before that, -1: to the end
        // Outcomes that act alike as far as this turn goes, one representative with the weight of all.
        // Clears the flag where what was joined may differ later in the game.
        { G::chance_classes(rules, state, outcomes, flag) } -> std::same_as<int>;
        // True where only chance, and choices that cannot matter for the margins, are left in this turn; then the margins expected
        // at its end. The memory is the caller's, empty at first, and makes repeated questions cheap.
        { G::settled_turn(rules, state) } -> std::same_as<bool>;
        { G::expected_margins(rules, state, memory, values) };
        { G::margins_exact(rules, state) } -> std::same_as<bool>;                    // are they exact, or leave out what somebody may answer?
        // The end of the game has come: what is left are final decisions and chance, few enough to be solved.
        { G::ended(rules, state) } -> std::same_as<bool>;
        // At a chance node: the exact win probabilities where no decision is left in the game; false where they are not at hand.
        { G::exact_end(rules, state, memory, values) } -> std::same_as<bool>;
        // Likewise bounds that are proved, closer with more effort (0: at a glance, 1: a small computation, 2: all that the
        // memory allows; above: what was found before). The memory has a member `stop`, asked
        // during long computations, allow_wide(), for proofs that may
        // take long, and counts its `work` up to `most_work` (0: no bound).
        { G::end_bounds(rules, state, memory, number, values, values) } -> std::same_as<bool>;
        // A memory for questions that are asked thousands of times a second: exact_end then gives up early.
        { G::quick_memory() } -> std::same_as<typename G::Memory>;
        // --- comparison of turns ---
        // At a chance node: what is about to be settled, as a number below 2^62; the same for the same event in plays that differ little.
        { G::chance_label(rules, state) } -> std::same_as<u64>;
        // At a chance node with these outcomes, of which the one with this index happens: adds, for each player, what that did to
        // his prospects (about the probability of winning) less what was expected of all outcomes, so that the mean is exactly
        // zero. A game adds nothing where it does not know.
        { G::add_luck(rules, state, outcomes, number, number, values) };
    };

}  // namespace rattus_ai::search
