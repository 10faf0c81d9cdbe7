// Random numbers: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
//
// Sixty-four bits of state, one multiply-xor chain per draw, and any 64-bit number is a good seed, so that each
// simulation can have a generator of its own derived from (seed, tree, number of the simulation). Not for cryptography.
#pragma once

#include "util/integers.hpp"

namespace rattus_ai::util {

__extension__ typedef unsigned __int128 Wide;

inline constexpr u64 mix64(u64 value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
    return value ^ (value >> 31);
}

class Random {
public:
    explicit constexpr Random(u64 seed) : state_(mix64(seed + 0x9e3779b97f4a7c15ull)) {}
    constexpr Random(u64 seed, u64 stream, u64 index)
        : Random(seed ^ mix64(stream * 0x9e3779b97f4a7c15ull + mix64(index + 0x632be59bd9b4e019ull))) {}

    constexpr u64 next() {
        state_ += 0x9e3779b97f4a7c15ull;
        return mix64(state_);
    }

    // Uniform in [0, bound), bound >= 1. The multiply-shift method; its bias is below bound / 2^32.
    constexpr int below(int bound) {
        return static_cast<int>(((next() >> 32) * static_cast<u64>(static_cast<u32>(bound))) >> 32);
    }

    // Uniform in [0, bound) for wide bounds.
    u64 below_wide(u64 bound) {
        return static_cast<u64>((static_cast<Wide>(next()) * bound) >> 64);
    }

    // Uniform in [0, 1).
    constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    u64 state_;
};

}  // namespace rattus_ai::util
