// The key of what is still to come in the final round: positions with the same key are worth the same to everybody.
//
// Regions without rats are safe unless a card that is left can move rats, or cubes of its holder out of them; and without a card
// that moves the plague piece it does not matter which region is which. A card says what it can touch (card.hpp); a
// card that does not say so is taken to touch everything, and then this is the key of the whole state.
#pragma once

#include "rattus/cards/registry.hpp"
#include "rattus/key.hpp"
#include "rattus/region_reveals.hpp"

namespace rattus_ai::rattus {

// Everything that the value of a sweep depends on: scores and ties, unseen tokens, and what lies in the regions, whichever they are.
inline u64 contents_key(const Rules& rules, const State& state, bool empty_too, bool numbered) {
    u64 key = util::mix64(state.unseen[0] ^ util::mix64(state.unseen[1]));
    for (int p = 0; p < rules.players; ++p) {
        key = util::mix64(key + (static_cast<u64>(state.supply[p]) << 8 | state.held[p]));
    }
    key = util::mix64(key + state.last);
    const bool neutral = neutral_held(rules, state);
    u64 regions = 0;
    const int from = state.revealing == kNone ? 0 : state.revealing;
    for (int region = from; region < rules.regions; ++region) {
        if (state.rats[region] == 0 || (!empty_too && !region_occupied(rules, state, region))) continue;
        RegionContent content = region_content(rules, state, region, neutral && region == state.plague ? kNeutralCubeCount : 0);
        if (region == from && state.stage == Stage::kReveal) content.first = state.drawing_ring;
        u64 words[4] = {};
        static_assert(sizeof(RegionContent) < sizeof(words));
        std::memcpy(words, &content, sizeof(content));
        words[3] |= numbered ? static_cast<u64>(region + 1) << 56 : 0;
        regions += util::mix64(util::mix64(util::mix64(util::mix64(words[0]) ^ words[1]) ^ words[2]) ^ words[3]);  // in any order
    }
    return util::mix64(key ^ regions);
}

inline u64 final_key(const Rules& rules, const State& state) {
    // Coins, region cards and the like count too: then every region matters.
    if (state.stage != Stage::kFinal || rules.extras) return state_key(rules, state);
    u32 left[kMaxPlayers] = {};
    left[state.active] = static_cast<u32>(state.held[state.active] & ~state.used);
    for (int i = 1; i <= state.final_left; ++i) {
        const int player = (state.active + rules.players * i - i) % rules.players;
        left[player] = state.held[player];
    }
    u32 touched = 0;
    u32 movers = 0;  // players who can move cubes
    for (int p = 0; p < rules.players; ++p) {
        util::for_each_bit(left[p], [&](int card) {
            const u32 touches = type_of(rules, card).touches;
            touched |= touches;
            if ((touches & kMovesCubes) != 0) movers |= 1u << p;
        });
    }
    // What somebody knows of a rat matters to his choice as long as there is one.
    if ((touched & kTouchesRats) != 0 || state.tracked_count != 0) return state_key(rules, state);
    const bool numbered = (touched & (kMovesPiece | kMovesCubes)) != 0;
    u64 key = contents_key(rules, state, (touched & (kPlacesCubes | kMovesCubes)) != 0, numbered);
    for (int p = 0; p < rules.players; ++p) {
        key = util::mix64(key + left[p]);
        if (!((movers >> p) & 1u)) continue;
        util::for_each_bit(state.occupied[p] & ~state.rats_at_least[0], [&](int region) {
            key = util::mix64(key + static_cast<u64>(region << 8 | state.cubes[region][p]));
        });
    }
    const u64 piece = (touched & kMovesPiece) != 0 ? state.plague + 1u : 0u;
    return util::mix64(key + (u64{state.active} << 8 | u64{state.final_left} << 16 | piece << 24));
}

}  // namespace rattus_ai::rattus
