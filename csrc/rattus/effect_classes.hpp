// Chance outcomes that act alike are one outcome with added weight (notes on exchangeable tokens).
//
// In a ravage tokens are alike when no reveal of this ravage can tell them apart; what they would have done later in the game
// is not looked at, so a class is exact up to the end of the turn and an approximation beyond it. In the sweep the
// comparison is over every region that is still to be swept, so there it is exact.
#pragma once

#include "rattus/expectation.hpp"
#include "rattus/moves.hpp"

namespace rattus_ai::rattus {

// In the sweep, what a token can do in any of the regions that are still to come.
inline u64 sweep_signature(const Rules& rules, const State& state, const TokenInfo& token) {
    u64 signature = 0;
    for (int region = state.revealing; region < rules.regions; ++region) {
        if (state.rats[region] == 0 || !region_occupied(rules, state, region)) continue;
        const int neutral = neutral_cubes(rules, state, region);
        signature = util::mix64(signature + token_signature(rules, token, state.cubes[region], neutral, state.held) + 1);
    }
    return signature;
}

inline int effect_classes(const Rules& rules, const State& state, Outcome* out) {
    const int count = chance_outcomes(rules, state, out);
    if (state.stage != Stage::kReveal) return count;
    u64 signatures[kMaxKinds];
    int classes = 0;
    const int region = state.revealing;
    const int neutral = neutral_cubes(rules, state, region);
    for (int i = 0; i < count; ++i) {
        const Kind& kind = rules.kinds[static_cast<std::size_t>(rules.outcomes[out[i].id].a)];
        const TokenInfo& token = rules.tokens[kind.ring][kind.first];
        const u64 signature = final_round(state) ? sweep_signature(rules, state, token)
                                                 : token_signature(rules, token, state.cubes[region], neutral, state.held);
        int k = 0;
        while (k < classes && signatures[k] != signature) ++k;
        if (k == classes) {
            signatures[k] = signature;
            out[classes++] = out[i];
        } else {
            out[k].weight = static_cast<u16>(out[k].weight + out[i].weight);
        }
    }
    return classes;
}

// Margins expected at the end of the turn, once the plague piece has moved: the spread cannot touch the ravaged region, and
// the declaration of neutral cubes is the better one for the active player. False elsewhere.
inline bool expected_margins(const Rules& rules, const State& state, double* values) {
    if (final_round(state)) return false;
    switch (state.stage) {
        case Stage::kSpread:
        case Stage::kRing:
        case Stage::kNeutral:
        case Stage::kNext:
        case Stage::kReveal:
            break;
        default:
            return false;
    }
    if (rules.options.reveal_order == RevealOrder::kActivePlayer && slots_in(state, state.plague) > 1) return false;
    const int region = state.plague;
    const bool decided = state.stage == Stage::kNext || state.stage == Stage::kReveal;
    const bool may_declare = !decided && (state.held[state.active] & rules.neutral_cards) != 0 && state.rats[region] != 0 &&
                             region_occupied(rules, state, region);
    for (int declared = 0; declared <= (may_declare ? 1 : 0); ++declared) {
        const int neutral = (decided ? state.neutral : declared) ? kNeutralCubeCount : 0;
        RavageProblem problem = ravage_problem(rules, state, region, neutral);
        if (state.stage == Stage::kReveal) problem.first = state.drawing_ring;  // an unknown rat comes first
        double expected[kMaxPlayers] = {};
        walk_ravage(rules, problem, state.held, RealProbability{}, [&](const std::array<u8, kMaxPlayers>& left, const RealProbability& chance) {
            int scores[kMaxPlayers];
            for (int p = 0; p < rules.players; ++p) scores[p] = score(state, p) - state.cubes[region][p] + left[static_cast<std::size_t>(p)];
            for (int p = 0; p < rules.players; ++p) {
                int other = 0;
                for (int q = 0; q < rules.players; ++q) other = q != p && scores[q] > other ? scores[q] : other;
                expected[p] += chance.value * (scores[p] - other);
            }
        });
        if (declared == 0 || expected[state.active] > values[state.active]) {
            for (int p = 0; p < rules.players; ++p) values[p] = expected[p];
        }
    }
    return true;
}

}  // namespace rattus_ai::rattus
