// What a class card is to the engine.
//
// A card is one file in cards/ that defines a struct with the static members below (all optional but kName; the
// defaults are in CardDefaults) and one line in cards/registry.hpp. The turn calls the card through this table, so
// nothing else knows which cards exist.
#pragma once

#include <type_traits>

#include "rattus/board.hpp"
#include "rattus/event.hpp"
#include "rattus/hands.hpp"
#include "rattus/layout.hpp"
#include "rattus/market.hpp"
#include "rattus/markers.hpp"
#include "rattus/recycled.hpp"
#include "rattus/rules.hpp"
#include "rattus/state.hpp"
#include "rattus/supply.hpp"
#include "rattus/walls.hpp"
#include "util/choices.hpp"

namespace rattus_ai::rattus {

// What an ability can still change in the final round; a solver forgets what no card that is left can touch.
enum Touches : u8 { kTouchesNothing = 0, kMovesPiece = 1, kPlacesCubes = 2, kMovesCubes = 4, kTouchesRats = 8, kTouchesAnything = 15 };

struct CardType {
    const char* name;
    // Traits that the turn asks for.
    u8 extra_cubes;       // more cubes in phase B, in the regions that extra_regions names
    u8 plague_steps;      // how far the piece may move
    bool neutral_cubes;   // the piece may count as two neutral cubes
    u8 touches;           // in the final round
    bool plain;           // needs nothing beyond the base part of a state
    bool needs_goods;     // of Mercatus
    bool needs_region_cards;
    bool carries_token;   // a token of goods can lie on it
    bool declines;        // it offers something that may be declined
    bool reveals;         // works while tokens are revealed in the own phase C, and reveals in the final round
    bool final_place;     // in the final round it places a cube as in phase B
    bool shows_all;       // all rats are shown before the first takes effect
    u8 reveal_order;      // place among the cards that answer to a token that took effect; 0: it does not
    u8 pieces;            // what it brings into the game
    bool others_decide;   // its steps may belong to somebody who does not hold it
    float promise;        // for the priors of the search: what using it is worth, in cubes, beside what its arguments tell
    // Names of the steps inside the ability; null ends the list.
    const char* steps[4];
    void (*layout)(Layout&, int card);
    u32 (*extra_regions)(const Rules&, const State&, int player);
    // The ability: legal actions of the player who holds the unused card, before C and in the final round.
    void (*count)(const Rules&, const State&, int card, util::CountChoices&);
    void (*pick)(const Rules&, const State&, int card, util::ChoiceSets&);
    void (*list)(const Rules&, const State&, int card, util::ListChoices&);
    void (*apply)(const Rules&, State&, int card, Action);
    // Further decisions inside the ability (Stage::kCardStep) and what follows when a token has been seen, the ring of a rat or
    // region cards have been drawn for it.
    void (*step_count)(const Rules&, const State&, int card, util::CountChoices&);
    void (*step_pick)(const Rules&, const State&, int card, util::ChoiceSets&);
    void (*step_list)(const Rules&, const State&, int card, util::ListChoices&);
    void (*step_apply)(const Rules&, State&, int card, Action);
    void (*seen)(const Rules&, State&, int card);
    void (*ring_drawn)(const Rules&, State&, int card, int ring);
    void (*cards_drawn)(const Rules&, State&, int card);
    // At fixed moments of the turn; true: the card asks for a decision first (its stage is set), and goes on by itself afterwards.
    bool (*set_up)(const Rules&, State&, int card);         // after the first cubes
    bool (*taken)(const Rules&, State&, int card);          // by the active player
    bool (*piece_moved)(const Rules&, State&, int card);    // in C, before the spread
    bool (*spread_done)(const Rules&, State&, int card);    // after the regular rats
    bool (*before_losses)(const Rules&, State&, int card);  // the losses of a token are known
    bool (*after_losses)(const Rules&, State&, int card);   // a token has killed a cube of an opponent
    bool (*closing)(const Rules&, State&, int card);        // after the final round
    // What is wrong with an imported position in the middle of this card's steps, beside that its holder must be active; null: nothing.
    const char* (*fault)(const Rules&, const State&, int card);
};

// Pieces that a card brings into the game.
enum CardPieces : u8 { kNoPieces = 0, kBringsWalls = 1, kBringsNuns = 2, kBringsPotions = 4, kBringsDiplomats = 8, kBringsCaravan = 16, kStoresCubes = 32 };

struct CardDefaults {
    static constexpr u8 kExtraCubes = 0;
    static constexpr u8 kPlagueSteps = 1;
    static constexpr bool kNeutralCubes = false;
    static constexpr u8 kTouches = kTouchesAnything;
    static constexpr bool kPlain = false;
    static constexpr bool kNeedsGoods = false;
    static constexpr bool kNeedsRegionCards = false;
    static constexpr bool kCarriesToken = false;
    static constexpr bool kDeclines = false;
    static constexpr bool kReveals = false;
    static constexpr bool kFinalPlace = false;
    static constexpr bool kShowsAll = false;
    static constexpr u8 kRevealOrder = 0;
    static constexpr u8 kPieces = kNoPieces;
    static constexpr bool kOthersDecide = false;
    static constexpr float kPromise = -0.4f;
    static constexpr const char* kSteps[4] = {};
    static void layout(Layout&, int) {}
    static u32 extra_regions(const Rules& rules, const State&, int) { return rules.all_regions; }
    template <class Choices>
    static void actions(const Rules&, const State&, int, Choices&) {}
    static void apply(const Rules&, State&, int, Action) {}
    template <class Choices>
    static void step_actions(const Rules&, const State&, int, Choices&) {}
    static void step_apply(const Rules&, State&, int, Action) {}
    static void seen(const Rules&, State&, int) {}
    static void ring_drawn(const Rules&, State&, int, int) {}
    static void cards_drawn(const Rules&, State&, int) {}
    static bool set_up(const Rules&, State&, int) { return false; }
    static bool taken(const Rules&, State&, int) { return false; }
    static bool piece_moved(const Rules&, State&, int) { return false; }
    static bool spread_done(const Rules&, State&, int) { return false; }
    static bool before_losses(const Rules&, State&, int) { return false; }
    static bool after_losses(const Rules&, State&, int) { return false; }
    static bool closing(const Rules&, State&, int) { return false; }
    static const char* fault(const Rules&, const State&, int) { return nullptr; }
};

template <class Card>
constexpr CardType card_type() {
    return {Card::kName,
            Card::kExtraCubes,
            Card::kPlagueSteps,
            Card::kNeutralCubes,
            Card::kTouches,
            Card::kPlain,
            Card::kNeedsGoods,
            Card::kNeedsRegionCards,
            Card::kCarriesToken,
            Card::kDeclines,
            Card::kReveals,
            Card::kFinalPlace,
            Card::kShowsAll,
            Card::kRevealOrder,
            Card::kPieces,
            Card::kOthersDecide,
            Card::kPromise,
            {Card::kSteps[0], Card::kSteps[1], Card::kSteps[2], Card::kSteps[3]},
            &Card::layout,
            &Card::extra_regions,
            &Card::template actions<util::CountChoices>,
            &Card::template actions<util::ChoiceSets>,
            &Card::template actions<util::ListChoices>,
            &Card::apply,
            &Card::template step_actions<util::CountChoices>,
            &Card::template step_actions<util::ChoiceSets>,
            &Card::template step_actions<util::ListChoices>,
            &Card::step_apply,
            &Card::seen,
            &Card::ring_drawn,
            &Card::cards_drawn,
            &Card::set_up,
            &Card::taken,
            &Card::piece_moved,
            &Card::spread_done,
            &Card::before_losses,
            &Card::after_losses,
            &Card::closing,
            &Card::fault};
}

// The ability, and the further decisions inside it, announced to whichever visitor asks.
template <class Choices>
inline void ability_choices(const CardType& type, const Rules& rules, const State& state, int card, Choices& choices) {
    if constexpr (std::is_same_v<Choices, util::CountChoices>) {
        type.count(rules, state, card, choices);
    } else if constexpr (std::is_same_v<Choices, util::ChoiceSets>) {
        type.pick(rules, state, card, choices);
    } else {
        type.list(rules, state, card, choices);
    }
}

template <class Choices>
inline void step_choices(const CardType& type, const Rules& rules, const State& state, int card, Choices& choices) {
    if constexpr (std::is_same_v<Choices, util::CountChoices>) {
        type.step_count(rules, state, card, choices);
    } else if constexpr (std::is_same_v<Choices, util::ChoiceSets>) {
        type.step_pick(rules, state, card, choices);
    } else {
        type.step_list(rules, state, card, choices);
    }
}

// Marks the ability as used and goes back to the stage from which abilities are used.
inline void use_card(State& state, int card) { state.used = static_cast<u8>(state.used | (1u << card)); }
inline void resume(State& state) {
    state.step_card = kNone;
    state.step = 0;
    state.stage = final_round(state) ? Stage::kFinal : Stage::kMain;
}
inline void start_step(State& state, int card, int step) {
    state.step_card = static_cast<u8>(card);
    state.step = static_cast<u8>(step);
    state.stage = Stage::kCardStep;
}
inline void end_step(State& state) {
    state.step_card = kNone;
    state.step = 0;
}

// Where the turn goes on after a decision of a card; defined in the files named.
void begin_spread(const Rules& rules, State& state);             // turn.hpp
void after_spread(const Rules& rules, State& state);             // turn.hpp
void start_turn_of(const Rules& rules, State& state, int player);  // turn.hpp
void start_sweep(const Rules& rules, State& state);              // ending.hpp
void go_on_after_payment(const Rules& rules, State& state, bool paid);  // reaction.hpp
void go_on_after_answer(const Rules& rules, State& state);       // reaction.hpp
int loss_at_hand(const Rules& rules, const State& state, int player);   // reaction.hpp

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
