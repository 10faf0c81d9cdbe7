// The rules data of one game: map, tokens, cards in play, options, and the numbering of actions and chance outcomes.
//
// Built once by build_rules (rules_builder.hpp) from plain data, checked there, immutable afterwards and shared by all
// positions of the game. Ids of actions do not depend on the state; they are numbered family by family, and within a
// family in the lexicographic order of the arguments, so that ascending ids are a natural order.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "rattus/limits.hpp"
#include "util/integers.hpp"

namespace rattus_ai::rattus {

using Action = u16;

// What an argument of an action or a chance outcome means; texts are made from this, never from the id.
enum class Argument : u8 { kNone, kRegion, kCard, kSlot, kNumber, kToken, kRing, kFlag, kGoods, kRegionCard };

struct Family {
    std::string verb;
    std::array<Argument, 3> arguments{};
    u8 card = 255;  // the card whose ability it is, 255: a core rule
    u8 tag = 0;     // tells apart the families of one card
};

struct ActionInfo {
    u8 family;
    u8 a, b, c;
};

// Families of the core rules, in the order of their ids. Families of cards follow.
enum CoreFamily : u8 { kTake, kPlace, kPlague, kRat, kNextRat, kNeutralCubes, kDone, kGoodsToken, kCardToken, kDecline, kProtectCard, kResolve, kRavage, kChoose, kCoreFamilies };
enum ChanceFamily : u8 {
    kChancePlague, kChanceRing, kChanceNext, kChanceSee, kChanceReveal, kChanceRemoved, kChanceGoods, kChanceDeal, kChanceDraw, kChanceRecycled, kChanceHand
};

struct TokenInfo {
    u8 limit;
    u8 majority;  // how many M
    u8 all;       // how many A
    u8 kind;
    // hits[k]: cards in play whose class stands more than k times on the token.
    u8 hits[3];
};

struct Kind {
    std::string text;  // "s2:MBC"
    u8 ring;
    u8 first;   // index of its first token within the ring
    u8 count;
    u64 tokens; // the tokens of this kind
};

struct CardInPlay {
    std::string name;
    char symbol;    // letter of its class
    u8 type;        // index in the registry
    u8 extra_cubes; // in phase B
    u8 plague_steps;
    bool neutral_cubes;
    u16 first_action;  // of the card's own families
    u8 reveal_order;   // of the cards that answer to a revealed token; 0: it does not
};

struct RegionCardKind {
    u8 region;
    std::string symbols;  // letters of classes, or ?
    u64 cards;            // as a set
    u8 protects;          // set of cards in play on which it can be played
};

// What a uniformly drawn token does on average to a region with a given number of cubes (0 where its limit is not reached).
struct AverageToken {
    float outbreak;  // probability
    float majority, all;
    float hits[kMaxCards];
};
inline constexpr int kMaxCubesCounted = 15;  // no limit is higher

enum class RevealOrder : u8 { kRandom, kActivePlayer };

struct Options {
    bool split_setup_pairs = false;
    bool placement_optional = false;
    RevealOrder reveal_order = RevealOrder::kRandom;
    int turn_limit = 2000;
};

struct Rules {
    int players = 0;
    int regions = 0;
    Options options;
    std::array<u32, kMaxRegions> neighbours{};
    // reach[k][r]: regions that the piece can reach from r with at most k + 1 steps, r itself excluded.
    std::array<std::array<u32, kMaxRegions>, kMaxSteps> reach{};
    std::array<u8, kMaxRegions> degree{};
    std::array<u16, kMaxRegions + 1> first_arc{};  // arcs of a region are numbered by ascending target
    u32 all_regions = 0;
    std::array<int, 2> token_count{};
    std::array<std::array<TokenInfo, kMaxTokens>, 2> tokens{};
    std::vector<Kind> kinds;
    int removed = 0;                  // normal tokens removed unseen at set-up
    std::array<AverageToken, kMaxCubesCounted + 1> average{};
    std::vector<CardInPlay> cards;
    u8 all_cards = 0;
    u8 neutral_cards = 0;             // cards that let the piece count as neutral cubes
    u8 extra_cards = 0;               // cards that add cubes in phase B
    int max_extra = 0;
    u8 reveal_cards = 0;              // cards that work while tokens are revealed in the holder's own phase C
    u8 order_cards = 0;               // cards that show all rats first
    u8 pay_cards = 0;                 // cards that can pay to ignore a token
    u8 moved_cards = 0;               // cards that act when the piece has moved
    u8 spread_cards = 0;              // cards that act when the rats have spread
    u8 token_cards = 0;               // cards that carry a token of goods
    u8 setup_cards = 0;               // cards that act after the first cubes
    u8 taken_cards = 0;               // cards that act when they are taken
    u8 closing_cards = 0;             // cards that act after the final round
    bool mercatus = false;
    bool walls = false;
    bool nuns = false;
    bool potions = false;
    bool diplomats = false;
    bool stores = false;              // cubes can lie on a card
    bool caravan = false;
    bool pieces = false;              // walls, nuns, potions, diplomats, caravan or cubes on a card
    bool reactive = false;            // something may answer to a revealed token
    bool extras = false;              // anything beyond the base box is in play
    int diplomat_count = 0;
    std::array<std::array<i8, kMaxRegions>, kMaxRegions> border{};  // number of the border of two regions, -1: none
    std::vector<std::pair<u8, u8>> borders;
    std::vector<RegionCardKind> region_cards;
    u64 all_region_cards = 0;
    std::array<u8, kMaxRegionCards> region_card_kind{};                  // of each card
    std::array<u64, kMaxCards> cards_for_card{};                         // region cards that protect a class card

    std::vector<Family> families;
    std::vector<ActionInfo> actions;
    std::vector<Family> chance_families;
    std::vector<ActionInfo> outcomes;
    Action take_base = 0, place_base = 0, plague_base = 0, rat_base = 0, next_base = 0, neutral_base = 0, done_base = 0;
    Action goods_base = 0, decline_base = 0, resolve_base = 0, ravage_base = 0, choose_base = 0;
    std::array<Action, kMaxCards> token_base{};                             // of the cards that carry a token
    std::array<std::array<Action, kMaxRegionCards>, kMaxCards> protect{};   // [card][kind of region card]
    u16 chance_plague_base = 0, chance_ring_base = 0, chance_next_base = 0, chance_see_base = 0, chance_reveal_base = 0;
    u16 chance_removed_base = 0, chance_goods_base = 0, chance_deal_base = 0, chance_draw_base = 0, chance_recycled_base = 0, chance_hand_base = 0;
    int max_game_length = 0;          // decisions
    int max_chance_nodes = 0;

    int arcs() const { return first_arc[static_cast<std::size_t>(regions)]; }
};

}  // namespace rattus_ai::rattus
