// The places by their numbers: what can be done at each, and whether anything can. One line a place.
#pragma once

#include "istanbul/places/black_market.hpp"
#include "istanbul/places/caravansary.hpp"
#include "istanbul/places/coffee_house.hpp"
#include "istanbul/places/dealer.hpp"
#include "istanbul/places/fountain.hpp"
#include "istanbul/places/guild_hall.hpp"
#include "istanbul/places/market.hpp"
#include "istanbul/places/mosque.hpp"
#include "istanbul/places/palace.hpp"
#include "istanbul/places/police_station.hpp"
#include "istanbul/places/post_office.hpp"
#include "istanbul/places/roasting_plant.hpp"
#include "istanbul/places/tavern.hpp"
#include "istanbul/places/tea_house.hpp"
#include "istanbul/places/wainwright.hpp"
#include "istanbul/places/warehouse.hpp"

namespace rattus_ai::istanbul {

// Calls function(Place{}) with the type that implements the place.
template <class Function>
inline auto with_place(int where, Function&& function) {
    switch (where) {
        case place::kWainwright: return function(Wainwright{});
        case place::kFabricWarehouse:
        case place::kSpiceWarehouse:
        case place::kFruitWarehouse: return function(Warehouse{});
        case place::kPostOffice: return function(PostOffice{});
        case place::kCaravansary: return function(Caravansary{});
        case place::kFountain: return function(Fountain{});
        case place::kBlackMarket: return function(BlackMarket{});
        case place::kTeaHouse: return function(TeaHouse{});
        case place::kLargeMarket:
        case place::kSmallMarket: return function(Market{});
        case place::kPoliceStation: return function(PoliceStation{});
        case place::kPalace: return function(Palace{});
        case place::kSmallMosque:
        case place::kGreatMosque: return function(Mosque{});
        case place::kDealer: return function(Dealer{});
        case place::kRoastingPlant: return function(RoastingPlant{});
        case place::kGuildHall: return function(GuildHall{});
        case place::kTavern: return function(Tavern{});
        default: return function(CoffeeHouse{});
    }
}

template <class Choices>
inline void place_actions(const Rules& rules, const State& state, Choices& choices) {
    const int where = state.turn.acting;
    with_place(where, [&](auto one) { decltype(one)::actions(rules, state, where, choices); });
}

inline bool place_possible(const Rules& rules, const State& state, int where) {
    return with_place(where, [&](auto one) { return decltype(one)::possible(rules, state, where); });
}

}  // namespace rattus_ai::istanbul
