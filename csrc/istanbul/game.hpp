// Istanbul with Mocha & Baksheesh as a game of the concept (search/game.hpp).
#pragma once

#include <functional>

#include "istanbul/chance_facts.hpp"
#include "istanbul/evaluation.hpp"
#include "istanbul/guidance.hpp"
#include "istanbul/import_fields.hpp"
#include "istanbul/key.hpp"
#include "istanbul/knowledge.hpp"
#include "istanbul/last_turn.hpp"
#include "istanbul/moves.hpp"
#include "istanbul/rules_builder.hpp"
#include "util/numbered_rules.hpp"
#include "util/shares.hpp"

namespace rattus_ai::istanbul {

struct Istanbul : util::NumberedRules<istanbul::Rules> {
    using State = istanbul::State;
    static constexpr const char* kName = "istanbul";
    static constexpr int kMaxPlayers = istanbul::kMaxPlayers;

    static void initial(const Rules& rules, State& state) { initial_state(rules, state); }

    static int to_act(const Rules&, const State& state) { return istanbul::to_act(state); }
    static int active_player(const Rules&, const State& state) { return state.turn.player; }
    // Completed turns: the player is no turn while cards are dealt, or after the last one.
    static int turns(const Rules& rules, const State& state) { return state.turn.round * rules.players + (in_a_turn(state) ? state.turn.player : 0); }
    static int count_actions(const Rules& rules, const State& state) { return istanbul::count_actions(rules, state); }
    static Action random_action(const Rules& rules, const State& state, util::Random& random) { return istanbul::random_action(rules, state, random); }
    static int list_actions(const Rules& rules, const State& state, Action* out) { return istanbul::list_actions(rules, state, out); }
    static void apply_action(const Rules& rules, State& state, Action action) { istanbul::apply_action(rules, state, action); }
    static int chance_outcomes(const Rules& rules, const State& state, Outcome* out) { return istanbul::chance_outcomes(rules, state, out); }
    static void apply_outcome(const Rules& rules, State& state, int id) { istanbul::apply_outcome(rules, state, id); }
    static int sample_outcome(const Rules& rules, const State& state, util::Random& random) { return istanbul::sample_outcome(rules, state, random); }

    static void wins(const Rules& rules, const State& state, double* values) {
        for (int p = 0; p < rules.players; ++p) values[p] = 0.0;
        if (state.turn.stage == Stage::kTerminal) shares_of_the_win(rules, state, values);
    }
    static bool decided(const Rules& rules, const State& state, double* values) { return winner_is_known(rules, state, values); }
    static void margins(const Rules& rules, const State& state, double* values) {
        double worths[kMaxPlayers];
        for (int p = 0; p < rules.players; ++p) worths[p] = worth(rules, state, p);
        util::leads(worths, rules.players, values);
    }
    // Turns, then the players who are asked for last cards.
    static int turn_number(const Rules& rules, const State& state) {
        return turns(rules, state) + (turns_are_over(state) ? kMaxPlayers + state.turn.player : 0);
    }

    static u64 key(const Rules& rules, const State& state, int player) { return knowledge_key(rules, state, player); }
    static void reduce_to_view(const Rules& rules, State& state, int player) { istanbul::reduce_to_view(rules, state, player); }
    static void draw_unknown(const Rules& rules, State& state, util::Random& random) { istanbul::draw_unknown(rules, state, random); }
    static bool hidden_from(const Rules&, const State& state, int player) { return istanbul::hidden_from(state, player); }
    static bool misinformed(const Rules&, const State& state, int player) { return istanbul::misinformed(state, player); }
    static int missing_outcomes(const Rules&, const State& state, int player, Outcome* out) { return istanbul::missing_outcomes(state, player, out); }
    static void learn(const Rules&, State& state, int player, int id) { istanbul::learn(state, player, id); }
    static bool view_differs(const Rules&, const State& state, int player) { return istanbul::view_differs(state, player); }
    static u64 future_key(const Rules& rules, const State& state) { return istanbul::future_key(rules, state); }

    static Action playout_action(const Rules& rules, const State& state, util::Random& random) { return light_action(rules, state, random); }
    static void priors(const Rules& rules, const State& state, const Action* actions, int count, float* weights) {
        action_priors(rules, state, actions, count, weights);
    }
    static void evaluate(const Rules& rules, const State& state, double* values) { evaluate_position(rules, state, values); }
    // Twice round the table.
    static int horizon(const Rules& rules) { return 2 * rules.players; }
    static int chance_classes(const Rules& rules, const State& state, Outcome* out, bool&) { return istanbul::chance_classes(rules, state, out); }

    // Nothing is remembered: what is known about an end is seen at a glance.
    struct Memory {
        std::function<bool()> stop;
        u64 work = 0;
        u64 most_work = 0;
        void allow_wide() {}
    };
    static bool settled_turn(const Rules&, const State&) { return false; }
    static bool margins_exact(const Rules&, const State&) { return true; }
    static void expected_margins(const Rules& rules, const State& state, Memory&, double* values) { margins(rules, state, values); }
    static bool exact_end(const Rules& rules, const State& state, Memory&, double* values) { return winner_is_known(rules, state, values); }
    static bool end_bounds(const Rules& rules, const State& state, Memory&, int, double* lower, double* upper) {
        if (!winner_is_known(rules, state, lower)) return false;
        for (int p = 0; p < rules.players; ++p) upper[p] = lower[p];
        return true;
    }
    static Memory quick_memory() { return {}; }
    // The last turn of the last round, and the last cards.
    static bool ended(const Rules& rules, const State& state) {
        return turns_are_over(state) || is_last_turn(rules, state);
    }
    static u64 chance_label(const Rules&, const State& state) { return istanbul::chance_label(state); }
    static void add_luck(const Rules& rules, const State& state, const Outcome* outcomes, int count, int chosen, double* luck) {
        istanbul::add_luck(rules, state, outcomes, count, chosen, luck);
    }

    // Names of the kinds of arguments for the world outside; null: no argument.
    static const char* argument_name(Argument argument) {
        constexpr const char* names[] = {nullptr, "place", "goods", "extra", "sale", "card", "guild_card", "number", "player", "tile", "die", "ware", "track", "tavern_option", "large_demand", "small_demand"};
        return names[static_cast<int>(argument)];
    }
};

static_assert(search::Game<Istanbul>);

}  // namespace rattus_ai::istanbul
