// Small and Great Mosque 14, 15: own the number of goods shown, pay one, get the tile; both tiles of a mosque bring a ruby. Rules, 1.5.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct Mosque {
    static int first_colour(int where) { return where == place::kSmallMosque ? kRed : kYellow; }

    // A guild card of the mosque may ignore the number: one good is enough.
    static int needed(const Rules& rules, const State& state, int where, int colour) {
        const bool eased = state.turn.guild == where && state.turn.remote == 0 && rules.guild[state.turn.guild].special != 0;
        return eased ? 1 : rules.mosque_stack[state.board.mosque[colour]];
    }

    static u32 tiles(const Rules& rules, const State& state, int where) {
        u32 out = 0;
        const Seat& seat = mover(state);
        for (int colour = first_colour(where); colour < first_colour(where) + 2; ++colour) {
            if ((seat.tiles >> colour) & 1 || state.board.mosque[colour] >= rules.mosque_tiles) continue;
            if (seat.goods[colour] >= needed(rules, state, where, colour)) out |= bit(colour);
        }
        return out;
    }

    static bool possible(const Rules& rules, const State& state, int where) { return tiles(rules, state, where) != 0; }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int where, Choices& choices) {
        choices.set(rules.base[verb::kTile], tiles(rules, state, where));
    }

    static void take(const Rules& rules, State& state, int colour) {
        Seat& seat = mover(state);
        --seat.goods[colour];
        ++state.board.mosque[colour];
        seat.tiles = static_cast<u8>(seat.tiles | bit(colour));
        if (colour == kBlue && seat.spare != 0) {
            seat.spare = 0;
            ++seat.stack;
        }
        const int mosque = colour / 2;
        const u32 both = 3u << (2 * mosque);
        if ((seat.tiles & both) == both && state.board.mosque_rubies[mosque] != 0) {
            --state.board.mosque_rubies[mosque];
            ++seat.rubies;
        }
        finish_action(rules, state);
    }
};

}  // namespace rattus_ai::istanbul
