// Rules with tables of their actions and chance outcomes, and what a game of the concept (search/game.hpp) answers from such tables alone.
#pragma once

#include <cstddef>

namespace rattus_ai::util {

// A game derives from this with its rules, which have the members `players`, `actions`, `families`, `outcomes`, `chance_families`,
// `max_game_length` and `max_chance_nodes`; an action or outcome names its family by `family`.
template <class RulesOfTheGame>
struct NumberedRules {
    using Rules = RulesOfTheGame;

    static int players(const Rules& rules) { return rules.players; }
    static int action_count(const Rules& rules) { return static_cast<int>(rules.actions.size()); }
    static int outcome_count(const Rules& rules) { return static_cast<int>(rules.outcomes.size()); }
    static int max_game_length(const Rules& rules) { return rules.max_game_length; }
    static int max_chance_nodes(const Rules& rules) { return rules.max_chance_nodes; }

    static const auto& action_info(const Rules& rules, int id) { return rules.actions[static_cast<std::size_t>(id)]; }
    static const auto& outcome_info(const Rules& rules, int id) { return rules.outcomes[static_cast<std::size_t>(id)]; }
    static const auto& action_family(const Rules& rules, int id) { return rules.families[action_info(rules, id).family]; }
    static const auto& outcome_family(const Rules& rules, int id) { return rules.chance_families[outcome_info(rules, id).family]; }
};

}  // namespace rattus_ai::util
