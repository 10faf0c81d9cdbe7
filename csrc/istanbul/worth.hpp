// What the position of a player is worth in rubies: rubies, what would buy further ones, and how near the next one is.
//
// For the greedy player and for margins. Honest limits: the values of place_gains.hpp; the way to the next ruby counts missing
// resources at one income a turn for everybody, and distances without a barrier.
#pragma once

#include <cmath>

#include "istanbul/place_gains.hpp"

namespace rattus_ai::istanbul {

namespace worth_of_progress {
inline constexpr float kIncome = 6.0f;        // of a turn, in Lira
inline constexpr float kNextRuby = 0.45f;     // rubies that a ruby is worth which needs no turn any more
inline constexpr float kEachTurn = 0.75f;     // what is left of that for each turn that it still needs
inline constexpr float kNoCapacity = 8.0f;    // Lira for goods that the wheelbarrow has no room for
inline constexpr float kStuck = 6.0f;         // Lira: no assistant under the merchant
}

// Turns until the resources in Lira that are missing have come in and the merchant stands on the place.
inline float turns_until(const Rules& rules, const Seat& seat, int where, float missing) {
    const int steps = rules.distance[seat.merchant][static_cast<std::size_t>(where)];
    const float walk = 1.0f + static_cast<float>(steps > 2 ? (steps - 1) / 2 : 0);
    const float earn = 1.0f + missing / worth_of_progress::kIncome;
    return walk > earn ? walk : earn;
}

inline float missing_goods(const Seat& seat, int good, int wanted) {
    float missing = wanted > seat.goods[good] ? static_cast<float>(wanted - seat.goods[good]) * worth_of_good(good) : 0.0f;
    if (wanted > seat.capacity) missing += static_cast<float>(wanted - seat.capacity) * worth_of_progress::kNoCapacity;
    return missing;
}

// Both tiles of a mosque, one turn for each.
inline float turns_to_mosque_ruby(const Rules& rules, const State& state, const Seat& seat, int where) {
    float missing = 0.0f;
    int tiles = 0;
    for (int colour = Mosque::first_colour(where); colour < Mosque::first_colour(where) + 2; ++colour) {
        if ((seat.tiles >> colour) & 1) continue;
        if (state.board.mosque[colour] >= rules.mosque_tiles) return 1e3f;
        ++tiles;
        missing += missing_goods(seat, colour, rules.mosque_stack[state.board.mosque[colour]]);
    }
    if (tiles == 0 || state.board.mosque_rubies[where - place::kSmallMosque] == 0) return 1e3f;
    return turns_until(rules, seat, where, missing) + static_cast<float>(tiles - 1) * 2.0f;
}

// About how many turns until the next ruby, on the quickest way.
inline float turns_to_next_ruby(const Rules& rules, const State& state, int player) {
    const Seat& seat = state.seats[player];
    const u8* left = state.board.track_rubies;
    float best = 1e3f;
    auto consider = [&](float turns) { best = turns < best ? turns : best; };
    if (left[kDealerTrack] != 0) {
        const int price = dealer_price(rules, state);
        consider(turns_until(rules, seat, place::kDealer, seat.lira < price ? static_cast<float>(price - seat.lira) : 0.0f));
    }
    if (left[kPalaceTrack] != 0) {
        const auto& needs = palace_needs(rules, state);
        float missing = 0.0f;
        int rest = 0;
        for (std::size_t good = 0; good < kGoods; ++good) {
            missing += missing_goods(seat, static_cast<int>(good), needs[good]);
            rest += seat.goods[good] > needs[good] ? seat.goods[good] - needs[good] : 0;
        }
        if (rest < needs[kGoods]) missing += static_cast<float>(needs[kGoods] - rest) * value::kGood;
        consider(turns_until(rules, seat, place::kPalace, missing));
    }
    if (left[kHouseTrack] != 0) {
        const int cost = house_cost(rules, state);
        consider(turns_until(rules, seat, place::kCoffeeHouse, seat.coffee < cost ? static_cast<float>(cost - seat.coffee) * value::kCoffee : 0.0f));
    }
    const int extensions = rules.most_capacity - seat.capacity;
    if (extensions > 0) {
        const int price = extensions * rules.wainwright_price;
        consider(turns_until(rules, seat, place::kWainwright, seat.lira < price ? static_cast<float>(price - seat.lira) : 0.0f) + static_cast<float>(extensions - 1) * 1.5f);
    }
    consider(turns_to_mosque_ruby(rules, state, seat, place::kSmallMosque));
    consider(turns_to_mosque_ruby(rules, state, seat, place::kGreatMosque));
    return best;
}

inline float nearness_of_ruby(const Rules& rules, const State& state, int player) {
    return std::pow(worth_of_progress::kEachTurn, turns_to_next_ruby(rules, state, player));
}

// Everything but rubies and the way to the next one, in Lira.
inline float worth_of_resources(const Rules& rules, const State& state, int player) {
    const Seat& seat = state.seats[player];
    float lira = static_cast<float>(seat.lira) + value::kCoffee * static_cast<float>(seat.coffee);
    for (int good = 0; good < kGoods; ++good) lira += static_cast<float>(seat.goods[good]) * worth_of_good(good);
    lira += value::kBonusCard * static_cast<float>(seat.cards) + value::kGuildCard * static_cast<float>(seat.guild_cards);
    const int extensions = seat.capacity - rules.start_capacity;
    lira += (value::kExtension + 0.25f * value::kRuby) * static_cast<float>(extensions);
    if (seat.capacity == rules.most_capacity) lira -= 0.7f * value::kRuby;  // that share has become a ruby
    for (int colour = 0; colour < kGoods; ++colour) {
        if (((seat.tiles >> colour) & 1) == 0) continue;
        lira += value::kMosqueTile;
        if (((seat.tiles >> (colour ^ 1)) & 1) == 0) lira += 0.35f * value::kRuby * static_cast<float>(state.board.mosque_rubies[colour / 2] != 0);
    }
    lira += value::kTavernTile * static_cast<float>((seat.tavern & 1) + (seat.tavern >> 1));
    if (state.board.barrier_owner == player) lira += value::kBarrier;
    lira += value::kAssistant * static_cast<float>(seat.stack);
    if (seat.stack == 0) lira -= worth_of_progress::kStuck;
    if (seat.family == place::kPoliceStation) lira += 1.0f;
    return lira;
}

// What chance is about to bring to the player in turn, on average, in Lira.
inline float worth_of_chance(const Rules& rules, const State& state, int player) {
    const Turn& turn = state.turn;
    if (player != turn.player || !is_chance(turn.stage)) return 0.0f;
    if (turn.stage == Stage::kDraw) return static_cast<float>(turn.draws_left) * value::kBonusCard;
    if (turn.stage == Stage::kDrawGuild) return static_cast<float>(turn.draws_left) * value::kGuildCard;
    if (turn.stage != Stage::kRoll) return 0.0f;
    const Seat& seat = state.seats[player];
    float sum = turn.named != kNone && seat.goods[turn.named] < seat.capacity ? 36.0f * worth_of_good(turn.named) : 0.0f;
    for (const u8 roll : rules.roll_of) {
        const auto& dice = rules.rolls[roll];
        const int total = dice[0] + dice[1];
        if (turn.called != 0) {
            sum += static_cast<float>(total >= turn.called ? turn.called : rules.tea_fail);
        } else if (turn.named != kNone) {
            const int room = seat.capacity - seat.goods[kBlue];
            const int jewelry = rules.black_market[static_cast<std::size_t>(total)];
            sum += static_cast<float>(jewelry < room ? jewelry : room) * value::kJewelry;
        } else {
            sum += worth_of(rules.prizes[dice[0]]) + worth_of(rules.prizes[dice[1]]);
        }
    }
    return sum / 36.0f;
}

inline double worth(const Rules& rules, const State& state, int player) {
    const Seat& seat = state.seats[player];
    const float resources = (worth_of_resources(rules, state, player) + worth_of_chance(rules, state, player)) / value::kRuby;
    // At the end nothing but the ranking counts: Lira before goods before cards.
    if (state.turn.stage == Stage::kTerminal) return seat.rubies + 0.002 * seat.lira + 0.00002 * goods_of(seat);
    return seat.rubies + resources + worth_of_progress::kNextRuby * nearness_of_ruby(rules, state, player);
}

}  // namespace rattus_ai::istanbul
