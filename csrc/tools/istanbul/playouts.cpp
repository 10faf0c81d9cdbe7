// Random games of Istanbul in the core, for profilers and sanitizers: playouts [players] [expansion 0|1] [layout] [games] [seed] [random|guided] [check].
// With `check` n every n-th state goes through export and import and every view through a redraw, what a place says it can do is compared with
// what it offers, and what is told about chance (luck, classes, a winner who is known) with what chance then does. Prints steps, rounds and a signature of all end positions; the same for the same arguments on every machine.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#include "tools/istanbul/example_data.hpp"
#include "search/playout.hpp"

namespace {

using namespace rattus_ai;
using G = istanbul::Istanbul;

// What is told about a chance node.
std::string check_chance(const istanbul::Rules& rules, const istanbul::State& state, util::Random& random) {
    search::WeightedOutcome all[256];
    search::WeightedOutcome classes[256];
    const int count = G::chance_outcomes(rules, state, all);
    bool exact = true;
    const int joined = G::chance_classes(rules, state, classes, exact);
    double means[istanbul::kMaxPlayers] = {};
    double total = 0.0;
    std::set<u64> after;
    int weights = 0;
    for (int i = 0; i < count; ++i) {
        istanbul::State next = state;
        G::apply_outcome(rules, next, all[i].id);
        after.insert(istanbul::state_key(next));
        double luck[istanbul::kMaxPlayers] = {};
        G::add_luck(rules, state, all, count, i, luck);
        for (int p = 0; p < rules.players; ++p) means[p] += luck[p] * all[i].weight;
        total += all[i].weight;
    }
    for (int i = 0; i < joined; ++i) weights += classes[i].weight;
    if (exact && static_cast<int>(after.size()) > joined) return "classes of outcomes join what differs";
    if (weights != static_cast<int>(total)) return "weights of classes do not add up";
    for (int p = 0; p < rules.players; ++p) {
        if (std::abs(means[p]) > 1e-9 * total) return "luck has a mean";
    }
    double known[istanbul::kMaxPlayers];
    if (!G::decided(rules, state, known)) return {};
    for (int i = 0; i < 8; ++i) {
        istanbul::State end = state;
        search::random_playout<G>(rules, end, random);
        double wins[istanbul::kMaxPlayers];
        G::wins(rules, end, wins);
        for (int p = 0; p < rules.players; ++p) {
            if (wins[p] != known[p]) return "a winner was known and did not win";
        }
    }
    return {};
}

// Somebody who knows nothing learns his own hand card by card and then knows as much as the player.
std::string check_learning(const istanbul::Rules& rules, const istanbul::State& state, int player) {
    istanbul::State view = state;
    istanbul::reduce_to_view(rules, view, -1);
    const bool lacks = state.secret[player] != 0 || state.guild_hand[player] != 0;
    if (G::misinformed(rules, view, player) != lacks) return "somebody is told to be misinformed who is not, or the other way round";
    search::WeightedOutcome outcomes[64];
    int cards = istanbul::total_of(state.secret[player]) + util::count_bits(state.guild_hand[player]);
    for (int count = G::missing_outcomes(rules, view, player, outcomes); count != 0; count = G::missing_outcomes(rules, view, player, outcomes)) {
        int id = outcomes[0].id;
        const bool bonus = view.unknown[player] != 0;
        for (int i = 0; i < count; ++i) {
            const int candidate = outcomes[i].id;
            const bool holds = bonus ? istanbul::copies(state.secret[player], candidate) > istanbul::copies(view.secret[player], candidate)
                                     : ((state.guild_hand[player] & ~view.guild_hand[player]) >> candidate & 1u) != 0;
            if (holds) id = candidate;
        }
        G::learn(rules, view, player, id);
        --cards;
    }
    if (cards != 0 || G::key(rules, view, player) != G::key(rules, state, player)) return "learning the own hand does not lead to what the player knows";
    return {};
}

bool same(const istanbul::State& a, const istanbul::State& b) { return std::memcmp(&a, &b, sizeof(a)) == 0; }

std::string check(const istanbul::Rules& rules, const istanbul::State& state, util::Random& random) {
    istanbul::State copy;
    std::string error = istanbul::import_fields(rules, istanbul::export_fields(rules, state), copy);
    if (!error.empty()) return error;
    if (!same(state, copy)) return "export and import change the state";
    if (G::to_act(rules, state) == search::kChance) error = check_chance(rules, state, random);
    for (int player = 0; player < rules.players && error.empty(); ++player) error = check_learning(rules, state, player);
    if (!error.empty()) return error;
    for (int player = -1; player < rules.players; ++player) {
        istanbul::State view = state;
        istanbul::reduce_to_view(rules, view, player);
        if (G::key(rules, view, player) != G::key(rules, state, player)) return "the key depends on what the player does not know";
        error = istanbul::import_fields(rules, istanbul::export_fields(rules, view), copy);
        if (!error.empty()) return "view: " + error;
        istanbul::draw_unknown(rules, view, random);
        if (G::key(rules, view, player) != G::key(rules, state, player)) return "a redraw changes what the player knows";
        error = istanbul::import_fields(rules, istanbul::export_fields(rules, view), copy);
        if (!error.empty()) return "redrawn: " + error;
        if (player >= 0 && G::to_act(rules, state) == player) {
            u16 ids[2][1024];
            const int count = G::list_actions(rules, state, ids[0]);
            if (G::list_actions(rules, view, ids[1]) != count || std::memcmp(ids[0], ids[1], sizeof(u16) * static_cast<std::size_t>(count)) != 0) {
                return "legal actions depend on what the player does not know";
            }
        }
    }
    if (state.turn.stage == istanbul::Stage::kAction) {
        util::CountChoices choices;
        istanbul::place_actions(rules, state, choices);
        if ((choices.count() != 0) != istanbul::place_possible(rules, state, state.turn.acting)) return "a place offers something else than it says";
        if (state.turn.compulsory != 0 && choices.count() == 0) return "a compulsory action is impossible";
    }
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    const int players = argc > 1 ? std::atoi(argv[1]) : 4;
    const bool expansion = argc > 2 && std::atoi(argv[2]) != 0;
    const u64 layout = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 0;
    const long games = argc > 4 ? std::atol(argv[4]) : 1000;
    const unsigned long seed = argc > 5 ? std::strtoul(argv[5], nullptr, 10) : 1;
    const bool guided = argc > 6 && std::strcmp(argv[6], "guided") == 0;
    const unsigned long checked = argc > 7 ? std::strtoul(argv[7], nullptr, 10) : 0;
    istanbul::Rules rules;
    const std::string error = istanbul::build_rules(tools::istanbul_data(players, expansion, layout), rules);
    if (!error.empty()) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
    }
    unsigned long steps = 0;
    unsigned long rounds = 0;
    u64 signature = 0;
    for (long game = 0; game < games; ++game) {
        util::Random random(seed, 0, static_cast<u64>(game));
        istanbul::State state;
        istanbul::initial_state(rules, state);
        if (checked != 0) {
            util::Random other(seed, 1, static_cast<u64>(game));
            int decisions = 0;
            int chances = 0;
            u16 ids[1024];
            for (; G::to_act(rules, state) != search::kTerminal; ++steps) {
                const std::string problem = steps % checked == 0 ? check(rules, state, other) : std::string();
                if (!problem.empty()) {
                    std::fprintf(stderr, "game %ld, step %lu, stage %s, place %d: %s\n", game, steps, istanbul::kStageNames[static_cast<int>(state.turn.stage)], state.turn.acting, problem.c_str());
                    return 1;
                }
                if (G::to_act(rules, state) == search::kChance) {
                    ++chances;
                    G::apply_outcome(rules, state, G::sample_outcome(rules, state, random));
                } else {
                    ++decisions;
                    const u16 action = guided ? G::playout_action(rules, state, random) : G::random_action(rules, state, random);
                    const int count = G::list_actions(rules, state, ids);
                    if (count != G::count_actions(rules, state) || !std::binary_search(ids, ids + count, action)) {
                        std::fprintf(stderr, "counted, picked and listed actions differ in game %ld\n", game);
                        return 1;
                    }
                    G::apply_action(rules, state, action);
                }
            }
            if (decisions > rules.max_game_length || chances > rules.max_chance_nodes) {
                std::fprintf(stderr, "game %ld is longer than possible: %d decisions, %d chance nodes\n", game, decisions, chances);
                return 1;
            }
        } else {
            steps += static_cast<unsigned long>(guided ? search::guided_playout<G>(rules, state, random) : search::random_playout<G>(rules, state, random));
        }
        rounds += state.turn.round;
        signature = util::mix64(signature + istanbul::state_key(state));
    }
    std::printf("games %ld steps %lu rounds %lu signature %016llx state %zu actions %zu\n", games, steps, rounds, static_cast<unsigned long long>(signature), sizeof(istanbul::State), rules.actions.size());
    return 0;
}
