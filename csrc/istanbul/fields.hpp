// A state as plain values (util/fields.hpp) for documents, tests and other implementations.
//
// Players, cards, goods and places by their numbers; sets of tiles and figures as bit masks; -1 for none. What follows from other fields
// (sizes of hands) is left out. Reading checks everything that the engine relies on: import_fields.hpp.
#pragma once

#include "istanbul/places/market.hpp"
#include "util/fields.hpp"

namespace rattus_ai::istanbul {

// By number of the stage.
inline constexpr const char* kStageNames[] = {"figure", "demand_large", "demand_small", "deal", "draw", "draw_guild", "roll", "move", "far", "corner",
                                              "assistant", "pay", "action", "deliver", "extra", "discard", "fountain", "dice", "market", "roast",
                                              "discard_guild", "beside", "barrier", "baksheesh", "option", "swap", "figure_pay", "after", "last_cards", "terminal"};
static_assert(std::size(kStageNames) == static_cast<std::size_t>(Stage::kTerminal) + 1);

inline std::vector<int> members(u32 set) {
    std::vector<int> out;
    util::for_each_bit(set, [&](int i) { out.push_back(i); });
    return out;
}

inline std::vector<int> by_kind(u64 cards) {
    std::vector<int> out;
    for (int kind = 0; kind < kBonusKinds; ++kind) out.push_back(copies(cards, kind));
    return out;
}

inline int or_minus_one(u8 value) { return value == kNone ? -1 : value; }

inline void export_turn(const State& state, util::FieldWriter& out) {
    const Turn& turn = state.turn;
    out.text("stage", kStageNames[static_cast<int>(turn.stage)]);
    out.number("player", turn.player);
    out.number("round", turn.round);
    out.number("acting", turn.acting);
    out.number("remote", turn.remote);
    out.number("guild", turn.guild);
    out.number("compulsory", turn.compulsory);
    out.number("done_place", turn.done_place);
    out.text("back", turn.back == Stage::kNoStage ? "" : kStageNames[static_cast<int>(turn.back)]);
    out.number("draws_left", turn.draws_left);
    out.number("figure", turn.figure);
    out.number("rolling", turn.rolling);
    out.number("called", turn.called);
    out.number("named", or_minus_one(turn.named));
    std::vector<std::vector<int>> swaps;
    for (int i = 0; i < turn.swap_count; ++i) swaps.push_back({turn.swaps[i][0], turn.swaps[i][1]});
    out.rows("swaps", swaps);
    out.number("roast", turn.roasted);
    out.number("fountain", turn.fountain);
    std::vector<int> options;
    for (const u8 option : turn.options) {
        if (option != kNone) options.push_back(option);
    }
    out.list("options", options);
    out.list("dice", {turn.dice[0], turn.dice[1]});
    out.number("yellow", turn.yellow);
    out.number("red", turn.red);
    out.number("met", turn.met);
}

inline void export_seats(const Rules& rules, const State& state, util::FieldWriter& out) {
    auto each = [&](const char* name, auto&& value) {
        std::vector<int> values;
        for (int p = 0; p < rules.players; ++p) values.push_back(value(state.seats[p]));
        out.list(name, values);
    };
    auto each_row = [&](const char* name, auto&& row) {
        std::vector<std::vector<int>> rows;
        for (int p = 0; p < rules.players; ++p) rows.push_back(row(p));
        out.rows(name, rows);
    };
    each("lira", [](const Seat& seat) { return seat.lira; });
    each("coffee", [](const Seat& seat) { return seat.coffee; });
    each("rubies", [](const Seat& seat) { return seat.rubies; });
    each("capacity", [](const Seat& seat) { return seat.capacity; });
    each_row("goods", [&](int p) { return std::vector<int>(state.seats[p].goods, state.seats[p].goods + kGoods); });
    each("tiles", [](const Seat& seat) { return seat.tiles; });
    each("tavern", [](const Seat& seat) { return seat.tavern; });
    each("merchant", [](const Seat& seat) { return seat.merchant; });
    each("stack", [](const Seat& seat) { return seat.stack; });
    each("spare", [](const Seat& seat) { return seat.spare; });
    each_row("assistants", [&](int p) { return members(state.seats[p].assistants); });
    each("family", [](const Seat& seat) { return seat.family; });
    each_row("known", [&](int p) { return by_kind(state.known[p]); });
    each_row("secret", [&](int p) { return by_kind(state.secret[p]); });
    out.list("unknown", std::vector<int>(state.unknown, state.unknown + rules.players));
    each_row("guild_hand", [&](int p) { return members(state.guild_hand[p]); });
    out.list("guild_unknown", std::vector<int>(state.guild_unknown, state.guild_unknown + rules.players));
}

inline void export_board(const Rules& rules, const State& state, util::FieldWriter& out) {
    const Board& board = state.board;
    out.list("deck", by_kind(state.deck));
    out.list("discards", std::vector<int>(state.discards, state.discards + state.discard_count));
    out.list("guild_deck", members(state.guild_deck));
    out.list("guild_discards", members(state.guild_discards));
    out.list("mosque", std::vector<int>(board.mosque, board.mosque + kGoods));
    out.list("mosque_rubies", {board.mosque_rubies[0], board.mosque_rubies[1]});
    out.number("wainwright_rubies", board.wainwright_rubies);
    out.number("dealer_rubies", board.track_rubies[kDealerTrack]);
    out.number("palace_rubies", board.track_rubies[kPalaceTrack]);
    out.number("house_rubies", board.track_rubies[kHouseTrack]);
    out.number("post", board.post);
    constexpr const char* markets[kMarkets][2] = {{"demand_large.order", "demand_large.unseen"}, {"demand_small.order", "demand_small.unseen"}};
    for (int market = 0; market < kMarkets; ++market) {
        out.list(markets[market][0], std::vector<int>(board.demand[market], board.demand[market] + board.demand_count[market]));
        out.list(markets[market][1], members(Market::unseen(rules, state, market)));
    }
    out.number("barrier", or_minus_one(board.barrier));
    out.number("barrier_owner", or_minus_one(board.barrier_owner));
    out.list("tavern_sold", {board.tavern_sold[0], board.tavern_sold[1]});
    out.number("baksheesh_side", board.baksheesh_side);
    out.number("governor", board.figures[figure::kGovernor]);
    out.number("smuggler", board.figures[figure::kSmuggler]);
    out.number("trader", board.figures[figure::kTrader]);
    std::vector<int> neutral;
    for (const u8 where : board.neutral) {
        if (where != 0) neutral.push_back(where);
    }
    out.list("neutral", neutral);
}

inline std::vector<util::Field> export_fields(const Rules& rules, const State& state) {
    util::FieldWriter out;
    export_turn(state, out);
    export_seats(rules, state, out);
    export_board(rules, state, out);
    return out.take();
}

}  // namespace rattus_ai::istanbul
