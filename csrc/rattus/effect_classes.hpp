// Chance outcomes that act alike are one outcome with added weight (notes on exchangeable tokens).
//
// The ring of a new rat does not act in the turn it is placed. In a ravage tokens are alike when no reveal of this ravage can tell them apart; what they would have done later in the game
// is not looked at, so a class is exact up to the end of the turn and an approximation beyond it. In the sweep the
// comparison is over every region that is still to be swept, so there it is exact.
#pragma once

#include <unordered_map>
#include <vector>

#include "rattus/expectation.hpp"
#include "rattus/moves.hpp"
#include "rattus/points.hpp"
#include "rattus/reaction.hpp"

namespace rattus_ai::rattus {

// In the sweep, what a token can do in any of the regions that are still to come.
inline u64 sweep_signature(const Rules& rules, const State& state, const TokenInfo& token) {
    u64 signature = 0;
    for (int region = state.revealing; region < rules.regions; ++region) {
        if (state.rats[region] == 0 || !region_occupied(rules, state, region)) continue;
        const int neutral = population_change(rules, state, region);
        signature = util::mix64(signature + token_signature(rules, token, state.cubes[region], neutral, state.held) + 1);
        // A region card protects one card, so it matters which cards are hit.
        if (!rules.region_cards.empty()) signature = util::mix64(signature + (u64{token.hits[0]} | u64{token.hits[1]} << 8 | u64{token.hits[2]} << 16));
    }
    return signature;
}

// `exact` is cleared where outcomes were joined that may differ later in the game.
inline int effect_classes(const Rules& rules, const State& state, Outcome* out, bool& exact) {
    const int count = chance_outcomes(rules, state, out);
    if (state.stage == Stage::kRing) {
        // Nobody will see the new rat in this turn: the likelier ring stands for both.
        if (out[1].weight > out[0].weight) std::swap(out[0], out[1]);
        out[0].weight = static_cast<u16>(out[0].weight + out[1].weight);
        exact = false;
        return 1;
    }
    if (state.stage != Stage::kReveal) return count;
    // In a reveal of the final round cubes may still move before the sweep: there nothing is joined.
    if (final_round(state) && !sweeping(state)) return count;
    u64 signatures[kMaxKinds];
    int classes = 0;
    const int region = state.revealing;
    const int neutral = population_change(rules, state, region);
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
    if (classes < count && !final_round(state)) exact = false;
    return classes;
}

// What a ravage can leave of the cubes of a region, each with its probability; remembered by everything it depends on, since
// the turns that a player considers differ mostly elsewhere.
struct RavageResult {
    std::array<u8, kMaxPlayers> left;
    double probability;
};

class RavageMemory {
public:
    const std::vector<RavageResult>& results(const Rules& rules, const State& state, int region, int neutral) {
        RavageProblem problem = ravage_problem(rules, state, region, neutral);
        u8 held[kMaxPlayers];
        cards_hit(rules, state, held);
        if (state.stage == Stage::kReveal) problem.first = state.drawing_ring;  // an unknown rat comes first
        u64 key = util::mix64(state.unseen[0] ^ util::mix64(state.unseen[1] + static_cast<u64>(1 + problem.first)));
        auto add = [&key](u64 value) { key = util::mix64(key + value); };
        for (std::size_t p = 0; p < static_cast<std::size_t>(rules.players); ++p) add(u64{problem.potions[p]} << 16 | u64{problem.cubes[p]} << 8 | held[p]);
        add(static_cast<u64>(problem.unknown[0] | problem.unknown[1] << 8 | (neutral + 8) << 16));
        for (int i = 0; i < problem.known_count; ++i) {
            const TokenInfo& token = problem.known[static_cast<std::size_t>(i)];
            add(u64{token.kind} << 8 | token.limit);
        }
        const auto [entry, fresh] = known_.try_emplace(key);
        if (fresh) {
            std::vector<RavageResult>& out = entry->second;
            walk_ravage(rules, problem, held, RealProbability{}, [&](const std::array<u8, kMaxPlayers>& left, const RealProbability& chance) {
                for (RavageResult& result : out) {
                    if (result.left == left) {
                        result.probability += chance.value;
                        return;
                    }
                }
                out.push_back({left, chance.value});
            });
        }
        return entry->second;
    }

private:
    std::unordered_map<u64, std::vector<RavageResult>> known_;
};

// Margins expected at the end of the turn, once the plague piece has moved: the spread cannot touch the ravaged region, and
// the declaration of neutral cubes is the better one for the active player. False elsewhere.
inline bool settled_turn(const Rules& rules, const State& state) {
    if (final_round(state) || state.running.shown[0] != kNone) return false;
    switch (state.stage) {
        case Stage::kSpread:
        case Stage::kRing:
        case Stage::kNeutral:
        case Stage::kNext:
        case Stage::kReveal:
            return rules.options.reveal_order != RevealOrder::kActivePlayer || slots_in(state, state.plague) <= 1;
        default:
            return false;
    }
}

// Nobody can answer to a token, and nothing but cubes is at stake in the rest of this turn: what a majority brings and diplomats
// that fall with their cubes are left out of the margins.
inline bool margins_exact(const Rules& rules, const State& state) {
    if (!rules.extras) return true;
    return !rules.mercatus && !rules.diplomats && rules.region_cards.empty() && reveal_cards_at_work(rules, state) == 0;
}

inline void expected_margins(const Rules& rules, const State& state, RavageMemory& memory, double* values) {
    const int region = state.plague;
    const bool decided = state.stage == Stage::kNext || state.stage == Stage::kReveal;
    const bool may_declare = !decided && (state.held[state.active] & rules.neutral_cards) != 0 && state.rats[region] != 0 &&
                             region_occupied(rules, state, region);
    double worths[kMaxPlayers];
    for (int p = 0; p < rules.players; ++p) worths[p] = worth(rules, state, p);
    for (int declared = 0; declared <= (may_declare ? 1 : 0); ++declared) {
        const int neutral = ((decided ? state.neutral : declared) ? kNeutralCubeCount : 0) - (rules.nuns ? nuns_in(state, region) : 0);
        double expected[kMaxPlayers] = {};
        for (const RavageResult& result : memory.results(rules, state, region, neutral)) {
            double scores[kMaxPlayers];
            for (int p = 0; p < rules.players; ++p) scores[p] = worths[p] - state.cubes[region][p] + result.left[static_cast<std::size_t>(p)];
            for (int p = 0; p < rules.players; ++p) {
                double other = 0.0;
                for (int q = 0; q < rules.players; ++q) other = q != p && scores[q] > other ? scores[q] : other;
                expected[p] += result.probability * (scores[p] - other);
            }
        }
        if (declared == 0 || expected[state.active] > values[state.active]) {
            for (int p = 0; p < rules.players; ++p) values[p] = expected[p];
        }
    }
}

}  // namespace rattus_ai::rattus
