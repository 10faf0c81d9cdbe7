// Guidance of the search for Rattus: how dangerous a region is, priors of actions, a light playout policy. Nothing here is a
// rule; everything here may be replaced by something learned. The evaluation at the horizon is in evaluation.hpp.
//
// Honest limits: danger is an average over all tokens of the game, not over the unseen ones, and ignores how rats and
// cubes will move. The constants were chosen by paired matches of the search against itself (see analysis/).
#pragma once

#include <algorithm>
#include <cmath>

#include "rattus/expectation.hpp"
#include "rattus/moves.hpp"

namespace rattus_ai::rattus {

// What each player loses on average when so many rats are revealed in the region: for several numbers of rats at once.
template <std::size_t kNumbers>
inline void average_losses(const Rules& rules, const State& state, int region, const int (&rats)[kNumbers], int neutral, float (&losses)[kNumbers][kMaxPlayers]) {
    int total = neutral;
    int most = 1;
    for (int p = 0; p < rules.players; ++p) {
        total += state.cubes[region][p];
        most = state.cubes[region][p] > most ? state.cubes[region][p] : most;
    }
    const bool few = static_cast<unsigned>(total) < static_cast<unsigned>(kMaxCubesCounted);
    const AverageToken& token = rules.average[static_cast<std::size_t>(few ? total : total < 0 ? 0 : kMaxCubesCounted)];
    for (int p = 0; p < rules.players; ++p) {
        const int cubes = state.cubes[region][p];
        for (std::size_t n = 0; n < kNumbers; ++n) losses[n][p] = 0.0f;
        if (cubes == 0) continue;
        float each = token.all + (cubes == most ? token.majority : 0.0f);
        for (u32 held = state.held[p]; held != 0; held &= held - 1) each += token.hits[util::lowest_bit(held)];
        for (std::size_t n = 0; n < kNumbers; ++n) {
            float loss = each * static_cast<float>(rats[n]);
            if (rules.potions) [[unlikely]] loss = std::max(0.0f, loss - static_cast<float>(state.pieces.potions[region][p]));
            losses[n][p] = loss < static_cast<float>(cubes) ? loss : static_cast<float>(cubes);
        }
    }
}

// Lead of the player in average losses when the region is ravaged: what others lose, per opponent, less the own loss.
inline float ravage_gain(const Rules& rules, const State& state, int region, int rats, int neutral, int player) {
    float losses[1][kMaxPlayers] = {};
    average_losses(rules, state, region, {rats}, neutral, losses);
    float others = 0.0f;
    for (int p = 0; p < rules.players; ++p) others += p == player ? 0.0f : losses[0][p];
    return others / static_cast<float>(rules.players - 1) - losses[0][player];
}

// Average loss of one more own cube in the region.
inline float cube_danger(const Rules& rules, const State& state, int region, int player) {
    int total = 1;
    for (int p = 0; p < rules.players; ++p) total += state.cubes[region][p];
    const AverageToken& token = rules.average[static_cast<std::size_t>(total < kMaxCubesCounted ? total : kMaxCubesCounted)];
    float each = token.all + 0.5f * token.majority;
    for (u32 held = state.held[player]; held != 0; held &= held - 1) each += token.hits[util::lowest_bit(held)];
    const float cubes = static_cast<float>(state.cubes[region][player] + 1);
    const float loss = each * static_cast<float>(state.rats[region]) / cubes;
    return loss < 1.0f ? loss : 1.0f;
}

// What a region card is worth to the player: a majority counts a point, and so would one more cube there.
inline float region_card_promise(const Rules& rules, const State& state, int kind, int player) {
    const int region = rules.region_cards[static_cast<std::size_t>(kind)].region;
    int most = 0;
    for (int p = 0; p < rules.players; ++p) most = p != player && state.cubes[region][p] > most ? state.cubes[region][p] : most;
    const int lead = state.cubes[region][player] - most;
    return lead >= 0 ? 0.6f : lead == -1 ? 0.3f : 0.0f;
}

// What an ability promises, by what its arguments look like, so that cards need not be known here.
inline float shape_promise(const Rules& rules, const State& state, Action action, int player) {
    const ActionInfo& info = rules.actions[action];
    const Family& family = rules.families[info.family];
    float promise = kCardTypes[rules.cards[family.card].type].promise;
    if (family.arguments[0] == Argument::kRegion && family.arguments[1] == Argument::kRegion) {
        // own cubes from one region to another
        const float moved = static_cast<float>(info.c);
        promise += moved * (cube_danger(rules, state, info.a, player) - cube_danger(rules, state, info.b, player));
    } else if (family.arguments[1] == Argument::kSlot && family.arguments[2] == Argument::kRegion) {
        // a rat from one region to another
        promise += ravage_gain(rules, state, info.c, state.rats[info.c] + 1, 0, player) - ravage_gain(rules, state, info.a, 1, 0, player);
    } else if (family.arguments[0] == Argument::kRegion && family.arguments[1] == Argument::kNumber) {
        // own cubes onto a region
        promise += static_cast<float>(info.b) * (1.0f - 0.7f * cube_danger(rules, state, info.a, player));
    } else if (family.arguments[0] == Argument::kRegion && family.arguments[1] == Argument::kNone) {
        promise += 1.0f;
    }
    return promise;
}

inline constexpr int kMostAbilities = 128;

// The same where the state may be copied: points that appear at once are counted instead of guessed.
inline float ability_promise(const Rules& rules, const State& state, Action action, int player) {
    const CardType& type = kCardTypes[rules.cards[rules.families[rules.actions[action].family].card].type];
    if (type.plain) return shape_promise(rules, state, action, player);
    State after = state;
    apply_action(rules, after, action);
    const float gain = static_cast<float>(worth(rules, after, player) - worth(rules, state, player));
    return std::max(shape_promise(rules, state, action, player), gain);
}

// Weights of the legal actions; larger is more promising.
inline void action_priors(const Rules& rules, const State& state, const Action* actions, int count, float* weights) {
    const int player = state.stage == Stage::kProtect ? state.running.asked : state.active;
    for (int i = 0; i < count; ++i) {
        const ActionInfo& info = rules.actions[actions[i]];
        float promise = 0.0f;  // of about the size of cubes
        switch (info.family) {
            case kTake:
                promise = 0.2f;
                break;
            case kPlace: {
                const int room = state.supply[player];
                const int cubes = state.rats[info.a] + info.b < room ? state.rats[info.a] + info.b : room;
                promise = static_cast<float>(cubes) * (1.0f - 0.7f * cube_danger(rules, state, info.a, player));
                break;
            }
            case kPlague:
                promise = final_round(state) ? 0.0f : 1.0f + 1.2f * ravage_gain(rules, state, info.a, state.rats[info.a], 0, player);
                break;
            case kRat:
                promise = ravage_gain(rules, state, info.a, state.rats[info.a] + 1, 0, player) -
                          ravage_gain(rules, state, info.a, state.rats[info.a], 0, player);
                break;
            case kNeutralCubes:
                promise = ravage_gain(rules, state, state.plague, state.rats[state.plague], info.a * kNeutralCubeCount, player);
                break;
            case kDone:
            case kNextRat:
            case kDecline:
            case kResolve:
                break;
            case kGoodsToken:
                promise = 0.5f;
                break;
            case kCardToken:
                promise = -0.2f;
                break;
            case kProtectCard:
                promise = 0.7f;
                break;
            case kRavage:
                promise = ravage_gain(rules, state, info.a, state.rats[info.a], rules.nuns ? -nuns_in(state, info.a) : 0, player);
                break;
            case kChoose:
                promise = region_card_promise(rules, state, info.a, player);
                break;
            default:
                promise = shape_promise(rules, state, actions[i], player);
        }
        weights[i] = std::exp(1.5f * promise);
    }
}

// What taking a card promises: the most promising thing that its ability can do at once. Points that appear count in full.
inline float take_promise(const Rules& rules, const State& state, Action take, int player) {
    State taken = state;
    apply_action(rules, taken, take);
    if (to_act(rules, taken) != player) return 0.0f;
    const int card = rules.actions[take].a;
    std::array<Action, kMostAbilities> abilities;
    int count = 0;
    util::ChoiceSets choices;
    decisions(rules, taken, choices);
    const int all = choices.count();
    for (int i = 0; i < all && count < kMostAbilities; ++i) {
        const Action action = choices.pick(i);
        if (rules.families[rules.actions[action].family].card == card) abilities[static_cast<std::size_t>(count++)] = action;
    }
    float best = 0.0f;
    for (int i = 0; i < count; ++i) {
        const Action action = abilities[static_cast<std::size_t>(i)];
        best = std::max(best, ability_promise(rules, taken, action, player));
    }
    return best;
}

// Priors for the tree, where they are worked out once a node.
inline void tree_priors(const Rules& rules, const State& state, const Action* actions, int count, float* weights) {
    action_priors(rules, state, actions, count, weights);
    const int player = state.stage == Stage::kProtect ? state.running.asked : state.active;
    for (int i = 0; i < count; ++i) {
        const ActionInfo& info = rules.actions[actions[i]];
        if (info.family == kTake) {
            weights[i] = std::exp(1.5f * (0.2f + take_promise(rules, state, actions[i], player)));
        } else if (info.family >= kCoreFamilies && !kCardTypes[rules.cards[rules.families[info.family].card].type].plain) {
            weights[i] = std::exp(1.5f * ability_promise(rules, state, actions[i], player));
        }
    }
}

// A light policy: the best of two random actions by their priors.
inline Action light_action(const Rules& rules, const State& state, util::Random& random) {
    util::ChoiceSets choices;
    decisions(rules, state, choices);
    const int count = choices.count();
    const Action first = choices.pick(random.below(count));
    if (count == 1) return first;
    const Action pair[2] = {first, choices.pick(random.below(count))};
    float weights[2];
    action_priors(rules, state, pair, 2, weights);
    return pair[weights[1] > weights[0] ? 1 : 0];
}

}  // namespace rattus_ai::rattus
