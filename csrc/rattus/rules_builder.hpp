// Builds the rules of one game from plain data and numbers its actions. Returns what is wrong instead of throwing.
#pragma once

#include <string>
#include <vector>

#include "rattus/cards/registry.hpp"

namespace rattus_ai::rattus {

struct RulesData {
    int players = 0;
    std::vector<std::string> regions;
    std::vector<std::pair<int, int>> edges;
    std::vector<std::string> starting;  // tokens, "2:MBC"
    std::vector<std::string> normal;
    int removed = 0;                    // normal tokens removed unseen at set-up
    std::vector<std::pair<std::string, char>> cards;
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
    return {};
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
        if (card.neutral_cubes) rules.neutral_cards = static_cast<u8>(rules.neutral_cards | mask);
        if (card.extra_cubes > 0) rules.extra_cards = static_cast<u8>(rules.extra_cards | mask);
        rules.max_extra += card.extra_cubes;
        rules.cards.push_back({name, symbol, static_cast<u8>(type), card.extra_cubes, card.plague_steps, card.neutral_cubes, 0});
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
}

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
}

inline std::string build_rules(const RulesData& data, Rules& rules) {
    rules = Rules{};
    if (data.players < 2 || data.players > kMaxPlayers) return "players must be 2 to 6";
    if (data.options.turn_limit < 1 || data.options.turn_limit > 60000) return "turn_limit must be 1 to 60000";
    rules.players = data.players;
    rules.options = data.options;
    rules.removed = data.removed;
    if (std::string error = add_map(rules, data); !error.empty()) return error;
    if (std::string error = add_cards(rules, data); !error.empty()) return error;
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
