// Rattus behind the face of any game: building rules, plain numbers in and out, exact questions about one region.
#pragma once

#include <functional>
#include <map>

#include "bridge/any_search.hpp"
#include "bridge/any_solver.hpp"
#include "rattus/game.hpp"
#include "rattus/sweep_recycled.hpp"

namespace rattus_ai::bridge {

using RattusRules = GameRules<rattus::Rattus>;
using RattusPosition = GamePosition<rattus::Rattus>;

inline std::shared_ptr<AnyRules> make_rattus_rules(const rattus::RulesData& data, std::string& error) { return make_rules<rattus::Rattus>(data, error); }

inline rattus::Fields rattus_fields(const AnyPosition& position) { return fields_of<rattus::Rattus>(position); }

inline std::unique_ptr<AnyPosition> rattus_position(const std::shared_ptr<AnyRules>& rules, const rattus::Fields& fields, std::string& error) {
    return position_of<rattus::Rattus>(rules, fields, error);
}

inline std::vector<std::string> rattus_kinds(const AnyRules& rules) {
    std::vector<std::string> out;
    for (const rattus::Kind& kind : static_cast<const RattusRules&>(rules).rules.kinds) out.push_back(kind.text);
    return out;
}

inline std::vector<int> rattus_kind_counts(const AnyRules& rules) {
    std::vector<int> out;
    for (const rattus::Kind& kind : static_cast<const RattusRules&>(rules).rules.kinds) out.push_back(kind.count);
    return out;
}

// Goods tokens of each kind for the regions, and how many tokens are removed at set-up.
inline std::pair<int, int> rattus_goods_of_regions(const AnyRules& rules) {
    const rattus::Rules& mine = static_cast<const RattusRules&>(rules).rules;
    return {rattus::goods_for_regions(mine), rattus::goods_to_remove(mine)};
}

// Region cards as (region, symbols), one for each kind, and how many there are of each.
inline std::vector<std::pair<int, std::string>> rattus_region_cards(const AnyRules& rules) {
    std::vector<std::pair<int, std::string>> out;
    for (const auto& kind : static_cast<const RattusRules&>(rules).rules.region_cards) out.emplace_back(kind.region, kind.symbols);
    return out;
}

inline std::vector<int> rattus_region_card_counts(const AnyRules& rules) {
    std::vector<int> out;
    for (const auto& kind : static_cast<const RattusRules&>(rules).rules.region_cards) out.push_back(util::count_bits(kind.cards));
    return out;
}

// Points of each player as the position stands, or as if all goods were sold now.
inline std::vector<int> rattus_points(const AnyPosition& position, bool sold) {
    const auto& mine = static_cast<const RattusPosition&>(position);
    rattus::State state = mine.state();
    if (sold && mine.data().mercatus) rattus::sell_goods(mine.data(), state, rattus::kAllGoods);
    std::vector<int> out;
    for (int p = 0; p < mine.data().players; ++p) out.push_back(rattus::score(mine.data(), state, p));
    return out;
}

// What the evaluation knows about each player, and the share of the rat supply that is left: for fitting its weights.
inline std::vector<std::vector<float>> rattus_features(const AnyPosition& position) {
    const auto& mine = static_cast<const RattusPosition&>(position);
    float features[rattus::kMaxPlayers][rattus::kFeatures];
    rattus::evaluation_features(mine.data(), mine.state(), features);
    std::vector<std::vector<float>> out;
    for (int p = 0; p < mine.data().players; ++p) out.emplace_back(features[p], features[p] + rattus::kFeatures);
    return out;
}

inline float rattus_supply_left(const AnyPosition& position) {
    const auto& mine = static_cast<const RattusPosition&>(position);
    return rattus::supply_left(mine.data(), mine.state());
}

// Probabilities of the sweep; those modulo a prime stand beside the real ones.
struct SweepNumbers {
    bool solved = false;
    u64 states = 0;
    std::vector<double> wins, upper;                             // of each player: proved, and upper bounds
    std::vector<std::pair<std::vector<int>, double>> points;     // joint: final points of the players that were asked about, 0 of the others
};

struct SweepResidues {
    bool solved = false;
    std::vector<u64> wins;                                       // of each player, modulo the prime
    std::vector<std::pair<std::vector<int>, u64>> points;
};

inline std::vector<int> unpacked(u64 points, int players) {
    std::vector<int> out;
    for (int p = 0; p < players; ++p) out.push_back(rattus::points_of(points, p));
    return out;
}

// The players that a distribution of points is asked for; -1: all.
inline u32 one_or_all(int player) { return player < 0 ? ~u32{0} : u32{1} << player; }

// Is the sweep going on with nobody having a say in it but, by the option, in the order of reveals? Hands may be unknown as long as nobody can play.
inline bool rattus_nobody_decides(const AnyPosition& position) {
    const auto& mine = static_cast<const RattusPosition&>(position);
    const rattus::State& state = mine.state();
    if (state.stage == rattus::Stage::kHands || state.stage == rattus::Stage::kTerminal) return true;
    return rattus::sweeping(state) && !rattus::may_play_region_cards(mine.data(), state);
}

// True once the time (0: no bound) is over or the flag is raised; the flag must outlive it.
inline std::function<bool()> halting(double seconds, const StopFlag& stop) {
    return [deadline = Deadline(seconds), &stop] { return stop.raised() || deadline.over(); };
}

inline SweepNumbers rattus_sweep(const AnyPosition& position, u64 most_states, bool joint, bool bracket, int player = -1, double seconds = 0.0, const StopFlag& stop = {}) {
    const auto& mine = static_cast<const RattusPosition&>(position);
    rattus::RevealsMemory memory;
    const auto halt = halting(seconds, stop);
    const rattus::SweepSettings settings{static_cast<std::size_t>(most_states), joint, one_or_all(player), bracket, 0, &halt};
    const auto answer = rattus::solve_sweep<rattus::SweepProbability>(mine.data(), mine.state(), memory, {0.0}, {1.0}, settings);
    SweepNumbers out{answer.solved, answer.states, {}, {}, {}};
    const int players = mine.data().players;
    for (std::size_t p = 0; p < static_cast<std::size_t>(players); ++p) {
        out.wins.push_back(answer.wins[p].value);
        out.upper.push_back(answer.upper[p].value);
    }
    for (const auto& [points, chance] : answer.points) out.points.emplace_back(unpacked(points, players), chance.value);
    return out;
}

inline SweepResidues rattus_sweep_modulo(const AnyPosition& position, u64 most_states, u64 prime, bool joint, int player = -1, double seconds = 0.0, const StopFlag& stop = {}) {
    const auto& mine = static_cast<const RattusPosition&>(position);
    const rattus::PrimeField field = rattus::prime_field(prime);
    rattus::RevealsMemory memory;
    const auto halt = halting(seconds, stop);
    const rattus::SweepSettings settings{static_cast<std::size_t>(most_states), joint, one_or_all(player), false, 0, &halt};
    const auto answer = rattus::solve_sweep<rattus::ModularProbability>(mine.data(), mine.state(), memory, {0, &field}, {1, &field}, settings);
    SweepResidues out{answer.solved, {}, {}};
    const int players = mine.data().players;
    for (std::size_t p = 0; p < static_cast<std::size_t>(players); ++p) out.wins.push_back(answer.wins[p].value);
    for (const auto& [points, chance] : answer.points) out.points.emplace_back(unpacked(points, players), chance.value);
    return out;
}

struct RavageLosses {
    std::vector<int> losses;  // of each player
    int outbreaks;            // how many of the revealed tokens reached their limit
    u64 numerator;
    u64 denominator;
};

// The rat that is being revealed, as RavageProblem counts rats: one whose token has been told since comes by its place among the known ones.
inline int first_rat(const rattus::State& state) {
    if (state.drawing == rattus::kNone || state.tracked[state.drawing].token == rattus::kNone) return state.drawing_ring;
    int place = 2;
    for (int i = 0; i < state.drawing; ++i) place += state.tracked[i].region == state.revealing && state.tracked[i].token != rattus::kNone;
    return place;
}

// The exact distribution of losses when the rats that lie in the region now are revealed.
inline std::vector<RavageLosses> ravage_losses(const rattus::Rules& rules, const rattus::State& state, int region, bool neutral) {
    rattus::RavageProblem problem = rattus::ravage_problem(rules, state, region, (neutral ? rattus::kNeutralCubeCount : 0) - (rules.nuns ? rattus::nuns_in(state, region) : 0));
    if (state.stage == rattus::Stage::kReveal && region == state.revealing) problem.first = first_rat(state);
    u8 held[rattus::kMaxPlayers];
    rattus::cards_hit(rules, state, held);
    std::map<std::pair<std::vector<int>, int>, std::pair<u64, u64>> sums;
    rattus::walk_ravage(rules, problem, held, rattus::FractionProbability{}, [&](const auto& left, const rattus::FractionProbability& chance) {
        std::vector<int> losses;
        for (int p = 0; p < rules.players; ++p) losses.push_back(state.cubes[region][p] - left[static_cast<std::size_t>(p)]);
        auto [entry, fresh] = sums.try_emplace({losses, problem.outbreaks}, chance.numerator, chance.denominator);
        if (fresh) return;
        auto& [top, bottom] = entry->second;
        const u64 divisor = rattus::greatest_common_divisor(bottom, chance.denominator);
        top = top * (chance.denominator / divisor) + chance.numerator * (bottom / divisor);
        bottom = bottom / divisor * chance.denominator;
        const u64 common = rattus::greatest_common_divisor(top, bottom);
        top /= common;
        bottom /= common;
    });
    std::vector<RavageLosses> out;
    for (const auto& [what, chance] : sums) out.push_back({what.first, what.second, chance.first, chance.second});
    return out;
}

inline std::vector<RavageLosses> rattus_ravage(const AnyPosition& position, int region, bool neutral) {
    const auto& mine = static_cast<const RattusPosition&>(position);
    return ravage_losses(mine.data(), mine.state(), region, neutral);
}

// The same where recycled rats of unknown token may lie: each token that they can be in its turn, equal losses not added up.
inline void sweep_losses(const rattus::Rules& rules, const rattus::State& state, int region, u64 top, u64 bottom, std::vector<RavageLosses>& out) {
    const u8 unknown = rattus::unknown_recycled(state);
    if (unknown == rattus::kNone) {
        for (RavageLosses& losses : ravage_losses(rules, state, region, region == state.plague && rattus::neutral_held(rules, state))) {
            losses.numerator *= top;
            losses.denominator *= bottom;
            out.push_back(std::move(losses));
        }
        return;
    }
    u64 total = 0;
    for (const rattus::Kind& kind : rules.kinds) total += static_cast<u64>(rattus::recycled_weight(rules, state, unknown, kind));
    for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
        const int weight = rattus::recycled_weight(rules, state, unknown, rules.kinds[k]);
        if (weight == 0) continue;
        rattus::State told = state;
        rattus::fix_token(rules, told, unknown, static_cast<int>(k));
        sweep_losses(rules, told, region, top * static_cast<u64>(weight), bottom * total, out);
    }
}

// The same for every region of the sweep in which something can fall: [(region, losses)].
inline std::vector<std::pair<int, std::vector<RavageLosses>>> rattus_sweep_regions(const AnyPosition& position) {
    const auto& mine = static_cast<const RattusPosition&>(position);
    const rattus::Rules& rules = mine.data();
    const rattus::State& state = mine.state();
    std::vector<std::pair<int, std::vector<RavageLosses>>> out;
    if (state.stage == rattus::Stage::kTerminal) return out;
    for (int region = state.revealing == rattus::kNone ? 0 : state.revealing; region < rules.regions; ++region) {
        if (state.rats[region] == 0 || !rattus::region_occupied(rules, state, region)) continue;
        std::vector<RavageLosses> losses;
        sweep_losses(rules, state, region, 1, 1, losses);
        out.emplace_back(region, std::move(losses));
    }
    return out;
}

}  // namespace rattus_ai::bridge
