// A state as plain numbers and back: the door for documents. Import checks everything that the engine relies on.
#pragma once

#include <string>
#include <vector>

#include "rattus/more_fields.hpp"

namespace rattus_ai::rattus {

struct TrackedFields {
    int region;
    int ring;
    int kind;  // -1: not known
    int seen;  // set of players
    int pool;  // 0: of the unseen tokens; 1, 2: of the recycled rats
};

struct Fields {
    std::string stage;
    int active = 0, last = -1, turn = 0, setup_step = 0, taken = 0, placed = 0, used = 0, plague = -1;
    int spread_left = 0, spread_region = -1, neutral = 0, first_look = -1, second_look = -1, revealing = -1;
    int drawing = -1, drawing_ring = 0, final_left = 0;
    std::vector<std::vector<int>> cubes;     // [region][player]
    std::vector<int> palace, supply;         // [player]
    std::vector<std::vector<int>> unlooked;  // [region][ring]
    std::vector<TrackedFields> tracked;
    std::vector<int> rat_supply;             // [ring]
    std::vector<int> owners;                 // [card], -1: unclaimed
    std::vector<int> unseen;                 // [kind]
    MoreFields more;
};

// By number of the stage; the steps of cards have names of their own.
inline constexpr const char* kStageNames[] = {"setup_plague", "setup_place", "main",        nullptr, "look", "spread",   "ring",    "neutral", "next", "reveal",
                                              "final",        "terminal",    "setup_removed", "setup_goods", "deal", "draw", "recycled", "protect", "order", "hands"};

inline Fields export_fields(const Rules& rules, const State& state) {
    Fields out;
    out.stage = state.stage == Stage::kCardStep ? type_of(rules, state.step_card).steps[state.step] : kStageNames[static_cast<int>(state.stage)];
    out.active = state.active;
    out.last = or_minus_one(state.last);
    out.turn = state.turn;
    out.setup_step = state.setup_step;
    out.taken = state.taken;
    out.placed = state.placed;
    out.used = state.used;
    out.plague = or_minus_one(state.plague);
    out.spread_left = state.spread_left;
    out.spread_region = or_minus_one(state.spread_region);
    out.neutral = state.neutral;
    out.first_look = or_minus_one(state.first_look);
    out.second_look = or_minus_one(state.second_look);
    out.revealing = or_minus_one(state.revealing);
    out.drawing = or_minus_one(state.drawing);
    out.drawing_ring = state.drawing_ring;
    out.final_left = state.final_left;
    for (int r = 0; r < rules.regions; ++r) {
        out.cubes.emplace_back(state.cubes[r], state.cubes[r] + rules.players);
        out.unlooked.push_back({state.unlooked[kStarting][r], state.unlooked[kNormal][r]});
    }
    out.palace.assign(state.palace, state.palace + rules.players);
    out.supply.assign(state.supply, state.supply + rules.players);
    out.rat_supply.assign(state.rat_supply, state.rat_supply + 2);
    for (std::size_t c = 0; c < rules.cards.size(); ++c) out.owners.push_back(or_minus_one(state.owner[c]));
    for (const Kind& kind : rules.kinds) out.unseen.push_back(util::count_bits(state.unseen[kind.ring] & kind.tokens));
    for (int i = 0; i < state.tracked_count; ++i) {
        const TrackedRat& rat = state.tracked[i];
        out.tracked.push_back({rat.region, rat.ring, rat.token == kNone ? -1 : rules.tokens[rat.ring][rat.token].kind, rat.seen, pool_of(state, i)});
    }
    out.more = export_more(rules, state);
    return out;
}

// The stage of this name, and the step of a card in play where it is one; false where there is none.
inline bool find_stage(const Rules& rules, const std::string& name, State& state) {
    for (std::size_t i = 0; i < std::size(kStageNames); ++i) {
        if (kStageNames[i] == nullptr || name != kStageNames[i]) continue;
        state.stage = static_cast<Stage>(i);
        return true;
    }
    for (std::size_t c = 0; c < rules.cards.size(); ++c) {
        const CardType& type = type_of(rules, static_cast<int>(c));
        for (int step = 0; step < static_cast<int>(std::size(type.steps)) && type.steps[step] != nullptr; ++step) {
            if (name == type.steps[step]) {
                start_step(state, static_cast<int>(c), step);
                return true;
            }
        }
    }
    return false;
}

// The card for which something is being drawn.
inline std::string find_card_at_work(const Rules& rules, const Fields& in, State& state) {
    if (in.more.step_card >= 0) {
        if (!in_range(in.more.step_card, 0, static_cast<int>(rules.cards.size()))) return "step_card: not a card in play";
        state.step_card = static_cast<u8>(in.more.step_card);
    } else if (state.stage == Stage::kSee) {
        // Old documents do not say it: the card that looks is the one whose fault() is content with the looks.
        for (std::size_t c = 0; c < rules.cards.size() && state.step_card == kNone; ++c) {
            if (type_of(rules, static_cast<int>(c)).seen != &CardDefaults::seen) state.step_card = static_cast<u8>(c);
        }
    }
    if (state.step_card == kNone) return "step_card: needed in this stage";
    const CardType& type = type_of(rules, state.step_card);
    const bool fits = state.stage == Stage::kSee    ? type.seen != &CardDefaults::seen
                      : state.stage == Stage::kDraw ? type.cards_drawn != &CardDefaults::cards_drawn
                                                    : type.ring_drawn != &CardDefaults::ring_drawn;
    if (!fits) return "step_card: " + rules.cards[state.step_card].name + " draws nothing here";
    if (state.stage == Stage::kSee) state.step = in.second_look >= 0 ? 1 : 0;
    return {};
}

// Something can happen: no stage is a dead end.
inline std::string check_playable(const Rules& rules, const State& state) {
    const int player = to_act(rules, state);
    if (player == kTerminal) return {};
    if (player != kChance) return count_actions(rules, state) > 0 ? std::string() : "stage: nobody can do anything there";
    std::vector<Outcome> outcomes(rules.outcomes.size() + 1);
    return chance_outcomes(rules, state, outcomes.data()) > 0 ? std::string() : "stage: nothing can be drawn there";
}

// Empty where the state was imported, else the field and what is wrong with it.
inline std::string import_fields(const Rules& rules, const Fields& in, State& state) {
    initial_state(rules, state);
    const int n = rules.players;
    const std::size_t players = static_cast<std::size_t>(n);
    const std::size_t regions = static_cast<std::size_t>(rules.regions);
    if (in.cubes.size() != regions) return "cubes: one list for each region is needed";
    if (in.unlooked.size() != regions) return "unlooked: one pair for each region is needed";
    if (in.palace.size() != players) return "palace: one number for each player is needed";
    if (in.supply.size() != players) return "supply: one number for each player is needed";
    if (in.rat_supply.size() != 2) return "rat_supply: two numbers are needed";
    if (in.owners.size() != rules.cards.size()) return "owners: one entry for each card in play is needed";
    if (in.unseen.size() != rules.kinds.size()) return "unseen: one number for each kind of token is needed";
    if (in.tracked.size() > kMaxTracked) return "tracked: too many rats";

    if (!find_stage(rules, in.stage, state)) return "stage: '" + in.stage + "' is not known in this game";
    if (!in_range(in.active, 0, n)) return "active: not a player";
    if (!in_range(in.last, -1, n)) return "last: not a player";
    if (!in_range(in.turn, 0, 65536)) return "turn: out of range";
    if (!in_range(in.plague, state.stage == Stage::kSetupPlague ? -1 : 0, rules.regions)) return "plague: not a region";
    if (in.used < 0 || (in.used & ~rules.all_cards) != 0) return "used: not a set of cards in play";
    if (!in_range(in.setup_step, 0, std::max(setup_placements(rules), rules.regions) + 1)) return "setup_step: out of range";
    if (state.stage == Stage::kSetupPlace && in.setup_step >= setup_placements(rules)) return "setup_step: set-up is over";
    if (!in_range(in.final_left, 0, n)) return "final_left: out of range";
    if (!in_range(in.spread_left, 0, 3)) return "spread_left: out of range";
    state.active = static_cast<u8>(in.active);
    state.last = or_none(in.last);
    state.turn = static_cast<u16>(in.turn);
    state.setup_step = static_cast<u8>(in.setup_step);
    state.taken = in.taken != 0;
    state.placed = in.placed != 0;
    state.used = static_cast<u8>(in.used);
    state.plague = or_none(in.plague);
    state.neutral = in.neutral != 0;
    state.final_left = static_cast<u8>(in.final_left);
    state.spread_left = static_cast<u8>(in.spread_left);

    for (int p = 0; p < n; ++p) {
        const std::size_t player = static_cast<std::size_t>(p);
        int total = in.palace[player] + in.supply[player];
        if (in.palace[player] < 0 || in.supply[player] < 0) return "palace, supply: negative number of cubes";
        for (std::size_t r = 0; r < regions; ++r) {
            if (in.cubes[r].size() != players) return "cubes: one number for each player is needed";
            if (in.cubes[r][player] < 0) return "cubes: negative number of cubes";
            total += in.cubes[r][player];
        }
        if (rules.stores) {
            const int stored = in.more.baker.size() == players ? in.more.baker[player] : -1;
            if (stored < 0) return "baker: one number for each player is needed";
            state.pieces.stored[p] = static_cast<u8>(stored);
            total += stored;
        }
        if (total != kCubes) return "cubes, palace, supply: player " + std::to_string(p) + " has " + std::to_string(total) + " cubes and not 20";
        state.palace[p] = static_cast<u8>(in.palace[player]);
        state.supply[p] = static_cast<u8>(in.supply[player]);
        state.occupied[p] = 0;
        for (std::size_t r = 0; r < regions; ++r) {
            state.cubes[r][p] = static_cast<u8>(in.cubes[r][player]);
            if (in.cubes[r][player] > 0) state.occupied[p] |= bit(static_cast<int>(r));
        }
    }
    for (std::size_t c = 0; c < rules.cards.size(); ++c) {
        if (!in_range(in.owners[c], -1, n)) return "owners: not a player";
        state.owner[c] = or_none(in.owners[c]);
        if (in.owners[c] >= 0) state.held[in.owners[c]] = static_cast<u8>(state.held[in.owners[c]] | (1u << c));
    }
    int hidden[2] = {0, 0};   // face-down rats and supply, by ring
    int unseen[2] = {0, 0};
    for (std::size_t r = 0; r < regions; ++r) {
        if (in.unlooked[r].size() != 2 || in.unlooked[r][0] < 0 || in.unlooked[r][1] < 0) return "unlooked: two numbers, not negative, are needed";
        if (in.unlooked[r][0] + in.unlooked[r][1] > kMaxRats) return "unlooked: more than 3 rats in a region";
        for (std::size_t ring = 0; ring < 2; ++ring) {
            state.unlooked[ring][r] = static_cast<u8>(in.unlooked[r][ring]);
            hidden[ring] += in.unlooked[r][ring];
        }
        state.rats[r] = static_cast<u8>(in.unlooked[r][0] + in.unlooked[r][1]);
    }
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
        const Kind& kind = rules.kinds[k];
        if (!in_range(in.unseen[k], 0, kind.count + 1)) return "unseen: " + kind.text + " exists " + std::to_string(kind.count) + " times";
        state.unseen[kind.ring] &= ~kind.tokens;
        for (int i = 0; i < in.unseen[k]; ++i) state.unseen[kind.ring] |= u64{1} << (kind.first + i);
    }
    state.tracked_count = static_cast<u8>(in.tracked.size());
    std::vector<int> fixed(rules.kinds.size(), 0);
    for (std::size_t i = 0; i < in.tracked.size(); ++i) {
        const TrackedFields& rat = in.tracked[i];
        if (!in_range(rat.region, 0, rules.regions)) return "tracked: not a region";
        if (!in_range(rat.ring, 0, 2)) return "tracked: not a ring";
        if (!in_range(rat.kind, -1, static_cast<int>(rules.kinds.size()))) return "tracked: not a kind of token";
        if (!in_range(rat.pool, 0, kMaxRecycled + 1)) return "tracked: not a pool";
        if (!in_range(rat.seen, rat.pool == 0 ? 1 : 0, 1 << n)) return "tracked: nobody, or somebody who does not play, has looked at a rat";
        TrackedRat& out = state.tracked[i];
        out = {static_cast<u8>(rat.region), static_cast<u8>(rat.ring), kNone, static_cast<u8>(rat.seen)};
        if (rat.pool != 0) {
            if (state.recycled_entry[rat.pool - 1] != kNone) return "tracked: two rats of one pool";
            state.recycled_entry[rat.pool - 1] = static_cast<u8>(i);
            state.recycled_count = kMaxRecycled;  // until the pools are read
        }
        ++state.tracked_in[rat.region];
        hidden[rat.ring] += rat.pool == 0;
        if (++state.rats[rat.region] > kMaxRats) return "tracked, unlooked: more than 3 rats in a region";
        if (rat.kind < 0) continue;
        const Kind& kind = rules.kinds[static_cast<std::size_t>(rat.kind)];
        if (kind.ring != rat.ring) return "tracked: " + kind.text + " has another ring";
        if (rat.pool != 0) {
            out.token = kind.first;
            continue;
        }
        const int index = in.unseen[static_cast<std::size_t>(rat.kind)] + fixed[static_cast<std::size_t>(rat.kind)]++;
        if (index >= kind.count) return "tracked: more " + kind.text + " than exist";
        out.token = static_cast<u8>(kind.first + index);
    }
    for (int r = 0; r < rules.regions; ++r) update_rat_sets(state, r);
    int known[2] = {0, 0};
    for (int i = 0; i < state.tracked_count; ++i) known[state.tracked[i].ring] += state.tracked[i].token != kNone && pool_of(state, i) == 0;
    for (int ring = 0; ring < 2; ++ring) {
        if (!in_range(in.rat_supply[static_cast<std::size_t>(ring)], 0, kMaxTokens + 1)) return "rat_supply: out of range";
        state.rat_supply[ring] = static_cast<u8>(in.rat_supply[static_cast<std::size_t>(ring)]);
        hidden[ring] += state.rat_supply[ring];
        unseen[ring] = util::count_bits(state.unseen[ring]) + known[ring];
        const int removed = ring == kNormal ? rules.removed : 0;
        if (hidden[ring] + removed != unseen[ring]) {
            return std::string(ring == kNormal ? "normal" : "starting") + " tokens: " + std::to_string(hidden[ring]) +
                   " face down on the board and in the supply, " + std::to_string(removed) + " removed, but " +
                   std::to_string(unseen[ring]) + " were not revealed";
        }
    }

    // What belongs to the stage.
    const int tracked = state.tracked_count;
    const bool ending = in.last >= 0;
    auto need = [](bool fine, const char* what) { return fine ? std::string() : std::string(what); };
    std::string error;
    state.spread_region = or_none(in.spread_region);
    state.revealing = or_none(in.revealing);
    state.drawing = or_none(in.drawing);
    state.drawing_ring = static_cast<u8>(in.drawing_ring != 0);
    state.first_look = or_none(in.first_look);
    state.second_look = or_none(in.second_look);
    if (!in_range(in.first_look, -1, tracked) || !in_range(in.second_look, -1, tracked) || !in_range(in.drawing, -1, tracked)) {
        return "first_look, second_look, drawing: not a tracked rat";
    }
    if (in.spread_region >= rules.regions || in.revealing >= rules.regions) return "spread_region, revealing: not a region";
    if (state.drawing != kNone && state.tracked[state.drawing].token != kNone) return "drawing: the token is already known";
    if (state.drawing != kNone && state.tracked[state.drawing].ring != state.drawing_ring) return "drawing_ring: does not fit the rat";
    if (state.stage == Stage::kSee || state.stage == Stage::kDraw || state.stage == Stage::kRecycled || (state.stage == Stage::kRing && in.more.step_card >= 0)) {
        if (error = find_card_at_work(rules, in, state); !error.empty()) return error;
    }
    const bool looking = state.step_card != kNone && type_of(rules, state.step_card).seen != &CardDefaults::seen;
    if (state.first_look != kNone && !looking) return "first_look, second_look: only while the Witch is used";
    if (error = import_more(rules, in.more, state); !error.empty()) return error;
    if (state.step_card != kNone) {
        const CardType& type = type_of(rules, state.step_card);
        if (!type.others_decide && state.owner[state.step_card] != state.active) return "stage: the active player does not hold the " + rules.cards[state.step_card].name;
        if (const char* fault = type.fault(rules, state, state.step_card); fault != nullptr) return fault;
    }
    if (state.first_look == kNone && state.second_look != kNone) return "second_look: needs a first look";
    switch (state.stage) {
        case Stage::kMain:
            error = need(!ending, "last: the game has ended");
            break;
        case Stage::kSetupPlague:
        case Stage::kSetupPlace:
        case Stage::kSetupRemoved:
        case Stage::kSetupGoods:
        case Stage::kDeal:
            error = need(!ending, "last: the game has not started");
            break;
        case Stage::kSpread:
        case Stage::kRing:
            if (state.step_card != kNone) {
                error = need(in.spread_region >= 0 && state.rats[in.spread_region] < kMaxRats && state.rat_supply[0] > 0 && state.rat_supply[1] > 0,
                             "spread_region: must be a region with room, with both rings in the supply");
                break;
            }
            error = need(!ending && in.spread_left > 0 && state.rat_supply[0] + state.rat_supply[1] > 0 && spread_targets(rules, state) != 0,
                         "spread_left: there must be a rat to place and room for it");
            if (error.empty() && state.stage == Stage::kRing) {
                error = need(in.spread_region >= 0 && (spread_targets(rules, state) & bit(in.spread_region)) && state.rat_supply[0] > 0 && state.rat_supply[1] > 0,
                             "spread_region: must be a neighbour with room, with both rings in the supply");
            }
            break;
        case Stage::kNeutral:
            error = need(!ending && (state.held[state.active] & rules.neutral_cards) != 0, "stage: only in a turn, and the active player must hold a card that allows neutral cubes");
            if (error.empty()) error = need(in.revealing == in.plague && state.rats[in.plague] > 0 && cubes_in(rules, state, in.plague) > 0, "revealing: nothing to reveal in the plague region");
            break;
        case Stage::kNext:
        case Stage::kReveal:
            error = need(in.revealing >= 0 && state.rats[in.revealing] > 0 && cubes_in(rules, state, in.revealing) > 0, "revealing: nothing to reveal there");
            if (error.empty() && (!ending || state.running.event != 0)) error = need(in.revealing == in.plague, "revealing: must be the plague region");
            if (error.empty() && state.stage == Stage::kNext) error = need(slots_in(state, in.revealing) > 1, "revealing: there is no choice of rats");
            if (error.empty() && state.stage == Stage::kReveal) {
                error = state.drawing == kNone ? need(state.unlooked[state.drawing_ring][in.revealing] > 0, "drawing_ring: no such rat there")
                                               : need(state.tracked[state.drawing].region == in.revealing, "drawing: the rat is elsewhere");
            }
            break;
        case Stage::kFinal:
            error = need(ending && in.active != in.last, "last: needed in the final round, and not the active player");
            if (error.empty()) error = need((in.active + 2 * n - 1 - in.final_left) % n == in.last, "final_left: does not fit last and active");
            break;
        case Stage::kProtect:
            error = need(in.more.asked >= 0 && in.more.pending >= 0 && in.revealing >= 0, "asked, pending, revealing: needed in this stage");
            if (error.empty()) error = need(may_protect(rules, state, in.more.asked), "asked: the token does not hit a class card of the player, or he has no region card");
            break;
        case Stage::kOrder:
            error = need(in.more.shown.size() > 1 && in.revealing >= 0 && shows_all(rules, state) && region_occupied(rules, state, in.revealing), "shown: two tokens, a region with cubes and a card that orders them are needed");
            break;
        case Stage::kRecycled:
            error = need(ending && rats_in_supply(state) == 0 && in.spread_region >= 0 && state.rats[in.spread_region] < kMaxRats && can_recycle(rules, state),
                         "spread_region: must be a region with room, in the final round with an empty supply");
            break;
        case Stage::kHands:
            error = need(ending, "last: needed at the end");
            break;
        case Stage::kTerminal:
            error = need(ending, "last: needed at the end");
            break;
        default:
            break;
    }
    if (!error.empty()) return error;
    state.key = count_key(rules, state);
    return check_playable(rules, state);
}

}  // namespace rattus_ai::rattus
