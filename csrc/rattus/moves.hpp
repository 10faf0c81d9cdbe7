// Who acts, what is legal, what it does: the stages of state.hpp dispatched to the files that implement them.
#pragma once

#include <algorithm>

#include "rattus/setup.hpp"
#include "search/game.hpp"
#include "util/choices.hpp"
#include "util/random.hpp"

namespace rattus_ai::rattus {

using search::kChance;
using search::kTerminal;

inline int to_act(const Rules& rules, const State& state) {
    switch (state.stage) {
        case Stage::kTerminal:
            return kTerminal;
        case Stage::kSetupPlague:
        case Stage::kSee:
        case Stage::kRing:
        case Stage::kReveal:
        case Stage::kSetupRemoved:
        case Stage::kSetupGoods:
        case Stage::kDeal:
        case Stage::kDraw:
        case Stage::kRecycled:
        case Stage::kHands:
            return kChance;
        case Stage::kProtect:
            return state.running.asked;
        case Stage::kNext:
            return rules.options.reveal_order == RevealOrder::kActivePlayer ? state.active : kChance;
        default:
            return state.active;
    }
}

// Announces the legal decisions; nothing at chance nodes and at the end.
template <class Choices>
inline void decisions(const Rules& rules, const State& state, Choices& choices) {
    switch (state.stage) {
        case Stage::kMain:
            main_choices(rules, state, choices);
            break;
        case Stage::kSpread:
            choices.set(rules.rat_base, spread_targets(rules, state));
            break;
        case Stage::kFinal:
            final_choices(rules, state, choices);
            break;
        case Stage::kCardStep:
            step_choices(type_of(rules, state.step_card), rules, state, state.step_card, choices);
            break;
        case Stage::kNeutral:
            choices.range(rules.neutral_base, 2);
            break;
        case Stage::kSetupPlace:
            choices.set(rules.place_base, rules.all_regions, rules.max_extra + 1);
            break;
        case Stage::kNext:
            if (rules.options.reveal_order == RevealOrder::kActivePlayer) {
                choices.range(rules.next_base, slots_in(state, state.revealing));
            }
            break;
        case Stage::kProtect:
            protect_choices(rules, state, choices);
            break;
        case Stage::kOrder:
            order_choices(rules, state, choices);
            break;
        default:
            break;
    }
}

using util::count_actions;
using util::list_actions;
using util::random_action;

inline void apply_in_turn(const Rules& rules, State& state, Action action) {
    const ActionInfo& info = rules.actions[action];
    switch (info.family) {
        case kTake:
            take_card(rules, state, info.a);
            break;
        case kPlace:
            place_in_phase_b(state, info);
            break;
        case kPlague:
            move_plague(rules, state, info.a);
            break;
        case kGoodsToken:
            take_goods(state, state.active, info.a);
            state.market.taken = 1;
            break;
        case kCardToken:
            put_card_token(state, state.active, info.a, info.b);
            break;
        default: {
            const int card = rules.families[info.family].card;
            type_of(rules, card).apply(rules, state, card, action);
        }
    }
}

// In the final round the families of placements and of the piece belong to the cards that allow them there.
inline void apply_in_final_round(const Rules& rules, State& state, Action action) {
    const ActionInfo& info = rules.actions[action];
    if (info.family == kDone) {
        final_done(rules, state);
        return;
    }
    if (info.family == kRavage) {
        start_event(rules, state, info.a);
        return;
    }
    if (info.family == kCardToken) {
        put_card_token(state, state.active, info.a, info.b);
        return;
    }
    if (info.family >= kCoreFamilies) {
        const int card = rules.families[info.family].card;
        type_of(rules, card).apply(rules, state, card, action);
        return;
    }
    // The first unused card in hand that offers this action.
    for (u32 cards = static_cast<u32>(state.held[state.active] & ~state.used); cards != 0; cards &= cards - 1) {
        const int card = util::lowest_bit(cards);
        const CardType& type = type_of(rules, card);
        if ((info.family == kPlague && type.neutral_cubes) || (info.family == kPlace && type.final_place)) {
            type.apply(rules, state, card, action);
            return;
        }
    }
}

// Answers to a revealed token.
[[gnu::noinline]] inline void answer(const Rules& rules, State& state, Action action) {
    if (state.stage == Stage::kProtect) {
        protect_or_decline(rules, state, action);
    } else if (state.stage == Stage::kOrder) {
        resolve_shown(rules, state, rules.actions[action].a);
    }
}

// The action must be legal.
inline void apply_action(const Rules& rules, State& state, Action action) {
    const ActionInfo& info = rules.actions[action];
    switch (state.stage) {
        case Stage::kMain:
            apply_in_turn(rules, state, action);
            break;
        case Stage::kSpread:
            spread_to(rules, state, info.a);
            break;
        case Stage::kFinal:
            apply_in_final_round(rules, state, action);
            break;
        case Stage::kCardStep:
            type_of(rules, state.step_card).step_apply(rules, state, state.step_card, action);
            break;
        case Stage::kNeutral:
            state.neutral = info.a;
            start_reveals(rules, state);
            break;
        case Stage::kSetupPlace:
            setup_place(rules, state, info.a);
            break;
        case Stage::kNext:
            choose_next_rat(rules, state, info.a);
            break;
        default:
            answer(rules, state, action);
            break;
    }
}

// --- chance ---

using Outcome = search::WeightedOutcome;

// All outcomes with a positive weight, ascending; `out` has room for all outcomes of the game. Returns how many.
inline int chance_outcomes(const Rules& rules, const State& state, Outcome* out) {
    int count = 0;
    auto add = [&](int id, int weight) {
        if (weight > 0) out[count++] = {static_cast<u16>(id), static_cast<u16>(weight)};
    };
    switch (state.stage) {
        case Stage::kSetupPlague:
            for (int r = 0; r < rules.regions; ++r) add(rules.chance_plague_base + r, 1);
            break;
        case Stage::kRing:
            for (int ring = 0; ring < 2; ++ring) add(rules.chance_ring_base + ring, state.rat_supply[ring]);
            break;
        case Stage::kNext: {
            const int slots = slots_in(state, state.revealing);
            for (int slot = 0; slot < slots; ++slot) add(rules.chance_next_base + slot, slot_at(state, state.revealing, slot).weight);
            break;
        }
        case Stage::kSee:
        case Stage::kReveal: {
            const int base = state.stage == Stage::kSee ? rules.chance_see_base : rules.chance_reveal_base;
            const bool recycled = state.drawing != kNone && pool_of(state, state.drawing) != 0;
            for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
                const Kind& kind = rules.kinds[k];
                if (kind.ring != state.drawing_ring) continue;
                add(base + static_cast<int>(k), recycled ? recycled_weight(rules, state, state.drawing, kind) : util::count_bits(state.unseen[kind.ring] & kind.tokens));
            }
            break;
        }
        case Stage::kSetupRemoved:
            for (int kind = 0; kind < kGoodsKinds; ++kind) add(rules.chance_removed_base + kind, state.market.removed[kind] == 0);
            break;
        case Stage::kSetupGoods: {
            const auto left = tokens_to_lay(rules, state);
            for (int kind = 0; kind < kGoodsKinds; ++kind) add(rules.chance_goods_base + kind, left[static_cast<std::size_t>(kind)]);
            add(rules.chance_goods_base + kGoodsKinds, regions_without_goods(rules, state));
            break;
        }
        case Stage::kDeal:
        case Stage::kDraw:
        case Stage::kHands: {
            const int base = state.stage == Stage::kDeal ? rules.chance_deal_base : state.stage == Stage::kDraw ? rules.chance_draw_base : rules.chance_hand_base;
            for_each_card_kind(rules, state.cards.pool, [&](int kind, int cards) { add(base + kind, cards); });
            break;
        }
        case Stage::kRecycled:
            for (int ring = 0; ring < 2; ++ring) add(rules.chance_recycled_base + ring, tokens_to_recycle(rules, state, ring));
            break;
        default:
            break;
    }
    return count;
}

inline void see_kind(const Rules& rules, State& state, int kind) {
    fix_token(rules, state, state.drawing, kind);
    state.drawing = kNone;
    state.drawing_ring = 0;
    type_of(rules, state.step_card).seen(rules, state, state.step_card);
}

// At the chance events that only some boxes know.
[[gnu::noinline, gnu::cold]] inline void apply_more(const Rules& rules, State& state, int a) {
    switch (state.stage) {
        case Stage::kSetupRemoved:
            remove_goods(state, a);
            break;
        case Stage::kSetupGoods:
            lay_goods(rules, state, a);
            break;
        case Stage::kDeal:
            take_from_pool(rules, state, state.cards.hand[state.active], a);
            --state.cards.draws_left;
            deal_cards(rules, state);
            break;
        case Stage::kDraw:
            take_from_pool(rules, state, state.cards.drawn, a);
            --state.cards.draws_left;
            if (!ask_for_card(rules, state)) type_of(rules, state.step_card).cards_drawn(rules, state, state.step_card);
            break;
        case Stage::kHands:
            show_hand_card(rules, state, a);
            break;
        case Stage::kRecycled:
            type_of(rules, state.step_card).ring_drawn(rules, state, state.step_card, a);
            break;
        default:
            break;
    }
}

// The outcome must have a positive weight.
inline void apply_outcome(const Rules& rules, State& state, int id) {
    const int a = rules.outcomes[static_cast<std::size_t>(id)].a;
    switch (state.stage) {
        case Stage::kSetupPlague:
            state.plague = static_cast<u8>(a);
            plague_is_placed(rules, state);
            break;
        case Stage::kRing: {
            if (state.step_card != kNone) {
                type_of(rules, state.step_card).ring_drawn(rules, state, state.step_card, a);
                break;
            }
            const int region = state.spread_region;
            state.spread_region = kNone;
            add_new_rat(rules, state, region, a);
            break;
        }
        case Stage::kNext:
            choose_next_rat(rules, state, a);
            break;
        case Stage::kSee:
            see_kind(rules, state, a);
            break;
        case Stage::kReveal:
            reveal_kind(rules, state, a);
            break;
        default:
            apply_more(rules, state, a);
            break;
    }
}

// A uniformly random unseen token of the ring, as a kind.
inline int draw_kind(const Rules& rules, const State& state, int ring, util::Random& random) {
    const u64 unseen = state.unseen[ring];
    const int token = util::select_bit(unseen, random.below(util::count_bits(unseen)));
    return rules.tokens[static_cast<std::size_t>(ring)][static_cast<std::size_t>(token)].kind;
}

// One of these outcomes, by their weights.
inline int pick_outcome(const Outcome* outcomes, int count, util::Random& random) {
    int total = 0;
    for (int i = 0; i < count; ++i) total += outcomes[i].weight;
    int left = random.below(total);
    for (int i = 0; i < count; ++i) {
        left -= outcomes[i].weight;
        if (left < 0) return outcomes[i].id;
    }
    return outcomes[count - 1].id;
}

// The kind of a recycled rat, by its weights.
inline int draw_recycled_kind(const Rules& rules, const State& state, int entry, util::Random& random) {
    int total = 0;
    for (const Kind& kind : rules.kinds) total += recycled_weight(rules, state, entry, kind);
    int left = random.below(total);
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
        left -= recycled_weight(rules, state, entry, rules.kinds[k]);
        if (left < 0) return static_cast<int>(k);
    }
    return 0;
}

// The token of the rat that is being drawn.
inline int draw_token_kind(const Rules& rules, const State& state, util::Random& random) {
    if (state.recycled_count != 0 && state.drawing != kNone && pool_of(state, state.drawing) != 0) [[unlikely]] return draw_recycled_kind(rules, state, state.drawing, random);
    return draw_kind(rules, state, state.drawing_ring, random);
}

// At the chance events that only some boxes know.
[[gnu::noinline, gnu::cold]] inline int sample_more(const Rules& rules, const State& state, util::Random& random) {
    switch (state.stage) {
        case Stage::kDeal:
            return rules.chance_deal_base + random_card_kind(rules, state.cards.pool, random);
        case Stage::kDraw:
            return rules.chance_draw_base + random_card_kind(rules, state.cards.pool, random);
        case Stage::kHands:
            return rules.chance_hand_base + random_card_kind(rules, state.cards.pool, random);
        default: {
            Outcome outcomes[kGoodsKinds + 1];
            return pick_outcome(outcomes, chance_outcomes(rules, state, outcomes), random);
        }
    }
}

inline int sample_outcome(const Rules& rules, const State& state, util::Random& random) {
    switch (state.stage) {
        case Stage::kSetupPlague:
            return rules.chance_plague_base + random.below(rules.regions);
        case Stage::kRing: {
            const int ring = random.below(state.rat_supply[0] + state.rat_supply[1]) < state.rat_supply[0] ? kStarting : kNormal;
            return rules.chance_ring_base + ring;
        }
        case Stage::kNext: {
            int rat = random.below(state.rats[state.revealing]);
            for (int slot = 0;; ++slot) {
                rat -= slot_at(state, state.revealing, slot).weight;
                if (rat < 0) return rules.chance_next_base + slot;
            }
        }
        case Stage::kSee:
            return rules.chance_see_base + draw_token_kind(rules, state, random);
        case Stage::kReveal:
            return rules.chance_reveal_base + draw_token_kind(rules, state, random);
        default:
            return sample_more(rules, state, random);
    }
}

}  // namespace rattus_ai::rattus
