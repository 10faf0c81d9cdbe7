// The largest games that a State has room for. Everything else is data passed in at run time.
#pragma once

namespace rattus_ai::rattus {

inline constexpr int kMaxPlayers = 6;
inline constexpr int kMaxRegions = 17;    // twelve of the base map and five of North Africa
inline constexpr int kMaxCards = 8;       // class cards in play
inline constexpr int kMaxRats = 3;        // in one region
inline constexpr int kMaxTokens = 64;     // tokens of one ring
inline constexpr int kMaxKinds = 2 * kMaxTokens;
inline constexpr int kMaxTracked = kMaxRegions * kMaxRats;
inline constexpr int kCubes = 20;         // of each player
inline constexpr int kClasses = 7;        // peasantry, bourgeoisie, church, chivalry, magic, royalty, Islam
inline constexpr int kMaxExtra = 4;       // cubes that cards may add to a placement
inline constexpr int kMaxSteps = 3;       // of the plague piece
inline constexpr int kLargeGame = 5;      // players from whom on the piece of Chivalry cards moves one step more
inline constexpr int kGoodsKinds = 4;          // kinds of goods: fish, cloth, wood, salt
inline constexpr int kMaxRegionCards = 64;
inline constexpr int kHandCards = 3;      // region cards of each player at the start, and of one draw
inline constexpr int kWalls = 3;
inline constexpr int kNuns = 3;
inline constexpr int kPotions = 10;
inline constexpr int kMaxRecycled = 2;    // rats that came back after the supply was empty
inline constexpr int kMaxPlan = 15;       // rats that one redistribution moves: five regions of one kind of goods

}  // namespace rattus_ai::rattus
