// The grid of places: edges, distances, straight lines, corners, and where a merchant may go with or without a barrier in the way.
//
// Movement with 1-2 or 3-4 places means the length of the shortest path that does not cross somebody else's barrier (rules, O7, O8).
#pragma once

#include <string>

#include "istanbul/rules.hpp"
#include "util/bits.hpp"
#include "util/random.hpp"

namespace rattus_ai::istanbul {

inline constexpr int kRows = 4;
inline constexpr int kNearSteps = 2;
inline constexpr int kLeastApart = 3;  // between Black Market and Tea House in a random layout

inline int columns_of(bool expansion) { return expansion ? 5 : 4; }

class Grid {
public:
    Grid(const std::vector<int>& layout, int columns) : layout_(layout), columns_(columns) {}

    int size() const { return static_cast<int>(layout_.size()); }
    u8 at(int index) const { return static_cast<u8>(layout_[static_cast<std::size_t>(index)]); }
    int row(int index) const { return index / columns_; }
    int column(int index) const { return index % columns_; }

    bool adjacent(int a, int b) const {
        const int rows = row(a) - row(b);
        const int columns = column(a) - column(b);
        return rows * rows + columns * columns == 1;
    }

    // Steps from the index to every other one, without crossing the border between `cut` (none: -1, -1).
    std::array<u8, kMaxPlaces> distances(int from, int cut_a, int cut_b) const {
        std::array<u8, kMaxPlaces> out;
        out.fill(kNone);
        out[static_cast<std::size_t>(from)] = 0;
        for (u8 steps = 0; steps < kMaxPlaces; ++steps) {
            for (int a = 0; a < size(); ++a) {
                if (out[static_cast<std::size_t>(a)] != steps) continue;
                for (int b = 0; b < size(); ++b) {
                    if (!adjacent(a, b) || blocked(a, b, cut_a, cut_b) || out[static_cast<std::size_t>(b)] != kNone) continue;
                    out[static_cast<std::size_t>(b)] = static_cast<u8>(steps + 1);
                }
            }
        }
        return out;
    }

    // Places in a straight line, up to the border.
    u32 straight(int from, int cut_a, int cut_b) const {
        u32 out = 0;
        for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {0, -1}, {-1, 0}}) {
            int here = from;
            for (;;) {
                const int next_row = row(here) + down;
                const int next_column = column(here) + right;
                if (next_row < 0 || next_row >= size() / columns_ || next_column < 0 || next_column >= columns_) break;
                const int next = next_row * columns_ + next_column;
                if (blocked(here, next, cut_a, cut_b)) break;
                out |= bit(at(next));
                here = next;
            }
        }
        return out;
    }

private:
    static bool blocked(int a, int b, int cut_a, int cut_b) { return (a == cut_a && b == cut_b) || (a == cut_b && b == cut_a); }

    const std::vector<int>& layout_;
    int columns_;
};

// What is wrong with a layout; empty if each place lies there once.
inline std::string layout_problem(const std::vector<int>& layout, bool expansion) {
    const int places = expansion ? kMaxPlaces : kBasePlaces;
    if (static_cast<int>(layout.size()) != places) return "layout: found " + std::to_string(layout.size()) + " places, expected " + std::to_string(places);
    u32 seen = 0;
    for (const int number : layout) {
        if (number < 1 || number > places) return "layout: found place " + std::to_string(number) + ", expected numbers from 1 to " + std::to_string(places);
        if (seen & bit(number)) return "layout: place " + std::to_string(number) + " lies there twice";
        seen |= bit(number);
    }
    return {};
}

// Is the layout one that the rules allow to be dealt? Rules, 1.3 and 2.3.
inline bool allowed_at_random(const std::vector<int>& layout, bool expansion) {
    const Grid grid(layout, columns_of(expansion));
    int fountain = 0, black_market = 0, tea_house = 0;
    for (int i = 0; i < grid.size(); ++i) {
        if (grid.at(i) == place::kFountain) fountain = i;
        if (grid.at(i) == place::kBlackMarket) black_market = i;
        if (grid.at(i) == place::kTeaHouse) tea_house = i;
    }
    const bool inner = grid.row(fountain) > 0 && grid.row(fountain) < kRows - 1 && grid.column(fountain) > 0 && grid.column(fountain) < columns_of(expansion) - 1;
    if (!inner) return false;
    const int rows = std::abs(grid.row(black_market) - grid.row(tea_house));
    const int columns = std::abs(grid.column(black_market) - grid.column(tea_house));
    if (expansion && (rows == 0 || columns == 0)) return false;
    return rows + columns >= kLeastApart;
}

// Uniform among the layouts that the rules allow: shuffled until one is.
inline std::vector<int> random_layout(bool expansion, u64 seed) {
    util::Random random(seed);
    std::vector<int> layout;
    for (int number = 1; number <= (expansion ? kMaxPlaces : kBasePlaces); ++number) layout.push_back(number);
    do {
        for (int i = static_cast<int>(layout.size()) - 1; i > 0; --i) {
            std::swap(layout[static_cast<std::size_t>(i)], layout[static_cast<std::size_t>(random.below(i + 1))]);
        }
    } while (!allowed_at_random(layout, expansion));
    return layout;
}

inline void build_grid(Rules& rules) {
    const Grid grid(rules.layout, rules.columns);
    for (int i = 0; i < grid.size(); ++i) {
        rules.spot[grid.at(i)] = static_cast<u8>(i);
        rules.all_places |= bit(grid.at(i));
    }
    const int last = grid.size() - 1;
    for (const int corner : {0, rules.columns - 1, last - rules.columns + 1, last}) rules.corners |= bit(grid.at(corner));
    for (int a = 0; a < grid.size(); ++a) {
        for (int b = a + 1; b < grid.size(); ++b) {
            if (grid.adjacent(a, b)) rules.edges.push_back({{grid.at(a), grid.at(b)}});
        }
    }
    for (std::size_t way = 0; way <= rules.edges.size(); ++way) {
        int cut_a = -1, cut_b = -1;
        if (way != 0) {
            cut_a = rules.spot[rules.edges[way - 1].places[0]];
            cut_b = rules.spot[rules.edges[way - 1].places[1]];
        }
        for (int from = 0; from < grid.size(); ++from) {
            const auto steps = grid.distances(from, cut_a, cut_b);
            Reach& reach = rules.reach[way][grid.at(from)];
            reach.straight = grid.straight(from, cut_a, cut_b);
            for (int to = 0; to < grid.size(); ++to) {
                const int distance = steps[static_cast<std::size_t>(to)];
                if (way == 0) rules.distance[grid.at(from)][grid.at(to)] = static_cast<u8>(distance);
                if (distance >= 1 && distance <= kNearSteps) reach.near |= bit(grid.at(to));
                if (distance > kNearSteps && distance <= 2 * kNearSteps) reach.far |= bit(grid.at(to));
            }
        }
    }
}

}  // namespace rattus_ai::istanbul
