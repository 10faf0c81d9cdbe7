// What a search may remember between questions about Rattus: ravages and sweeps that were worked out exactly.
#pragma once

#include <array>
#include <unordered_map>

#include "rattus/effect_classes.hpp"
#include "rattus/sweep.hpp"

namespace rattus_ai::rattus {

struct Memory {
    struct SweepValue {
        bool solved;
        std::array<double, kMaxPlayers> wins;
    };
    RavageMemory ravages;
    std::unordered_map<u64, SweepValue> sweeps;
};

inline constexpr std::size_t kSweepStates = 100000;  // beyond this a search goes on by itself

// The probabilities of winning where nothing but the sweep is left, exact; false elsewhere and where the sweep is too wide.
inline bool exact_end(const Rules& rules, const State& state, Memory& memory, double* values) {
    if (!final_round(state) || state.active != state.last || state.stage == Stage::kTerminal) return false;
    u64 key = knowledge_key(rules, state, -1);
    for (int i = 0; i < state.tracked_count; ++i) key = util::mix64(key + state.tracked[i].token);
    const auto [entry, fresh] = memory.sweeps.try_emplace(key);
    if (fresh) {
        Sweep<SweepProbability> sweep(rules, state, {{0.0}}, {{1.0}}, kSweepStates);
        const SweepAnswer<SweepProbability> answer = sweep.solve();
        entry->second.solved = answer.solved;
        for (std::size_t p = 0; p < kMaxPlayers; ++p) entry->second.wins[p] = answer.wins[p].value;
    }
    if (!entry->second.solved) return false;
    for (int p = 0; p < rules.players; ++p) values[p] = entry->second.wins[static_cast<std::size_t>(p)];
    return true;
}

}  // namespace rattus_ai::rattus
