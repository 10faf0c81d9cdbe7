// Base rules with the stand-in map and tokens, for the tools in this folder only; the library reads them from its data files.
#pragma once

#include "rattus/game.hpp"

namespace rattus_ai::tools {

inline rattus::RulesData example_rules(int players) {
    rattus::RulesData data;
    data.players = players;
    const std::vector<std::string> names{"anglia", "gallia", "germania", "hispania", "hungaria", "italia",
                                         "polonia", "scandia", "bulgaria", "turcia", "russia", "tartaria"};
    const std::size_t used = players == 2 ? 8 : players == 3 ? 10 : 12;
    data.regions.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(used));
    const std::pair<int, int> edges[] = {{1, 3}, {10, 11}, {0, 1}, {3, 5}, {2, 5}, {2, 7}, {0, 2}, {1, 2}, {1, 5}, {2, 6}, {2, 4},
                                         {5, 4}, {6, 4}, {6, 10}, {6, 11}, {4, 8}, {4, 11}, {8, 9}, {8, 11}, {9, 11}, {7, 10}, {0, 7}};
    for (const auto& [a, b] : edges) {
        if (a < static_cast<int>(used) && b < static_cast<int>(used)) data.edges.emplace_back(a, b);
    }
    data.starting = {"1:PK", "2:MBW", "2:PCR", "3:CKW", "3:MBR", "4:MPW", "4:ABC", "4:MKWR", "5:MAPR", "5:ABCK", "6:MAPBW", "6:APCKR"};
    data.normal = {"1:BC", "1:WR", "1:PK", "1:WR", "2:MBC", "2:MPK", "2:BKR", "2:PCW", "3:PBW", "3:MCK", "3:APR", "3:BKW", "3:MCR",
                   "3:APB", "3:CKR", "4:MPCW", "4:ABK", "4:PBWR", "4:MCKR", "4:ACW", "4:PBKR", "4:MBCW", "4:APK", "5:MAWR", "5:APBC",
                   "5:MAKW", "5:MPBCR", "5:MAKW", "5:ABKR", "5:MAPC", "5:MCKWR", "6:MABWR", "6:APBKW", "6:MAPCR", "6:ABCKW", "6:MAPWR", "6:ABCKR"};
    data.removed = players == 2 ? 12 : players == 3 ? 6 : 0;
    data.cards = {{"peasant", 'P'}, {"merchant", 'B'}, {"monk", 'C'}, {"knight", 'K'}, {"witch", 'W'}, {"king", 'R'}};
    return data;
}

// Cards of all boxes at random, with goods, region cards and North Africa where the number of players asks for it; the same for the same seed.
inline rattus::RulesData mixed_rules(int players, u64 seed) {
    rattus::RulesData data = example_rules(players < 4 ? players : 4);
    util::Random random(seed, 7, 0);
    data.players = players;
    data.mercatus = true;
    if (players >= 5) {
        for (const char* name : {"mauretania", "numidia", "africa", "libya", "aegyptus"}) data.regions.push_back(name);
        for (const auto& edge : std::vector<std::pair<int, int>>{{12, 13}, {13, 14}, {14, 15}, {15, 16}, {3, 12}, {5, 14}, {9, 16}}) data.edges.push_back(edge);
        for (const char* token : {"1:IK", "2:IMB", "3:AIP", "4:IWR", "5:MAIC"}) data.starting.push_back(token);
    }
    for (const char* token : {"1:IP", "2:IC", "3:AIK", "4:MIR", "5:MAIW"}) data.normal.push_back(token);
    constexpr char kClassOf[] = "PBCKWRI";
    const std::size_t wanted = players >= 5 ? 8 : 6;
    data.cards.clear();
    std::vector<bool> taken(rattus::kCardTypes.size(), false);
    while (data.cards.size() < wanted) {
        const std::size_t type = static_cast<std::size_t>(random.below(static_cast<int>(rattus::kCardTypes.size())));
        if (taken[type]) continue;
        taken[type] = true;
        data.cards.emplace_back(rattus::kCardTypes[type].name, kClassOf[random.below(7)]);
    }
    for (int region = 0; region < static_cast<int>(data.regions.size()); ++region) {
        for (int i = 0; i < 3; ++i) {
            std::string symbols(1, kClassOf[random.below(7)]);
            if (random.below(7) == 0) symbols = "?";
            data.region_cards.emplace_back(region, symbols);
        }
    }
    data.options.split_setup_pairs = random.below(2) == 0;
    data.options.reveal_order = random.below(4) == 0 ? rattus::RevealOrder::kActivePlayer : rattus::RevealOrder::kRandom;
    return data;
}

// The rules that a tool is asked for: the base game, or the mixture of a number above 0.
inline rattus::RulesData tool_rules(int players, u64 mixture) { return mixture == 0 ? example_rules(players) : mixed_rules(players, mixture); }

}  // namespace rattus_ai::tools
