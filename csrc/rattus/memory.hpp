// What a search may remember between questions about Rattus: ravages and sweeps that were worked out exactly.
#pragma once

#include <array>
#include <functional>
#include <unordered_map>

#include "rattus/effect_classes.hpp"
#include "rattus/final_key.hpp"
#include "rattus/sweep_recycled.hpp"

namespace rattus_ai::rattus {

struct Memory {
    struct SweepValue {
        int effort = -1;         // what the bounds rest on; see end_bounds
        bool solved = false;
        std::array<double, kMaxPlayers> lower{};
        std::array<double, kMaxPlayers> upper{};
    };
    RavageMemory ravages;
    RevealsMemory reveals;
    std::unordered_map<u64, SweepValue> sweeps;
    std::size_t sweep_states = 100'000;  // beyond this a search goes on by itself, and a solver keeps a bracket
    std::function<bool()> stop;          // asked now and then during long computations
    u64 work = 0;                        // states of sweeps worked through so far
    u64 most_work = 0;                   // 0: no bound
    void allow_wide() { sweep_states = 2'000'000; }
};

inline constexpr std::size_t kMostSweeps = 500'000;  // remembered at once

inline constexpr std::size_t kQuickSweep = 64;  // states that a sample may spend on its end; more would cost more than many samples
inline constexpr std::size_t kSmallSweep = 16'384;  // states of the small computation of a solver: most sweeps need fewer

// Is only the sweep left, with chance as the only player and all hands known?
inline bool only_sweep_left(const Rules& rules, const State& state) {
    if (!sweeping(state) || unknown_cards(rules, state) != 0 || may_play_region_cards(rules, state)) return false;
    if (rules.options.reveal_order == RevealOrder::kRandom) return true;
    for (int region = state.revealing; region < rules.regions; ++region) {
        if (slots_in(state, region) > 1 && region_occupied(rules, state, region)) return false;
    }
    return true;
}

inline Memory::SweepValue& remembered_sweep(const Rules& rules, const State& state, Memory& memory) {
    if (memory.sweeps.size() > kMostSweeps) memory.sweeps.clear();
    return memory.sweeps[rules.extras ? state_key(rules, state) : contents_key(rules, state, false, false)];
}

inline void compute_sweep(const Rules& rules, const State& state, Memory& memory, Memory::SweepValue& value, int effort, std::size_t states, bool bracket) {
    SweepSettings settings;
    settings.most_states = states;
    settings.bracket = bracket;
    if (memory.stop) settings.stop = &memory.stop;
    if (memory.most_work != 0) {
        if (memory.work >= memory.most_work) return;
        settings.most_work = memory.most_work - memory.work;
    }
    const auto answer = solve_sweep<SweepProbability>(rules, state, memory.reveals, {0.0}, {1.0}, settings);
    memory.work += answer.work;
    if (answer.stopped) return;
    value.effort = effort;
    value.solved = answer.solved;
    for (std::size_t p = 0; p < kMaxPlayers; ++p) {
        value.lower[p] = answer.wins[p].value;
        value.upper[p] = answer.solved ? answer.wins[p].value : answer.upper[p].value;
    }
}

// The probabilities of winning where nothing but the sweep is left, exact; false elsewhere and where the sweep is too wide.
inline bool exact_end(const Rules& rules, const State& state, Memory& memory, double* values) {
    if (!only_sweep_left(rules, state)) return false;
    Memory::SweepValue& value = remembered_sweep(rules, state, memory);
    if (value.effort < 0) compute_sweep(rules, state, memory, value, 0, memory.sweep_states, false);
    if (!value.solved) return false;
    for (int p = 0; p < rules.players; ++p) values[p] = value.lower[static_cast<std::size_t>(p)];
    return true;
}

inline constexpr int kFewCards = 2;  // unknown region cards whose values are worth going through one by one

// Proved bounds of the probabilities of winning where nothing but the sweep is left; false elsewhere. Effort 0: who can still
// win; 1: the programme with few states; 2: with all that are allowed; above: what was found before, without computing.
inline bool end_bounds(const Rules& rules, const State& state, Memory& memory, int effort, double* lower, double* upper) {
    const bool hands = state.stage == Stage::kHands && unknown_cards(rules, state) > kFewCards;
    if (!hands && !only_sweep_left(rules, state)) return false;
    const u32 possible = possible_winners(rules, state);
    for (int p = 0; p < rules.players; ++p) {
        upper[p] = (possible >> p) & 1u ? 1.0 : 0.0;
        lower[p] = upper[p] == 1.0 && (possible & (possible - 1)) == 0 ? 1.0 : 0.0;
    }
    if (effort == 0 || hands || (possible & (possible - 1)) == 0) return true;
    Memory::SweepValue& value = remembered_sweep(rules, state, memory);
    if (!value.solved && value.effort < effort && effort <= 2) {
        compute_sweep(rules, state, memory, value, effort, effort == 1 ? kSmallSweep : memory.sweep_states, true);
    }
    if (value.effort < 0) return true;
    for (int p = 0; p < rules.players; ++p) {
        const std::size_t q = static_cast<std::size_t>(p);
        lower[p] = value.lower[q] > lower[p] ? value.lower[q] : lower[p];
        upper[p] = value.upper[q] < upper[p] ? value.upper[q] : upper[p];
    }
    return true;
}

}  // namespace rattus_ai::rattus
