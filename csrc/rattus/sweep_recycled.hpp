// The sweep where a recycled rat of unknown token lies on the board (recycled.hpp): its token is enumerated, and each sweep solved.
//
// Such rats have pools of their own, so they cannot join the classes of the programme in sweep.hpp. There are at most two, and at most as
// many tokens as one ring has, so the sum stays small; each part has the limits of sweep.hpp.
#pragma once

#include "rattus/moves.hpp"
#include "rattus/sweep.hpp"

namespace rattus_ai::rattus {

// The first recycled rat of unknown token, kNone: there is none.
inline u8 unknown_recycled(const State& state) {
    u8 first = kNone;
    for (int i = 0; i < state.tracked_count; ++i) {
        const TrackedRat& rat = state.tracked[i];
        if (pool_of(state, i) == 0 || rat.token != kNone) continue;
        if (first == kNone || pool_of(state, i) < pool_of(state, first)) first = static_cast<u8>(i);
    }
    return first;
}

template <class Probability>
SweepAnswer<Probability> solve_sweep(const Rules& rules, const State& state, RevealsMemory& memory, Probability zero, Probability one, const SweepSettings& settings) {
    const u8 unknown = unknown_recycled(state);
    if (unknown == kNone) return Sweep<Probability>(rules, state, memory, zero, one, settings).solve();
    SweepAnswer<Probability> sum;
    sum.wins.fill(zero);
    sum.upper.fill(zero);
    sum.solved = true;
    const bool drawing = state.stage == Stage::kReveal && state.drawing == unknown;
    int total = 0;
    for (const Kind& kind : rules.kinds) total += recycled_weight(state, unknown, kind);
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
        const int weight = recycled_weight(state, unknown, rules.kinds[k]);
        if (weight == 0) continue;
        State child = state;
        if (drawing) {
            apply_outcome(rules, child, rules.chance_reveal_base + static_cast<int>(k));
        } else {
            fix_token(rules, child, unknown, static_cast<int>(k));
        }
        SweepAnswer<Probability> part;
        if (child.stage == Stage::kTerminal) {
            part.solved = true;
            part.wins.fill(zero);
            part.upper.fill(zero);
            part.wins[static_cast<std::size_t>(winner(rules, child))] = one;
            part.upper = part.wins;
            if (settings.joint) part.lost.emplace_back(0, one);
        } else {
            part = solve_sweep(rules, child, memory, zero, one, settings);
        }
        sum.solved = sum.solved && part.solved;
        sum.stopped = sum.stopped || part.stopped;
        sum.work += part.work;
        sum.states = std::max(sum.states, part.states);
        for (std::size_t p = 0; p < kMaxPlayers; ++p) {
            sum.wins[p].add(part.wins[p].scaled(weight, total));
            sum.upper[p].add(part.upper[p].scaled(weight, total));
        }
        u32 before = 0;  // lost with the token itself
        for (int p = 0; p < rules.players; ++p) before += in_field(static_cast<u32>(child.supply[p] - state.supply[p]), p);
        for (const auto& [lost, chance] : part.lost) sum.lost.emplace_back(lost + before, chance.scaled(weight, total));
        if (sum.stopped) break;
    }
    if (!settings.joint) return sum;
    std::sort(sum.lost.begin(), sum.lost.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::pair<u32, Probability>> joined;
    for (const auto& [lost, chance] : sum.lost) {
        if (!joined.empty() && joined.back().first == lost) {
            joined.back().second.add(chance);
        } else {
            joined.emplace_back(lost, chance);
        }
    }
    sum.lost = std::move(joined);
    return sum;
}

}  // namespace rattus_ai::rattus
