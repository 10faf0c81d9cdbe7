// Bit sets in one machine word: counting, choosing the k-th member, walking the members.
//
// The build uses portable flags, so the compiler may not assume a population-count instruction; count_bits is the
// classic sideways addition unless the target announces the instruction.
#pragma once

#include <bit>

#include "util/integers.hpp"

namespace rattus_ai::util {

inline constexpr int count_bits(u32 word) {
#if defined(__POPCNT__)
    return std::popcount(word);
#else
    word = word - ((word >> 1) & 0x55555555u);
    word = (word & 0x33333333u) + ((word >> 2) & 0x33333333u);
    return static_cast<int>((((word + (word >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
#endif
}

inline constexpr int count_bits(u64 word) {
#if defined(__POPCNT__)
    return std::popcount(word);
#else
    word = word - ((word >> 1) & 0x5555555555555555ull);
    word = (word & 0x3333333333333333ull) + ((word >> 2) & 0x3333333333333333ull);
    return static_cast<int>((((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0full) * 0x0101010101010101ull) >> 56);
#endif
}

// Index of the lowest member; the word must not be empty.
inline constexpr int lowest_bit(u32 word) { return std::countr_zero(word); }
inline constexpr int lowest_bit(u64 word) { return std::countr_zero(word); }

// Index of the highest member; the word must not be empty.
inline constexpr int highest_bit(u64 word) { return 63 - std::countl_zero(word); }

// Index of the k-th member (k from 0); k must be smaller than the number of members.
inline constexpr int select_bit(u32 word, int k) {
    for (; k > 0; --k) word &= word - 1;
    return lowest_bit(word);
}

inline constexpr int select_bit(u64 word, int k) {
    int offset = 0;
    // Skip whole 16-bit groups first: tokens are spread over up to 64 bits.
    for (;;) {
        const int here = count_bits(static_cast<u32>(word & 0xffffu));
        if (k < here) break;
        k -= here;
        word >>= 16;
        offset += 16;
    }
    u32 low = static_cast<u32>(word & 0xffffu);
    for (; k > 0; --k) low &= low - 1;
    return offset + lowest_bit(low);
}

// Calls function(index) for each member, lowest first.
template <class Function>
inline constexpr void for_each_bit(u32 word, Function&& function) {
    for (; word != 0; word &= word - 1) function(lowest_bit(word));
}

}  // namespace rattus_ai::util
