// Numbers the actions and chance outcomes of a game, verb by verb in the order of rules.hpp.
#pragma once

#include "istanbul/cards/swap.hpp"
#include "istanbul/places/tea_house.hpp"

namespace rattus_ai::istanbul {

class Numbering {
public:
    Numbering(std::vector<Family>& families, std::vector<ActionInfo>& actions) : families_(families), actions_(actions) {}

    // Starts a family; the ids added until the next call belong to it. Returns its first id.
    u16 family(const char* verb, std::array<Argument, 3> arguments = {}) {
        families_.push_back({verb, arguments});
        return static_cast<u16>(actions_.size());
    }
    void add(int a = 0, int b = 0, int c = 0) {
        actions_.push_back({static_cast<u8>(families_.size() - 1), static_cast<u8>(a), static_cast<u8>(b), static_cast<u8>(c)});
    }
    void add_numbers(int first, int last) {
        for (int number = first; number <= last; ++number) add(number);
    }

private:
    std::vector<Family>& families_;
    std::vector<ActionInfo>& actions_;
};

inline void number_actions(Rules& rules) {
    Numbering ids(rules.families, rules.actions);
    const bool more = rules.expansion;
    auto plain = [&](int which, const char* name, bool exists = true) {
        rules.base[static_cast<std::size_t>(which)] = ids.family(name);
        if (exists) ids.add();
    };
    auto numbers = [&](int which, const char* name, Argument argument, int first, int last, bool exists = true) {
        rules.base[static_cast<std::size_t>(which)] = ids.family(name, {argument});
        if (exists) ids.add_numbers(first, last);
    };
    const int last_kind = (more ? kBonusKinds : kBaseBonusKinds) - 1;
    plain(verb::kLira, "lira");
    plain(verb::kFamilyLira, "family_lira");
    plain(verb::kFamilyCard, "family_card");
    numbers(verb::kYellow, "yellow", Argument::kPlace, 1, rules.places);
    plain(verb::kCoffee, "coffee", more);
    plain(verb::kGuildDraw, "guild_draw", more);
    plain(verb::kTrade, "trade", more);
    numbers(verb::kGood, "good", Argument::kGood, 0, kGoods - 1);
    rules.base[verb::kSwap] = ids.family("swap", {Argument::kGood, Argument::kGood});
    for (int give = 0; more && give < kItems; ++give) {
        for (int get = 0; get < kItems; ++get) {
            if (get != give) ids.add(give, get);
        }
    }
    plain(verb::kPrize, "prize", more);
    numbers(verb::kMove, "move", Argument::kPlace, 1, rules.places);
    plain(verb::kFar, "far");
    plain(verb::kStay, "stay");
    plain(verb::kCorner, "corner", more);
    numbers(verb::kRecall, "recall", Argument::kPlace, 1, rules.places);
    numbers(verb::kGuild, "guild", Argument::kGuildCard, 1, kGuildCards, more);
    plain(verb::kPickUp, "pick_up");
    plain(verb::kLeave, "leave");
    plain(verb::kDecline, "decline");
    plain(verb::kPay, "pay");
    plain(verb::kRefuse, "refuse");
    plain(verb::kSkip, "skip");
    plain(verb::kAgain, "again");
    numbers(verb::kCatchLira, "catch_lira", Argument::kPlayer, 0, rules.players - 1);
    numbers(verb::kCatchCard, "catch_card", Argument::kPlayer, 0, rules.players - 1);
    plain(verb::kGovernor, "governor");
    numbers(verb::kSmuggler, "smuggler", Argument::kGood, 0, kGoods - 1);
    plain(verb::kTrader, "trader", more);
    plain(verb::kEnd, "end");
    plain(verb::kPayLira, "pay_lira");
    numbers(verb::kDiscard, "discard", Argument::kCard, 0, last_kind);
    numbers(verb::kPayGood, "pay_good", Argument::kGood, 0, kGoods - 1);
    plain(verb::kExtend, "extend");
    plain(verb::kFill, "fill");
    numbers(verb::kBuy, "buy", Argument::kGood, 0, kGoods - 1);
    plain(verb::kNoBuy, "no_buy");
    plain(verb::kPost, "post");
    numbers(verb::kCaravansary, "caravansary", Argument::kNumber, 0, 2);
    numbers(verb::kFetch, "fetch", Argument::kPlace, 1, rules.places);
    plain(verb::kFetchAll, "fetch_all");
    plain(verb::kStop, "stop");
    numbers(verb::kName, "name", Argument::kGood, 0, kGoods - 2);
    numbers(verb::kCall, "call", Argument::kNumber, TeaHouse::kLowestCall, kHighestTotal);
    plain(verb::kKeep, "keep");
    numbers(verb::kFour, "four", Argument::kDie, 0, 1);
    plain(verb::kReroll, "reroll");
    numbers(verb::kSix, "six", Argument::kDie, 0, 1, more);
    numbers(verb::kSell, "sell", Argument::kSale, 0, kSales - 1);
    plain(verb::kMarket, "market");
    numbers(verb::kSend, "send", Argument::kPlace, 1, rules.places);
    rules.base[verb::kDeliver] = ids.family("deliver", {Argument::kExtra, Argument::kExtra});
    for (const auto& pair : rules.deliveries) ids.add(pair[0], pair[1]);
    numbers(verb::kTile, "tile", Argument::kTile, 0, kGoods - 1);
    plain(verb::kBuyRuby, "buy_ruby");
    plain(verb::kRoastLira, "roast_lira", more);
    numbers(verb::kRoastGood, "roast_good", Argument::kGood, 0, kGoods - 1, more);
    numbers(verb::kRoastBonus, "roast_bonus", Argument::kCard, 0, last_kind, more);
    numbers(verb::kRoastGuild, "roast_guild", Argument::kGuildCard, 1, kGuildCards, more);
    plain(verb::kGuildHall, "guild_hall", more);
    numbers(verb::kDiscardGuild, "discard_guild", Argument::kGuildCard, 1, kGuildCards, more);
    rules.base[verb::kBarrier] = ids.family("barrier", {Argument::kPlace, Argument::kPlace});
    for (std::size_t edge = 0; more && edge < rules.edges.size(); ++edge) ids.add(rules.edges[edge].places[0], rules.edges[edge].places[1], static_cast<int>(edge));
    numbers(verb::kUse, "use", Argument::kPlace, 1, rules.places, more);
    numbers(verb::kTavernTile, "tavern_tile", Argument::kWare, 0, 1, more);
    numbers(verb::kBaksheesh, "baksheesh", Argument::kTrack, 0, kTracks - 1, more);
    numbers(verb::kNameOption, "name_option", Argument::kTavernOption, 0, 3, more);
    plain(verb::kPass, "pass");
}

inline void number_outcomes(Rules& rules) {
    Numbering ids(rules.chance_families, rules.outcomes);
    auto numbers = [&](int which, const char* name, Argument argument, int first, int last, bool exists = true) {
        rules.chance_base[static_cast<std::size_t>(which)] = ids.family(name, {argument});
        if (exists) ids.add_numbers(first, last);
    };
    const int last_kind = (rules.expansion ? kBonusKinds : kBaseBonusKinds) - 1;
    numbers(chance::kDeal, "deal", Argument::kCard, 0, last_kind);
    numbers(chance::kDraw, "draw", Argument::kCard, 0, last_kind);
    numbers(chance::kDrawGuild, "draw_guild", Argument::kGuildCard, 1, kGuildCards, rules.expansion);
    numbers(chance::kDemandLarge, "demand_large", Argument::kLargeDemand, 0, static_cast<int>(rules.demand[0].size()) - 1);
    numbers(chance::kDemandSmall, "demand_small", Argument::kSmallDemand, 0, static_cast<int>(rules.demand[1].size()) - 1);
    numbers(chance::kFigurePlace, "figure_place", Argument::kPlace, kLowestTotal, kHighestTotal);
    rules.chance_base[chance::kRoll] = ids.family("roll", {Argument::kNumber, Argument::kNumber});
    for (const auto& dice : rules.rolls) ids.add(dice[0], dice[1]);
}

}  // namespace rattus_ai::istanbul
