// The end of the game: final round, sweep, winner. Rules, section 5.
#pragma once

#include "rattus/cards/registry.hpp"
#include "rattus/point_bounds.hpp"
#include "rattus/ravage.hpp"

namespace rattus_ai::rattus {

// Ties go to the tied player whose next turn would have come first.
inline int winner(const Rules& rules, const State& state) {
    int best = -1;
    for (int i = 1; i <= rules.players; ++i) {
        const int player = (state.last + i) % rules.players;
        if (best < 0 || score(rules, state, player) > score(rules, state, best)) best = player;
    }
    return best;
}

// In the sweep: who can still win, and is the winner settled, whatever the tokens are? Compares what a player keeps at worst, when
// every cube that still lies with rats is lost, with what the others keep at best.
inline u32 possible_winners(const Rules& rules, const State& state) {
    // Points times eight, and the place in the order of ties.
    auto rank = [&](int player, int points) { return points * 8 + 7 - (player + rules.players - state.last - 1) % rules.players; };
    int most_sure = -1;
    int best[kMaxPlayers];
    for (int p = 0; p < rules.players; ++p) {
        const PointBounds bounds = point_bounds(rules, state, p);
        const int sure = rank(p, bounds.worst);
        best[p] = rank(p, bounds.best);
        most_sure = sure > most_sure ? sure : most_sure;
    }
    u32 out = 0;
    for (int p = 0; p < rules.players; ++p) {
        if (best[p] >= most_sure) out |= 1u << p;
    }
    return out;
}

// Writes the win vector where the winner is settled.
inline bool decided(const Rules& rules, const State& state, double* values) {
    if (!sweeping(state)) return false;
    const u32 possible = possible_winners(rules, state);
    if ((possible & (possible - 1)) != 0) return false;
    for (int p = 0; p < rules.players; ++p) values[p] = (possible >> p) & 1u ? 1.0 : 0.0;
    return true;
}

inline void start_final_turn(State& state) {
    state.used = 0;
    state.running.fixed = 0;
    state.market.payments = 0;
}

inline void start_final_round(const Rules& rules, State& state) {
    state.last = state.active;
    state.final_left = static_cast<u8>(rules.players - 2);
    state.active = static_cast<u8>((state.active + rules.players - 1) % rules.players);
    state.taken = 0;
    state.placed = 0;
    state.stage = Stage::kFinal;
    start_final_turn(state);
    state.market.available = 0;
    state.market.taken = 0;
}

inline void start_sweep(const Rules& rules, State& state) {
    state.active = state.last;
    state.used = 0;
    state.revealing = 0;
    advance_reveals(rules, state);
}

// The hands are shown, card by card where this state does not know them.
inline void show_hands(const Rules& rules, State& state) {
    state.stage = unknown_cards(rules, state) > 0 ? Stage::kHands : Stage::kTerminal;
}

inline void show_hand_card(const Rules& rules, State& state, int kind) {
    int player = 0;
    while (state.cards.unknown[player] == 0) ++player;
    --state.cards.unknown[player];
    take_from_pool(rules, state, state.cards.hand[player], kind);
    show_hands(rules, state);
}

inline void end_sweep(const Rules& rules, State& state) {
    state.revealing = kNone;
    if (rules.mercatus) sell_goods(rules, state, kAllGoods);
    show_hands(rules, state);
}

// An own goods token onto a card that carries one (P15).
template <class Choices>
inline void token_choices(const Rules& rules, const State& state, Choices& choices) {
    const u32 cards = static_cast<u32>(state.held[state.active] & rules.token_cards);
    if (cards == 0) return;
    u32 kinds = 0;
    for (int k = 0; k < kGoodsKinds; ++k) kinds |= state.market.goods[state.active][k] != 0 ? bit(k) : 0u;
    util::for_each_bit(cards, [&](int card) { choices.set(rules.token_base[static_cast<std::size_t>(card)], kinds); });
}

template <class Choices>
inline void final_choices(const Rules& rules, const State& state, Choices& choices) {
    choices.range(rules.done_base, 1);
    const u32 usable = static_cast<u32>(state.held[state.active] & ~state.used);
    for (u32 cards = usable; cards != 0; cards &= cards - 1) {
        const int card = util::lowest_bit(cards);
        ability_choices(type_of(rules, card), rules, state, card, choices);
    }
    if (usable & rules.reveal_cards) choices.set(rules.ravage_base, event_regions(rules, state));
    if (rules.mercatus) token_choices(rules, state, choices);
}

inline void final_done(const Rules& rules, State& state) {
    if (state.final_left == 0) {
        start_final_turn(state);
        for (u32 cards = rules.closing_cards; cards != 0; cards &= cards - 1) {
            const int card = util::lowest_bit(cards);
            if (type_of(rules, card).closing(rules, state, card)) return;
        }
        start_sweep(rules, state);
        return;
    }
    --state.final_left;
    state.active = static_cast<u8>((state.active + rules.players - 1) % rules.players);
    start_final_turn(state);
}

}  // namespace rattus_ai::rattus
