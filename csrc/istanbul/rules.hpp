// The rules data of one game: grid, tables, prices, and the numbering of actions and chance outcomes.
//
// Built once by build_rules (rules_builder.hpp) from plain data, checked there, immutable afterwards and shared by all
// positions of the game. Ids of actions do not depend on the state; they are numbered verb by verb, and within a verb in the
// lexicographic order of the arguments.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "istanbul/rules_data.hpp"
#include "util/integers.hpp"

namespace rattus_ai::istanbul {

using Action = u16;

// What an argument means; texts are made from this, never from the id.
enum class Argument : u8 { kNothing, kPlace, kGood, kExtra, kSale, kCard, kGuildCard, kNumber, kPlayer, kTile, kDie, kWare, kTrack, kTavernOption, kLargeDemand, kSmallDemand };

struct Family {
    std::string verb;
    std::array<Argument, 3> arguments{};
};

struct ActionInfo {
    u8 family;
    u8 a, b, c;
};

// Families of actions in the order of their ids.
namespace verb {
enum Verb : u8 {
    // at any time of the own turn
    kLira, kFamilyLira, kFamilyCard, kYellow, kCoffee, kGuildDraw, kTrade,
    // before or after an action
    kGood, kSwap, kPrize,
    // the turn
    kMove, kFar, kStay, kCorner, kRecall, kGuild, kPickUp, kLeave, kDecline, kPay, kRefuse, kSkip,
    kAgain, kCatchLira, kCatchCard, kGovernor, kSmuggler, kTrader, kEnd, kPayLira, kDiscard, kPayGood,
    // places
    kExtend, kFill, kBuy, kNoBuy, kPost, kCaravansary, kFetch, kFetchAll, kStop, kName, kCall, kKeep, kFour, kReroll, kSix, kSell, kMarket, kSend, kDeliver,
    kTile, kBuyRuby, kRoastLira, kRoastGood, kRoastBonus, kRoastGuild, kGuildHall, kDiscardGuild, kBarrier, kUse, kTavernTile, kBaksheesh, kNameOption,
    // the end
    kPass,
    kVerbs
};
}

namespace chance {
enum Verb : u8 { kDeal, kDraw, kDrawGuild, kDemandLarge, kDemandSmall, kFigurePlace, kRoll, kVerbs };
}

// Where a merchant may go from a place, as sets of places.
struct Reach {
    u32 near = 0;      // 1 or 2 steps
    u32 far = 0;       // the card for 3 or 4
    u32 straight = 0;  // any number of steps in a straight line
};

struct Edge {
    u8 places[2];  // the one at the lower index of the grid first
};

struct DemandTile {
    u8 goods[kGoods];
};

struct Gain {
    u8 item;
    u8 count;
};

struct GuildCard {
    u8 lira, coffee, special;
};

struct Rules {
    int players = 0;
    bool expansion = false;
    int places = 0;
    int columns = 0;
    std::vector<int> layout;
    std::array<u8, kMaxPlaces + 1> spot{};     // index in the grid of each place
    std::vector<Edge> edges;
    // [0]: nothing in the way; [edge + 1]: the barrier of somebody else there.
    std::array<std::array<Reach, kMaxPlaces + 1>, kMaxEdges + 1> reach{};
    std::array<std::array<u8, kMaxPlaces + 1>, kMaxPlaces + 1> distance{};  // without a barrier
    u32 corners = 0;
    u32 all_places = 0;

    int ruby_target = 0;
    int max_rounds = 0;
    int start_assistants = 0;
    std::array<u16, kMaxPlayers> start_lira{};
    u64 bonus = 0;                              // the whole deck
    int bonus_count = 0;
    std::array<std::vector<DemandTile>, kMarkets> demand;
    std::array<std::array<u8, kMaxDemand + 1>, kMarkets> market_pay{};
    std::array<std::array<u8, kGoods>, 2> baksheesh{};
    int baksheesh_coffee = 0;
    std::array<Gain, 7> prizes{};               // by number of the die
    std::array<u8, 4> tavern_costs{};
    int tavern_tiles = 0;                       // of each kind
    int barrier_cost = 0;
    std::array<GuildCard, kGuildCards + 1> guild{};
    int start_capacity = 0, most_capacity = 0, wainwright_price = 0;
    std::array<u8, 4> mosque_stack{};           // goods needed for each tile of a colour
    int mosque_tiles = 0;
    int mosque_rubies = 0, wainwright_rubies = 0;
    std::array<u8, kTracks> track_rubies{};
    // Prices of the next ruby by rubies left; of the Palace the goods, the last entry for any good.
    std::array<std::array<u8, kItems>, 16> palace_needs{};
    std::array<u8, 16> palace_cost{};           // goods in all
    std::array<u8, 16> dealer_price{};
    std::array<u8, 16> house_cost{};
    std::array<std::array<Gain, 4>, 5> post{};  // by indicators that are down
    std::array<u8, kHighestTotal + 1> black_market{};
    int tea_fail = 0, meeting_price = 0, catch_lira = 0, card_lira = 0, trade_lira = 0, trade_coffee = 0, coffee_card = 0, guild_draw_coffee = 0;
    int roast_price = 0, roast_coffee = 0;
    bool sixes = false;                         // the deck has cards that turn a die to 6

    // Sales: vectors of goods; sales_within[g][n]: those with at most n of good g; as sets of their indices.
    std::array<std::array<u8, kGoods>, kSales> sales{};
    std::array<u8, kSales> sale_size{};
    std::array<std::array<std::array<u32, 4>, kMaxDemand + 1>, kGoods> sales_within{};
    // Deliveries on spaces for any good: index of (i, j), 0 nothing, 1..4 a good.
    std::array<std::array<u8, 2>, kDeliveries> deliveries{};
    std::array<std::array<u8, 2>, kRolls> rolls{};
    std::array<u8, 36> roll_of{};               // index of the outcome of each of the 36 rolls

    std::vector<Family> families;
    std::vector<ActionInfo> actions;
    std::vector<Family> chance_families;
    std::vector<ActionInfo> outcomes;
    std::array<u16, verb::kVerbs> base{};
    std::array<u16, chance::kVerbs> chance_base{};
    int max_game_length = 0;                    // decisions
    int max_chance_nodes = 0;
};

}  // namespace rattus_ai::istanbul
