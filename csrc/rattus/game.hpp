// Rattus as a game of the concept (search/game.hpp).
#pragma once

#include "rattus/effect_classes.hpp"
#include "rattus/evaluation.hpp"
#include "rattus/fields.hpp"
#include "rattus/guidance.hpp"
#include "rattus/knowledge.hpp"
#include "rattus/luck.hpp"
#include "rattus/memory.hpp"
#include "rattus/moves.hpp"
#include "rattus/rules_builder.hpp"
#include "util/numbered_rules.hpp"
#include "util/shares.hpp"

namespace rattus_ai::rattus {

struct Rattus : util::NumberedRules<rattus::Rules> {
    using State = rattus::State;
    static constexpr const char* kName = "rattus";
    static constexpr int kMaxPlayers = rattus::kMaxPlayers;

    static void initial(const Rules& rules, State& state) { initial_state(rules, state); }

    static int to_act(const Rules& rules, const State& state) { return rattus::to_act(rules, state); }
    static int active_player(const Rules&, const State& state) { return state.active; }
    static int turns(const Rules&, const State& state) { return state.turn; }
    static int count_actions(const Rules& rules, const State& state) { return rattus::count_actions(rules, state); }
    static Action random_action(const Rules& rules, const State& state, util::Random& random) { return rattus::random_action(rules, state, random); }
    static int list_actions(const Rules& rules, const State& state, Action* out) { return rattus::list_actions(rules, state, out); }
    static void apply_action(const Rules& rules, State& state, Action action) { rattus::apply_action(rules, state, action); }
    static int chance_outcomes(const Rules& rules, const State& state, Outcome* out) { return rattus::chance_outcomes(rules, state, out); }
    static void apply_outcome(const Rules& rules, State& state, int id) { rattus::apply_outcome(rules, state, id); }
    static int sample_outcome(const Rules& rules, const State& state, util::Random& random) { return rattus::sample_outcome(rules, state, random); }

    static void wins(const Rules& rules, const State& state, double* values) {
        for (int p = 0; p < rules.players; ++p) values[p] = 0.0;
        if (state.stage == Stage::kTerminal) values[winner(rules, state)] = 1.0;
    }
    static bool decided(const Rules& rules, const State& state, double* values) { return rattus::decided(rules, state, values); }
    static void margins(const Rules& rules, const State& state, double* values) {
        double worths[kMaxPlayers];
        for (int p = 0; p < rules.players; ++p) worths[p] = state.stage == Stage::kTerminal ? score(rules, state, p) : worth(rules, state, p);
        util::leads(worths, rules.players, values);
    }
    // Turns, then the players of the final round, then who unloads the Baker, then the sweep.
    static int turn_number(const Rules& rules, const State& state) {
        const int set_up = in_set_up(rules, state) ? state.setup_step - 200 : 0;
        const bool swept = sweeping(state) || state.stage == Stage::kHands || state.stage == Stage::kTerminal;
        const bool closing = state.stage == Stage::kCardStep && ((rules.closing_cards >> state.step_card) & 1u) != 0;
        const int final_turn = !final_round(state) ? 0 : swept ? rules.players + 1 : closing ? rules.players : rules.players - 1 - state.final_left;
        return state.turn * 16 + final_turn + set_up;
    }

    // Before it, cubes are placed and nothing can be lost: the evaluation cannot tell placements apart.
    static bool begun(const Rules& rules, const State& state) { return !in_set_up(rules, state); }

    static u64 key(const Rules& rules, const State& state, int player) { return knowledge_key(rules, state, player); }
    static void reduce_to_view(const Rules& rules, State& state, int player) { rattus::reduce_to_view(rules, state, player); }
    static void draw_unknown(const Rules& rules, State& state, util::Random& random) { rattus::draw_unknown(rules, state, random); }

    static bool hidden_from(const Rules&, const State& state, int player) { return rattus::hidden_from(state, player); }

    static Action playout_action(const Rules& rules, const State& state, util::Random& random) { return light_action(rules, state, random); }
    static void priors(const Rules& rules, const State& state, const Action* actions, int count, float* weights) {
        tree_priors(rules, state, actions, count, weights);
    }
    static void evaluate(const Rules& rules, const State& state, double* values) { evaluate_position(rules, state, values); }
    static int horizon(const Rules& rules) { return playout_horizon(rules); }
    static int chance_classes(const Rules& rules, const State& state, Outcome* out, bool& exact) { return effect_classes(rules, state, out, exact); }
    static bool misinformed(const Rules&, const State& state, int player) { return rattus::misinformed(state, player); }
    using Memory = rattus::Memory;
    static bool settled_turn(const Rules& rules, const State& state) { return rattus::settled_turn(rules, state); }
    static bool margins_exact(const Rules& rules, const State& state) { return rattus::margins_exact(rules, state); }
    static void expected_margins(const Rules& rules, const State& state, Memory& memory, double* values) {
        rattus::expected_margins(rules, state, memory.ravages, values);
    }
    static bool exact_end(const Rules& rules, const State& state, Memory& memory, double* values) {
        return rattus::exact_end(rules, state, memory, values);
    }

    static bool end_bounds(const Rules& rules, const State& state, Memory& memory, int effort, double* lower, double* upper) {
        return rattus::end_bounds(rules, state, memory, effort, lower, upper);
    }
    // Where region cards can still be drawn or played there are far too many ways to be solved.
    static bool ended(const Rules& rules, const State& state) {
        if (state.stage == Stage::kTerminal) return true;
        if (rules.region_cards.empty()) return final_round(state);
        return sweeping(state) && unknown_cards(rules, state) == 0 && !may_play_region_cards(rules, state);
    }
    static u64 future_key(const Rules& rules, const State& state) { return final_key(rules, state); }
    static bool view_differs(const Rules&, const State& state, int player) { return rattus::view_differs(state, player); }
    static int missing_outcomes(const Rules& rules, const State& state, int player, Outcome* out) {
        return rattus::missing_outcomes(rules, state, player, out);
    }
    static void learn(const Rules& rules, State& state, int player, int id) { rattus::learn(rules, state, player, id); }
    static Memory quick_memory() {
        Memory memory;
        memory.sweep_states = kQuickSweep;
        return memory;
    }
    static u64 chance_label(const Rules&, const State& state) { return rattus::chance_label(state); }
    static void add_luck(const Rules& rules, const State& state, const Outcome* outcomes, int count, int chosen, double* luck) {
        rattus::add_luck(rules, state, outcomes, count, chosen, luck);
    }

    // Names of the kinds of arguments for the world outside; null: no argument.
    static const char* argument_name(Argument argument) {
        constexpr const char* names[] = {nullptr, "region", "card", "slot", "number", "token", "ring", "flag", "goods", "region_card"};
        return names[static_cast<int>(argument)];
    }
};

static_assert(search::Game<Rattus>);

}  // namespace rattus_ai::rattus
