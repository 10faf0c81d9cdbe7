// What a player may know, and how the rest is redrawn.
//
// Everything is public but the bonus cards in a hand that were drawn, and guild cards in hands. A view forgets those of the others; they go back to
// the pool, which is what the player knows about them. Redrawing gives each hand random cards out of the pool: a draw from the
// player's belief when nothing is read into the others' actions.
#pragma once

#include "istanbul/moves.hpp"

namespace rattus_ai::istanbul {

inline void forget_hands(State& state, int player) {
    const int secret = total_of(state.secret[player]);
    state.unknown[player] = static_cast<u8>(state.unknown[player] + secret);
    state.deck += state.secret[player];
    state.deck_count = static_cast<u8>(state.deck_count + secret);
    state.secret[player] = 0;
    state.guild_unknown[player] = static_cast<u8>(state.guild_unknown[player] + util::count_bits(state.guild_hand[player]));
    state.guild_deck |= state.guild_hand[player];
    state.guild_hand[player] = 0;
}

// player -1: what everybody knows.
inline void reduce_to_view(const Rules& rules, State& state, int player) {
    for (int p = 0; p < rules.players; ++p) {
        if (p != player) forget_hands(state, p);
    }
}

// Does this state hold cards that the player does not know?
inline bool view_differs(const State& state, int player) {
    for (int p = 0; p < kMaxPlayers; ++p) {
        if (p != player && (state.secret[p] != 0 || state.guild_hand[p] != 0)) return true;
    }
    return false;
}

// Is there a card that somebody knows and the player does not?
inline bool hidden_from(const State& state, int player) {
    for (int p = 0; p < kMaxPlayers; ++p) {
        if (p != player && (holds_secret_cards(state, p) || state.seats[p].guild_cards != 0)) return true;
    }
    return false;
}

inline bool lacks_own_cards(const State& state, int player) { return state.unknown[player] != 0 || state.guild_unknown[player] != 0; }

// Would the player, deciding in this very state, use a card that he has not seen, or lack one that he has?
inline bool misinformed(const State& state, int player) { return lacks_own_cards(state, player) || view_differs(state, player); }

// What the next own card can be that the player knows and this state does not: bonus cards by kind first, then guild cards by number; 0: nothing is missing.
inline int missing_outcomes(const State& state, int player, Outcome* out) {
    int count = 0;
    if (state.unknown[player] != 0) {
        for (int kind = 0; kind < kBonusKinds; ++kind) {
            const int left = copies(state.deck, kind);
            if (left != 0) out[count++] = {static_cast<u16>(kind), static_cast<u16>(left)};
        }
    } else if (state.guild_unknown[player] != 0) {
        util::for_each_bit(state.guild_deck, [&](int number) { out[count++] = {static_cast<u16>(number), 1}; });
    }
    return count;
}

// The card of an unknown place of the hand is this one.
inline void fix_bonus(State& state, int player, int kind) {
    --state.unknown[player];
    --state.seats[player].cards;
    draw_into_hand(state, player, kind);
}

inline void fix_guild(State& state, int player, int number) {
    --state.guild_unknown[player];
    --state.seats[player].guild_cards;
    draw_guild_into_hand(state, player, number);
}

inline void learn(State& state, int player, int id) {
    if (state.unknown[player] != 0) {
        fix_bonus(state, player, id);
    } else {
        fix_guild(state, player, id);
    }
}

inline void draw_unknown(const Rules& rules, State& state, util::Random& random) {
    for (int p = 0; p < rules.players; ++p) {
        while (state.unknown[p] != 0) fix_bonus(state, p, kind_at(state.deck, random.below(state.deck_count)));
        while (state.guild_unknown[p] != 0) fix_guild(state, p, random_member(state.guild_deck, random));
    }
}

}  // namespace rattus_ai::istanbul
