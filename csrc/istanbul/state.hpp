// A position of Istanbul: flat, trivially copyable, below 512 bytes.
//
// Hidden information is lazy. Decks have no order: a draw is a chance node over what is not elsewhere. A hand is what everybody
// knows of it (cards taken from the open discards), what only its owner knows (`secret`), and a number of cards that this state
// does not know; those lie in the pool with the deck. So a view is a state like any other.
//
// Everything up to `secret` is public and has no padding: its bytes are the key (key.hpp).
#pragma once

#include <cstddef>
#include <type_traits>

#include "istanbul/limits.hpp"
#include "util/integers.hpp"

namespace rattus_ai::istanbul {

enum class Stage : u8 {
    // chance
    kFigure,        // where a figure or a neutral merchant goes
    kDemandLarge,   // the tile that comes on top of a market
    kDemandSmall,
    kDeal,          // bonus card of the start
    kDraw,
    kDrawGuild,
    kRoll,
    // decisions
    kMove,
    kFar,           // the card for 3 or 4 places was played
    kCorner,        // the card for a corner was played
    kAssistant,
    kPay,
    kAction,
    kDeliver,       // the Palace once more
    kExtra,         // the purchase of the green mosque tile
    kDiscard,       // at the Caravansary
    kFountain,      // further assistants
    kDice,
    kMarket,        // the Small Market buys any goods
    kRoast,         // further payments at the Roasting Plant
    kDiscardGuild,  // at the Guild Hall
    kBeside,        // which of the places beside the barrier
    kBarrier,       // where the barrier goes, paid for by guild card 19
    kBaksheesh,     // which ruby, paid for by guild card 19
    kOption,        // what guild card 19 does
    kSwap,          // further goods exchanged by the card
    kFigurePay,
    kAfter,         // after the action: encounters, end of the turn
    kLastCards,
    kTerminal,
    kNoStage = 255
};

inline constexpr bool is_chance(Stage stage) { return stage <= Stage::kRoll; }

struct Seat {
    u32 assistants;   // set of places with an own assistant
    u16 lira;
    u16 coffee;
    u8 goods[kGoods];
    u8 rubies;
    u8 capacity;
    u8 tiles;         // set of mosque tiles, numbered like goods
    u8 tavern;        // kMovement, kEncounter
    u8 merchant;      // place
    u8 stack;         // assistants under the merchant
    u8 spare;         // the fifth assistant is still beside the board
    u8 family;        // place of the family member
    u8 cards;         // bonus cards in hand
    u8 guild_cards;
    u8 unused[2];
};
static_assert(sizeof(Seat) == 24);

struct Board {
    u8 mosque[kGoods];            // tiles taken of each colour
    u8 mosque_rubies[2];          // small, great
    u8 track_rubies[kTracks];     // palace, dealer, coffee house
    u8 wainwright_rubies;
    u8 post;                      // indicators that are down
    u8 barrier;                   // edge, kNone: not on the board
    u8 barrier_owner;
    u8 tavern_sold[2];            // movement, encounter
    u8 baksheesh_side;
    u8 figures[kFigures];         // places, 0: not placed
    u8 neutral[kNeutrals];        // places of the neutral merchants, 0: there are none
    u8 demand_count[kMarkets];
    u8 demand[kMarkets][kMaxTiles];  // tiles that have been seen, in the order of the stack, the top first
    u8 unused[8];
};
static_assert(sizeof(Board) == 48);

// What goes on in the running turn.
struct Turn {
    u16 round;         // completed rounds
    u8 player;         // whose turn it is, or who is asked for last cards
    Stage stage;
    u8 acting;         // place whose action is done
    u8 remote;         // by the family member or the barrier
    u8 guild;          // guild card that is played, 0: none
    u8 compulsory;     // the action has to be done
    u8 done_place;     // place whose action may be done again by a card
    Stage back;        // what follows the running draws, prize or swap
    u8 draws_left;
    u8 figure;         // 0: none, 1 governor, 2 smuggler, 3 trader, 4 neutral merchants
    u8 rolling;        // set of neutral merchants that go on
    u8 called;         // at the Tea House, 0: nothing
    u8 named;          // at the Black Market, kNone: nothing
    u8 dice[2];        // ascending, 0: not rolled
    u8 swap_count;
    u8 swaps[2][2];    // given, received
    u8 roasted;        // last payment: 1 Lira, 2 good, 3 card
    u8 fountain;       // place fetched from last
    u8 options[2];     // of guild card 19, named and not begun; kNone: none
    u8 yellow;         // used in this turn
    u8 red;
    u8 met;            // set of figures
    u8 unused[3];
};
static_assert(sizeof(Turn) == 32);

struct State {
    Seat seats[kMaxPlayers];
    Board board;
    Turn turn;
    u64 known[kMaxPlayers];       // bonus cards in hand that everybody knows of
    u32 guild_discards;
    u8 discard_count;
    u8 discards[kMaxBonusCards + 7];  // bonus cards, the last one on top; kNone behind them
    // --- what not everybody knows ---
    u64 secret[kMaxPlayers];      // bonus cards in hand that only their owner knows
    u64 deck;                     // bonus cards of the deck and the unknown ones of hands
    u32 guild_hand[kMaxPlayers];
    u32 guild_deck;               // with the unknown ones of hands
    u8 unknown[kMaxPlayers];      // bonus cards in hand that this state does not know
    u8 guild_unknown[kMaxPlayers];
    u8 deck_count;                // cards in `deck`
    u8 unused[5];
};

inline constexpr std::size_t kPublicBytes = offsetof(State, secret);
static_assert(std::is_trivially_copyable_v<State>);
static_assert(kPublicBytes % sizeof(u64) == 0);
static_assert(sizeof(State) <= 512);

}  // namespace rattus_ai::istanbul
