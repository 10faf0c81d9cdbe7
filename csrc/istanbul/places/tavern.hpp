// Tavern 19: the barrier, a tavern tile or the baksheesh; guild card 19 does two of them for less coffee. Rules, 2.5, 2.6, Q6, Q18, O9 to O11.
#pragma once

#include "istanbul/places/police_station.hpp"

namespace rattus_ai::istanbul {

struct Tavern {
    static constexpr int kKinds = 2;    // of tavern tiles
    static constexpr int kOptions = 4;

    // --- what can be done, whatever it costs ---

    static bool tile_left(const Rules& rules, const State& state, int kind) {
        return (mover(state).tavern & bit(kind)) == 0 && state.board.tavern_sold[kind] < rules.tavern_tiles;
    }

    static bool has_baksheesh_goods(const Rules& rules, const State& state) {
        const auto& wanted = rules.baksheesh[state.board.baksheesh_side];
        for (std::size_t good = 0; good < kGoods; ++good) {
            if (mover(state).goods[good] < wanted[good]) return false;
        }
        return true;
    }

    static int option_cost(const Rules& rules, const State& state, int option) {
        if (option == tavern::kBarrier) return rules.barrier_cost;
        if (option == tavern::kBaksheesh) return rules.baksheesh_coffee;
        return rules.tavern_costs[state.board.tavern_sold[option - tavern::kMovementTile]];
    }

    static bool option_open(const Rules& rules, const State& state, int option) {
        if (option == tavern::kBarrier) return true;
        if (option == tavern::kBaksheesh) return tracks_with_rubies(state) != 0 && has_baksheesh_goods(rules, state);
        return tile_left(rules, state, option - tavern::kMovementTile);
    }

    static bool option_payable(const Rules& rules, const State& state, int option) {
        return option_open(rules, state, option) && mover(state).coffee >= option_cost(rules, state, option);
    }

    static bool possible(const Rules& rules, const State& state, int) {
        if (state.turn.guild == place::kTavern && state.turn.remote == 0) return first_options(rules, state) != 0;
        for (int option = 0; option < kOptions; ++option) {
            if (option_payable(rules, state, option)) return true;
        }
        return false;
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int, Choices& choices) {
        if (option_payable(rules, state, tavern::kBarrier)) barrier_actions(rules, state, rules.barrier_cost, choices);
        for (int kind = 0; kind < kKinds; ++kind) {
            if (option_payable(rules, state, tavern::kMovementTile + kind)) choices.range(rules.base[verb::kTavernTile] + kind, 1);
        }
        if (option_payable(rules, state, tavern::kBaksheesh)) baksheesh_actions(rules, state, choices);
    }

    // --- barrier ---

    // Places beside the edge whose action may be chosen: not the Tavern, and where something must be done only those where it can.
    static u32 beside(const Rules& rules, const State& state, int edge) {
        u32 out = 0;
        for (const u8 where : rules.edges[static_cast<std::size_t>(edge)].places) {
            if (where == place::kTavern) continue;
            if (state.turn.compulsory != 0) {
                State used = state;
                used.turn.acting = where;
                used.turn.remote = 1;
                if (!place_possible(rules, used, where)) continue;
            }
            out |= bit(where);
        }
        return out;
    }

    template <class Choices>
    static void barrier_actions(const Rules& rules, const State& state, int cost, Choices& choices) {
        const int count = static_cast<int>(rules.edges.size());
        if (state.turn.compulsory == 0) {
            choices.range(rules.base[verb::kBarrier], count);
            return;
        }
        State paid = state;
        pay_coffee(mover(paid), cost);
        u32 edges = 0;
        for (int edge = 0; edge < count; ++edge) edges |= static_cast<u32>(beside(rules, paid, edge) != 0) << edge;
        choices.set(rules.base[verb::kBarrier], edges);
    }

    static void put_barrier(const Rules& rules, State& state, int edge) {
        if (state.turn.stage == Stage::kAction) pay_coffee(mover(state), rules.barrier_cost);
        state.board.barrier = static_cast<u8>(edge);
        state.board.barrier_owner = state.turn.player;
        state.turn.stage = Stage::kBeside;
    }

    template <class Choices>
    static void beside_actions(const Rules& rules, const State& state, Choices& choices) {
        choices.set(rules.base[verb::kUse] - 1, beside(rules, state, state.board.barrier));
    }

    // --- tiles ---

    static void take_tile(State& state, int kind) {
        ++state.board.tavern_sold[kind];
        mover(state).tavern = static_cast<u8>(mover(state).tavern | bit(kind));
    }

    static void buy_tile(const Rules& rules, State& state, int kind) {
        pay_coffee(mover(state), option_cost(rules, state, tavern::kMovementTile + kind));
        take_tile(state, kind);
        finish_action(rules, state);
    }

    // --- baksheesh ---

    template <class Choices>
    static void baksheesh_actions(const Rules& rules, const State& state, Choices& choices) {
        choices.set(rules.base[verb::kBaksheesh], tracks_with_rubies(state));
    }

    static void pay_baksheesh_goods(const Rules& rules, State& state) {
        const auto& wanted = rules.baksheesh[state.board.baksheesh_side];
        for (std::size_t good = 0; good < kGoods; ++good) mover(state).goods[good] = static_cast<u8>(mover(state).goods[good] - wanted[good]);
    }

    static void baksheesh(const Rules& rules, State& state, int track) {
        if (state.turn.stage == Stage::kAction) {
            pay_coffee(mover(state), rules.baksheesh_coffee);
            pay_baksheesh_goods(rules, state);
        }
        state.board.baksheesh_side ^= 1;
        take_track_ruby(state, track);
        finish_action(rules, state);
    }

    // --- guild card 19 ---

    static bool is_tile(int option) { return option == tavern::kMovementTile || option == tavern::kEncounterTile; }

    // Options that can be named together with this one, and be paid.
    static u32 partners(const Rules& rules, const State& state, int option) {
        u32 out = 0;
        if (!option_open(rules, state, option)) return out;
        for (int other = 0; other < kOptions; ++other) {
            if (other == option || (is_tile(other) && is_tile(option)) || !option_open(rules, state, other)) continue;
            if (mover(state).coffee >= cost_together(rules, state, option, other)) out |= bit(other);
        }
        return out;
    }

    static u32 first_options(const Rules& rules, const State& state) {
        u32 out = 0;
        for (int option = 0; option < kOptions; ++option) out |= static_cast<u32>(partners(rules, state, option) != 0) << option;
        return out;
    }

    template <class Choices>
    static void option_actions(const Rules& rules, const State& state, Choices& choices) {
        const bool first = state.turn.options[0] == kNone;
        choices.set(rules.base[verb::kNameOption], first ? first_options(rules, state) : partners(rules, state, state.turn.options[0]));
    }

    static void name_option(const Rules& rules, State& state, int option) {
        u8(&options)[2] = state.turn.options;
        if (options[0] == kNone) {
            options[0] = static_cast<u8>(option);
            return;
        }
        options[1] = static_cast<u8>(option);
        pay_coffee(mover(state), cost_together(rules, state, options[0], options[1]));
        if (options[0] == tavern::kBaksheesh || options[1] == tavern::kBaksheesh) pay_baksheesh_goods(rules, state);
        begin_option(rules, state);
    }

    // The next option that was named and paid; one that has become impossible meanwhile lapses.
    static void begin(const Rules& rules, State& state) {
        const int option = state.turn.options[0];
        state.turn.options[0] = state.turn.options[1];
        state.turn.options[1] = kNone;
        state.turn.acting = place::kTavern;
        state.turn.remote = 0;
        state.turn.roasted = 0;
        state.turn.fountain = 0;
        if (option == tavern::kBarrier) {
            state.turn.stage = Stage::kBarrier;
        } else if (option == tavern::kBaksheesh && tracks_with_rubies(state) != 0) {
            state.turn.stage = Stage::kBaksheesh;
        } else {
            if (is_tile(option) && tile_left(rules, state, option - tavern::kMovementTile)) take_tile(state, option - tavern::kMovementTile);
            finish_action(rules, state);
        }
    }

private:
    static int cost_together(const Rules& rules, const State& state, int option, int other) {
        const int cost = option_cost(rules, state, option) + option_cost(rules, state, other) - rules.guild[place::kTavern].special;
        return cost > 0 ? cost : 0;
    }
};

inline void begin_option(const Rules& rules, State& state) { Tavern::begin(rules, state); }

}  // namespace rattus_ai::istanbul
