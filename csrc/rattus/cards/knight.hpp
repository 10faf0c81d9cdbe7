// Knight (chivalry): the plague piece moves one or two steps and may count as two neutral cubes. Rules, section 4.
//
// In a turn both parts belong to phase C, which asks the card for its traits. In the final round the piece moves
// 0 to 2 steps without spread or ravage (section 5); staying uses the card up.
#pragma once

#include "rattus/card.hpp"

namespace rattus_ai::rattus::cards {

struct Knight : CardDefaults {
    static constexpr const char* kName = "knight";
    static constexpr bool kPlain = true;
    static constexpr u8 kTouches = kMovesPiece;
    static constexpr u8 kPlagueSteps = 2;
    static constexpr bool kNeutralCubes = true;

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int card, Choices& choices) {
        if (!final_round(state)) return;
        choices.set(rules.plague_base, final_reach(rules, state, rules.cards[static_cast<std::size_t>(card)].plague_steps));
    }

    // Reached in the final round only, through the family of the plague piece.
    static void apply(const Rules& rules, State& state, int card, Action action) {
        fix_piece(state, rules.actions[action].a);
        use_card(state, card);
    }
};

}  // namespace rattus_ai::rattus::cards
