// Revealing and evaluating rats: one machine for the ravage of a turn, for the reveals of the final round and for the final sweep.
// Rules, sections 3, 5 and 8 to 10; P10, P11, P14.
//
// With the base box a revealed token takes effect at once. Otherwise players may answer to it (reaction.hpp); the token then waits in
// `running.pending` and the machine goes on when all have answered.
#pragma once

#include "rattus/board.hpp"
#include "rattus/markers.hpp"
#include "rattus/recycled.hpp"
#include "rattus/rules.hpp"
#include "rattus/state.hpp"

namespace rattus_ai::rattus {

void end_turn(const Rules& rules, State& state);   // turn.hpp
void end_sweep(const Rules& rules, State& state);  // ending.hpp
void end_event(State& state);                      // event.hpp
bool deal_with_token(const Rules& rules, State& state);  // reaction.hpp

inline constexpr int kNeutralCubeCount = 2;

// Is the final sweep going on?
inline bool sweeping(const State& state) { return final_round(state) && state.active == state.last && state.revealing != kNone; }

// Cards of the active player that work while tokens are revealed now.
inline u32 reveal_cards_at_work(const Rules& rules, const State& state) {
    if (final_round(state)) return state.running.event;
    return state.held[state.active] & rules.reveal_cards;
}

// Losses of every player when the token is revealed over these cubes (closed form of section 3), before potions. `losses` is written for
// all players; the result tells whether there was an outbreak. `neutral` may be negative (nuns).
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

// What the population of the region is more (neutral cubes) or less (nuns) than its cubes, for the limits.
inline int population_change(const Rules& rules, const State& state, int region) {
    const int nuns = rules.nuns ? nuns_in(state, region) : 0;
    if (!final_round(state)) return (state.neutral ? kNeutralCubeCount : 0) - nuns;
    if (state.running.event != 0) return -nuns;
    return (region == state.plague && neutral_held(rules, state) ? kNeutralCubeCount : 0) - nuns;
}

inline bool region_occupied(const Rules& rules, const State& state, int region) {
    u32 all = 0;
    for (int p = 0; p < rules.players; ++p) all |= state.occupied[p];
    return (all & bit(region)) != 0;
}

// Are all rats of the region shown before the first takes effect?
inline bool shows_all(const Rules& rules, const State& state) {
    return rules.order_cards != 0 && (reveal_cards_at_work(rules, state) & rules.order_cards) != 0;
}

inline void show_token(State& state, int kind) {
    u8* shown = state.running.shown;
    shown[kMaxRats - 1] = static_cast<u8>(kind);
    for (int i = kMaxRats - 1; i > 0 && shown[i] < shown[i - 1]; --i) std::swap(shown[i], shown[i - 1]);
}

[[gnu::noinline]] inline bool answer_token(const Rules& rules, State& state, int kind_index) {
    if (shows_all(rules, state)) {
        show_token(state, kind_index);
        return true;
    }
    state.running.pending = static_cast<u8>(kind_index);
    return deal_with_token(rules, state);
}

// The token of this kind is on the table. False where somebody has to answer first.
inline bool evaluate_token(const Rules& rules, State& state, int kind_index) {
    if (rules.reactive) return answer_token(rules, state, kind_index);
    const int region = state.revealing;
    const Kind& kind = rules.kinds[static_cast<std::size_t>(kind_index)];
    const TokenInfo& token = rules.tokens[kind.ring][kind.first];
    u8 losses[kMaxPlayers];
    if (!token_losses(rules, token, state.cubes[region], population_change(rules, state, region), state.held, losses)) return true;
    for (int p = 0; p < rules.players; ++p) {
        if (losses[p] != 0) place_cubes(state, region, p, -losses[p]);
    }
    return true;
}

// A tracked rat leaves the board: revealed.
inline void remove_tracked(const Rules& rules, State& state, int entry, int kind) {
    if (pool_of(state, entry) != 0) {
        settle_recycled(rules, state, entry, kind);
    } else {
        shift_key(state, feature::kRevealedAt + kind, +1);
    }
    forget_tracked(state, entry);
}

// Which rat comes next has been settled: asks for its token, or reveals it where the token is known. True if it was dealt with.
inline bool settle_rat(const Rules& rules, State& state, int slot_number) {
    const int region = state.revealing;
    const Slot slot = slot_at(state, region, slot_number);
    if (slot.tracked != kNone) {
        const TrackedRat rat = state.tracked[slot.tracked];
        if (rat.token != kNone) {
            const int kind = rules.tokens[rat.ring][rat.token].kind;
            remove_tracked(rules, state, slot.tracked, kind);
            change_rats(state, region, -1);
            return evaluate_token(rules, state, kind);
        }
    }
    state.stage = Stage::kReveal;
    state.drawing = slot.tracked;
    state.drawing_ring = slot.ring;
    return false;
}

inline void region_done(State& state) {
    state.running.protected_cards = 0;
    for (u8& shown : state.running.shown) shown = kNone;
}

// One of the shown tokens is dealt with now. True if that needs nobody.
inline bool take_up_shown(const Rules& rules, State& state, int place) {
    u8* shown = state.running.shown;
    state.running.pending = shown[place];
    for (int i = place; i + 1 < kMaxRats; ++i) shown[i] = shown[i + 1];
    shown[kMaxRats - 1] = kNone;
    return deal_with_token(rules, state);
}

// A decision of the player about the tokens that lie open, or the only token there is. True if it was dealt with.
inline bool settle_shown(const Rules& rules, State& state) {
    const u8* shown = state.running.shown;
    for (int i = 1; i < kMaxRats; ++i) {
        if (shown[i] != kNone && shown[i] != shown[0]) {
            state.stage = Stage::kOrder;
            return false;
        }
    }
    return take_up_shown(rules, state, 0);
}

// Goes on until something has to be drawn or decided, or until the ravage (or the whole sweep) is over. Where nobody can answer to a
// token there are no shown tokens and no reveals of the final round, and the loop is the shorter one of the base game.
template <bool kAnswers>
inline void advance(const Rules& rules, State& state) {
    for (;;) {
        const int region = state.revealing;
        if constexpr (kAnswers) {
            // Where all tokens are shown first, they take effect after the last rat has left.
            if (state.rats[region] == 0 && state.running.shown[0] != kNone && region_occupied(rules, state, region)) {
                if (!settle_shown(rules, state)) return;
                continue;
            }
        }
        if (state.rats[region] == 0 || !region_occupied(rules, state, region)) {
            if constexpr (kAnswers) region_done(state);
            if (!final_round(state)) {
                state.revealing = kNone;
                state.neutral = 0;
                end_turn(rules, state);
                return;
            }
            if constexpr (kAnswers) {
                if (state.running.event != 0) {
                    state.revealing = kNone;
                    end_event(state);
                    return;
                }
            }
            if (region + 1 == rules.regions) {
                end_sweep(rules, state);
                return;
            }
            state.revealing = static_cast<u8>(region + 1);
            continue;
        }
        bool choice = slots_in(state, region) > 1;
        if constexpr (kAnswers) choice = choice && !shows_all(rules, state);
        if (choice) {
            state.stage = Stage::kNext;
            return;
        }
        if (!settle_rat(rules, state, 0)) return;
    }
}

[[gnu::noinline]] inline void advance_with_answers(const Rules& rules, State& state) { advance<true>(rules, state); }

inline void advance_reveals(const Rules& rules, State& state) {
    if (rules.reactive) {
        advance_with_answers(rules, state);
    } else {
        advance<false>(rules, state);
    }
}

inline void choose_next_rat(const Rules& rules, State& state, int slot) {
    if (settle_rat(rules, state, slot)) advance_reveals(rules, state);
}

// The token of the rat that is being revealed has been drawn.
inline void reveal_kind(const Rules& rules, State& state, int kind) {
    const int ring = state.drawing_ring;
    if (state.drawing == kNone) {
        take_unseen(rules, state, kind);
        change_unlooked(state, state.revealing, ring, -1);
        shift_key(state, feature::kRevealedAt + kind, +1);
    } else {
        if (pool_of(state, state.drawing) == 0) take_unseen(rules, state, kind);
        remove_tracked(rules, state, state.drawing, kind);
    }
    change_rats(state, state.revealing, -1);
    state.drawing = kNone;
    state.drawing_ring = 0;
    if (evaluate_token(rules, state, kind)) advance_reveals(rules, state);
}

// The ravage of a turn, after the spread and after the declaration.
inline void start_reveals(const Rules& rules, State& state) {
    state.revealing = state.plague;
    advance_reveals(rules, state);
}

}  // namespace rattus_ai::rattus
