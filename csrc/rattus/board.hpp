// The only ways to change cubes, rats and tokens: each keeps the derived sets and the key in step.
#pragma once

#include "rattus/key.hpp"
#include "rattus/rules.hpp"
#include "rattus/state.hpp"
#include "util/bits.hpp"

namespace rattus_ai::rattus {

inline u32 bit(int index) { return u32{1} << index; }

// True from the final round on.
inline bool final_round(const State& state) { return state.last != kNone; }

inline void change_cubes(State& state, int region, int player, int change) {
    const int now = state.cubes[region][player] + change;
    state.cubes[region][player] = static_cast<u8>(now);
    if (now != 0) {
        state.occupied[player] |= bit(region);
    } else {
        state.occupied[player] &= ~bit(region);
    }
    shift_key(state, feature::kCubesAt + region * kMaxPlayers + player, change);
}

// Cubes from the own supply to a region, or back with a negative number.
inline void place_cubes(State& state, int region, int player, int count) {
    change_cubes(state, region, player, count);
    state.supply[player] = static_cast<u8>(state.supply[player] - count);
}

inline void change_palace(State& state, int player, int change) {
    state.palace[player] = static_cast<u8>(state.palace[player] + change);
    shift_key(state, feature::kPalaceAt + player, change);
}

inline int cubes_in(const Rules& rules, const State& state, int region) {
    int total = 0;
    for (int p = 0; p < rules.players; ++p) total += state.cubes[region][p];
    return total;
}

inline void update_rat_sets(State& state, int region) {
    const int now = state.rats[region];
    for (int k = 0; k < kMaxRats; ++k) {
        if (now > k) {
            state.rats_at_least[k] |= bit(region);
        } else {
            state.rats_at_least[k] &= ~bit(region);
        }
    }
}

inline void change_rats(State& state, int region, int change) {
    state.rats[region] = static_cast<u8>(state.rats[region] + change);
    update_rat_sets(state, region);
}

inline void change_unlooked(State& state, int region, int ring, int change) {
    state.unlooked[ring][region] = static_cast<u8>(state.unlooked[ring][region] + change);
    shift_key(state, feature::kRatsAt + ring * kMaxRegions + region, change);
}

inline void change_rat_supply(State& state, int ring, int change) {
    state.rat_supply[ring] = static_cast<u8>(state.rat_supply[ring] + change);
    shift_key(state, feature::kSupplyAt + ring, change);
}

// A token of the kind, out of the unseen ones; always the last one left, so that equal multisets are equal bits.
inline u8 take_unseen(const Rules& rules, State& state, int kind) {
    const Kind& data = rules.kinds[static_cast<std::size_t>(kind)];
    const int token = util::highest_bit(state.unseen[data.ring] & data.tokens);
    state.unseen[data.ring] &= ~(u64{1} << token);
    return static_cast<u8>(token);
}

// The inverse: puts a token of the kind back among the unseen ones.
inline void return_unseen(const Rules& rules, State& state, int kind) {
    const Kind& data = rules.kinds[static_cast<std::size_t>(kind)];
    const u64 missing = data.tokens & ~state.unseen[data.ring];
    state.unseen[data.ring] |= missing & (~missing + 1);
}

// --- the rats of a region as choices: unlooked n, unlooked s, then tracked ones in the order of the first looks ---

inline int slots_in(const State& state, int region) {
    return (state.unlooked[kNormal][region] != 0) + (state.unlooked[kStarting][region] != 0) + state.tracked_in[region];
}

// The slot of a tracked rat in its region.
inline int slot_of(const State& state, int tracked) {
    const int region = state.tracked[tracked].region;
    int slot = (state.unlooked[kNormal][region] != 0) + (state.unlooked[kStarting][region] != 0);
    for (int i = 0; i < tracked; ++i) slot += state.tracked[i].region == region;
    return slot;
}

struct Slot {
    u8 tracked;  // index among the tracked rats, kNone: an unlooked rat
    u8 ring;
    u8 weight;   // how many rats it stands for
};

inline Slot slot_at(const State& state, int region, int slot) {
    for (const u8 ring : {kNormal, kStarting}) {
        if (state.unlooked[ring][region] == 0) continue;
        if (slot == 0) return {kNone, ring, state.unlooked[ring][region]};
        --slot;
    }
    for (int i = 0; i < state.tracked_count; ++i) {
        if (state.tracked[i].region != region) continue;
        if (slot == 0) return {static_cast<u8>(i), state.tracked[i].ring, 1};
        --slot;
    }
    return {kNone, kNormal, 0};
}

// Starts to track a rat of the region; its token is still to be drawn. Returns its place in the list.
inline u8 add_tracked(State& state, int region, int ring) {
    const u8 index = state.tracked_count++;
    state.tracked[index] = {static_cast<u8>(region), static_cast<u8>(ring), kNone, 0};
    ++state.tracked_in[region];
    return index;
}

inline void move_tracked(State& state, int index, int to) {
    --state.tracked_in[state.tracked[index].region];
    ++state.tracked_in[to];
    state.tracked[index].region = static_cast<u8>(to);
}

inline void forget_tracked(State& state, int index) {
    if (state.recycled_count != 0) [[unlikely]] {
        for (u8& entry : state.recycled_entry) {
            if (entry == kNone || entry < index) continue;
            entry = entry == index ? kNone : static_cast<u8>(entry - 1);
        }
    }
    --state.tracked_in[state.tracked[index].region];
    for (int i = index; i + 1 < state.tracked_count; ++i) state.tracked[i] = state.tracked[i + 1];
    --state.tracked_count;
}

// Moves one rat, whatever is known about it.
inline void move_rat(State& state, int from, int slot, int to) {
    const Slot rat = slot_at(state, from, slot);
    if (rat.tracked == kNone) {
        change_unlooked(state, from, rat.ring, -1);
        change_unlooked(state, to, rat.ring, +1);
    } else {
        move_tracked(state, rat.tracked, to);
    }
    change_rats(state, from, -1);
    change_rats(state, to, +1);
}

}  // namespace rattus_ai::rattus
