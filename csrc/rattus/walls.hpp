// Walls of the Emperor: neither cubes nor rats are moved or spread across a border with a wall. Rules, section 10.
#pragma once

#include "rattus/board.hpp"

namespace rattus_ai::rattus {

inline bool has_wall(const State& state, int border) {
    for (const u8 wall : state.pieces.walls) {
        if (wall == border) return true;
    }
    return false;
}

inline int walls_standing(const State& state) {
    int count = 0;
    for (const u8 wall : state.pieces.walls) count += wall != kNone;
    return count;
}

// Neighbours behind a wall.
[[gnu::noinline]] inline u32 walled_off(const Rules& rules, const State& state, int region) {
    u32 out = 0;
    for (const u8 wall : state.pieces.walls) {
        if (wall == kNone) continue;
        const auto [a, b] = rules.borders[wall];
        if (a == region) out |= bit(b);
        if (b == region) out |= bit(a);
    }
    return out;
}

// Neighbours to which cubes and rats can go.
inline u32 open_neighbours(const Rules& rules, const State& state, int region) {
    const u32 out = rules.neighbours[static_cast<std::size_t>(region)];
    return rules.walls ? out & ~walled_off(rules, state, region) : out;
}
inline void sort_walls(State& state) {
    u8* walls = state.pieces.walls;
    for (int i = 1; i < kWalls; ++i) {
        for (int j = i; j > 0 && walls[j] < walls[j - 1]; --j) std::swap(walls[j], walls[j - 1]);
    }
}

inline void build_wall(State& state, int border) {
    state.pieces.walls[kWalls - 1] = static_cast<u8>(border);  // the last one is free as long as fewer than three stand
    sort_walls(state);
}

inline void tear_wall(State& state, int border) {
    for (u8& wall : state.pieces.walls) {
        if (wall == border) wall = kNone;
    }
    sort_walls(state);
}

}  // namespace rattus_ai::rattus
