// Cards that do the action of a place once more: Palace, Post Office, Dealer, Wainwright, Coffee House. Rules, 1.6, 2.7, Q13, O29.
#pragma once

#include "istanbul/places/registry.hpp"

namespace rattus_ai::istanbul {

inline int again_card(int where) {
    switch (where) {
        case place::kPalace: return card::kPalace;
        case place::kPostOffice: return card::kPost;
        case place::kDealer: return card::kDealer;
        case place::kWainwright: return card::kWainwright;
        default: return card::kHouse;
    }
}

template <class Choices>
inline void again_actions(const Rules& rules, const State& state, u32 kinds, Choices& choices) {
    const int where = state.turn.done_place;
    if (where != 0 && holds(kinds, again_card(where)) && place_possible(rules, state, where)) choices.range(rules.base[verb::kAgain], 1);
}

inline void again(const Rules& rules, State& state) {
    Turn& turn = state.turn;
    const int where = turn.done_place;
    spend(state, turn.player, again_card(where));
    turn.acting = static_cast<u8>(where);
    switch (where) {
        case place::kPalace:
            turn.stage = Stage::kDeliver;
            break;
        case place::kPostOffice:
            PostOffice::post(rules, state);
            break;
        case place::kDealer:
            Dealer::buy(rules, state);
            break;
        case place::kWainwright:
            Wainwright::extend(rules, state);
            break;
        default:
            CoffeeHouse::buy(rules, state);
    }
}

}  // namespace rattus_ai::istanbul
