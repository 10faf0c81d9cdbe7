// Builds the rules of one game from plain data and numbers its actions. Returns what is wrong instead of throwing: the field, what was found,
// what was expected.
#pragma once

#include "istanbul/grid.hpp"
#include "istanbul/numbering.hpp"

namespace rattus_ai::istanbul {

class RulesBuilder {
public:
    RulesBuilder(const RulesData& data, Rules& rules) : data_(data), rules_(rules) {}

    std::string build() {
        rules_ = Rules{};
        if (!within("players", data_.players, 2, kMaxPlayers)) return problem_;
        rules_.players = data_.players;
        rules_.expansion = data_.expansion;
        rules_.columns = columns_of(data_.expansion);
        rules_.places = data_.expansion ? kMaxPlaces : kBasePlaces;
        problem_ = layout_problem(data_.layout, data_.expansion);
        if (!problem_.empty()) return problem_;
        rules_.layout = data_.layout;
        build_grid(rules_);
        const bool fine = basics() && bonus_cards() && markets() && tracks() && tavern() && guild_cards() && simple_numbers();
        if (!fine) return problem_;
        tables();
        number_actions(rules_);
        number_outcomes(rules_);
        bound_length();
        return {};
    }

private:
    bool fail(const std::string& field, const std::string& what) {
        problem_ = field + ": " + what;
        return false;
    }
    bool within(const std::string& field, int value, int least, int most) {
        if (value >= least && value <= most) return true;
        return fail(field, "found " + std::to_string(value) + ", expected " + std::to_string(least) + " to " + std::to_string(most));
    }
    bool sized(const std::string& field, std::size_t size, std::size_t wanted) {
        if (size == wanted) return true;
        return fail(field, "found " + std::to_string(size) + " entries, expected " + std::to_string(wanted));
    }
    // Copies numbers into a field of the rules; each within the limits.
    template <class Numbers, class Out>
    bool copy(const std::string& field, const Numbers& numbers, std::size_t wanted, int most, Out&& out) {
        if (!sized(field, numbers.size(), wanted)) return false;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (!within(field, numbers[i], 0, most)) return false;
            out[i] = static_cast<std::remove_reference_t<decltype(out[i])>>(numbers[i]);
        }
        return true;
    }
    std::size_t by_players() const { return static_cast<std::size_t>(rules_.players - 2); }

    bool basics() {
        if (!within("ruby_target", data_.ruby_target, 1, 30) || !within("max_rounds", data_.max_rounds, 1, 1000)) return false;
        rules_.ruby_target = data_.ruby_target;
        rules_.max_rounds = data_.max_rounds;
        if (data_.start_lira.size() < static_cast<std::size_t>(rules_.players)) return sized("start_lira", data_.start_lira.size(), static_cast<std::size_t>(rules_.players));
        for (std::size_t p = 0; p < static_cast<std::size_t>(rules_.players); ++p) {
            if (!within("start_lira", data_.start_lira[p], 0, 1000)) return false;
            rules_.start_lira[p] = static_cast<u16>(data_.start_lira[p]);
        }
        return true;
    }

    bool bonus_cards() {
        if (!sized("bonus", data_.bonus.size(), kBonusKinds)) return false;
        for (int kind = 0; kind < kBonusKinds; ++kind) {
            const int count = data_.bonus[static_cast<std::size_t>(kind)];
            if (!within("bonus", count, 0, kMaxOfKind)) return false;
            if (kind >= kBaseBonusKinds && count != 0 && !rules_.expansion) return fail("bonus", "kind " + std::to_string(kind) + " belongs to the expansion");
            rules_.bonus += card_of(kind) * static_cast<u64>(count);
            rules_.bonus_count += count;
        }
        rules_.sixes = copies(rules_.bonus, card::kSix) != 0;
        return within("bonus", rules_.bonus_count, rules_.players, kMaxBonusCards);
    }

    bool markets() {
        constexpr const char* names[kMarkets] = {"large", "small"};
        for (std::size_t market = 0; market < kMarkets; ++market) {
            const auto& tiles = data_.demand[market];
            if (!within(names[market], static_cast<int>(tiles.size()), 1, kMaxTiles)) return false;
            for (const auto& tile : tiles) {
                DemandTile out;
                if (!copy(names[market], tile, kGoods, kMaxDemand, out.goods)) return false;
                const int wanted = out.goods[0] + out.goods[1] + out.goods[2] + out.goods[3];
                if (!within(names[market], wanted, 1, kMaxDemand)) return false;
                rules_.demand[market].push_back(out);
            }
            std::array<u8, kMaxDemand> pay{};
            if (!copy(market == 0 ? "pay_large" : "pay_small", data_.market_pay[market], kMaxDemand, 200, pay)) return false;
            for (std::size_t i = 0; i < kMaxDemand; ++i) rules_.market_pay[market][i + 1] = pay[i];
        }
        return true;
    }

    bool tracks() {
        const std::size_t which = by_players();
        if (!sized("mosque_stack", data_.mosque_stack.size(), 4) || !sized("mosque_rubies", data_.mosque_rubies.size(), 4)) return false;
        if (!sized("dealer_rubies", data_.dealer_rubies.size(), 4) || !sized("palace_rubies", data_.palace_rubies.size(), 4)) return false;
        if (!within("mosque_stack", static_cast<int>(data_.mosque_stack[which].size()), 1, 4)) return false;
        if (!copy("mosque_stack", data_.mosque_stack[which], data_.mosque_stack[which].size(), 9, rules_.mosque_stack)) return false;
        rules_.mosque_tiles = static_cast<int>(data_.mosque_stack[which].size());
        rules_.mosque_rubies = data_.mosque_rubies[which];
        rules_.wainwright_rubies = rules_.players;
        if (!within("mosque_rubies", rules_.mosque_rubies, 0, 15)) return false;
        if (!within("palace_rubies", data_.palace_rubies[which], 0, 15) || !within("dealer_rubies", data_.dealer_rubies[which], 0, 15)) return false;
        rules_.track_rubies = {static_cast<u8>(data_.palace_rubies[which]), static_cast<u8>(data_.dealer_rubies[which]),
                               static_cast<u8>(rules_.expansion ? data_.house_costs.size() : 0)};
        if (!within("dealer_last", data_.dealer_last, 15, 200) || !within("palace_last", data_.palace_last, 1, 15)) return false;
        if (!within("palace_order", static_cast<int>(data_.palace_order.size()), 1, 15)) return false;
        for (const int space : data_.palace_order) {
            if (!within("palace_order", space, 0, kGoods)) return false;
        }
        for (int left = 1; left < 16; ++left) {
            rules_.dealer_price[static_cast<std::size_t>(left)] = static_cast<u8>(data_.dealer_last + 1 - left);
            const int spaces = data_.palace_last + 1 - left;
            if (spaces < 1) {
                if (left <= rules_.track_rubies[0]) return fail("palace_rubies", "more rubies than the Palace has spaces");
                continue;
            }
            rules_.palace_cost[static_cast<std::size_t>(left)] = static_cast<u8>(spaces);
            auto& needs = rules_.palace_needs[static_cast<std::size_t>(left)];
            for (int i = 0; i < spaces; ++i) ++needs[static_cast<std::size_t>(data_.palace_order[static_cast<std::size_t>(i) % data_.palace_order.size()])];
            if (needs[kGoods] > 2) return fail("palace_order", "more than two spaces for any good");
        }
        std::array<u8, 15> costs{};
        if (!within("house_costs", static_cast<int>(data_.house_costs.size()), 1, 15)) return false;
        if (!copy("house_costs", data_.house_costs, data_.house_costs.size(), 100, costs)) return false;
        for (std::size_t i = 0; i < data_.house_costs.size(); ++i) rules_.house_cost[data_.house_costs.size() - i] = costs[i];
        return post();
    }

    bool post() {
        if (!sized("post", data_.post.size(), 4)) return false;
        for (const auto& column : data_.post) {
            if (!sized("post", column.size(), 2)) return false;
            for (const auto& what : column) {
                if (!is_gain("post", what)) return false;
            }
        }
        for (std::size_t down = 0; down < rules_.post.size(); ++down) {
            for (std::size_t column = 0; column < 4; ++column) {
                const auto& what = data_.post[column][column < down ? 0 : 1];
                rules_.post[down][column] = {static_cast<u8>(what.first), static_cast<u8>(what.second)};
            }
        }
        return true;
    }

    bool is_gain(const std::string& field, const std::pair<int, int>& what) { return within(field, what.first, 0, kLiraItem) && within(field, what.second, 0, 100); }

    bool tavern() {
        if (!sized("baksheesh", data_.baksheesh.size(), 2)) return false;
        for (std::size_t side = 0; side < 2; ++side) {
            if (!copy("baksheesh", data_.baksheesh[side], kGoods, 9, rules_.baksheesh[side])) return false;
        }
        if (!within("tavern_costs", static_cast<int>(data_.tavern_costs.size()), 1, 4)) return false;
        if (!copy("tavern_costs", data_.tavern_costs, data_.tavern_costs.size(), 100, rules_.tavern_costs)) return false;
        rules_.tavern_tiles = static_cast<int>(data_.tavern_costs.size());
        if (data_.prizes.empty() && copies(rules_.bonus, card::kPrize) == 0) return true;
        if (!sized("prizes", data_.prizes.size(), 6)) return false;
        for (std::size_t number = 0; number < 6; ++number) {
            if (!is_gain("prizes", data_.prizes[number])) return false;
            rules_.prizes[number + 1] = {static_cast<u8>(data_.prizes[number].first), static_cast<u8>(data_.prizes[number].second)};
        }
        return true;
    }

    bool guild_cards() {
        if (!rules_.expansion && data_.guild.empty()) return true;
        if (!sized("guild", data_.guild.size(), kGuildCards)) return false;
        for (int number = 1; number <= kGuildCards; ++number) {
            const GuildCardData& data = data_.guild[static_cast<std::size_t>(number - 1)];
            const std::string field = "guild card " + std::to_string(number);
            const bool special = number == place::kTeaHouse || number == place::kSmallMosque || number == place::kGreatMosque || number == place::kTavern;
            if (!within(field, data.lira, 0, 100) || !within(field, data.coffee, 0, 100) || !within(field, data.special, 0, special ? 100 : 0)) return false;
            rules_.guild[static_cast<std::size_t>(number)] = {static_cast<u8>(data.lira), static_cast<u8>(data.coffee), static_cast<u8>(data.special)};
        }
        return true;
    }

    bool simple_numbers() {
        std::array<u8, kHighestTotal - 1> jewelry{};
        if (!copy("black_market", data_.black_market, jewelry.size(), 9, jewelry)) return false;
        for (std::size_t i = 0; i < jewelry.size(); ++i) rules_.black_market[i + kLowestTotal] = jewelry[i];
        struct Number {
            const char* field;
            int value;
            int least;
            int most;
            int* out;
        };
        const Number numbers[] = {
            {"start_assistants", data_.start_assistants, 1, 10, &rules_.start_assistants},
            {"start_capacity", data_.start_capacity, 1, 9, &rules_.start_capacity},
            {"most_capacity", data_.most_capacity, data_.start_capacity, 9, &rules_.most_capacity},
            {"wainwright_price", data_.wainwright_price, 0, 100, &rules_.wainwright_price},
            {"barrier_cost", data_.barrier_cost, 1, 100, &rules_.barrier_cost},
            {"baksheesh_coffee", data_.baksheesh_coffee, 0, 100, &rules_.baksheesh_coffee},
            {"tea_fail", data_.tea_fail, 0, 100, &rules_.tea_fail},
            {"meeting_price", data_.meeting_price, 0, 100, &rules_.meeting_price},
            {"catch_lira", data_.catch_lira, 0, 100, &rules_.catch_lira},
            {"card_lira", data_.card_lira, 0, 100, &rules_.card_lira},
            {"trade_lira", data_.trade_lira, 0, 100, &rules_.trade_lira},
            {"trade_coffee", data_.trade_coffee, 0, 100, &rules_.trade_coffee},
            {"coffee_card", data_.coffee_card, 0, 100, &rules_.coffee_card},
            {"guild_draw_coffee", data_.guild_draw_coffee, 0, 100, &rules_.guild_draw_coffee},
            {"roast_price", data_.roast_price, 0, 100, &rules_.roast_price},
            {"roast_coffee", data_.roast_coffee, 0, 3, &rules_.roast_coffee},
        };
        for (const Number& number : numbers) {
            if (!within(number.field, number.value, number.least, number.most)) return false;
            *number.out = number.value;
        }
        return true;
    }

    void tables() {
        std::size_t index = 0;
        for (int i = 0; i <= kGoods; ++i) {
            for (int j = i; j <= kGoods; ++j) rules_.deliveries[index++] = {static_cast<u8>(i), static_cast<u8>(j)};
        }
        index = 0;
        for (int a = 1; a <= 6; ++a) {
            for (int b = a; b <= 6; ++b) {
                rules_.rolls[index] = {static_cast<u8>(a), static_cast<u8>(b)};
                rules_.roll_of[static_cast<std::size_t>((a - 1) * 6 + b - 1)] = static_cast<u8>(index);
                rules_.roll_of[static_cast<std::size_t>((b - 1) * 6 + a - 1)] = static_cast<u8>(index);
                ++index;
            }
        }
        index = 0;
        for (int number = 1; number < 6 * 6 * 6 * 6; ++number) {
            const std::array<u8, kGoods> sale{static_cast<u8>(number / 216), static_cast<u8>(number / 36 % 6), static_cast<u8>(number / 6 % 6), static_cast<u8>(number % 6)};
            const int size = sale[0] + sale[1] + sale[2] + sale[3];
            if (size > kMaxDemand) continue;
            for (std::size_t good = 0; good < kGoods; ++good) {
                for (std::size_t most = sale[good]; most <= kMaxDemand; ++most) rules_.sales_within[good][most][index / 32] |= bit(static_cast<int>(index % 32));
            }
            rules_.sale_size[index] = static_cast<u8>(size);
            rules_.sales[index++] = sale;
        }
    }

    // Upper bounds of the length of a game. In a turn the decisions without cards are at most kPlain. Cards: let the potential of a player be
    // four for each bonus card in hand plus his coffee. Playing a card lowers it by at least one, and so does the barrier, but for the card that
    // sends the family member home and draws another; that one is limited by how often he can be sent out, which is once a turn and
    // once for each barrier more. A turn adds at most kGain: five draws of four each by governor and caught family members and two
    // cards and a coffee of the Caravansary (or the coffee of another place), one of the coffee trader. A card takes at most five decisions, a
    // barrier with what follows seven. Each turn has at most as many chance nodes beside its cards: figures, dice, tiles, draws.
    void bound_length() {
        constexpr int kPlain = 34;
        constexpr int kGain = 5 * 4 + 2 * 4 + 12;
        constexpr int kPerCard = 5 + 7;
        const int turns = rules_.max_rounds * rules_.players;
        const int cards = rules_.expansion ? turns * kGain + 4 * rules_.players : turns * (kGain / 4) + rules_.players;
        const int sent = 2 * turns + (rules_.expansion ? cards : 0);
        rules_.max_game_length = turns * kPlain + cards * kPerCard + sent * 2 + rules_.players * 2;
        rules_.max_chance_nodes = kFigures + 2 + rules_.players + turns * 16 + (cards + sent) * 2;
    }

    const RulesData& data_;
    Rules& rules_;
    std::string problem_;
};

inline std::string build_rules(const RulesData& data, Rules& rules) { return RulesBuilder(data, rules).build(); }

}  // namespace rattus_ai::istanbul
