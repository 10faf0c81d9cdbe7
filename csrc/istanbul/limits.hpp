// Fixed sizes and the numbers by which everything is known: places, goods, cards. Rules, sections 1 and 2.
#pragma once

#include "util/integers.hpp"

namespace rattus_ai::istanbul {

inline constexpr int kMaxPlayers = 5;
inline constexpr int kMaxPlaces = 20;
inline constexpr int kBasePlaces = 16;
inline constexpr int kGoods = 4;        // red (fabric), green (spice), yellow (fruit), blue (jewelry)
inline constexpr int kItems = 5;        // goods and coffee
inline constexpr int kCoffee = 4;
inline constexpr int kLiraItem = 5;     // where an item may also be money
inline constexpr int kBonusKinds = 19;
inline constexpr int kBaseBonusKinds = 10;
inline constexpr int kMaxOfKind = 7;    // copies of a bonus card
inline constexpr int kMaxBonusCards = 60;
inline constexpr int kGuildCards = 20;
inline constexpr int kMarkets = 2;      // large, small
inline constexpr int kMaxTiles = 8;     // demand tiles of one market
inline constexpr int kMaxDemand = 5;    // goods that can be sold at once
inline constexpr int kSales = 125;      // vectors of goods with a sum of 1 to 5
inline constexpr int kMaxEdges = 31;
inline constexpr int kFigures = 3;      // governor, smuggler, coffee trader
inline constexpr int kNeutrals = 3;
inline constexpr int kRolls = 21;
inline constexpr int kLowestTotal = 2;
inline constexpr int kHighestTotal = 12;
inline constexpr int kDeliveries = 15;  // what can lie on up to two spaces for any good
inline constexpr int kTracks = 3;       // palace, dealer, coffee house
inline constexpr u8 kNone = 255;

namespace place {
enum Number : u8 {
    kNowhere, kWainwright, kFabricWarehouse, kSpiceWarehouse, kFruitWarehouse, kPostOffice, kCaravansary, kFountain, kBlackMarket, kTeaHouse, kLargeMarket,
    kSmallMarket, kPoliceStation, kPalace, kSmallMosque, kGreatMosque, kDealer, kRoastingPlant, kGuildHall, kTavern, kCoffeeHouse
};
}

// Bonus cards by kind.
namespace card {
enum Kind : u8 {
    kGood, kLira, kFar, kStay, kRecall, kFamily, kPalace, kPost, kDealer, kMarket,                  // base game
    kCoffee, kGuild, kTrade, kPrize, kSwap, kSix, kCorner, kWainwright, kHouse                      // Mocha & Baksheesh
};
}

namespace figure {
enum Number : u8 { kGovernor, kSmuggler, kTrader, kNeutral };
}

namespace tavern {
enum Option : u8 { kBarrier, kMovementTile, kEncounterTile, kBaksheesh };
}

inline constexpr u32 bit(int index) { return u32{1} << index; }

// Tiles of the Tavern in a player's possession.
inline constexpr u8 kMovement = 1;
inline constexpr u8 kEncounter = 2;

// Mosque tiles are numbered like goods.
inline constexpr int kRed = 0, kGreen = 1, kYellow = 2, kBlue = 3;

}  // namespace rattus_ai::istanbul
