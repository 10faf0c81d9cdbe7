// What search may know about chance: which events are the same in plays that differ little, which outcomes act alike, and luck.
#pragma once

#include "istanbul/evaluation.hpp"
#include "istanbul/key.hpp"
#include "istanbul/moves.hpp"

namespace rattus_ai::istanbul {

// What chance is about to settle, so that the same event gets the same random numbers in plays that differ little.
inline u64 chance_label(const State& state) {
    const Turn& turn = state.turn;
    const u64 stage = static_cast<u64>(turn.stage) << 16;
    switch (turn.stage) {
        case Stage::kFigure:
            return stage | u64{turn.figure} << 8 | turn.rolling;
        case Stage::kDeal:
        case Stage::kDraw:
        case Stage::kDrawGuild:
            return stage | turn.player;
        case Stage::kRoll:
            return stage | u64{turn.player} << 8 | turn.acting;
        default:
            return stage;
    }
}

// Rolls that nobody can change act alike if they bring the same: exact.
inline int chance_classes(const Rules& rules, const State& state, Outcome* out) {
    const int count = chance_outcomes(rules, state, out);
    const Turn& turn = state.turn;
    if (turn.stage != Stage::kRoll || rolls_for_prize(state) || may_use_red_tile(state) || may_hold_six(rules, state)) return count;
    const Seat& seat = mover(state);
    int brings[kRolls];
    int classes = 0;
    for (int i = 0; i < count; ++i) {
        const auto& dice = rules.rolls[static_cast<std::size_t>(out[i].id - rules.chance_base[chance::kRoll])];
        const int total = dice[0] + dice[1];
        const int room = seat.capacity - seat.goods[kBlue];
        const int jewelry = rules.black_market[static_cast<std::size_t>(total)];
        const int what = turn.called != 0 ? total >= turn.called : jewelry < room ? jewelry : room;
        int k = 0;
        while (k < classes && brings[k] != what) ++k;
        if (k == classes) {
            brings[k] = what;
            out[classes++] = out[i];
        } else {
            out[k].weight = static_cast<u16>(out[k].weight + out[i].weight);
        }
    }
    return classes;
}

// Adds the luck of each player when, of these outcomes of the chance node, the chosen one happens: the evaluation after it less its mean. At
// rolls and figures only; what cards are worth the evaluation does not know.
inline void add_luck(const Rules& rules, const State& state, const Outcome* outcomes, int count, int chosen, double* luck) {
    const Stage stage = state.turn.stage;
    if (count < 2 || stage != Stage::kRoll) return;
    double mean[kMaxPlayers] = {};
    double happened[kMaxPlayers] = {};
    double total = 0.0;
    for (int i = 0; i < count; ++i) {
        State after = state;
        apply_outcome(rules, after, outcomes[i].id);
        double values[kMaxPlayers];
        evaluate_position(rules, after, values);
        total += outcomes[i].weight;
        for (int p = 0; p < rules.players; ++p) {
            mean[p] += values[p] * outcomes[i].weight;
            if (i == chosen) happened[p] = values[p];
        }
    }
    for (int p = 0; p < rules.players; ++p) luck[p] += happened[p] - mean[p] / total;
}

// Positions with the same key have the same legal play ahead, worth the same to everybody. Among the last cards only some kinds matter.
inline u64 future_key(const Rules& rules, const State& state) {
    if (state.turn.stage != Stage::kLastCards) return state_key(state);
    State same = state;
    constexpr int kPlayable[] = {card::kLira, card::kGood, card::kTrade, card::kSwap};
    for (int p = 0; p < rules.players; ++p) {
        u64 kept = 0;
        for (const int kind : kPlayable) kept += (state.secret[p] & (card_of(kind) * 7));
        // How many others there are is known from the number of cards; that there are some decides who is asked.
        same.secret[p] = kept + (state.secret[p] != kept ? card_of(card::kStay) : 0);
        same.guild_hand[p] = 0;
    }
    same.guild_deck = 0;
    if (unknown_bonus(state) == 0) {
        same.deck = 0;
        same.deck_count = 0;
    }
    return state_key(same);
}

}  // namespace rattus_ai::istanbul
