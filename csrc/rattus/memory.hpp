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
    RevealsMemory reveals;
    std::unordered_map<u64, SweepValue> sweeps;
    std::size_t sweep_states = 100'000;  // beyond this a search goes on by itself
};

inline constexpr std::size_t kMostSweeps = 500'000;  // remembered at once

// Everything that the value of a sweep depends on: scores and ties, unseen tokens, and what lies in the regions, whichever they are.
inline u64 sweep_key(const Rules& rules, const State& state) {
    u64 key = util::mix64(state.unseen[0] ^ util::mix64(state.unseen[1]));
    for (int p = 0; p < rules.players; ++p) {
        key = util::mix64(key + (static_cast<u64>(score(state, p)) << 8 | state.held[p]));
    }
    key = util::mix64(key + state.last);
    const bool neutral = neutral_held(rules, state);
    u64 regions = 0;
    const int from = state.revealing == kNone ? 0 : state.revealing;
    for (int region = from; region < rules.regions; ++region) {
        if (state.rats[region] == 0 || !region_occupied(rules, state, region)) continue;
        RegionContent content = region_content(rules, state, region, neutral && region == state.plague ? kNeutralCubeCount : 0);
        if (region == from && state.stage == Stage::kReveal) content.first = state.drawing_ring;
        u64 words[2];
        static_assert(sizeof(RegionContent) <= sizeof(words));
        words[1] = 0;
        std::memcpy(words, &content, sizeof(content));
        regions += util::mix64(util::mix64(words[0]) ^ words[1]);  // in any order
    }
    return util::mix64(key ^ regions);
}

// The probabilities of winning where nothing but the sweep is left, exact; false elsewhere and where the sweep is too wide.
inline bool exact_end(const Rules& rules, const State& state, Memory& memory, double* values) {
    if (!final_round(state) || state.active != state.last || state.stage == Stage::kTerminal) return false;
    if (memory.sweeps.size() > kMostSweeps) memory.sweeps.clear();
    const auto [entry, fresh] = memory.sweeps.try_emplace(sweep_key(rules, state));
    if (fresh) {
        SweepSettings settings;
        settings.most_states = memory.sweep_states;
        Sweep<SweepProbability> sweep(rules, state, memory.reveals, {0.0}, {1.0}, settings);
        const SweepAnswer<SweepProbability> answer = sweep.solve();
        entry->second.solved = answer.solved;
        for (std::size_t p = 0; p < kMaxPlayers; ++p) entry->second.wins[p] = answer.wins[p].value;
    }
    if (!entry->second.solved) return false;
    for (int p = 0; p < rules.players; ++p) values[p] = entry->second.wins[static_cast<std::size_t>(p)];
    return true;
}

}  // namespace rattus_ai::rattus
