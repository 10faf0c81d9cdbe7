// What can happen at chance nodes, how likely, and what it does.
#pragma once

#include "istanbul/dice.hpp"
#include "istanbul/setup.hpp"
#include "search/game.hpp"
#include "util/random.hpp"

namespace rattus_ai::istanbul {

using Outcome = search::WeightedOutcome;

// All outcomes with a positive weight, ascending; `out` has room for all outcomes of the game. Returns how many.
inline int chance_outcomes(const Rules& rules, const State& state, Outcome* out) {
    int count = 0;
    auto add = [&](int id, int weight) {
        if (weight > 0) out[count++] = {static_cast<u16>(id), static_cast<u16>(weight)};
    };
    auto add_set = [&](int base, u32 members) { util::for_each_bit(members, [&](int i) { add(base + i, 1); }); };
    switch (state.turn.stage) {
        case Stage::kFigure:
            for (int total = kLowestTotal; total <= kHighestTotal; ++total) {
                add(rules.chance_base[chance::kFigurePlace] + total - kLowestTotal, total <= 7 ? total - 1 : 13 - total);
            }
            break;
        case Stage::kDemandLarge:
            add_set(rules.chance_base[chance::kDemandLarge], Market::unseen(rules, state, 0));
            break;
        case Stage::kDemandSmall:
            add_set(rules.chance_base[chance::kDemandSmall], Market::unseen(rules, state, 1));
            break;
        case Stage::kDeal:
        case Stage::kDraw: {
            const int base = rules.chance_base[state.turn.stage == Stage::kDeal ? chance::kDeal : chance::kDraw];
            for (int kind = 0; kind < kBonusKinds; ++kind) add(base + kind, copies(state.deck, kind));
            break;
        }
        case Stage::kDrawGuild:
            add_set(rules.chance_base[chance::kDrawGuild] - 1, state.guild_deck);
            break;
        case Stage::kRoll:
            for (int i = 0; i < kRolls; ++i) {
                const auto& dice = rules.rolls[static_cast<std::size_t>(i)];
                add(rules.chance_base[chance::kRoll] + i, dice[0] == dice[1] ? 1 : 2);
            }
            break;
        default:
            break;
    }
    return count;
}

// The outcome must have a positive weight.
inline void apply_outcome(const Rules& rules, State& state, int id) {
    const ActionInfo info = rules.outcomes[static_cast<std::size_t>(id)];
    Turn& turn = state.turn;
    switch (turn.stage) {
        case Stage::kFigure:
            place_figure(rules, state, info.a);
            break;
        case Stage::kDemandLarge:
        case Stage::kDemandSmall:
            Market::put_on_top(state, turn.stage == Stage::kDemandLarge ? 0 : 1, info.a);
            if (turn.acting != 0) {
                finish_action(rules, state);
            } else {
                next_set_up(rules, state);
            }
            break;
        case Stage::kDeal:
            deal(rules, state, info.a);
            break;
        case Stage::kDraw:
            draw_into_hand(state, turn.player, info.a);
            --turn.draws_left;
            if (!ask_for_bonus(state)) go_back(rules, state);
            break;
        case Stage::kDrawGuild:
            draw_guild_into_hand(state, turn.player, info.a);
            --turn.draws_left;
            if (!ask_for_guild(state)) go_back(rules, state);
            break;
        default:
            turn.dice[0] = info.a;
            turn.dice[1] = info.b;
            after_roll(rules, state);
    }
}

inline int random_member(u32 set, util::Random& random) { return util::select_bit(set, random.below(util::count_bits(set))); }

inline int sample_outcome(const Rules& rules, const State& state, util::Random& random) {
    switch (state.turn.stage) {
        case Stage::kFigure: {
            const auto& dice = rules.rolls[rules.roll_of[static_cast<std::size_t>(random.below(36))]];
            return rules.chance_base[chance::kFigurePlace] + dice[0] + dice[1] - kLowestTotal;
        }
        case Stage::kDemandLarge:
            return rules.chance_base[chance::kDemandLarge] + random_member(Market::unseen(rules, state, 0), random);
        case Stage::kDemandSmall:
            return rules.chance_base[chance::kDemandSmall] + random_member(Market::unseen(rules, state, 1), random);
        case Stage::kDeal:
            return rules.chance_base[chance::kDeal] + kind_at(state.deck, random.below(state.deck_count));
        case Stage::kDraw:
            return rules.chance_base[chance::kDraw] + kind_at(state.deck, random.below(state.deck_count));
        case Stage::kDrawGuild:
            return rules.chance_base[chance::kDrawGuild] - 1 + random_member(state.guild_deck, random);
        default:
            return rules.chance_base[chance::kRoll] + rules.roll_of[static_cast<std::size_t>(random.below(36))];
    }
}

}  // namespace rattus_ai::istanbul
