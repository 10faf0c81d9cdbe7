// Hands, decks and discards of bonus and guild cards; drawing, playing, and what may be held. Rules, 1.6, 2.6, O17, Q8.
//
// Honest limit: after the discards were shuffled into an empty deck, cards that a view does not know are treated as drawn from all cards
// that are not elsewhere, although those drawn before the shuffle were drawn from fewer.
#pragma once

#include "istanbul/counts.hpp"
#include "istanbul/rules.hpp"
#include "istanbul/state.hpp"

namespace rattus_ai::istanbul {

inline Seat& mover(State& state) { return state.seats[state.turn.player]; }
inline const Seat& mover(const State& state) { return state.seats[state.turn.player]; }

inline int unknown_bonus(const State& state) {
    int count = 0;
    for (const u8 one : state.unknown) count += one;
    return count;
}

inline int unknown_guild(const State& state) {
    int count = 0;
    for (const u8 one : state.guild_unknown) count += one;
    return count;
}

inline int deck_size(const State& state) { return state.deck_count - unknown_bonus(state); }
inline int guild_deck_size(const State& state) { return util::count_bits(state.guild_deck) - unknown_guild(state); }
inline bool can_draw_bonus(const State& state) { return state.discard_count != 0 || deck_size(state) > 0; }
inline bool can_draw_guild(const State& state) { return state.guild_discards != 0 || guild_deck_size(state) > 0; }

// The kinds that the player may play: what he holds, and where this state does not know all of it, what it may be.
inline u32 playable(const State& state, int player) {
    return kinds_of(state.known[player] | state.secret[player] | (state.unknown[player] != 0 ? state.deck : 0));
}

inline u32 playable_guild(const State& state, int player) { return state.guild_hand[player] | (state.guild_unknown[player] != 0 ? state.guild_deck : 0); }

inline bool holds(u32 kinds, int kind) { return (kinds >> kind) & 1u; }

// Does the player hold cards that only he knows? Public.
inline bool holds_secret_cards(const State& state, int player) { return state.secret[player] != 0 || state.unknown[player] != 0; }

inline void put_on_discards(State& state, int kind) { state.discards[state.discard_count++] = static_cast<u8>(kind); }

// The card leaves the hand for the discards: one that everybody knows of first.
inline void spend(State& state, int player, int kind) {
    if (copies(state.known[player], kind) != 0) {
        state.known[player] -= card_of(kind);
    } else if (copies(state.secret[player], kind) != 0) {
        state.secret[player] -= card_of(kind);
    } else {
        --state.unknown[player];
        state.deck -= card_of(kind);
        --state.deck_count;
    }
    --state.seats[player].cards;
    put_on_discards(state, kind);
}

inline int pop_discard(State& state) {
    const int kind = state.discards[--state.discard_count];
    state.discards[state.discard_count] = kNone;
    return kind;
}

// A guild card leaves the hand.
inline void lay_down_guild(State& state, int player, int number) {
    if (state.guild_hand[player] & bit(number)) {
        state.guild_hand[player] &= ~bit(number);
    } else {
        --state.guild_unknown[player];
        state.guild_deck &= ~bit(number);
    }
    --state.seats[player].guild_cards;
}

inline void discard_guild(State& state, int player, int number) {
    lay_down_guild(state, player, number);
    state.guild_discards |= bit(number);
}

inline void shuffle_discards(State& state) {
    while (state.discard_count != 0) {
        state.deck += card_of(pop_discard(state));
        ++state.deck_count;
    }
}

// The drawn card goes to the hand of the player as one that only he knows.
inline void draw_into_hand(State& state, int player, int kind) {
    state.deck -= card_of(kind);
    --state.deck_count;
    state.secret[player] += card_of(kind);
    ++state.seats[player].cards;
}

inline void draw_guild_into_hand(State& state, int player, int number) {
    state.guild_deck &= ~bit(number);
    state.guild_hand[player] |= bit(number);
    ++state.seats[player].guild_cards;
}

// Stops at a chance node if a card can be drawn.
inline bool ask_for_bonus(State& state) {
    if (state.turn.draws_left == 0) return false;
    if (deck_size(state) == 0) shuffle_discards(state);
    if (deck_size(state) == 0) {
        state.turn.draws_left = 0;
        return false;
    }
    state.turn.stage = Stage::kDraw;
    return true;
}

inline bool ask_for_guild(State& state) {
    if (state.turn.draws_left == 0) return false;
    if (guild_deck_size(state) == 0) {
        state.guild_deck |= state.guild_discards;
        state.guild_discards = 0;
    }
    if (guild_deck_size(state) == 0) {
        state.turn.draws_left = 0;
        return false;
    }
    state.turn.stage = Stage::kDrawGuild;
    return true;
}

}  // namespace rattus_ai::istanbul
