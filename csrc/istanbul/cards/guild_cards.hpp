// Guild cards: card n is the action of place n from anywhere, in place of the whole turn. Rules, 2.6, O1, Q17.
//
// What a card gives beyond that is data (RulesData::guild). A card is playable only if its action would have an effect, and then it has to be done.
#pragma once

#include "istanbul/cards/window_cards.hpp"
#include "istanbul/places/registry.hpp"

namespace rattus_ai::istanbul {

inline void start_guild_card(State& state, int number) {
    Turn& turn = state.turn;
    lay_down_guild(state, turn.player, number);
    turn.guild = static_cast<u8>(number);
    turn.acting = turn.guild;
    turn.compulsory = 1;
    turn.stage = number == place::kTavern ? Stage::kOption : Stage::kAction;
    // The family member returns without a reward.
    if (number == place::kPoliceStation) mover(state).family = place::kPoliceStation;
}

inline u32 playable_guild_cards(const Rules& rules, const State& state) {
    u32 out = 0;
    util::for_each_bit(playable_guild(state, state.turn.player), [&](int number) {
        State played = state;
        start_guild_card(played, number);
        out |= static_cast<u32>(place_possible(rules, played, number)) << number;
    });
    return out;
}

template <class Choices>
inline void guild_actions(const Rules& rules, const State& state, Choices& choices) {
    if (mover(state).guild_cards != 0) choices.set(rules.base[verb::kGuild] - 1, playable_guild_cards(rules, state));
}

}  // namespace rattus_ai::istanbul
