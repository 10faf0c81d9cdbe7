// What a class card is to the engine.
//
// A card is one file in cards/ that defines a struct with the static members below (all optional but kName; the
// defaults are in CardDefaults) and one line in cards/registry.hpp. The turn calls the card through this table, so
// nothing else knows which cards exist.
#pragma once

#include <type_traits>

#include "rattus/board.hpp"
#include "rattus/choices.hpp"
#include "rattus/layout.hpp"
#include "rattus/rules.hpp"
#include "rattus/state.hpp"

namespace rattus_ai::rattus {

// What an ability can still change in the final round; a solver forgets what no card that is left can touch.
enum Touches : u8 { kTouchesNothing = 0, kMovesPiece = 1, kPlacesCubes = 2, kMovesCubes = 4, kTouchesRats = 8, kTouchesAnything = 15 };

struct CardType {
    const char* name;
    u8 extra_cubes;      // more cubes in phase B
    u8 plague_steps;     // how far the piece may move
    bool neutral_cubes;  // the piece may count as two neutral cubes
    u8 touches;          // in the final round
    void (*layout)(Layout&, int card);
    // The ability: legal actions of the player who holds the unused card, before C and in the final round.
    void (*count)(const Rules&, const State&, int card, CountChoices&);
    void (*pick)(const Rules&, const State&, int card, ChoiceSets&);
    void (*list)(const Rules&, const State&, int card, ListChoices&);
    void (*apply)(const Rules&, State&, int card, Action);
    // Further decisions inside the ability (Stage::kCardStep) and what follows when a token has been seen.
    void (*step_count)(const Rules&, const State&, int card, CountChoices&);
    void (*step_pick)(const Rules&, const State&, int card, ChoiceSets&);
    void (*step_list)(const Rules&, const State&, int card, ListChoices&);
    void (*step_apply)(const Rules&, State&, int card, Action);
    void (*seen)(const Rules&, State&, int card);
};

struct CardDefaults {
    static constexpr u8 kExtraCubes = 0;
    static constexpr u8 kPlagueSteps = 1;
    static constexpr bool kNeutralCubes = false;
    static constexpr u8 kTouches = kTouchesAnything;
    static void layout(Layout&, int) {}
    template <class Choices>
    static void actions(const Rules&, const State&, int, Choices&) {}
    static void apply(const Rules&, State&, int, Action) {}
    template <class Choices>
    static void step_actions(const Rules&, const State&, int, Choices&) {}
    static void step_apply(const Rules&, State&, int, Action) {}
    static void seen(const Rules&, State&, int) {}
};

template <class Card>
constexpr CardType card_type() {
    return {Card::kName,
            Card::kExtraCubes,
            Card::kPlagueSteps,
            Card::kNeutralCubes,
            Card::kTouches,
            &Card::layout,
            &Card::template actions<CountChoices>,
            &Card::template actions<ChoiceSets>,
            &Card::template actions<ListChoices>,
            &Card::apply,
            &Card::template step_actions<CountChoices>,
            &Card::template step_actions<ChoiceSets>,
            &Card::template step_actions<ListChoices>,
            &Card::step_apply,
            &Card::seen};
}

// The ability, and the further decisions inside it, announced to whichever visitor asks.
template <class Choices>
inline void ability_choices(const CardType& type, const Rules& rules, const State& state, int card, Choices& choices) {
    if constexpr (std::is_same_v<Choices, CountChoices>) {
        type.count(rules, state, card, choices);
    } else if constexpr (std::is_same_v<Choices, ChoiceSets>) {
        type.pick(rules, state, card, choices);
    } else {
        type.list(rules, state, card, choices);
    }
}

template <class Choices>
inline void step_choices(const CardType& type, const Rules& rules, const State& state, int card, Choices& choices) {
    if constexpr (std::is_same_v<Choices, CountChoices>) {
        type.step_count(rules, state, card, choices);
    } else if constexpr (std::is_same_v<Choices, ChoiceSets>) {
        type.step_pick(rules, state, card, choices);
    } else {
        type.step_list(rules, state, card, choices);
    }
}

// Marks the ability as used and goes back to the stage from which abilities are used.
inline void use_card(State& state, int card) { state.used = static_cast<u8>(state.used | (1u << card)); }
inline void resume(State& state) { state.stage = final_round(state) ? Stage::kFinal : Stage::kMain; }

// Ordinals (by ascending target) of the members of `targets` among the neighbours of the region.
inline u32 arc_ordinals(const Rules& rules, int region, u32 targets) {
    const u32 around = rules.neighbours[static_cast<std::size_t>(region)];
    if ((around & ~targets) == 0) return bit(rules.degree[static_cast<std::size_t>(region)]) - 1;
    u32 ordinals = 0;
    int ordinal = 0;
    util::for_each_bit(around, [&](int target) {
        if (targets & bit(target)) ordinals |= bit(ordinal);
        ++ordinal;
    });
    return ordinals;
}

}  // namespace rattus_ai::rattus
