// Plain values back to a state: every field is checked by itself and against the others, and a stage against what it needs.
#pragma once

#include "istanbul/import_stage.hpp"

namespace rattus_ai::istanbul {

class Importer {
public:
    Importer(const Rules& rules, const std::vector<util::Field>& fields, State& state) : rules_(rules), in_(fields), state_(state) {}

    // What is wrong, the field first; empty if nothing is.
    std::string read() {
        initial_state(rules_, state_);
        read_turn();
        read_seats();
        read_hands();
        read_board();
        in_.finish();
        if (in_.fine()) check_numbers();
        if (in_.fine()) check_cards();
        if (in_.fine()) check_stage(rules_, state_, in_);
        return in_.problem();
    }

private:
    int players() const { return rules_.players; }
    int last_kind() const { return (rules_.expansion ? kBonusKinds : kBaseBonusKinds) - 1; }

    Stage stage_of(const std::string& field, bool may_be_empty) {
        const std::string name = in_.text(field);
        if (may_be_empty && name.empty()) return Stage::kNoStage;
        for (std::size_t i = 0; i < std::size(kStageNames); ++i) {
            if (name == kStageNames[i]) return static_cast<Stage>(i);
        }
        std::string all;
        for (const char* known : kStageNames) all += std::string(all.empty() ? "" : ", ") + known;
        in_.fail(field, "found '" + name + "', expected one of " + all);
        return Stage::kTerminal;
    }

    void read_turn() {
        Turn& turn = state_.turn;
        turn.stage = stage_of("stage", false);
        turn.player = static_cast<u8>(in_.number("player", 0, players() - 1));
        turn.round = static_cast<u16>(in_.number("round", 0, rules_.max_rounds));
        turn.acting = static_cast<u8>(in_.number("acting", 0, rules_.places));
        turn.remote = static_cast<u8>(in_.number("remote", 0, 1));
        turn.guild = static_cast<u8>(in_.number("guild", 0, rules_.expansion ? kGuildCards : 0));
        turn.compulsory = static_cast<u8>(in_.number("compulsory", 0, 1));
        turn.done_place = static_cast<u8>(in_.number("done_place", 0, rules_.places));
        turn.back = stage_of("back", true);
        turn.draws_left = static_cast<u8>(in_.number("draws_left", 0, 2));
        turn.figure = static_cast<u8>(in_.number("figure", 0, 1 + figure::kNeutral));
        turn.rolling = static_cast<u8>(in_.number("rolling", 0, players() == 2 ? 7 : 0));
        turn.called = static_cast<u8>(in_.number("called", 0, kHighestTotal));
        const int named = in_.number("named", -1, kGoods - 2);
        turn.named = named < 0 ? kNone : static_cast<u8>(named);
        const auto swaps = in_.rows("swaps", -2, 2, 0, kCoffee);
        turn.swap_count = static_cast<u8>(swaps.size() < 2 ? swaps.size() : 2);
        for (std::size_t i = 0; i < turn.swap_count; ++i) {
            for (std::size_t side = 0; side < 2; ++side) turn.swaps[i][side] = static_cast<u8>(swaps[i][side]);
        }
        turn.roasted = static_cast<u8>(in_.number("roast", 0, 3));
        turn.fountain = static_cast<u8>(in_.number("fountain", 0, rules_.places));
        const auto options = in_.list("options", -2, 0, Tavern::kOptions - 1);
        for (std::size_t i = 0; i < options.size(); ++i) turn.options[i] = static_cast<u8>(options[i]);
        const auto dice = in_.list("dice", 2, 0, 6);
        for (std::size_t i = 0; i < 2; ++i) turn.dice[i] = static_cast<u8>(dice[i]);
        turn.yellow = static_cast<u8>(in_.number("yellow", 0, 1));
        turn.red = static_cast<u8>(in_.number("red", 0, 1));
        turn.met = static_cast<u8>(in_.number("met", 0, 7));
    }

    template <class Set>
    void each(const char* name, int least, int most, Set&& set) {
        const auto values = in_.list(name, players(), least, most);
        for (int p = 0; p < players(); ++p) set(state_.seats[p], values[static_cast<std::size_t>(p)]);
    }

    void read_seats() {
        const int places = rules_.places;
        each("lira", 0, kMostOfAnything, [](Seat& seat, int value) { seat.lira = static_cast<u16>(value); });
        each("coffee", 0, rules_.expansion ? kMostOfAnything : 0, [](Seat& seat, int value) { seat.coffee = static_cast<u16>(value); });
        each("rubies", 0, 100, [](Seat& seat, int value) { seat.rubies = static_cast<u8>(value); });
        each("capacity", rules_.start_capacity, rules_.most_capacity, [](Seat& seat, int value) { seat.capacity = static_cast<u8>(value); });
        each("tiles", 0, 15, [](Seat& seat, int value) { seat.tiles = static_cast<u8>(value); });
        each("tavern", 0, rules_.expansion ? 3 : 0, [](Seat& seat, int value) { seat.tavern = static_cast<u8>(value); });
        each("merchant", 1, places, [](Seat& seat, int value) { seat.merchant = static_cast<u8>(value); });
        each("stack", 0, rules_.start_assistants + 1, [](Seat& seat, int value) { seat.stack = static_cast<u8>(value); });
        each("spare", 0, 1, [](Seat& seat, int value) { seat.spare = static_cast<u8>(value); });
        each("family", 1, places, [](Seat& seat, int value) { seat.family = static_cast<u8>(value); });
        const auto goods = in_.rows("goods", players(), kGoods, 0, rules_.most_capacity);
        const auto assistants = in_.rows("assistants", players(), -places, 1, places);
        for (int p = 0; p < players(); ++p) {
            Seat& seat = state_.seats[p];
            const std::string who = "[" + std::to_string(p) + "]";
            for (std::size_t good = 0; good < kGoods; ++good) {
                seat.goods[good] = static_cast<u8>(goods[static_cast<std::size_t>(p)][good]);
                in_.require(seat.goods[good] <= seat.capacity, "goods" + who, "more than the wheelbarrow holds");
            }
            seat.assistants = to_set("assistants" + who, assistants[static_cast<std::size_t>(p)]);
            in_.require((seat.assistants & bit(place::kFountain)) == 0, "assistants" + who, "nobody leaves an assistant at the Fountain");
        }
    }

    u32 to_set(const std::string& field, const std::vector<int>& numbers) {
        u32 out = 0;
        for (const int number : numbers) {
            in_.require((out & bit(number)) == 0, field, std::to_string(number) + " stands there twice");
            out |= bit(number);
        }
        return out;
    }

    u64 to_counts(const std::string& field, const std::vector<int>& counts) {
        u64 out = 0;
        for (int kind = 0; kind < kBonusKinds; ++kind) {
            const int count = counts[static_cast<std::size_t>(kind)];
            in_.require(count <= copies(rules_.bonus, kind), field, "more cards of kind " + std::to_string(kind) + " than there are in the game");
            out += card_of(kind) * static_cast<u64>(count);
        }
        return out;
    }

    void read_hands() {
        const auto known = in_.rows("known", players(), kBonusKinds, 0, kMaxOfKind);
        const auto secret = in_.rows("secret", players(), kBonusKinds, 0, kMaxOfKind);
        const auto unknown = in_.list("unknown", players(), 0, kMaxBonusCards);
        const int numbers = rules_.expansion ? kGuildCards : 0;
        const auto guild_hand = in_.rows("guild_hand", players(), -kGuildCards, 1, numbers);
        const auto guild_unknown = in_.list("guild_unknown", players(), 0, numbers);
        for (int p = 0; p < players(); ++p) {
            const std::size_t i = static_cast<std::size_t>(p);
            const std::string who = "[" + std::to_string(p) + "]";
            state_.known[p] = to_counts("known" + who, known[i]);
            state_.secret[p] = to_counts("secret" + who, secret[i]);
            state_.unknown[p] = static_cast<u8>(unknown[i]);
            state_.guild_hand[p] = to_set("guild_hand" + who, guild_hand[i]);
            state_.guild_unknown[p] = static_cast<u8>(guild_unknown[i]);
            state_.seats[p].cards = static_cast<u8>(total_of(state_.known[p]) + total_of(state_.secret[p]) + unknown[i]);
            state_.seats[p].guild_cards = static_cast<u8>(util::count_bits(state_.guild_hand[p]) + guild_unknown[i]);
        }
        state_.deck = to_counts("deck", in_.list("deck", kBonusKinds, 0, kMaxOfKind));
        state_.deck_count = static_cast<u8>(total_of(state_.deck));
        for (const int kind : in_.list("discards", -kMaxBonusCards, 0, last_kind())) put_on_discards(state_, kind);
        state_.guild_deck = to_set("guild_deck", in_.list("guild_deck", -kGuildCards, 1, numbers));
        state_.guild_discards = to_set("guild_discards", in_.list("guild_discards", -kGuildCards, 1, numbers));
    }

    template <std::size_t n>
    void bytes(const char* name, u8 (&out)[n], int least, int most) {
        const auto values = in_.list(name, static_cast<int>(n), least, most);
        for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<u8>(values[i]);
    }

    void read_board() {
        Board& board = state_.board;
        bytes("mosque", board.mosque, 0, rules_.mosque_tiles);
        bytes("mosque_rubies", board.mosque_rubies, 0, rules_.mosque_rubies);
        board.wainwright_rubies = static_cast<u8>(in_.number("wainwright_rubies", 0, rules_.wainwright_rubies));
        board.track_rubies[kDealerTrack] = static_cast<u8>(in_.number("dealer_rubies", 0, rules_.track_rubies[kDealerTrack]));
        board.track_rubies[kPalaceTrack] = static_cast<u8>(in_.number("palace_rubies", 0, rules_.track_rubies[kPalaceTrack]));
        board.track_rubies[kHouseTrack] = static_cast<u8>(in_.number("house_rubies", 0, rules_.track_rubies[kHouseTrack]));
        board.post = static_cast<u8>(in_.number("post", 0, static_cast<int>(rules_.post.size()) - 1));
        constexpr const char* markets[kMarkets][2] = {{"demand_large.order", "demand_large.unseen"}, {"demand_small.order", "demand_small.unseen"}};
        for (int market = 0; market < kMarkets; ++market) {
            const int tiles = static_cast<int>(rules_.demand[static_cast<std::size_t>(market)].size());
            const auto order = in_.list(markets[market][0], -tiles, 0, tiles - 1);
            const auto unseen = in_.list(markets[market][1], -tiles, 0, tiles - 1);
            board.demand_count[market] = static_cast<u8>(order.size());
            for (std::size_t i = 0; i < order.size(); ++i) board.demand[market][i] = static_cast<u8>(order[i]);
            const u32 seen = to_set(markets[market][0], order);
            in_.require((seen ^ to_set(markets[market][1], unseen)) == bit(tiles) - 1, markets[market][1], "each tile is either seen or unseen");
        }
        const int barrier = in_.number("barrier", -1, rules_.expansion ? static_cast<int>(rules_.edges.size()) - 1 : -1);
        const int owner = in_.number("barrier_owner", -1, rules_.expansion ? players() - 1 : -1);
        board.barrier = barrier < 0 ? kNone : static_cast<u8>(barrier);
        board.barrier_owner = owner < 0 ? kNone : static_cast<u8>(owner);
        in_.require((barrier < 0) == (owner < 0), "barrier_owner", "a barrier on the board has an owner, and no other one");
        bytes("tavern_sold", board.tavern_sold, 0, rules_.expansion ? rules_.tavern_tiles : 0);
        board.baksheesh_side = static_cast<u8>(in_.number("baksheesh_side", 0, rules_.expansion ? 1 : 0));
        constexpr const char* figures[kFigures] = {"governor", "smuggler", "trader"};
        for (int i = 0; i < kFigures; ++i) {
            const bool exists = i != figure::kTrader || rules_.expansion;
            const int where = in_.number(figures[i], 0, exists ? kHighestTotal : 0);
            in_.require(where != 1, figures[i], "found 1, expected 2 to 12, or 0 before it is placed");
            board.figures[i] = static_cast<u8>(where);
        }
        if (players() == 2) {
            bytes("neutral", board.neutral, 1, rules_.places);
        } else {
            in_.list("neutral", 0, 0, 0);
        }
    }

    void check_numbers() {
        const Board& board = state_.board;
        int rubies = 2 * rules_.mosque_rubies + rules_.wainwright_rubies;
        for (const u8 track : rules_.track_rubies) rubies += track;
        int there = board.mosque_rubies[0] + board.mosque_rubies[1] + board.wainwright_rubies;
        for (const u8 track : board.track_rubies) there += track;
        for (int p = 0; p < players(); ++p) {
            const Seat& seat = state_.seats[p];
            const std::string who = "[" + std::to_string(p) + "]";
            there += seat.rubies;
            const int assistants = seat.stack + seat.spare + util::count_bits(seat.assistants);
            in_.require(assistants == rules_.start_assistants + 1, "stack" + who,
                        "found " + std::to_string(assistants) + " assistants in all, expected " + std::to_string(rules_.start_assistants + 1));
            in_.require((seat.spare == 0) == ((seat.tiles & bit(kBlue)) != 0), "spare" + who, "the fifth assistant comes with the blue tile");
        }
        in_.require(there == rubies, "rubies", "found " + std::to_string(there) + " in all, expected " + std::to_string(rubies));
        for (int colour = 0; colour < kGoods; ++colour) {
            int owned = 0;
            for (int p = 0; p < players(); ++p) owned += (state_.seats[p].tiles >> colour) & 1;
            in_.require(board.mosque[colour] == owned, "mosque", "found " + std::to_string(board.mosque[colour]) + " tiles of colour " + std::to_string(colour) +
                                                                     " taken, but players own " + std::to_string(owned));
        }
        for (int kind = 0; kind < Tavern::kKinds; ++kind) {
            int owned = 0;
            for (int p = 0; p < players(); ++p) owned += (state_.seats[p].tavern >> kind) & 1;
            in_.require(board.tavern_sold[kind] == owned, "tavern_sold", "does not fit to the tiles that players own");
        }
    }

    void check_cards() {
        u64 all = state_.deck;
        int unknown = 0;
        int guild_unknown = 0;
        u32 guild = state_.guild_deck;
        auto add_guild = [&](const char* field, u32 set) {
            in_.require((guild & set) == 0, field, "a guild card is in two places");
            guild |= set;
        };
        add_guild("guild_discards", state_.guild_discards);
        if (state_.turn.guild != 0 && state_.turn.compulsory != 0) add_guild("guild", bit(state_.turn.guild));
        for (int p = 0; p < players(); ++p) {
            all += state_.known[p] + state_.secret[p];
            unknown += state_.unknown[p];
            guild_unknown += state_.guild_unknown[p];
            add_guild("guild_hand", state_.guild_hand[p]);
        }
        // Sums can leave the three bits of a kind, so kinds are compared one by one.
        for (int kind = 0; kind < kBonusKinds; ++kind) {
            int count = copies(state_.deck, kind);
            for (int p = 0; p < players(); ++p) count += copies(state_.known[p], kind) + copies(state_.secret[p], kind);
            for (int i = 0; i < state_.discard_count; ++i) count += state_.discards[i] == kind;
            in_.require(count == copies(rules_.bonus, kind), "deck", "found " + std::to_string(count) + " cards of kind " + std::to_string(kind) + " in all, expected " +
                                                                         std::to_string(copies(rules_.bonus, kind)));
        }
        in_.require(unknown <= state_.deck_count, "unknown", "more unknown cards than the pool has");
        in_.require(guild_unknown <= util::count_bits(state_.guild_deck), "guild_unknown", "more unknown cards than the pool has");
        if (rules_.expansion) in_.require(guild == (bit(kGuildCards + 1) - 2), "guild_deck", "a guild card is nowhere");
    }

    const Rules& rules_;
    util::FieldReader in_;
    State& state_;
};

inline std::string import_fields(const Rules& rules, const std::vector<util::Field>& fields, State& state) { return Importer(rules, fields, state).read(); }

}  // namespace rattus_ai::istanbul
