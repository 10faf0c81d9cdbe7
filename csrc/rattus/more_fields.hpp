// The parts of a state that only some boxes use, as plain numbers and back. Import checks everything that the engine relies on.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "rattus/knowledge.hpp"

namespace rattus_ai::rattus {

using Numbers = std::vector<int>;
using Table = std::vector<std::vector<int>>;

struct MoreFields {
    int asked = -1, pending = -1, fixed = 0, step_card = -1, goods_taken = 0, deacon_uses = 0, drawn_unknown = 0, draws_left = 0;
    int caravan = -1, diplomats_left = 0, potions_left = 0;
    int protected_cards = 0, event = 0;                  // sets of cards
    Numbers shown, plan;
    Numbers coins, goods_supply, available, region_goods, card_goods, goods_removed;
    Table goods;                                         // [player][kind]
    Table hands;                                         // [player]: kinds
    Numbers hands_unknown, pile, discards, drawn;        // pile, discards: [kind]
    Table diplomats, potions;                            // [region][player]
    Table walls;                                         // pairs of regions
    Numbers lifted, baker, nuns;
    Table recycled_pools;                                // [recycled rat][kind of token]
};

inline int or_minus_one(u8 value) { return value == kNone ? -1 : value; }
inline u8 or_none(int value) { return value < 0 ? kNone : static_cast<u8>(value); }
inline bool in_range(int value, int low, int high) { return value >= low && value < high; }

inline Numbers kinds_of(const Rules& rules, u64 cards) {
    Numbers out;
    for_each_card_kind(rules, cards, [&](int kind, int count) { out.insert(out.end(), static_cast<std::size_t>(count), kind); });
    return out;
}

inline Numbers counts_of(const Rules& rules, u64 cards) {
    Numbers out(rules.region_cards.size(), 0);
    for_each_card_kind(rules, cards, [&](int kind, int count) { out[static_cast<std::size_t>(kind)] = count; });
    return out;
}

inline MoreFields export_more(const Rules& rules, const State& state) {
    MoreFields out;
    const Running& running = state.running;
    out.asked = or_minus_one(running.asked);
    out.pending = or_minus_one(running.pending);
    out.fixed = running.fixed;
    out.step_card = state.stage == Stage::kSee ? -1 : or_minus_one(state.step_card);  // a look names its card by itself
    out.protected_cards = running.protected_cards;
    out.event = running.event;
    for (const u8 shown : running.shown) {
        if (shown != kNone) out.shown.push_back(shown);
    }
    out.plan.assign(running.plan, running.plan + running.plan_count);
    if (rules.mercatus) {
        const Market& market = state.market;
        out.coins.assign(market.coins, market.coins + rules.players);
        for (int p = 0; p < rules.players; ++p) out.goods.emplace_back(market.goods[p], market.goods[p] + kGoodsKinds);
        out.goods_supply.assign(market.supply, market.supply + kGoodsKinds);
        for (int k = 0; k < kGoodsKinds; ++k) out.available.push_back((market.available >> k) & 1);
        for (int r = 0; r < rules.regions; ++r) out.region_goods.push_back(or_minus_one(market.region_kind[r]));
        for (std::size_t c = 0; c < rules.cards.size(); ++c) out.card_goods.push_back(or_minus_one(market.card_kind[c]));
        out.goods_removed.assign(market.removed, market.removed + kGoodsKinds);
        out.goods_taken = market.taken;
        out.deacon_uses = market.payments;
    }
    if (!rules.region_cards.empty()) {
        for (int p = 0; p < rules.players; ++p) {
            out.hands.push_back(kinds_of(rules, state.cards.hand[p]));
            out.hands_unknown.push_back(state.cards.unknown[p]);
        }
        out.pile = counts_of(rules, state.cards.pool);
        out.discards = counts_of(rules, state.cards.discards);
        out.drawn = kinds_of(rules, state.cards.drawn);
        out.drawn_unknown = state.cards.drawn_unknown;
        out.draws_left = state.cards.draws_left;
    }
    const Pieces& pieces = state.pieces;
    out.caravan = or_minus_one(pieces.caravan);
    for (int r = 0; r < rules.regions; ++r) {
        if (rules.diplomats) out.diplomats.emplace_back(pieces.diplomats[r], pieces.diplomats[r] + rules.players);
        if (rules.potions) out.potions.emplace_back(pieces.potions[r], pieces.potions[r] + rules.players);
    }
    out.diplomats_left = pieces.diplomats_left;
    out.potions_left = pieces.potions_left;
    for (const u8 wall : pieces.walls) {
        if (wall != kNone) out.walls.push_back({rules.borders[wall].first, rules.borders[wall].second});
    }
    if (pieces.lifted != kNone) out.lifted = {rules.borders[pieces.lifted].first, rules.borders[pieces.lifted].second};
    if (rules.stores) out.baker.assign(pieces.stored, pieces.stored + rules.players);
    for (const u8 nun : pieces.nuns) {
        if (rules.nuns) out.nuns.push_back(or_minus_one(nun));
    }
    for (int i = 0; i < state.recycled_count; ++i) {
        Numbers pool;
        for (const Kind& kind : rules.kinds) {
            int count = kind.ring == state.recycled_ring[i] ? util::count_bits(state.recycled[i] & kind.tokens) : 0;
            if (i == 0 && state.twin_token != kNone) count = first_weight(count, state.twin_count, ((kind.tokens >> state.twin_token) & 1u) != 0);
            pool.push_back(count);
        }
        out.recycled_pools.push_back(std::move(pool));
    }
    return out;
}

// --- import: each part returns what is wrong, or an empty text ---

inline bool all_in_range(const Numbers& values, std::size_t size, int low, int high) {
    return values.size() == size && std::all_of(values.begin(), values.end(), [&](int value) { return in_range(value, low, high); });
}

inline std::string import_market(const Rules& rules, const MoreFields& in, State& state) {
    const std::size_t players = static_cast<std::size_t>(rules.players);
    Market& market = state.market;
    if (!all_in_range(in.coins, players, 0, 65536)) return "coins: one number from 0 to 65535 for each player is needed";
    if (in.goods.size() != players) return "goods: four numbers for each player are needed";
    if (!all_in_range(in.goods_supply, kGoodsKinds, 0, 100)) return "goods_supply: four numbers, not negative, are needed";
    if (!all_in_range(in.available, kGoodsKinds, 0, 2)) return "available: four numbers, 0 or 1, are needed";
    if (!all_in_range(in.goods_removed, kGoodsKinds, 0, 3)) return "goods_removed: four small numbers are needed";
    if (!all_in_range(in.region_goods, static_cast<std::size_t>(rules.regions), -1, kGoodsKinds)) return "region_goods: a kind of goods or -1 for each region is needed";
    if (!all_in_range(in.card_goods, rules.cards.size(), -1, kGoodsKinds)) return "card_goods: a kind of goods or -1 for each card is needed";
    if (!in_range(in.deacon_uses, 0, 100)) return "deacon_uses: out of range";
    market.available = 0;
    int total[kGoodsKinds];
    for (int k = 0; k < kGoodsKinds; ++k) {
        const std::size_t kind = static_cast<std::size_t>(k);
        market.supply[k] = static_cast<u8>(in.goods_supply[kind]);
        total[k] = in.goods_supply[kind];
        if (in.available[kind] != 0) {
            if (in.goods_supply[kind] == 0) return "available: a kind without a token in the supply";
            market.available = static_cast<u8>(market.available | 1u << k);
        }
        market.removed[k] = static_cast<u8>(in.goods_removed[kind]);
    }
    for (int p = 0; p < rules.players; ++p) {
        const std::size_t player = static_cast<std::size_t>(p);
        if (!all_in_range(in.goods[player], kGoodsKinds, 0, 100)) return "goods: four numbers, not negative, for each player are needed";
        market.coins[p] = static_cast<u16>(in.coins[player]);
        for (int k = 0; k < kGoodsKinds; ++k) {
            market.goods[p][k] = static_cast<u8>(in.goods[player][static_cast<std::size_t>(k)]);
            total[k] += market.goods[p][k];
        }
    }
    for (std::size_t c = 0; c < rules.cards.size(); ++c) {
        const int kind = in.card_goods[c];
        market.card_kind[c] = or_none(kind);
        if (kind < 0) continue;
        if (!((rules.token_cards >> c) & 1)) return "card_goods: no token can lie on " + rules.cards[c].name;
        if (state.owner[c] == kNone) return "card_goods: a token on " + rules.cards[c].name + ", which nobody holds";
        ++total[kind];
    }
    for (const int tokens : total) {
        if (tokens != kGoodsSupply) return "goods, goods_supply, card_goods: " + std::to_string(tokens) + " tokens of a kind and not 4";
    }
    for (std::size_t r = 0; r < static_cast<std::size_t>(rules.regions); ++r) market.region_kind[r] = or_none(in.region_goods[r]);
    market.taken = in.goods_taken != 0;
    market.payments = static_cast<u8>(in.deacon_uses);
    if (state.stage == Stage::kSetupGoods || state.stage == Stage::kSetupRemoved) {
        if (!in_range(state.setup_step, 0, rules.regions)) return "setup_step: all regions have their goods";
        for (const int left : tokens_to_lay(rules, state)) {
            if (left < 0) return "region_goods: more tokens of a kind than there are";
        }
    }
    return {};
}

// Cards of these kinds out of the pool; false where there are not enough.
inline bool take_kinds(const Rules& rules, State& state, const Numbers& kinds, u64& into) {
    for (const int kind : kinds) {
        if (!in_range(kind, 0, static_cast<int>(rules.region_cards.size()))) return false;
        if ((state.cards.pool & rules.region_cards[static_cast<std::size_t>(kind)].cards) == 0) return false;
        take_from_pool(rules, state, into, kind);
    }
    return true;
}

inline std::string import_hands(const Rules& rules, const MoreFields& in, State& state) {
    const std::size_t players = static_cast<std::size_t>(rules.players);
    const std::size_t kinds = rules.region_cards.size();
    if (in.hands.size() != players) return "hands: one list for each player is needed";
    if (!all_in_range(in.hands_unknown, players, 0, kMaxRegionCards)) return "hands_unknown: one number for each player is needed";
    if (!all_in_range(in.pile, kinds, 0, kMaxRegionCards + 1)) return "pile: one number for each kind of region card is needed";
    if (!all_in_range(in.discards, kinds, 0, kMaxRegionCards + 1)) return "discards: one number for each kind of region card is needed";
    state.cards.pool = rules.all_region_cards;
    for (std::size_t p = 0; p < players; ++p) {
        if (!take_kinds(rules, state, in.hands[p], state.cards.hand[p])) return "hands: not a kind of region card, or more of a kind than there are";
        state.cards.unknown[p] = static_cast<u8>(in.hands_unknown[p]);
    }
    Numbers discards;
    for (std::size_t k = 0; k < kinds; ++k) discards.insert(discards.end(), static_cast<std::size_t>(in.discards[k]), static_cast<int>(k));
    if (!take_kinds(rules, state, discards, state.cards.discards)) return "discards: more of a kind than there are";
    if (!take_kinds(rules, state, in.drawn, state.cards.drawn)) return "drawn: not a kind of region card, or more of a kind than there are";
    if (counts_of(rules, state.cards.pool) != in.pile) return "pile, hands, discards, drawn: together they are not the region cards of this game";
    if (!in_range(in.drawn_unknown, 0, kHandCards + 1)) return "drawn_unknown: out of range";
    if (!in_range(in.draws_left, 0, kHandCards + 1)) return "draws_left: out of range";
    state.cards.drawn_unknown = static_cast<u8>(in.drawn_unknown);
    state.cards.draws_left = static_cast<u8>(in.draws_left);
    if (pile_size(rules, state) < 0) return "hands_unknown, drawn_unknown: more cards than lie in the pile";
    const bool drawing = state.stage == Stage::kDraw || state.stage == Stage::kDeal;
    if (drawing && (in.draws_left == 0 || pile_size(rules, state) == 0)) return "draws_left: nothing can be drawn";
    if (state.stage == Stage::kHands && unknown_cards(rules, state) == 0) return "hands_unknown: all hands are known";
    return {};
}

inline int border_of(const Rules& rules, const Numbers& pair) {
    if (pair.size() != 2 || !in_range(pair[0], 0, rules.regions) || !in_range(pair[1], 0, rules.regions)) return -1;
    return rules.border[static_cast<std::size_t>(pair[0])][static_cast<std::size_t>(pair[1])];
}

inline std::string import_markers(const Rules& rules, const State& state, const Table& in, bool used, const char* name, u8 (&out)[kMaxRegions][kMaxPlayers], int& total) {
    const std::string text(name);
    if (!used) return in.empty() ? std::string() : text + ": not used in this game";
    if (in.size() != static_cast<std::size_t>(rules.regions)) return text + ": one list for each region is needed";
    for (int r = 0; r < rules.regions; ++r) {
        const Numbers& row = in[static_cast<std::size_t>(r)];
        if (row.size() != static_cast<std::size_t>(rules.players)) return text + ": one number for each player is needed";
        for (int p = 0; p < rules.players; ++p) {
            const int count = row[static_cast<std::size_t>(p)];
            if (count < 0 || count > state.cubes[r][p]) return text + ": more than cubes of the player in the region, or negative";
            out[r][p] = static_cast<u8>(count);
            total += count;
        }
    }
    return {};
}

inline std::string import_pieces(const Rules& rules, const MoreFields& in, State& state) {
    Pieces& pieces = state.pieces;
    int diplomats = in.diplomats_left;
    int potions = in.potions_left;
    if (std::string error = import_markers(rules, state, in.diplomats, rules.diplomats, "diplomats", pieces.diplomats, diplomats); !error.empty()) return error;
    if (std::string error = import_markers(rules, state, in.potions, rules.potions, "potions", pieces.potions, potions); !error.empty()) return error;
    if (in.diplomats_left < 0 || diplomats > (rules.diplomats ? rules.diplomat_count : 0)) return "diplomats, diplomats_left: more than there are";
    if (in.potions_left < 0 || potions > (rules.potions ? kPotions : 0)) return "potions, potions_left: more than there are";
    pieces.diplomats_left = static_cast<u8>(in.diplomats_left);
    pieces.potions_left = static_cast<u8>(in.potions_left);
    if (in.walls.size() > (rules.walls ? kWalls : 0)) return "walls: more than there are";
    for (const Numbers& pair : in.walls) {
        const int border = border_of(rules, pair);
        if (border < 0) return "walls: the regions do not touch";
        if (has_wall(state, border)) return "walls: two on one border";
        build_wall(state, border);
    }
    if (!in.lifted.empty()) {
        const int border = rules.walls ? border_of(rules, in.lifted) : -1;
        if (border < 0) return "lifted: not a border";
        pieces.lifted = static_cast<u8>(border);
    }
    if (rules.nuns) {
        if (!all_in_range(in.nuns, kNuns, -1, rules.regions)) return "nuns: three regions or -1 are needed";
        for (std::size_t i = 0; i < kNuns; ++i) pieces.nuns[i] = or_none(in.nuns[i]);
        if (!std::is_sorted(pieces.nuns, pieces.nuns + kNuns)) return "nuns: must be in the order of the regions";
    } else if (!in.nuns.empty()) {
        return "nuns: not used in this game";
    }
    if (rules.caravan ? !in_range(in.caravan, in_set_up(rules, state) ? -1 : 0, rules.regions) : in.caravan != -1) return "caravan: not a region, or not used in this game";
    pieces.caravan = or_none(in.caravan);
    return {};
}

inline std::string import_running(const Rules& rules, const MoreFields& in, State& state) {
    Running& running = state.running;
    const int kinds = static_cast<int>(rules.kinds.size());
    if (!in_range(in.asked, -1, rules.players)) return "asked: not a player";
    if (!in_range(in.pending, -1, kinds)) return "pending: not a kind of token";
    if (in.shown.size() > kMaxRats || !all_in_range(in.shown, in.shown.size(), 0, kinds) || !std::is_sorted(in.shown.begin(), in.shown.end())) return "shown: at most three kinds of token, ascending, are needed";
    if (in.plan.size() > kMaxPlan || !all_in_range(in.plan, in.plan.size(), 0, rules.regions)) return "plan: regions are needed";
    if ((in.protected_cards & ~rules.all_cards) != 0) return "protected: not a set of cards in play";
    if ((in.event & ~(rules.reveal_cards & state.held[state.active])) != 0) return "event: not cards that reveal and that the active player holds";
    if (in.event != 0 && !final_round(state)) return "event: only in the final round";
    running.asked = or_none(in.asked);
    running.pending = or_none(in.pending);
    for (std::size_t i = 0; i < in.shown.size(); ++i) running.shown[i] = static_cast<u8>(in.shown[i]);
    for (std::size_t i = 0; i < in.plan.size(); ++i) running.plan[i] = static_cast<u8>(in.plan[i]);
    running.plan_count = static_cast<u8>(in.plan.size());
    running.protected_cards = static_cast<u8>(in.protected_cards);
    running.event = static_cast<u8>(in.event);
    running.fixed = in.fixed != 0;
    // Cards that still answer to the token: those after the one that is asking.
    if (state.stage == Stage::kCardStep && state.step_card != kNone && state.revealing != kNone) {
        const u8 order = rules.cards[state.step_card].reveal_order;
        util::for_each_bit(reveal_cards_at_work(rules, state), [&](int card) {
            if (order != 0 && rules.cards[static_cast<std::size_t>(card)].reveal_order > order) running.hit_left = static_cast<u8>(running.hit_left | 1u << card);
        });
    }
    return {};
}

// Once the second of two recycled rats has left, the first pool may hold weights, which are products (recycled.hpp): the counts that they
// are made of. Returned as they are where no counts fit.
inline Numbers counts_of_pool(const Rules& rules, const Numbers& weights, State& state) {
    auto fits = [&](const Numbers& counts) {
        for (std::size_t k = 0; k < counts.size(); ++k) {
            if (!in_range(counts[k], 0, rules.kinds[k].count + 1)) return false;
        }
        return true;
    };
    if (fits(weights)) return weights;
    for (std::size_t twin = 0; twin < weights.size(); ++twin) {
        for (int copies = 2; weights[twin] > 0 && copies <= rules.kinds[twin].count; ++copies) {
            Numbers counts = weights;
            bool whole = true;
            for (std::size_t k = 0; k < counts.size(); ++k) {
                const int factor = first_weight(1, copies, k == twin);
                whole = whole && weights[k] % factor == 0;
                counts[k] = weights[k] / factor;
            }
            if (!whole || !fits(counts) || counts[twin] >= copies) continue;
            state.twin_token = rules.kinds[twin].first;
            state.twin_count = static_cast<u8>(copies);
            return counts;
        }
    }
    return weights;
}

inline std::string import_recycled(const Rules& rules, const MoreFields& in, State& state) {
    if (in.recycled_pools.size() > kMaxRecycled) return "recycled_pools: there are at most two";
    state.recycled_count = static_cast<u8>(in.recycled_pools.size());
    for (std::size_t i = 0; i < in.recycled_pools.size(); ++i) {
        if (in.recycled_pools[i].size() != rules.kinds.size()) return "recycled_pools: one number for each kind of token is needed";
        const bool alone = i == 0 && in.recycled_pools.size() == kMaxRecycled && state.recycled_entry[1] == kNone;
        const Numbers pool = alone ? counts_of_pool(rules, in.recycled_pools[i], state) : in.recycled_pools[i];
        for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
            if (in.recycled_pools[i][k] != 0) state.recycled_ring[i] = rules.kinds[k].ring;
        }
        for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
            const Kind& kind = rules.kinds[k];
            const int count = pool[k];
            if (!in_range(count, 0, kind.count + 1) || (count > 0 && kind.ring != state.recycled_ring[i])) return "recycled_pools: more of a kind than there are, or of another ring";
            for (int c = 0; c < count; ++c) state.recycled[i] |= u64{1} << (kind.first + c);
        }
    }
    for (int i = 0; i < kMaxRecycled; ++i) {
        const u8 entry = state.recycled_entry[i];
        if (entry != kNone && (i >= state.recycled_count || state.tracked[entry].ring != state.recycled_ring[i])) return "tracked: the pool of a recycled rat does not exist, or is of another ring";
    }
    for (int i = 0; i < state.tracked_count; ++i) {
        if (pool_of(state, i) == 0 || state.tracked[i].token != kNone) continue;
        int total = 0;
        for (const Kind& kind : rules.kinds) {
            const int weight = recycled_weight(rules, state, i, kind);
            if (weight < 0) return "recycled_pools: the first pool must be part of the second";
            total += weight;
        }
        if (total == 0) return "recycled_pools: no token is left for a recycled rat";
    }
    return {};
}

inline std::string import_more(const Rules& rules, const MoreFields& in, State& state) {
    if (std::string error = import_running(rules, in, state); !error.empty()) return error;
    if (rules.mercatus) {
        if (std::string error = import_market(rules, in, state); !error.empty()) return error;
    }
    if (!rules.region_cards.empty()) {
        if (std::string error = import_hands(rules, in, state); !error.empty()) return error;
    }
    if (std::string error = import_pieces(rules, in, state); !error.empty()) return error;
    return import_recycled(rules, in, state);
}

}  // namespace rattus_ai::rattus
