// A rat from the supply for a card; where the supply is empty, in the final round, one of the revealed rats comes back (P20).
#pragma once

#include "rattus/recycled.hpp"

namespace rattus_ai::rattus {

inline int rats_in_supply(const State& state) { return state.rat_supply[0] + state.rat_supply[1]; }

inline bool rat_at_hand(const Rules& rules, const State& state) {
    return rats_in_supply(state) != 0 || (final_round(state) && can_recycle(rules, state));
}

// The ring of the rat for the region `spread_region` is known.
inline void put_drawn_rat(const Rules& rules, State& state, int ring) {
    const int region = state.spread_region;
    state.spread_region = kNone;
    if (rats_in_supply(state) == 0) {
        add_recycled(rules, state, region, ring);
        return;
    }
    change_rat_supply(state, ring, -1);
    change_unlooked(state, region, ring, +1);
    change_rats(state, region, +1);
}

// Puts a rat on the region; true if its ring has to be drawn first: the card `step_card` is told.
inline bool bring_rat(const Rules& rules, State& state, int region) {
    state.spread_region = static_cast<u8>(region);
    bool starting = state.rat_supply[kStarting] != 0;
    bool normal = state.rat_supply[kNormal] != 0;
    const bool empty = !starting && !normal;
    if (empty) {
        starting = tokens_to_recycle(rules, state, kStarting) > 0;
        normal = tokens_to_recycle(rules, state, kNormal) > 0;
    }
    if (starting && normal) {
        state.stage = empty ? Stage::kRecycled : Stage::kRing;
        return true;
    }
    put_drawn_rat(rules, state, normal ? kNormal : kStarting);
    return false;
}

}  // namespace rattus_ai::rattus
