// Who answers to a revealed token before and after it takes effect. Rules, sections 8 and 9, P14.
//
// The order: region cards (players clockwise from the active one), payment of the active player, losses, then the cards of the active
// player that answer to a killed cube, in the order that the cards state. Whether a player is asked for a region card depends on
// public facts only, so being asked tells nothing about his hand; what he can play depends on it.
#pragma once

#include "rattus/cards/registry.hpp"

namespace rattus_ai::rattus {

inline const TokenInfo& pending_token(const Rules& rules, const State& state) {
    const Kind& kind = rules.kinds[state.running.pending];
    return rules.tokens[kind.ring][kind.first];
}

// Cards that count for the hits: those on which a region card lies do not.
inline void cards_hit(const Rules& rules, const State& state, u8* held) {
    for (int p = 0; p < rules.players; ++p) held[p] = static_cast<u8>(state.held[p] & ~state.running.protected_cards);
}

// Losses of the pending token before potions.
[[gnu::noinline]] inline bool pending_losses(const Rules& rules, const State& state, u8* losses) {
    u8 held[kMaxPlayers];
    cards_hit(rules, state, held);
    const int region = state.revealing;
    return token_losses(rules, pending_token(rules, state), state.cubes[region], population_change(rules, state, region), held, losses);
}

// What the pending token costs the player after potions.
inline int loss_at_hand(const Rules& rules, const State& state, int player) {
    u8 losses[kMaxPlayers];
    pending_losses(rules, state, losses);
    const int potions = state.pieces.potions[state.revealing][player];
    return losses[player] > potions ? losses[player] - potions : 0;
}

// Class cards of the player that the token hits and that no region card lies on.
inline u32 open_hits(const Rules& rules, const State& state, int player) {
    const TokenInfo& token = pending_token(rules, state);
    return static_cast<u32>((token.hits[0] | token.hits[1] | token.hits[2]) & state.held[player] & ~state.running.protected_cards);
}

inline bool may_protect(const Rules& rules, const State& state, int player) {
    const u8* cubes = state.cubes[state.revealing];
    if (cubes[player] == 0 || hand_size(state, player) == 0 || open_hits(rules, state, player) == 0) return false;
    const TokenInfo& token = pending_token(rules, state);
    int most = 0;
    for (int p = 0; p < rules.players; ++p) most = cubes[p] > most ? cubes[p] : most;
    return (cubes[player] == most ? token.majority : 0) + token.all < cubes[player];
}

// Asks the players from this place of the round on; false when nobody (else) is to be asked.
inline bool ask_from(const Rules& rules, State& state, int place) {
    for (; place < rules.players; ++place) {
        const int player = (state.active + place) % rules.players;
        if (!may_protect(rules, state, player)) continue;
        state.running.asked = static_cast<u8>(player);
        state.stage = Stage::kProtect;
        return true;
    }
    state.running.asked = kNone;
    return false;
}

template <class Choices>
inline void protect_choices(const Rules& rules, const State& state, Choices& choices) {
    choices.range(rules.decline_base, 1);
    const int player = state.running.asked;
    // Where this state does not know the hand: what it may hold.
    const u64 cards = state.cards.hand[player] | (state.cards.unknown[player] != 0 ? state.cards.pool : 0);
    util::for_each_bit(open_hits(rules, state, player), [&](int card) {
        for_each_card_kind(rules, cards & rules.cards_for_card[static_cast<std::size_t>(card)], [&](int kind, int) {
            choices.range(rules.protect[static_cast<std::size_t>(card)][static_cast<std::size_t>(kind)], 1);
        });
    });
}

// True if the token has been dealt with.
[[gnu::noinline]] inline bool answer_hits(const Rules& rules, State& state) {
    while (state.running.hit_left != 0) {
        int next = -1;
        util::for_each_bit(state.running.hit_left, [&](int card) {
            const auto order = [&](int c) { return rules.cards[static_cast<std::size_t>(c)].reveal_order; };
            if (next < 0 || order(card) < order(next)) next = card;
        });
        state.running.hit_left = static_cast<u8>(state.running.hit_left & ~(1u << next));
        if (type_of(rules, next).after_losses(rules, state, next)) return false;
    }
    return true;
}

// The losses happen; `spared`: the player who has paid, or kNone.
[[gnu::noinline]] inline bool take_losses(const Rules& rules, State& state, int spared) {
    const int region = state.revealing;
    u8 losses[kMaxPlayers];
    pending_losses(rules, state, losses);
    state.running.pending = kNone;
    bool others = false;
    for (int p = 0; p < rules.players; ++p) {
        if (losses[p] == 0 || p == spared) continue;
        u8& potions = state.pieces.potions[region][p];
        const u8 saved = losses[p] < potions ? losses[p] : potions;
        potions = static_cast<u8>(potions - saved);
        const int lost = losses[p] - saved;
        if (lost == 0) continue;
        place_cubes(state, region, p, -lost);
        others = others || p != state.active;
    }
    trim_diplomats(rules, state, region);
    if (others) {
        u32 cards = reveal_cards_at_work(rules, state);
        util::for_each_bit(cards, [&](int card) {
            if (rules.cards[static_cast<std::size_t>(card)].reveal_order == 0) cards &= ~(1u << card);
        });
        state.running.hit_left = static_cast<u8>(cards);
    }
    return answer_hits(rules, state);
}

inline bool after_protection(const Rules& rules, State& state) {
    bool asked = false;
    util::for_each_bit(reveal_cards_at_work(rules, state) & rules.pay_cards, [&](int card) {
        asked = asked || type_of(rules, card).before_losses(rules, state, card);
    });
    return !asked && take_losses(rules, state, kNone);
}

[[gnu::noinline]] inline bool deal_with_token(const Rules& rules, State& state) {
    u8 losses[kMaxPlayers];
    if (!pending_losses(rules, state, losses)) {
        state.running.pending = kNone;
        return true;
    }
    if (!rules.region_cards.empty() && ask_from(rules, state, 0)) return false;
    return after_protection(rules, state);
}

[[gnu::noinline]] inline void protect_or_decline(const Rules& rules, State& state, Action action) {
    const int player = state.running.asked;
    const ActionInfo& info = rules.actions[action];
    int place = (player - state.active + rules.players) % rules.players;
    if (info.family == kProtectCard) {
        if ((state.cards.hand[player] & rules.region_cards[info.b].cards) == 0) {
            --state.cards.unknown[player];
            take_from_pool(rules, state, state.cards.hand[player], info.b);
        }
        const u64 card = card_of_kind(rules, state.cards.hand[player], info.b);
        state.cards.hand[player] &= ~card;
        state.cards.discards |= card;
        state.running.protected_cards = static_cast<u8>(state.running.protected_cards | 1u << info.a);
    } else {
        ++place;
    }
    if (ask_from(rules, state, place)) return;
    if (after_protection(rules, state)) advance_reveals(rules, state);
}

inline void go_on_after_payment(const Rules& rules, State& state, bool paid) {
    if (take_losses(rules, state, paid ? state.active : kNone)) advance_reveals(rules, state);
}

inline void go_on_after_answer(const Rules& rules, State& state) {
    if (answer_hits(rules, state)) advance_reveals(rules, state);
}

inline void resolve_shown(const Rules& rules, State& state, int number) {
    if (take_up_shown(rules, state, number - 1)) advance_reveals(rules, state);
}

template <class Choices>
inline void order_choices(const Rules& rules, const State& state, Choices& choices) {
    for (int i = 0; i < kMaxRats; ++i) {
        if (state.running.shown[i] != kNone && (i == 0 || state.running.shown[i] != state.running.shown[i - 1])) choices.range(rules.resolve_base + i, 1);
    }
}

}  // namespace rattus_ai::rattus
