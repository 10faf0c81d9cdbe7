// A multiset of bonus cards in one word: three bits a kind, so up to seven copies of each.
#pragma once

#include "istanbul/limits.hpp"
#include "util/bits.hpp"

namespace rattus_ai::istanbul {

inline constexpr u64 card_of(int kind) { return u64{1} << (3 * kind); }
inline constexpr int copies(u64 cards, int kind) { return static_cast<int>((cards >> (3 * kind)) & 7u); }

// The kinds of which there is at least one: every third bit gathered (the inverse of spreading bits for a Morton code).
inline constexpr u32 kinds_of(u64 cards) {
    u64 bits = (cards | cards >> 1 | cards >> 2) & 0x1249249249249249ull;
    bits = (bits ^ bits >> 2) & 0x10c30c30c30c30c3ull;
    bits = (bits ^ bits >> 4) & 0x100f00f00f00f00full;
    bits = (bits ^ bits >> 8) & 0x001f0000ff0000ffull;
    bits = (bits ^ bits >> 16) & 0x001f00000000ffffull;
    bits = (bits ^ bits >> 32) & 0x00000000001fffffull;
    return static_cast<u32>(bits);
}

inline constexpr int total_of(u64 cards) {
    int total = 0;
    for (; cards != 0; cards >>= 3) total += static_cast<int>(cards & 7u);
    return total;
}

// The kind of the n-th card, n below the total.
inline constexpr int kind_at(u64 cards, int n) {
    for (int kind = 0;; ++kind, cards >>= 3) {
        n -= static_cast<int>(cards & 7u);
        if (n < 0) return kind;
    }
}

}  // namespace rattus_ai::istanbul
