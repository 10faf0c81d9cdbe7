// A position of Rattus: flat, trivially copyable, at most 1 KiB.
//
// Tokens are lazy (rules, section 6). A rat that nobody has looked at is a count per region and ring; it has no
// identity. A rat that somebody has looked at is *tracked*: everybody can follow it with the eyes, those who looked
// know its token. Its place in the list is the order of the first looks, which is public, so the order tells nothing.
// `unseen` is the multiset of tokens that were neither revealed nor fixed to a tracked rat, as one bit a token.
#pragma once

#include <type_traits>

#include "rattus/limits.hpp"
#include "util/integers.hpp"

namespace rattus_ai::rattus {

enum Ring : u8 { kStarting = 0, kNormal = 1 };

inline constexpr u8 kNone = 255;  // no region, no player, no token, no entry

enum class Stage : u8 {
    kSetupPlague,  // chance: the region of the plague piece
    kSetupPlace,   // the first cubes
    kMain,         // phases A and B and abilities
    kCardStep,     // a further decision inside the ability of a card (`step_card`, `step`)
    kSee,          // chance: the token of a rat that is being looked at
    kSpread,       // where the next new rat goes
    kRing,         // chance: the ring of the new rat
    kNeutral,      // does the piece count as neutral cubes?
    kNext,         // which rat is revealed next (chance, or the active player's choice by option)
    kReveal,       // chance: the token of the rat that is being revealed
    kFinal,        // the final round
    kTerminal,
    // Stages that only some boxes know.
    kSetupRemoved,  // chance: kinds of goods that are left out (three players)
    kSetupGoods,    // chance: the goods of one region after the other
    kDeal,          // chance: region cards of the start
    kDraw,          // chance: region cards drawn by the card `step_card`
    kRecycled,      // chance: the ring of a rat that comes back from the revealed ones
    kProtect,       // does the player `asked` play a region card?
    kOrder,         // which of the shown tokens is dealt with next?
    kHands,         // chance, at the end: a region card that is not known in this state
};

struct TrackedRat {
    u8 region;
    u8 ring;
    u8 token;  // index among the tokens of its ring, kNone if not known here
    u8 seen;   // set of players who have looked at it
};

// Goods and coins. Public; no padding, so that its bytes are a key.
struct Market {
    u16 coins[kMaxPlayers];
    u8 goods[kMaxPlayers][kGoodsKinds];
    u8 supply[kGoodsKinds];
    u8 region_kind[kMaxRegions];  // kNone: no goods there
    u8 card_kind[kMaxCards];      // token on the card, kNone: none
    u8 removed[kGoodsKinds];           // tokens taken out at set-up
    u8 available;                 // set of kinds that can be taken in this turn
    u8 taken;                     // the token of this turn was taken
    u8 payments;                  // of the Deacon in this turn
};
static_assert(sizeof(Market) == 72);

// Pieces that belong to single cards. Public; no padding.
struct Pieces {
    u8 diplomats[kMaxRegions][kMaxPlayers];
    u8 potions[kMaxRegions][kMaxPlayers];
    u8 stored[kMaxPlayers];  // cubes on the Baker
    u8 nuns[kNuns];          // regions, ascending; kNone: not on the board
    u8 walls[kWalls];        // borders, ascending, kNone last
    u8 lifted;               // border of the wall that is being moved
    u8 caravan;
    u8 diplomats_left;
    u8 potions_left;
    u8 unused[4];
};
static_assert(sizeof(Pieces) == 224);

// Region cards as sets of cards. Hands are lazy like tokens: cards of a hand that this state does not know are a number, and lie in the pool.
struct RegionHands {
    u64 hand[kMaxPlayers];
    u64 pool;      // the pile and the unknown cards of hands
    u64 discards;
    u64 drawn;     // by the active player, before he has chosen
    u8 unknown[kMaxPlayers];
    u8 drawn_unknown;
    u8 draws_left;
};
static_assert(sizeof(RegionHands) == 80);

// What is going on inside a reveal or an ability. Public; no padding.
struct Running {
    u8 asked;              // player who may play a region card
    u8 pending;            // kind of the token that is being dealt with
    u8 shown[kMaxRats];    // kinds that lie open and wait, ascending, kNone last
    u8 protected_cards;    // set of cards
    u8 event;              // set of cards that work in the running reveal of the final round
    u8 fixed;              // the piece has been moved in this final round of the player
    u8 hit_left;           // set of cards that still answer to the token
    u8 plan_count;
    u8 plan[kMaxPlan];     // regions
    u8 unused[7];
};
static_assert(sizeof(Running) == 32);

struct State {
    u64 key;  // linear hash of what is public and changes often; see key.hpp
    u64 unseen[2];
    u32 rats_at_least[kMaxRats];     // regions with at least 1, 2, 3 rats
    u32 occupied[kMaxPlayers];       // regions with cubes of the player
    u16 turn;                        // completed turns
    u8 cubes[kMaxRegions][kMaxPlayers];
    u8 unlooked[2][kMaxRegions];     // rats nobody has looked at, by ring
    u8 rats[kMaxRegions];            // all face-down rats
    u8 palace[kMaxPlayers];
    u8 supply[kMaxPlayers];
    u8 held[kMaxPlayers];            // sets of cards
    u8 owner[kMaxCards];             // player or kNone
    u8 rat_supply[2];
    TrackedRat tracked[kMaxTracked];
    u8 tracked_count;
    u8 tracked_in[kMaxRegions];
    Stage stage;
    u8 active;         // whose turn it is; in the final round the player who acts; in the sweep the player of the last turn
    u8 last;           // player of the last turn, kNone before the end
    u8 plague;
    u8 used;           // set of cards whose ability was used this turn
    u8 taken;          // a card was taken this turn
    u8 placed;         // phase B is done
    u8 setup_step;     // placements done
    u8 spread_left;    // new rats still to be placed
    u8 spread_region;  // where the rat goes whose ring is being drawn
    u8 neutral;        // the piece counts as neutral cubes in the running ravage
    u8 revealing;      // region whose rats are being revealed
    u8 drawing;        // tracked rat whose token is being drawn, kNone: an unlooked rat
    u8 drawing_ring;
    u8 step_card;
    u8 step;
    u8 first_look;     // tracked rats of a running Witch
    u8 second_look;
    u8 final_left;     // players who act after this one in the final round
    u8 recycled_ring[kMaxRecycled];
    u8 recycled_entry[kMaxRecycled];  // the rats that came back from the revealed ones, kNone: not on the board any more
    u8 recycled_count;
    u8 twin_token;     // the second of two recycled rats was this token and left first; kNone: that did not happen, or tells no more than the pool
    u8 twin_count;     // tokens of its kind that it could have been
    u64 recycled[kMaxRecycled];  // tokens among which each of those rats was drawn
    Market market;
    RegionHands cards;
    Pieces pieces;
    Running running;
};

static_assert(std::is_trivially_copyable_v<State>);
static_assert(sizeof(State) <= 1024);

// 0: a token of the unseen ones; 1, 2: the rat came back from the revealed tokens `recycled`.
inline int pool_of(const State& state, int index) {
    if (state.recycled_count == 0) return 0;
    return state.recycled_entry[0] == index ? 1 : state.recycled_entry[1] == index ? 2 : 0;
}

}  // namespace rattus_ai::rattus
