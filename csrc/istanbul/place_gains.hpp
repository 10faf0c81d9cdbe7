// What it is worth to do the action of each place now, about in Lira: the yardstick of the light policy and of the priors. Nothing here is a rule.
//
// Honest limits: a good, a card or an assistant has one value for everybody at any time; what an action prepares is seen only as far as
// the values of goods and capacity say. The constants were set by hand and by how soon guided games end.
#pragma once

#include "istanbul/cards/again_cards.hpp"

namespace rattus_ai::istanbul {

namespace value {
inline constexpr float kRuby = 26.0f;
inline constexpr float kGood = 2.0f;
inline constexpr float kJewelry = 4.0f;
inline constexpr float kCoffee = 2.3f;
inline constexpr float kBonusCard = 3.5f;
inline constexpr float kGuildCard = 4.0f;
inline constexpr float kExtension = 11.0f;      // of the wheelbarrow, beside its share of the ruby
inline constexpr float kMosqueTile = 4.0f;     // its ability
inline constexpr float kAssistant = 1.2f;      // under the merchant rather than somewhere on the board
inline constexpr float kTavernTile = 5.0f;
inline constexpr float kBarrier = 1.0f;
}  // namespace value

inline float worth_of_good(int good) { return good == kBlue ? value::kJewelry : value::kGood; }

inline float worth_of(Gain what) {
    return static_cast<float>(what.count) * (what.item == kLiraItem ? 1.0f : what.item == kCoffee ? value::kCoffee : worth_of_good(what.item));
}

inline float share_of_a_mosque_ruby(const State& state, const Seat& seat, int colour) {
    if (state.board.mosque_rubies[colour / 2] == 0) return 0.0f;
    const bool other = ((seat.tiles >> (colour ^ 1)) & 1) != 0;
    return other ? 0.65f * value::kRuby : 0.35f * value::kRuby;
}

inline float gain_at_mosque(const Rules& rules, const State& state, const Seat& seat, int where) {
    float best = 0.0f;
    for (int colour = Mosque::first_colour(where); colour < Mosque::first_colour(where) + 2; ++colour) {
        if (((seat.tiles >> colour) & 1) != 0 || state.board.mosque[colour] >= rules.mosque_tiles) continue;
        if (seat.goods[colour] < rules.mosque_stack[state.board.mosque[colour]]) continue;
        const float gain = value::kMosqueTile + share_of_a_mosque_ruby(state, seat, colour) - worth_of_good(colour);
        best = gain > best ? gain : best;
    }
    return best;
}

inline float gain_of_sale(const Rules& rules, int market, const u8* most) {
    int count = 0;
    float goods = 0.0f;
    for (int good = 0; good < kGoods; ++good) {
        count += most[good];
        goods += static_cast<float>(most[good]) * worth_of_good(good);
    }
    if (count > kMaxDemand) return 0.0f;
    return static_cast<float>(rules.market_pay[static_cast<std::size_t>(market)][static_cast<std::size_t>(count)]) - goods;
}

inline float gain_at_market(const Rules& rules, const State& state, const Seat& seat, int where) {
    const int market = Market::index_of(where);
    if (state.board.demand_count[market] == 0) return 0.0f;
    const DemandTile& tile = Market::top(rules, state, market);
    u8 most[kGoods];
    for (int good = 0; good < kGoods; ++good) most[good] = tile.goods[good] < seat.goods[good] ? tile.goods[good] : seat.goods[good];
    return gain_of_sale(rules, market, most);
}

inline float gain_at_palace(const Rules& rules, const State& state, const Seat& seat) {
    if (state.board.track_rubies[kPalaceTrack] == 0) return 0.0f;
    const auto& needs = palace_needs(rules, state);
    int rest = 0;
    float goods = 0.0f;
    for (std::size_t good = 0; good < kGoods; ++good) {
        if (seat.goods[good] < needs[good]) return 0.0f;
        rest += seat.goods[good] - needs[good];
        goods += static_cast<float>(needs[good]) * worth_of_good(static_cast<int>(good));
    }
    return rest < needs[kGoods] ? 0.0f : value::kRuby - goods - static_cast<float>(needs[kGoods]) * value::kGood;
}

inline float gain_at_tavern(const Rules& rules, const State& state, const Seat& seat) {
    float best = 0.0f;
    for (int kind = 0; kind < Tavern::kKinds; ++kind) {
        if ((seat.tavern & bit(kind)) != 0 || state.board.tavern_sold[kind] >= rules.tavern_tiles) continue;
        const int cost = rules.tavern_costs[state.board.tavern_sold[kind]];
        const float gain = value::kTavernTile - static_cast<float>(cost) * value::kCoffee * 0.7f;
        if (seat.coffee >= cost && gain > best) best = gain;
    }
    if (seat.coffee < rules.baksheesh_coffee || tracks_with_rubies(state) == 0) return best;
    float cost = static_cast<float>(rules.baksheesh_coffee) * value::kCoffee;
    const auto& wanted = rules.baksheesh[state.board.baksheesh_side];
    for (std::size_t good = 0; good < kGoods; ++good) {
        if (seat.goods[good] < wanted[good]) return best;
        cost += static_cast<float>(wanted[good]) * worth_of_good(static_cast<int>(good));
    }
    return value::kRuby - cost > best ? value::kRuby - cost : best;
}

// Of one place for one player, whoever is in turn. Sending the family member is left out.
inline float gain_at(const Rules& rules, const State& state, int player, int where) {
    const Seat& seat = state.seats[player];
    switch (where) {
        case place::kWainwright: {
            if (seat.capacity >= rules.most_capacity || seat.lira < rules.wainwright_price) return 0.0f;
            const bool last = seat.capacity + 1 == rules.most_capacity;
            return value::kExtension + (last ? 0.55f : 0.25f) * value::kRuby - static_cast<float>(rules.wainwright_price);
        }
        case place::kFabricWarehouse:
        case place::kSpiceWarehouse:
        case place::kFruitWarehouse: return static_cast<float>(seat.capacity - seat.goods[where - place::kFabricWarehouse]) * value::kGood;
        case place::kPostOffice: {
            float sum = 0.0f;
            for (const Gain& what : rules.post[state.board.post]) sum += what.item < kGoods && seat.goods[what.item] >= seat.capacity ? 0.0f : worth_of(what);
            return sum;
        }
        case place::kCaravansary: return 1.5f * value::kBonusCard + (rules.expansion ? value::kCoffee : 0.0f);
        case place::kFountain: return static_cast<float>(util::count_bits(seat.assistants)) * value::kAssistant * (seat.stack == 0 ? 4.0f : seat.stack == 1 ? 2.0f : 1.0f);
        case place::kBlackMarket: return value::kGood + (seat.goods[kBlue] + 1 < seat.capacity ? 0.9f : seat.goods[kBlue] < seat.capacity ? 0.55f : 0.0f) * value::kJewelry;
        case place::kTeaHouse: return (seat.tiles & bit(kRed)) != 0 ? 7.0f : 4.9f;
        case place::kLargeMarket:
        case place::kSmallMarket: return gain_at_market(rules, state, seat, where);
        case place::kPalace: return gain_at_palace(rules, state, seat);
        case place::kSmallMosque:
        case place::kGreatMosque: return gain_at_mosque(rules, state, seat, where);
        case place::kDealer: {
            if (state.board.track_rubies[kDealerTrack] == 0 || seat.lira < dealer_price(rules, state)) return 0.0f;
            return value::kRuby - 0.8f * static_cast<float>(dealer_price(rules, state));
        }
        case place::kRoastingPlant: {
            const float coffee = static_cast<float>(rules.roast_coffee) * value::kCoffee;
            float sum = seat.lira >= rules.roast_price ? coffee - static_cast<float>(rules.roast_price) : 0.0f;
            if (goods_owned(seat) != 0) sum += coffee - value::kGood;
            if (seat.cards + seat.guild_cards != 0) sum += coffee - value::kBonusCard;
            return sum;
        }
        case place::kGuildHall: return value::kCoffee + 1.3f * value::kGuildCard;
        case place::kTavern: return gain_at_tavern(rules, state, seat);
        case place::kCoffeeHouse: {
            if (state.board.track_rubies[kHouseTrack] == 0 || seat.coffee < house_cost(rules, state)) return 0.0f;
            return value::kRuby - 0.8f * value::kCoffee * static_cast<float>(house_cost(rules, state));
        }
        default: return 0.0f;
    }
}

struct PlaceGains {
    float at[kMaxPlaces + 1];
};

// Of all places; at the Police Station the best that the family member could do elsewhere.
inline void place_gains(const Rules& rules, const State& state, int player, PlaceGains& out) {
    float best = 0.0f;
    for (int where = 1; where <= rules.places; ++where) {
        out.at[where] = gain_at(rules, state, player, where);
        best = out.at[where] > best ? out.at[where] : best;
    }
    out.at[place::kPoliceStation] = state.seats[player].family == place::kPoliceStation ? best - 1.5f : 0.0f;
}

}  // namespace rattus_ai::istanbul
