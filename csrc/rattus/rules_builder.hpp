// Builds the rules of one game from plain data and numbers its actions. Returns what is wrong instead of throwing.
#pragma once

#include <string>
#include <vector>

#include "rattus/cards/registry.hpp"
#include "rattus/setup.hpp"

namespace rattus_ai::rattus {

struct RulesData {
    int players = 0;
    std::vector<std::string> regions;
    std::vector<std::pair<int, int>> edges;
    std::vector<std::string> starting;  // tokens, "2:MBC"
    std::vector<std::string> normal;
    int removed = 0;                    // normal tokens removed unseen at set-up
    std::vector<std::pair<std::string, char>> cards;
    bool mercatus = false;              // goods and coins are used
    std::vector<std::pair<int, std::string>> region_cards;  // region, symbols; Africanus is used if there are some
    int diplomats = 10;
    Options options;
};

inline constexpr char kSymbols[] = "PBCKWRI";

// "limit:SYMBOLS"; false where the text is not a token.
inline bool parse_token(const std::string& text, TokenInfo& token, int (&symbols)[kClasses]) {
    token = TokenInfo{};
    for (int& count : symbols) count = 0;
    const std::size_t colon = text.find(':');
    if (colon == 0 || colon == std::string::npos || colon > 2) return false;
    int limit = 0;
    for (std::size_t i = 0; i < colon; ++i) {
        if (text[i] < '0' || text[i] > '9') return false;
        limit = limit * 10 + (text[i] - '0');
    }
    if (limit < 1 || limit > kMaxCubesCounted) return false;
    token.limit = static_cast<u8>(limit);
    for (std::size_t i = colon + 1; i < text.size(); ++i) {
        if (text[i] == 'M') {
            if (++token.majority > 3) return false;
        } else if (text[i] == 'A') {
            if (++token.all > 3) return false;
        } else {
            int symbol = 0;
            while (symbol < kClasses && kSymbols[symbol] != text[i]) ++symbol;
            if (symbol == kClasses || ++symbols[symbol] > 3) return false;
        }
    }
    return true;
}

inline std::string add_tokens(Rules& rules, const std::vector<std::string>& texts, int ring) {
    if (texts.size() > kMaxTokens) return "more than 64 tokens of one ring";
    rules.token_count[static_cast<std::size_t>(ring)] = static_cast<int>(texts.size());
    // Tokens of one kind get neighbouring indices, kinds in the order of their first appearance.
    int next = 0;
    std::vector<bool> done(texts.size(), false);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (done[i]) continue;
        TokenInfo token;
        int symbols[kClasses];
        if (!parse_token(texts[i], token, symbols)) return "'" + texts[i] + "' is not a token such as 2:MBC";
        token.kind = static_cast<u8>(rules.kinds.size());
        for (std::size_t c = 0; c < rules.cards.size(); ++c) {
            int symbol = 0;
            while (kSymbols[symbol] != rules.cards[c].symbol) ++symbol;
            for (int k = 0; k < symbols[symbol]; ++k) token.hits[k] = static_cast<u8>(token.hits[k] | (1u << c));
        }
        Kind kind{(ring == kStarting ? "s" : "n") + texts[i], static_cast<u8>(ring), static_cast<u8>(next), 0, 0};
        for (std::size_t j = i; j < texts.size(); ++j) {
            if (texts[j] != texts[i]) continue;
            done[j] = true;
            rules.tokens[static_cast<std::size_t>(ring)][static_cast<std::size_t>(next)] = token;
            kind.tokens |= u64{1} << next;
            ++kind.count;
            ++next;
        }
        rules.kinds.push_back(kind);
    }
    return {};
}

inline std::string add_map(Rules& rules, const RulesData& data) {
    rules.regions = static_cast<int>(data.regions.size());
    if (rules.regions < 2 || rules.regions > kMaxRegions) return "the map must have 2 to 17 regions";
    rules.all_regions = bit(rules.regions) - 1;
    for (const auto& [a, b] : data.edges) {
        if (a < 0 || b < 0 || a >= rules.regions || b >= rules.regions) return "an edge names a region that does not exist";
        if (a == b) return "region " + data.regions[static_cast<std::size_t>(a)] + " touches itself";
        rules.neighbours[static_cast<std::size_t>(a)] |= bit(b);
        rules.neighbours[static_cast<std::size_t>(b)] |= bit(a);
    }
    int arc = 0;
    for (int r = 0; r < rules.regions; ++r) {
        const std::size_t region = static_cast<std::size_t>(r);
        if (rules.neighbours[region] == 0) return "region " + data.regions[region] + " has no neighbour";
        rules.degree[region] = static_cast<u8>(util::count_bits(rules.neighbours[region]));
        rules.first_arc[region] = static_cast<u16>(arc);
        arc += rules.degree[region];
        u32 within = bit(r);
        for (int steps = 0; steps < kMaxSteps; ++steps) {
            u32 further = within;
            util::for_each_bit(within, [&](int middle) { further |= rules.neighbours[static_cast<std::size_t>(middle)]; });
            within = further;
            rules.reach[static_cast<std::size_t>(steps)][region] = within & ~bit(r);
        }
    }
    rules.first_arc[static_cast<std::size_t>(rules.regions)] = static_cast<u16>(arc);
    for (auto& row : rules.border) row.fill(-1);
    for (int a = 0; a < rules.regions; ++a) {
        for (int b = a + 1; b < rules.regions; ++b) {
            if (!(rules.neighbours[static_cast<std::size_t>(a)] & bit(b))) continue;
            const i8 border = static_cast<i8>(rules.borders.size());
            rules.border[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = border;
            rules.border[static_cast<std::size_t>(b)][static_cast<std::size_t>(a)] = border;
            rules.borders.emplace_back(static_cast<u8>(a), static_cast<u8>(b));
        }
    }
    if (rules.borders.size() > 100) return "the map has more than 100 borders";
    return {};
}

inline std::string add_region_cards(Rules& rules, const RulesData& data) {
    if (data.region_cards.size() > kMaxRegionCards) return "more than 64 region cards";
    int next = 0;
    std::vector<bool> done(data.region_cards.size(), false);
    for (std::size_t i = 0; i < data.region_cards.size(); ++i) {
        if (done[i]) continue;
        const auto& [region, symbols] = data.region_cards[i];
        if (region < 0 || region >= rules.regions) return "a region card names a region that does not exist";
        if (symbols.empty()) return "a region card shows no symbol";
        RegionCardKind kind{static_cast<u8>(region), symbols, 0, 0};
        for (const char symbol : symbols) {
            bool known = symbol == '?';
            for (int k = 0; k < kClasses; ++k) known = known || kSymbols[k] == symbol;
            if (!known) return "a region card shows '" + symbols + "' instead of letters of PBCKWRI or ?";
            for (std::size_t c = 0; c < rules.cards.size(); ++c) {
                if (symbol == '?' || symbol == rules.cards[c].symbol) kind.protects = static_cast<u8>(kind.protects | 1u << c);
            }
        }
        for (std::size_t j = i; j < data.region_cards.size(); ++j) {
            if (data.region_cards[j] != data.region_cards[i]) continue;
            done[j] = true;
            rules.region_card_kind[static_cast<std::size_t>(next)] = static_cast<u8>(rules.region_cards.size());
            kind.cards |= u64{1} << next++;
        }
        for (std::size_t c = 0; c < rules.cards.size(); ++c) {
            if ((kind.protects >> c) & 1) rules.cards_for_card[c] |= kind.cards;
        }
        rules.all_region_cards |= kind.cards;
        rules.region_cards.push_back(std::move(kind));
    }
    return {};
}

inline constexpr int kChivalrySteps = 2;

// What the cards in play bring into the game.
inline void add_traits(Rules& rules, const CardType& type, u8 mask) {
    auto join = [mask](u8& set, bool member) { set = static_cast<u8>(member ? set | mask : set); };
    join(rules.neutral_cards, type.neutral_cubes);
    join(rules.extra_cards, type.extra_cubes > 0);
    join(rules.reveal_cards, type.reveals);
    join(rules.order_cards, type.shows_all);
    join(rules.pay_cards, type.before_losses != &CardDefaults::before_losses);
    join(rules.moved_cards, type.piece_moved != &CardDefaults::piece_moved);
    join(rules.spread_cards, type.spread_done != &CardDefaults::spread_done);
    join(rules.token_cards, type.carries_token);
    join(rules.setup_cards, type.set_up != &CardDefaults::set_up);
    join(rules.taken_cards, type.taken != &CardDefaults::taken);
    join(rules.closing_cards, type.closing != &CardDefaults::closing);
    rules.walls = rules.walls || (type.pieces & kBringsWalls) != 0;
    rules.nuns = rules.nuns || (type.pieces & kBringsNuns) != 0;
    rules.potions = rules.potions || (type.pieces & kBringsPotions) != 0;
    rules.diplomats = rules.diplomats || (type.pieces & kBringsDiplomats) != 0;
    rules.caravan = rules.caravan || (type.pieces & kBringsCaravan) != 0;
    rules.stores = rules.stores || (type.pieces & kStoresCubes) != 0;
    rules.pieces = rules.pieces || type.pieces != kNoPieces;
    rules.extras = rules.extras || !type.plain;
}

inline std::string add_cards(Rules& rules, const RulesData& data) {
    if (data.cards.size() > kMaxCards) return "more than 8 class cards in play";
    for (const auto& [name, symbol] : data.cards) {
        std::size_t type = 0;
        while (type < kCardTypes.size() && name != kCardTypes[type].name) ++type;
        if (type == kCardTypes.size()) return "the engine knows no class card '" + name + "'";
        bool known_class = false;
        for (int k = 0; k < kClasses; ++k) known_class = known_class || kSymbols[k] == symbol;
        if (!known_class) return "card " + name + " has no class of the letters PBCKWRI";
        for (const CardInPlay& other : rules.cards) {
            if (other.name == name) return "card " + name + " is in play twice";
        }
        const CardType& card = kCardTypes[type];
        const u8 mask = static_cast<u8>(1u << rules.cards.size());
        rules.all_cards = static_cast<u8>(rules.all_cards | mask);
        if (card.needs_goods && !data.mercatus) return "card " + name + " needs goods and coins (Mercatus)";
        if (card.needs_region_cards && data.region_cards.empty()) return "card " + name + " needs region cards (Africanus)";
        add_traits(rules, card, mask);
        rules.max_extra += card.extra_cubes;
        const bool further = symbol == 'K' && card.plague_steps == kChivalrySteps && data.players >= kLargeGame;
        const u8 steps = static_cast<u8>(card.plague_steps + (further ? 1 : 0));
        rules.cards.push_back({name, symbol, static_cast<u8>(type), card.extra_cubes, steps, card.neutral_cubes, 0, card.reveal_order});
    }
    if (rules.max_extra > kMaxExtra) return "the cards in play add more than 4 cubes to one placement";
    return {};
}

// Guidance of the search only; exact questions go through expectation.hpp.
inline void average_tokens(Rules& rules) {
    const float each = 1.0f / static_cast<float>(rules.token_count[0] + rules.token_count[1]);
    for (int cubes = 0; cubes <= kMaxCubesCounted; ++cubes) {
        AverageToken& average = rules.average[static_cast<std::size_t>(cubes)];
        for (std::size_t ring = 0; ring < 2; ++ring) {
            for (int i = 0; i < rules.token_count[ring]; ++i) {
                const TokenInfo& token = rules.tokens[ring][static_cast<std::size_t>(i)];
                if (token.limit > cubes) continue;
                average.outbreak += each;
                average.majority += each * token.majority;
                average.all += each * token.all;
                for (std::size_t c = 0; c < rules.cards.size(); ++c) {
                    for (const u8 hits : token.hits) average.hits[c] += (hits >> c) & 1 ? each : 0.0f;
                }
            }
        }
    }
}

// Families of the core that only some boxes need; empty where they are not needed.
inline void number_extra_actions(Rules& rules, Layout& layout) {
    rules.goods_base = layout.family("goods", {Argument::kGoods});
    for (int kind = 0; rules.mercatus && kind < kGoodsKinds; ++kind) layout.add(kind);
    layout.family("token", {Argument::kCard, Argument::kGoods});
    util::for_each_bit(rules.token_cards, [&](int card) {
        rules.token_base[static_cast<std::size_t>(card)] = static_cast<Action>(rules.actions.size());
        for (int kind = 0; kind < kGoodsKinds; ++kind) layout.add(card, kind);
    });
    rules.decline_base = layout.family("decline", {});
    bool declines = !rules.region_cards.empty();
    for (const CardInPlay& card : rules.cards) declines = declines || kCardTypes[card.type].declines;
    if (declines) layout.add();
    layout.family("protect", {Argument::kCard, Argument::kRegionCard});
    for (std::size_t card = 0; card < rules.cards.size(); ++card) {
        for (std::size_t kind = 0; kind < rules.region_cards.size(); ++kind) {
            if (!((rules.region_cards[kind].protects >> card) & 1)) continue;
            rules.protect[card][kind] = static_cast<Action>(rules.actions.size());
            layout.add(static_cast<int>(card), static_cast<int>(kind));
        }
    }
    rules.resolve_base = layout.family("resolve", {Argument::kNumber});
    for (int number = 1; rules.order_cards != 0 && number <= kMaxRats; ++number) layout.add(number);
    rules.ravage_base = layout.family("ravage", {Argument::kRegion});
    if (rules.reveal_cards != 0) layout.add_regions();
    rules.choose_base = layout.family("choose", {Argument::kRegionCard});
    bool draws = false;
    for (const CardInPlay& card : rules.cards) draws = draws || kCardTypes[card.type].needs_region_cards;
    for (std::size_t kind = 0; draws && kind < rules.region_cards.size(); ++kind) layout.add(static_cast<int>(kind));
}

inline void number_actions(Rules& rules) {
    Layout layout(rules);
    rules.take_base = layout.family("take", {Argument::kCard});
    for (std::size_t c = 0; c < rules.cards.size(); ++c) layout.add(static_cast<int>(c));
    rules.place_base = layout.family("place", {Argument::kRegion, Argument::kNumber});
    for (int r = 0; r < rules.regions; ++r) {
        for (int extra = 0; extra <= rules.max_extra; ++extra) layout.add(r, extra);
    }
    rules.plague_base = layout.family("plague", {Argument::kRegion});
    layout.add_regions();
    rules.rat_base = layout.family("rat", {Argument::kRegion});
    layout.add_regions();
    rules.next_base = layout.family("next", {Argument::kSlot});
    if (rules.options.reveal_order == RevealOrder::kActivePlayer) {
        for (int slot = 0; slot < kMaxRats; ++slot) layout.add(slot);
    }
    rules.neutral_base = layout.family("neutral", {Argument::kFlag});
    if (rules.neutral_cards != 0) {
        for (int flag = 0; flag < 2; ++flag) layout.add(flag);
    }
    rules.done_base = layout.family("done", {});
    layout.add();
    number_extra_actions(rules, layout);
    for (std::size_t c = 0; c < rules.cards.size(); ++c) {
        rules.cards[c].first_action = static_cast<u16>(rules.actions.size());
        kCardTypes[rules.cards[c].type].layout(layout, static_cast<int>(c));
    }

    auto outcome_family = [&rules](const char* verb, Argument argument, int count) {
        rules.chance_families.push_back({verb, {argument}, 255, 0});
        const u16 base = static_cast<u16>(rules.outcomes.size());
        const u8 family = static_cast<u8>(rules.chance_families.size() - 1);
        for (int i = 0; i < count; ++i) rules.outcomes.push_back({family, static_cast<u8>(i), 0, 0});
        return base;
    };
    const int kinds = static_cast<int>(rules.kinds.size());
    rules.chance_plague_base = outcome_family("plague", Argument::kRegion, rules.regions);
    rules.chance_ring_base = outcome_family("ring", Argument::kRing, 2);
    rules.chance_next_base = outcome_family("next", Argument::kSlot, kMaxRats);
    rules.chance_see_base = outcome_family("see", Argument::kToken, kinds);
    rules.chance_reveal_base = outcome_family("reveal", Argument::kToken, kinds);
    const int cards = static_cast<int>(rules.region_cards.size());
    rules.chance_removed_base = outcome_family("removed", Argument::kGoods, rules.mercatus && rules.players == 3 ? kGoodsKinds : 0);
    rules.chance_goods_base = outcome_family("goods", Argument::kGoods, rules.mercatus ? kGoodsKinds + 1 : 0);
    rules.chance_deal_base = outcome_family("deal", Argument::kRegionCard, cards);
    rules.chance_draw_base = outcome_family("draw", Argument::kRegionCard, cards);
    rules.chance_recycled_base = outcome_family("recycled", Argument::kRing, rules.extras ? 2 : 0);
    rules.chance_hand_base = outcome_family("hand", Argument::kRegionCard, cards);
}

inline constexpr int kMaxGoodsOfTurn = 8;  // goods tokens that one turn can bring

// An upper bound on the length of a game. Every turn but the last places a cube (compulsory while rats and supply
// exist, and a supply of zero ends the game), and cubes come back only through revealed tokens; turn_limit bounds the
// rest. A turn has at most one card, one placement, one ability a card with two more steps, one move of the piece, two new rats,
// one declaration and the order of three rats.
inline void bound_length(Rules& rules) {
    const int cards = static_cast<int>(rules.cards.size());
    const int turns = rules.options.turn_limit;
    const int setup = rules.players * 4;
    const int tokens = rules.token_count[0] + rules.token_count[1];
    rules.max_game_length = setup + (turns + rules.players) * (2 + 3 * cards + 1 + 2 + 1) + tokens;
    // Rings of new rats, looks, and the choice and the token of each reveal.
    rules.max_chance_nodes = 1 + 3 * tokens + 2 * tokens;
    if (!rules.extras) return;
    // Further steps of abilities (a redistribution has the most), goods tokens of a turn and where they are put, one more rat,
    // walls, cubes of the Baker; for each token the region cards of all players, a payment, goods, its place in the order.
    rules.max_game_length += (turns + rules.players) * (kMaxPlan + 2 * kMaxGoodsOfTurn + 4) + tokens * (rules.players * (cards + 1) + 4) + setup;
    rules.max_chance_nodes += rules.regions + kTwoKindsRemoved + 2 * rules.players * kHandCards + 2 * kMaxRecycled + (turns + rules.players) * (2 * kHandCards + 2);
}

inline std::string build_rules(const RulesData& data, Rules& rules) {
    rules = Rules{};
    if (data.players < 2 || data.players > kMaxPlayers) return "players must be 2 to 6";
    if (data.options.turn_limit < 1 || data.options.turn_limit > 60000) return "turn_limit must be 1 to 60000";
    rules.players = data.players;
    rules.options = data.options;
    rules.removed = data.removed;
    rules.mercatus = data.mercatus;
    rules.diplomat_count = data.diplomats;
    if (data.diplomats < 0 || data.diplomats > 100) return "diplomats must be 0 to 100";
    if (std::string error = add_map(rules, data); !error.empty()) return error;
    if (std::string error = add_cards(rules, data); !error.empty()) return error;
    if (std::string error = add_region_cards(rules, data); !error.empty()) return error;
    rules.extras = rules.extras || rules.mercatus || !rules.region_cards.empty();
    rules.reactive = !rules.region_cards.empty() || rules.reveal_cards != 0 || rules.potions || rules.diplomats;
    if (std::string error = add_tokens(rules, data.starting, kStarting); !error.empty()) return error;
    if (std::string error = add_tokens(rules, data.normal, kNormal); !error.empty()) return error;
    if (rules.token_count[kStarting] < rules.regions) return "fewer starting tokens than regions";
    if (data.removed < 0 || data.removed > rules.token_count[kNormal]) return "more normal tokens are removed than exist";
    average_tokens(rules);
    number_actions(rules);
    bound_length(rules);
    return {};
}

}  // namespace rattus_ai::rattus
