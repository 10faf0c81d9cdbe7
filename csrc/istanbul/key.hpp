// The 64-bit key of what a player knows: the bytes of the public part of a state, and his own hand.
//
// Each word is scrambled together with its place and the results are added up, so that the words do not wait for each other. Two different
// states of knowledge collide with a probability of about 2^-64 each pair; a collision would merge two nodes of a search and nothing else.
#pragma once

#include <cstring>

#include "istanbul/rules.hpp"
#include "istanbul/state.hpp"
#include "util/random.hpp"

namespace rattus_ai::istanbul {

inline u64 words_key(const State& state, std::size_t first_byte, std::size_t end_byte) {
    u64 words[sizeof(State) / sizeof(u64)];
    const std::size_t count = (end_byte - first_byte) / sizeof(u64);
    std::memcpy(words, reinterpret_cast<const unsigned char*>(&state) + first_byte, count * sizeof(u64));
    u64 key = 0;
    for (std::size_t i = 0; i < count; ++i) key += util::mix64(words[i] ^ (static_cast<u64>(first_byte / sizeof(u64) + i + 1) * 0x9e3779b97f4a7c15ull));
    return key;
}

// player -1: what everybody knows.
inline u64 knowledge_key(const Rules& rules, const State& state, int player) {
    // Seats without players and discards that do not lie there say nothing.
    const std::size_t seats = static_cast<std::size_t>(rules.players) * sizeof(Seat);
    const std::size_t discards = (offsetof(State, discards) + state.discard_count + sizeof(u64) - 1) / sizeof(u64) * sizeof(u64);
    u64 key = words_key(state, 0, seats) + words_key(state, offsetof(State, board), discards < kPublicBytes ? discards : kPublicBytes);
    key = util::mix64(key + static_cast<u64>(player + 1));
    if (player < 0) return key;
    key = util::mix64(key ^ (state.secret[player] + (u64{state.unknown[player]} << 58)));
    return util::mix64(key ^ (u64{state.guild_hand[player]} | u64{state.guild_unknown[player]} << 32));
}

// Of everything that the state holds, whoever knows it.
inline u64 state_key(const State& state) { return util::mix64(words_key(state, 0, sizeof(State))); }

}  // namespace rattus_ai::istanbul
