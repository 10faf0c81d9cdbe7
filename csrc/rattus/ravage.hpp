// Revealing and evaluating rats: one machine for the ravage of a turn and for the final sweep. Rules, sections 3 and 5.
#pragma once

#include "rattus/board.hpp"
#include "rattus/rules.hpp"
#include "rattus/state.hpp"

namespace rattus_ai::rattus {

void end_turn(const Rules& rules, State& state);  // turn.hpp
void end_sweep(State& state);                     // ending.hpp

inline constexpr int kNeutralCubeCount = 2;

// Losses of every player when the token is revealed over these cubes (closed form of section 3). `losses` is written for
// all players; the result tells whether there was an outbreak.
inline bool token_losses(const Rules& rules, const TokenInfo& token, const u8* cubes, int neutral, const u8* held, u8* losses) {
    int total = neutral;
    int most = 1;
    for (int p = 0; p < rules.players; ++p) {
        total += cubes[p];
        most = cubes[p] > most ? cubes[p] : most;
        losses[p] = 0;
    }
    if (total < token.limit) return false;
    for (int p = 0; p < rules.players; ++p) {
        if (cubes[p] == 0) continue;
        int loss = (cubes[p] == most ? token.majority : 0) + token.all + util::count_bits(u32{token.hits[0]} & held[p]);
        if (token.hits[1] != 0) {
            loss += util::count_bits(u32{token.hits[1]} & held[p]) + util::count_bits(u32{token.hits[2]} & held[p]);
        }
        losses[p] = static_cast<u8>(loss < cubes[p] ? loss : cubes[p]);
    }
    return true;
}

inline bool neutral_held(const Rules& rules, const State& state) {
    for (int p = 0; p < rules.players; ++p) {
        if (state.held[p] & rules.neutral_cards) return true;
    }
    return false;
}

inline int neutral_cubes(const Rules& rules, const State& state, int region) {
    if (final_round(state)) return region == state.plague && neutral_held(rules, state) ? kNeutralCubeCount : 0;
    return state.neutral ? kNeutralCubeCount : 0;
}

// Which rat comes next has been settled: asks for its token, or reveals it where the token is known. True if resolved.
void evaluate_token(const Rules& rules, State& state, int ring, int token);

inline bool settle_rat(const Rules& rules, State& state, int slot_number) {
    const int region = state.revealing;
    const Slot slot = slot_at(state, region, slot_number);
    if (slot.tracked != kNone) {
        const TrackedRat rat = state.tracked[slot.tracked];
        if (rat.token != kNone) {
            forget_tracked(state, slot.tracked);
            change_rats(state, region, -1);
            evaluate_token(rules, state, rat.ring, rat.token);
            return true;
        }
    }
    state.stage = Stage::kReveal;
    state.drawing = slot.tracked;
    state.drawing_ring = slot.ring;
    return false;
}

inline void evaluate_token(const Rules& rules, State& state, int ring, int token_index) {
    const int region = state.revealing;
    const TokenInfo& token = rules.tokens[static_cast<std::size_t>(ring)][static_cast<std::size_t>(token_index)];
    shift_key(state, feature::kRevealedAt + token.kind, +1);
    u8 losses[kMaxPlayers];
    if (!token_losses(rules, token, state.cubes[region], neutral_cubes(rules, state, region), state.held, losses)) return;
    for (int p = 0; p < rules.players; ++p) {
        if (losses[p] != 0) place_cubes(state, region, p, -losses[p]);
    }
}

inline bool region_occupied(const Rules& rules, const State& state, int region) {
    u32 all = 0;
    for (int p = 0; p < rules.players; ++p) all |= state.occupied[p];
    return (all & bit(region)) != 0;
}

// Goes on until something has to be drawn or decided, or until the ravage (or the whole sweep) is over.
inline void advance_reveals(const Rules& rules, State& state) {
    for (;;) {
        const int region = state.revealing;
        if (state.rats[region] == 0 || !region_occupied(rules, state, region)) {
            if (!final_round(state)) {
                state.revealing = kNone;
                state.neutral = 0;
                end_turn(rules, state);
                return;
            }
            if (region + 1 == rules.regions) {
                end_sweep(state);
                return;
            }
            state.revealing = static_cast<u8>(region + 1);
            continue;
        }
        if (slots_in(state, region) > 1) {
            state.stage = Stage::kNext;
            return;
        }
        if (!settle_rat(rules, state, 0)) return;
    }
}

inline void choose_next_rat(const Rules& rules, State& state, int slot) {
    if (settle_rat(rules, state, slot)) advance_reveals(rules, state);
}

// The token of the rat that is being revealed has been drawn.
inline void reveal_kind(const Rules& rules, State& state, int kind) {
    const int ring = state.drawing_ring;
    const u8 token = take_unseen(rules, state, kind);
    if (state.drawing == kNone) {
        change_unlooked(state, state.revealing, ring, -1);
    } else {
        forget_tracked(state, state.drawing);
    }
    change_rats(state, state.revealing, -1);
    state.drawing = kNone;
    state.drawing_ring = 0;
    evaluate_token(rules, state, ring, token);
    advance_reveals(rules, state);
}

// The ravage of a turn, after the spread and after the declaration.
inline void start_reveals(const Rules& rules, State& state) {
    state.revealing = state.plague;
    advance_reveals(rules, state);
}

}  // namespace rattus_ai::rattus
