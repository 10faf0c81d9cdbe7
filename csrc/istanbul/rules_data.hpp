// The data of one game as they come in: plain numbers, checked by build_rules (rules_builder.hpp).
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "istanbul/limits.hpp"

namespace rattus_ai::istanbul {

// What a guild card gives beyond the action of its place.
struct GuildCardData {
    int lira = 0;
    int coffee = 0;
    int special = 0;  // 9: Lira of a failed call; 14, 15: 1 where the required number is ignored; 19: coffee less
};

struct RulesData {
    int players = 0;
    bool expansion = false;
    std::vector<int> layout;                       // places row by row
    int ruby_target = 5;
    int max_rounds = 250;
    std::vector<int> start_lira{2, 3, 4, 5, 6};
    std::vector<int> bonus;                        // copies of each kind
    std::vector<std::vector<int>> demand[kMarkets];  // tiles: wanted goods of each colour
    std::vector<int> market_pay[kMarkets]{{3, 7, 12, 18, 25}, {2, 5, 9, 14, 20}};
    std::vector<std::vector<int>> baksheesh{{0, 0, 3, 0}, {3, 0, 0, 0}};  // goods of the front and of the back
    int baksheesh_coffee = 4;
    std::vector<std::pair<int, int>> prizes;       // of each number of a die: item (0..3 goods, 4 coffee, 5 Lira), how many
    std::vector<int> tavern_costs{1, 2, 3, 4};
    int barrier_cost = 2;
    std::vector<int> house_costs{6, 7, 8, 9, 10};
    std::vector<GuildCardData> guild;
    // Printed on the board and in the rulebook; by number of players from 2 on where there are four.
    int start_assistants = 4;
    int start_capacity = 2;
    int most_capacity = 5;
    int wainwright_price = 7;
    int extensions_per_player = 3;
    std::vector<std::vector<int>> mosque_stack{{2, 4}, {2, 3, 4}, {2, 3, 4, 5}, {2, 3, 4, 5}};
    std::vector<int> mosque_rubies{2, 3, 4, 4};
    std::vector<int> dealer_rubies{9, 10, 12, 12};
    std::vector<int> palace_rubies{6, 6, 7, 7};
    int dealer_last = 23;                          // price of the last ruby
    int palace_last = 10;                          // goods for the last ruby
    std::vector<int> palace_order{3, 0, 1, 2, 4};  // spaces of the Palace: goods, 4: any; repeated
    std::vector<std::vector<std::pair<int, int>>> post{{{0, 1}, {1, 1}}, {{5, 2}, {5, 1}}, {{3, 1}, {2, 1}}, {{5, 2}, {5, 1}}};  // [column]: top, bottom
    std::vector<int> black_market{0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3};  // jewelry by total from 2 on
    int tea_fail = 2;
    int meeting_price = 2;                         // to another merchant, to a figure, for the green and the yellow tile
    int catch_lira = 3;
    int card_lira = 5;
    int far_least = 3, far_most = 4;
    int trade_lira = 8, trade_coffee = 1;
    int coffee_card = 2;
    int guild_draw_coffee = 2;
    int roast_price = 2, roast_coffee = 2;
};

}  // namespace rattus_ai::istanbul
