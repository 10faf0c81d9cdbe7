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
SweepAnswer<Probability> finished_sweep(const Rules& rules, const State& state, Probability zero, Probability one, const SweepSettings& settings) {
    SweepAnswer<Probability> out;
    out.solved = !settings.joint || points_fit(rules, state);
    out.wins.fill(zero);
    if (!settings.joint) out.wins[static_cast<std::size_t>(winner(rules, state))] = one;
    out.upper = out.wins;
    if (!settings.joint || !out.solved) return out;
    u64 points = 0;
    for (int p = 0; p < rules.players; ++p) {
        if ((settings.players >> p) & 1u) points |= in_points(score(rules, state, p), p);
    }
    out.points.emplace_back(points, one);
    return out;
}

template <class Probability>
SweepAnswer<Probability> solve_sweep(const Rules& rules, const State& state, RevealsMemory& memory, Probability zero, Probability one, const SweepSettings& settings) {
    if (state.stage == Stage::kTerminal) return finished_sweep(rules, state, zero, one, settings);
    if (state.stage == Stage::kProtect && count_actions(rules, state) == 1) {
        // Asked without a card that fits: no choice.
        State next = state;
        Action only;
        list_actions(rules, state, &only);
        apply_action(rules, next, only);
        return solve_sweep(rules, next, memory, zero, one, settings);
    }
    const u8 unknown = unknown_recycled(state);
    if (unknown == kNone) return Sweep<Probability>(rules, state, memory, zero, one, settings).solve();
    SweepAnswer<Probability> sum;
    sum.wins.fill(zero);
    sum.upper.fill(zero);
    sum.solved = true;
    const bool drawing = state.stage == Stage::kReveal && state.drawing == unknown;
    int total = 0;
    for (const Kind& kind : rules.kinds) total += recycled_weight(rules, state, unknown, kind);
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
        const int weight = recycled_weight(rules, state, unknown, rules.kinds[k]);
        if (weight == 0) continue;
        State child = state;
        if (drawing) {
            apply_outcome(rules, child, rules.chance_reveal_base + static_cast<int>(k));
        } else {
            fix_token(rules, child, unknown, static_cast<int>(k));
        }
        SweepSettings rest = settings;
        if (settings.most_work != 0) {
            sum.stopped = sum.work >= settings.most_work;
            if (sum.stopped) break;
            rest.most_work -= sum.work;
        }
        const SweepAnswer<Probability> part = solve_sweep(rules, child, memory, zero, one, rest);
        sum.solved = sum.solved && part.solved;
        sum.stopped = sum.stopped || part.stopped;
        sum.work += part.work;
        sum.states = std::max(sum.states, part.states);
        for (std::size_t p = 0; p < kMaxPlayers; ++p) {
            sum.wins[p].add(part.wins[p].scaled(weight, total));
            sum.upper[p].add(part.upper[p].scaled(weight, total));
        }
        for (const auto& [points, chance] : part.points) sum.points.emplace_back(points, chance.scaled(weight, total));
        if (sum.stopped) break;
    }
    join_equal(sum.points);
    return sum;
}

}  // namespace rattus_ai::rattus
