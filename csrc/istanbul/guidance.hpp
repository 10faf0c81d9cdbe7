// Guidance of the search for Istanbul: priors of actions and a light playout policy. Nothing here is a rule; everything here may be replaced by
// something learned. The evaluation at the horizon is in evaluation.hpp.
//
// Each action gets a promise of about the size of Lira: what the place brings now (place_gains.hpp), for movements also what could be done one
// turn later from there, less assistants and payments. The policy plays an action with probability exp(promise / temperature).
// Honest limits: other players are obstacles only; cards are mostly kept until they are needed.
#pragma once

#include <algorithm>
#include <cmath>

#include "istanbul/moves.hpp"
#include "istanbul/place_gains.hpp"

namespace rattus_ai::istanbul {

inline constexpr float kTemperature = 1.0f;
inline constexpr float kNextTurn = 0.45f;     // of what can be done one turn later
inline constexpr float kCardKept = 2.5f;      // what playing a card must bring at least
inline constexpr float kImpossible = -25.0f;

class Promise {
public:
    Promise(const Rules& rules, const State& state) : rules_(rules), state_(state), me_(mover(state)) {
        const Stage stage = state.turn.stage;
        moving_ = stage == Stage::kMove || stage == Stage::kFar || stage == Stage::kCorner;
        if (moving_ || (stage == Stage::kAction && state.turn.acting == place::kPoliceStation)) place_gains(rules, state, state.turn.player, gains_);
    }

    float of(Action action) const {
        const ActionInfo info = rules_.actions[action];
        switch (info.family) {
            case verb::kMove: return of_going(info.a);
            case verb::kFar: return best_of(reach_of(rules_, state_, state_.turn.player).far) - kCardKept;
            case verb::kCorner: return best_of(other_corners(rules_, state_, state_.turn.player)) - kCardKept;
            case verb::kStay: return of_going(me_.merchant) - kCardKept;
            case verb::kGuild: return gains_.at[info.a] + of_guild_card(info.a) - kCardKept;
            case verb::kRecall: return before_main(me_.stack <= 1 ? 3.0f : -2.0f);
            case verb::kYellow: return before_main(me_.stack == 0 ? 2.0f : -1.0f);
            case verb::kLira: return before_main(helps_to_buy() ? 20.0f : -1.5f);
            case verb::kFamilyLira: return before_main(2.0f);
            case verb::kFamilyCard: return before_main(2.0f);
            case verb::kCoffee: return before_main(0.0f);
            case verb::kGuildDraw: return before_main(-2.0f);
            case verb::kTrade: return before_main(2.0f);
            case verb::kGood: return before_main(me_.goods[info.a] < me_.capacity ? worth_of_good(info.a) - 3.0f : -8.0f);
            case verb::kSwap: return before_main(worth_of_item(info.b) - worth_of_item(info.a) - 1.5f);
            case verb::kPrize: return before_main(-0.5f);
            case verb::kPickUp: return here() + 1.0f;
            case verb::kLeave: return here() - assistant_cost();
            case verb::kDecline:
            case verb::kRefuse: return -1.0f;
            case verb::kPay: return here() - static_cast<float>(payment_due(rules_, state_));
            case verb::kSkip:
            case verb::kEnd:
            case verb::kStop:
            case verb::kPass:
            case verb::kNoBuy: return 0.0f;
            case verb::kAgain: return gain_at(rules_, state_, state_.turn.player, state_.turn.done_place) + 1.0f;
            case verb::kCatchLira: return 3.0f;
            case verb::kCatchCard: return value::kBonusCard;
            case verb::kGovernor: return meets_for_free(state_) ? value::kBonusCard : value::kBonusCard - 2.0f;
            case verb::kSmuggler: return of_good(info.a) - (meets_for_free(state_) ? 0.0f : 1.6f);
            case verb::kTrader: return meets_for_free(state_) ? value::kCoffee : 0.3f;
            case verb::kPayLira: return me_.lira >= 10 ? 0.5f : 0.0f;
            case verb::kDiscard: return -of_card(info.a);
            case verb::kPayGood: return -worth_of_good(info.a) + 2.0f;
            default: return at_place(info);
        }
    }

private:
    float here() const { return gain_at_here_; }
    float worth_of_item(int item) const { return item == kCoffee ? value::kCoffee : worth_of_good(item); }
    float of_good(int good) const { return me_.goods[good] < me_.capacity ? worth_of_good(good) : 0.0f; }
    float assistant_cost() const { return me_.stack <= 1 ? 3.0f * value::kAssistant : value::kAssistant; }
    // Cards without a hurry are compared with doing nothing; while a move is chosen that is the best move.
    float before_main(float promise) const { return moving_ ? promise + best_move() - 1.0f : promise; }

    float best_move() const {
        if (best_move_ < kImpossible) best_move_ = best_of(walking_distance(rules_, state_, state_.turn.player));
        return best_move_;
    }

    float best_of(u32 places) const {
        float best = kImpossible;
        util::for_each_bit(places, [&](int where) { best = std::max(best, of_going(where)); });
        return best;
    }

    // Acting there, encounters, payments, and what is near.
    float of_going(int where) const {
        float& known = going_[where];
        if (known > kUnknown) return known;
        const int player = state_.turn.player;
        float promise = gains_.at[where];
        if (where != place::kFountain) {
            if ((me_.assistants & bit(where)) != 0) {
                promise += value::kAssistant;
            } else if (me_.stack == 0) {
                return known = kImpossible;
            } else {
                promise -= assistant_cost();
            }
            int others = 0;
            for (int p = 0; p < rules_.players; ++p) others += p != player && state_.seats[p].merchant == where;
            for (const u8 neutral : state_.board.neutral) others += neutral == where;
            const int due = others * rules_.meeting_price;
            if (due > me_.lira) return known = kImpossible + 1.0f;
            promise -= static_cast<float>(due);
        }
        for (int figure = 0; figure < kFigures; ++figure) {
            if (state_.board.figures[figure] == where) promise += meets_for_free(state_) ? 2.5f : 1.2f;
        }
        for (int p = 0; p < rules_.players; ++p) {
            if (p != player && state_.seats[p].family == where && where != place::kPoliceStation) promise += 3.0f;
        }
        float next = 0.0f;
        util::for_each_bit(rules_.reach[0][static_cast<std::size_t>(where)].near, [&](int to) { next = std::max(next, gains_.at[to]); });
        return known = promise + kNextTurn * next;
    }

    float of_guild_card(int number) const {
        const GuildCard& card = rules_.guild[static_cast<std::size_t>(number)];
        return static_cast<float>(card.lira) + static_cast<float>(card.coffee) * value::kCoffee;
    }

    // Would five Lira more pay for what is wanted here?
    bool helps_to_buy() const {
        if (state_.turn.stage != Stage::kAction) return false;
        const int price = state_.turn.acting == place::kDealer && state_.board.track_rubies[kDealerTrack] != 0 ? dealer_price(rules_, state_)
                          : state_.turn.acting == place::kWainwright && me_.capacity < rules_.most_capacity    ? rules_.wainwright_price
                                                                                                               : 0;
        return me_.lira < price && me_.lira + copies_held(card::kLira) * rules_.card_lira >= price;
    }
    int copies_held(int kind) const { return copies(state_.known[state_.turn.player], kind) + copies(state_.secret[state_.turn.player], kind); }

    float of_card(int kind) const {
        switch (kind) {
            case card::kLira: return 4.5f;
            case card::kGood:
            case card::kFar: return 3.0f;
            case card::kDealer:
            case card::kPalace: return 3.5f;
            case card::kTrade: return 4.0f;
            default: return 2.5f;
        }
    }

    float of_goods(const u8* goods) const {
        float sum = 0.0f;
        for (int good = 0; good < kGoods; ++good) sum += static_cast<float>(goods[good]) * worth_of_good(good);
        return sum;
    }

    // What happens with two dice when a number is called.
    static float of_call(int number) {
        int ways = 0;
        for (int a = 1; a <= 6; ++a) ways += std::clamp(a + 7 - number, 0, 6);
        const float chance = static_cast<float>(ways) / 36.0f;
        return chance * static_cast<float>(number) + (1.0f - chance) * 2.0f;
    }

    float of_keeping() const {
        const int total = state_.turn.dice[0] + state_.turn.dice[1];
        return of_total(total);
    }
    float of_total(int total) const {
        if (state_.turn.called != 0) return total >= state_.turn.called ? static_cast<float>(state_.turn.called) : 2.0f;
        const int jewelry = rules_.black_market[static_cast<std::size_t>(total)];
        return static_cast<float>(std::min(jewelry, me_.capacity - me_.goods[kBlue])) * value::kJewelry;
    }
    float of_turning(int die, int number) const { return of_total(state_.turn.dice[1 - die] + number); }

    float at_place(const ActionInfo& info) const {
        const int player = state_.turn.player;
        switch (info.family) {
            case verb::kBuy: return of_good(info.a) - 1.6f;
            case verb::kFetch: return 1.0f;
            case verb::kFetchAll: return 3.0f;
            case verb::kName: return of_good(info.a);
            case verb::kCall: return 1.5f * of_call(info.a);
            case verb::kKeep: return of_keeping();
            case verb::kFour: return of_turning(info.a, kTileTurnsTo) - 0.1f;
            case verb::kReroll: return state_.turn.called != 0 ? of_call(state_.turn.called) - 0.2f : 2.0f;
            case verb::kSix: return of_turning(info.a, kCardTurnsTo) - 1.0f;
            case verb::kSell: {
                const std::size_t sale = info.a;
                const std::size_t market = state_.turn.acting == place::kSmallMarket ? 1 : 0;
                return static_cast<float>(rules_.market_pay[market][rules_.sale_size[sale]]) - of_goods(rules_.sales[sale].data());
            }
            case verb::kMarket: return 1.0f;
            case verb::kSend: return gains_.at[info.a];
            case verb::kDeliver: {
                float cost = 0.0f;
                for (const u8 extra : {info.a, info.b}) cost += extra != 0 ? worth_of_good(extra - 1) : 0.0f;
                return 12.0f - cost;
            }
            case verb::kTile: return 4.0f + share_of_a_mosque_ruby(state_, me_, info.a);
            case verb::kRoastLira: return 2.0f;
            case verb::kRoastGood: return 2.5f - worth_of_good(info.a) + value::kGood;
            case verb::kRoastBonus: return 4.5f - of_card(info.a);
            case verb::kRoastGuild: return 1.0f;
            case verb::kDiscardGuild: return -gain_at(rules_, state_, player, info.a) - of_guild_card(info.a);
            case verb::kBarrier: return std::max(gain_at(rules_, state_, player, info.a), gain_at(rules_, state_, player, info.b)) - 3.0f;
            case verb::kUse: return gain_at(rules_, state_, player, info.a);
            case verb::kBuyRuby: return 15.0f;
            case verb::kTavernTile: return value::kTavernTile;
            case verb::kBaksheesh: return 12.0f;
            case verb::kNameOption: return info.a == tavern::kBaksheesh ? 10.0f : 3.0f;
            case verb::kCaravansary: return of_open_cards(info.a);
            default: return 4.0f;  // there is nothing else to do at the place
        }
    }

    float of_open_cards(int open) const {
        float sum = 4.0f;
        for (int i = 0; i < open; ++i) sum += of_card(state_.discards[state_.discard_count - 1 - i]) - 3.0f;
        return sum;
    }

    static constexpr float kUnknown = -1000.0f;

    const Rules& rules_;
    const State& state_;
    const Seat& me_;
    bool moving_ = false;
    PlaceGains gains_;
    float gain_at_here_ = state_.turn.stage == Stage::kAssistant || state_.turn.stage == Stage::kPay ? gain_here() : 0.0f;
    mutable float best_move_ = kUnknown;
    mutable std::array<float, kMaxPlaces + 1> going_ = [] {
        std::array<float, kMaxPlaces + 1> out;
        out.fill(kUnknown);
        return out;
    }();

    float gain_here() const {
        const float gain = me_.merchant == place::kPoliceStation ? 5.0f : gain_at(rules_, state_, state_.turn.player, me_.merchant);
        return gain + 1.5f;
    }
};

// Weights of the legal actions; larger is more promising.
inline void action_priors(const Rules& rules, const State& state, const Action* actions, int count, float* weights) {
    if (count == 1) {
        weights[0] = 1.0f;
        return;
    }
    const Promise promise(rules, state);
    for (int i = 0; i < count; ++i) weights[i] = std::exp(std::clamp(promise.of(actions[i]), kImpossible, -kImpossible) / kTemperature);
}

// A light policy: actions with probabilities in proportion to their priors.
inline Action light_action(const Rules& rules, const State& state, util::Random& random) {
    constexpr int kMostActions = 384;
    Action actions[kMostActions];
    float weights[kMostActions];
    util::ListChoices choices(actions);
    decisions(rules, state, choices);
    const int count = choices.count();
    if (count == 1) return actions[0];
    action_priors(rules, state, actions, count, weights);
    float total = 0.0f;
    for (int i = 0; i < count; ++i) total += weights[i];
    float left = static_cast<float>(random.uniform()) * total;
    for (int i = 0; i < count - 1; ++i) {
        left -= weights[i];
        if (left < 0.0f) return actions[i];
    }
    return actions[count - 1];
}

}  // namespace rattus_ai::istanbul
