// Region cards of Africanus: hands, pile, drawing, and what is known of them. Rules, section 9.
//
// Like tokens, cards are lazy: a hand may be a number of unknown cards, which then lie in the pool with the pile. Given
// what somebody knows, each card of the pool is equally likely in each unknown place.
#pragma once

#include "rattus/board.hpp"
#include "util/random.hpp"

namespace rattus_ai::rattus {

inline int hand_size(const State& state, int player) { return util::count_bits(state.cards.hand[player]) + state.cards.unknown[player]; }

inline int unknown_cards(const Rules& rules, const State& state) {
    int count = state.cards.drawn_unknown;
    for (int p = 0; p < rules.players; ++p) count += state.cards.unknown[p];
    return count;
}

inline int pile_size(const Rules& rules, const State& state) { return util::count_bits(state.cards.pool) - unknown_cards(rules, state); }

inline bool can_draw(const Rules& rules, const State& state) { return pile_size(rules, state) > 0 || state.cards.discards != 0; }

// A card of the kind out of the set; always the last one, so that equal multisets are equal bits.
inline u64 card_of_kind(const Rules& rules, u64 cards, int kind) {
    return u64{1} << util::highest_bit(cards & rules.region_cards[static_cast<std::size_t>(kind)].cards);
}

inline int random_card_kind(const Rules& rules, u64 cards, util::Random& random) {
    return rules.region_card_kind[static_cast<std::size_t>(util::select_bit(cards, random.below(util::count_bits(cards))))];
}

// Calls visit(kind, number) for the kinds in the set, ascending.
template <class Visit>
inline void for_each_card_kind(const Rules& rules, u64 cards, Visit&& visit) {
    for (std::size_t k = 0; k < rules.region_cards.size(); ++k) {
        const int count = util::count_bits(cards & rules.region_cards[k].cards);
        if (count != 0) visit(static_cast<int>(k), count);
    }
}

inline void take_from_pool(const Rules& rules, State& state, u64& into, int kind) {
    const u64 card = card_of_kind(rules, state.cards.pool, kind);
    state.cards.pool &= ~card;
    into |= card;
}

// Asks for the next card of a running draw; false when all have been drawn.
inline bool ask_for_card(const Rules& rules, State& state) {
    if (state.cards.draws_left == 0) return false;
    if (pile_size(rules, state) == 0) {
        state.cards.pool |= state.cards.discards;
        state.cards.discards = 0;
    }
    if (pile_size(rules, state) == 0) {
        state.cards.draws_left = 0;
        return false;
    }
    state.stage = Stage::kDraw;
    return true;
}

// The card `step_card` draws; its `drawn` is called afterwards.
inline bool start_draw(const Rules& rules, State& state) {
    state.cards.draws_left = kHandCards;
    return ask_for_card(rules, state);
}

// What the player who draws can choose; where this state does not know what he has drawn, what it may be.
inline u64 cards_to_choose(const State& state) { return state.cards.drawn | (state.cards.drawn_unknown != 0 ? state.cards.pool : 0); }

// The chosen card leaves the drawn ones. Other drawn cards that this state does not know go back to the pool: it cannot say which ones
// were discarded.
inline u64 take_chosen(const Rules& rules, State& state, int kind) {
    if ((state.cards.drawn & rules.region_cards[static_cast<std::size_t>(kind)].cards) == 0) take_from_pool(rules, state, state.cards.drawn, kind);
    state.cards.drawn_unknown = 0;
    const u64 card = card_of_kind(rules, state.cards.drawn, kind);
    state.cards.drawn &= ~card;
    return card;
}

// --- knowledge ---

inline void forget_hand(State& state, u64& cards, u8& unknown) {
    unknown = static_cast<u8>(unknown + util::count_bits(cards));
    state.cards.pool |= cards;
    cards = 0;
}

inline void draw_hand(const Rules& rules, State& state, u64& cards, u8& unknown, util::Random& random) {
    for (; unknown > 0; --unknown) take_from_pool(rules, state, cards, random_card_kind(rules, state.cards.pool, random));
}

}  // namespace rattus_ai::rattus
