// The data of the box for the tools in this folder only; the library reads them from its data files.
#pragma once

#include "istanbul/game.hpp"

namespace rattus_ai::tools {

// layout: 0 to 2 the printed ones (0 with the expansion), above: random by this seed.
inline istanbul::RulesData istanbul_data(int players, bool expansion, u64 layout) {
    istanbul::RulesData data;
    data.players = players;
    data.expansion = expansion;
    const std::vector<std::vector<int>> base{{15, 5, 2, 14, 4, 12, 7, 3, 8, 6, 11, 9, 13, 10, 1, 16},
                                             {16, 2, 8, 11, 15, 7, 6, 4, 3, 5, 12, 1, 10, 9, 14, 13},
                                             {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
    const std::vector<int> first{16, 15, 18, 3, 10, 8, 1, 7, 17, 4, 2, 19, 6, 12, 9, 20, 11, 5, 14, 13};
    const bool printed = expansion ? layout == 0 : layout < base.size();
    data.layout = !printed ? istanbul::random_layout(expansion, layout) : expansion ? first : base[static_cast<std::size_t>(layout)];
    data.ruby_target = expansion || players == 2 ? 6 : 5;
    data.bonus = {4, 4, 4, 2, 2, 2, 2, 2, 2, 2};
    data.demand[0] = {{2, 1, 0, 2}, {1, 1, 0, 3}, {2, 0, 1, 2}, {1, 0, 1, 3}, {1, 1, 1, 2}};
    data.demand[1] = {{1, 1, 2, 1}, {1, 2, 1, 1}, {1, 3, 1, 0}, {1, 2, 2, 0}, {0, 2, 2, 1}};
    data.bonus.resize(istanbul::kBonusKinds, expansion ? 2 : 0);
    // The cards with prizes in every other random layout.
    if (layout % 2 == 0) data.bonus[istanbul::card::kPrize] = 0;
    data.prizes = {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {5, 2}, {4, 1}};
    data.guild.resize(istanbul::kGuildCards);
    data.guild[8].special = 4;
    data.guild[13].special = data.guild[14].special = 1;
    data.guild[15].coffee = 3;
    data.guild[18].special = 1;
    return data;
}

}  // namespace rattus_ai::tools
