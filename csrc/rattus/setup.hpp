// Set-up: starting rats, supply, plague piece, first cubes. Rules, section 2.
//
// Shuffling and removing tokens unseen leaves no trace in a state: tokens are lazy, only their numbers change.
#pragma once

#include "rattus/turn.hpp"

namespace rattus_ai::rattus {

inline constexpr int kSetupPair = 2;
inline constexpr int kSetupRounds = 2;

inline void initial_state(const Rules& rules, State& state) {
    state = State{};
    for (u8& owner : state.owner) owner = kNone;
    state.last = state.plague = state.spread_region = state.revealing = state.drawing = kNone;
    state.step_card = state.first_look = state.second_look = kNone;
    for (int p = 0; p < rules.players; ++p) state.supply[p] = kCubes;
    for (int ring = 0; ring < 2; ++ring) {
        const int count = rules.token_count[static_cast<std::size_t>(ring)];
        state.unseen[ring] = count == 64 ? ~u64{0} : (u64{1} << count) - 1;
    }
    for (int r = 0; r < rules.regions; ++r) {
        state.unlooked[kStarting][r] = 1;
        state.rats[r] = 1;
        update_rat_sets(state, r);
    }
    state.rat_supply[kStarting] = static_cast<u8>(rules.token_count[kStarting] - rules.regions);
    state.rat_supply[kNormal] = static_cast<u8>(rules.token_count[kNormal] - rules.removed);
    state.stage = Stage::kSetupPlague;
    state.key = count_key(rules, state);
}

inline int setup_placements(const Rules& rules) {
    return rules.players * kSetupRounds * (rules.options.split_setup_pairs ? kSetupPair : 1);
}

// Snake order; a split pair is two placements in a row (P5).
inline int setup_player(const Rules& rules, int step) {
    const int pair = rules.options.split_setup_pairs ? step / kSetupPair : step;
    const int round = pair / rules.players;
    const int seat = pair % rules.players;
    return round % 2 == 0 ? seat : rules.players - 1 - seat;
}

inline void setup_place(const Rules& rules, State& state, int region) {
    place_cubes(state, region, state.active, rules.options.split_setup_pairs ? 1 : kSetupPair);
    ++state.setup_step;
    if (state.setup_step == setup_placements(rules)) {
        state.active = 0;
        state.stage = Stage::kMain;
    } else {
        state.active = static_cast<u8>(setup_player(rules, state.setup_step));
    }
}

}  // namespace rattus_ai::rattus
