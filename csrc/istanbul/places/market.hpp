// Large and Small Market 10, 11: goods of the top tile for money, the tile goes to the bottom; a card lets the small one buy any goods. Rules, 1.5.
//
// A sale is one of 125 vectors of goods. Those that are possible are an intersection of four sets of vectors, one for each good.
#pragma once

#include "istanbul/flow.hpp"

namespace rattus_ai::istanbul {

struct Market {
    static int index_of(int where) { return where - place::kLargeMarket; }

    static const DemandTile& top(const Rules& rules, const State& state, int market) {
        return rules.demand[static_cast<std::size_t>(market)][state.board.demand[market][0]];
    }

    static bool card_helps(const State& state, int where) {
        return where == place::kSmallMarket && state.turn.guild == 0 && goods_owned(mover(state)) != 0 && holds(playable(state, state.turn.player), card::kMarket);
    }

    static bool possible(const Rules& rules, const State& state, int where) {
        const DemandTile& tile = top(rules, state, index_of(where));
        const Seat& seat = mover(state);
        for (int good = 0; good < kGoods; ++good) {
            if (tile.goods[good] != 0 && seat.goods[good] != 0) return true;
        }
        return card_helps(state, where);
    }

    template <class Choices>
    static void actions(const Rules& rules, const State& state, int where, Choices& choices) {
        const DemandTile& tile = top(rules, state, index_of(where));
        const Seat& seat = mover(state);
        u8 most[kGoods];
        for (int good = 0; good < kGoods; ++good) most[good] = tile.goods[good] < seat.goods[good] ? tile.goods[good] : seat.goods[good];
        sales(rules, most, choices);
        if (card_helps(state, where)) choices.range(rules.base[verb::kMarket], 1);
    }

    template <class Choices>
    static void any_goods(const Rules& rules, const State& state, Choices& choices) {
        u8 most[kGoods];
        for (int good = 0; good < kGoods; ++good) most[good] = mover(state).goods[good] < kMaxDemand ? mover(state).goods[good] : static_cast<u8>(kMaxDemand);
        sales(rules, most, choices);
    }

    static void play_card(State& state) {
        spend(state, state.turn.player, card::kMarket);
        state.turn.stage = Stage::kMarket;
    }

    static void sell(const Rules& rules, State& state, int sale) {
        const std::size_t which = static_cast<std::size_t>(sale);
        const int market = index_of(state.turn.acting);
        Seat& seat = mover(state);
        for (std::size_t good = 0; good < kGoods; ++good) seat.goods[good] = static_cast<u8>(seat.goods[good] - rules.sales[which][good]);
        gain_lira(seat, rules.market_pay[static_cast<std::size_t>(market)][rules.sale_size[which]]);
        u8* tiles = state.board.demand[market];
        const int count = state.board.demand_count[market];
        const u8 sold = tiles[0];
        for (int i = 1; i < count; ++i) tiles[i - 1] = tiles[i];
        tiles[count - 1] = sold;
        if (count < static_cast<int>(rules.demand[static_cast<std::size_t>(market)].size())) {
            state.turn.stage = market == 0 ? Stage::kDemandLarge : Stage::kDemandSmall;
        } else {
            finish_action(rules, state);
        }
    }

    // Tiles that have not been on top yet.
    static u32 unseen(const Rules& rules, const State& state, int market) {
        u32 out = bit(static_cast<int>(rules.demand[static_cast<std::size_t>(market)].size())) - 1;
        for (int i = 0; i < state.board.demand_count[market]; ++i) out &= ~bit(state.board.demand[market][i]);
        return out;
    }

    static void put_on_top(State& state, int market, int tile) {
        u8* tiles = state.board.demand[market];
        for (int i = state.board.demand_count[market]; i > 0; --i) tiles[i] = tiles[i - 1];
        tiles[0] = static_cast<u8>(tile);
        ++state.board.demand_count[market];
    }

private:
    template <class Choices>
    static void sales(const Rules& rules, const u8 (&most)[kGoods], Choices& choices) {
        const auto& within = rules.sales_within;
        for (std::size_t word = 0; word < 4; ++word) {
            choices.set(rules.base[verb::kSell] + 32 * static_cast<int>(word),
                        within[0][most[0]][word] & within[1][most[1]][word] & within[2][most[2]][word] & within[3][most[3]][word]);
        }
    }
};

}  // namespace rattus_ai::istanbul
