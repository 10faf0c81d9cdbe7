// Istanbul behind the face of any game: building rules, plain values in and out, questions about the grid and the ranking.
#pragma once

#include "bridge/any_search.hpp"
#include "bridge/any_solver.hpp"
#include "istanbul/game.hpp"

namespace rattus_ai::bridge {

using IstanbulRules = GameRules<istanbul::Istanbul>;
using IstanbulPosition = GamePosition<istanbul::Istanbul>;

inline std::shared_ptr<AnyRules> make_istanbul_rules(const istanbul::RulesData& data, std::string& error) { return make_rules<istanbul::Istanbul>(data, error); }

inline const istanbul::Rules& istanbul_rules(const AnyRules& rules) { return static_cast<const IstanbulRules&>(rules).rules; }

inline int istanbul_places(const AnyRules& any) { return istanbul_rules(any).places; }

inline std::vector<util::Field> istanbul_fields(const AnyPosition& position) { return fields_of<istanbul::Istanbul>(position); }

inline std::unique_ptr<AnyPosition> istanbul_position(const std::shared_ptr<AnyRules>& rules, const std::vector<util::Field>& fields, std::string& error) {
    return position_of<istanbul::Istanbul>(rules, fields, error);
}

// Where a merchant on the place may go, and how far each place is, with the barrier on an edge (-1: none) that he controls or not.
struct IstanbulReach {
    std::vector<int> near, far, straight, corners;
    std::vector<int> distance;  // by place from 1 on
};

inline IstanbulReach istanbul_reach(const AnyRules& any, int where, int barrier, bool controls) {
    const istanbul::Rules& rules = istanbul_rules(any);
    const bool blocked = barrier >= 0 && !controls;
    const istanbul::Reach& reach = rules.reach[blocked ? static_cast<std::size_t>(barrier) + 1 : 0][static_cast<std::size_t>(where)];
    IstanbulReach out;
    out.near = istanbul::members(reach.near);
    out.far = istanbul::members(reach.far);
    out.straight = istanbul::members(reach.near | reach.straight);
    out.corners = istanbul::members(rules.corners & ~istanbul::bit(where));
    const istanbul::Grid grid(rules.layout, rules.columns);
    int cut[2] = {-1, -1};
    for (std::size_t side = 0; blocked && side < 2; ++side) cut[side] = rules.spot[rules.edges[static_cast<std::size_t>(barrier)].places[side]];
    const auto steps = grid.distances(rules.spot[static_cast<std::size_t>(where)], cut[0], cut[1]);
    for (int to = 1; to <= rules.places; ++to) out.distance.push_back(steps[rules.spot[static_cast<std::size_t>(to)]]);
    return out;
}

inline std::vector<std::pair<int, int>> istanbul_edges(const AnyRules& any) {
    std::vector<std::pair<int, int>> out;
    for (const istanbul::Edge& edge : istanbul_rules(any).edges) out.emplace_back(edge.places[0], edge.places[1]);
    return out;
}

// Every sale as a vector of goods, by its index.
inline std::vector<std::vector<int>> istanbul_sales(const AnyRules& any) {
    std::vector<std::vector<int>> out;
    for (const auto& sale : istanbul_rules(any).sales) out.emplace_back(sale.begin(), sale.end());
    return out;
}

inline std::vector<int> istanbul_ranks(const AnyPosition& position) {
    const auto& mine = static_cast<const IstanbulPosition&>(position);
    int ranks[istanbul::kMaxPlayers];
    istanbul::ranks(mine.data(), mine.state(), ranks);
    return {ranks, ranks + mine.data().players};
}

// What the evaluation at the horizon knows about each player.
inline std::vector<std::vector<float>> istanbul_features(const AnyPosition& position) {
    const auto& mine = static_cast<const IstanbulPosition&>(position);
    float features[istanbul::kMaxPlayers][istanbul::kFeatures];
    istanbul::evaluation_features(mine.data(), mine.state(), features);
    std::vector<std::vector<float>> out;
    for (int p = 0; p < mine.data().players; ++p) out.emplace_back(features[p], features[p] + istanbul::kFeatures);
    return out;
}

inline float istanbul_progress(const AnyPosition& position) {
    const auto& mine = static_cast<const IstanbulPosition&>(position);
    return istanbul::progress(mine.data(), mine.state());
}

// What the next rubies cost now: goods at the Palace (red, green, yellow, blue, any), Lira at the Dealer, coffee at the Coffee House; -1: none is left.
struct IstanbulPrices {
    std::vector<int> palace;
    int dealer, house;
};

inline IstanbulPrices istanbul_prices(const AnyPosition& position) {
    const auto& mine = static_cast<const IstanbulPosition&>(position);
    const u8* left = mine.state().board.track_rubies;
    IstanbulPrices out{{}, -1, -1};
    if (left[istanbul::kPalaceTrack] != 0) {
        const auto& needs = istanbul::palace_needs(mine.data(), mine.state());
        out.palace.assign(needs.begin(), needs.end());
    }
    if (left[istanbul::kDealerTrack] != 0) out.dealer = istanbul::dealer_price(mine.data(), mine.state());
    if (left[istanbul::kHouseTrack] != 0) out.house = istanbul::house_cost(mine.data(), mine.state());
    return out;
}

}  // namespace rattus_ai::bridge
