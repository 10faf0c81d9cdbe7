// Games behind one face: what the Python skin needs of a game, with the type of the game erased.
//
// One virtual call for each Python call costs nothing measurable there; search and playouts run inside the templates. Adding
// a game adds one instantiation (the compiled module of that game) and nothing here.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "search/outlook.hpp"
#include "search/playout.hpp"
#include "search/settings.hpp"

namespace rattus_ai::bridge {

struct Description {
    std::string verb;
    std::vector<std::pair<std::string, int>> arguments;
};

class AnyPosition;
class AnySearch;
class StopFlag;
struct Solved;
struct Closings;

class AnyRules {
public:
    virtual ~AnyRules() = default;
    virtual const char* game() const = 0;
    virtual int players() const = 0;
    virtual int action_count() const = 0;
    virtual int outcome_count() const = 0;
    virtual int max_game_length() const = 0;
    virtual int max_chance_nodes() const = 0;
    virtual int horizon() const = 0;
    virtual Description describe_action(int id) const = 0;
    virtual Description describe_outcome(int id) const = 0;
    virtual std::unique_ptr<AnyPosition> initial() const = 0;
};

class AnyPosition {
public:
    virtual ~AnyPosition() = default;
    virtual std::unique_ptr<AnyPosition> clone() const = 0;
    virtual void assign(const AnyPosition& other) = 0;
    virtual int to_act() const = 0;
    virtual int active_player() const = 0;
    virtual int turns() const = 0;
    virtual int turn_number() const = 0;
    virtual int legal_count() const = 0;
    // Ids of legal actions, or of chance outcomes at a chance node, into the buffer of the object; returns how many.
    virtual int legal(const u16*& ids) const = 0;
    virtual int chance(std::vector<search::WeightedOutcome>& out) const = 0;
    // False, and nothing changed, where the id is not legal now.
    virtual bool apply(int id) = 0;
    virtual void wins(double* values) const = 0;
    virtual void margins(double* values) const = 0;
    virtual u64 key(int player) const = 0;
    virtual std::unique_ptr<AnyPosition> view(int player) const = 0;
    virtual std::unique_ptr<AnyPosition> resample(int player, u64 seed) const = 0;
    // What the player knows and this position does not hold: the next piece of it told in every way, with weights; empty: nothing.
    virtual int missing(int player, std::vector<search::WeightedOutcome>& out) const = 0;
    virtual std::unique_ptr<AnyPosition> told(int player, int id) const = 0;
    virtual int sample_chance(u64 seed) const = 0;
    virtual int random_playout(u64 seed) = 0;
    virtual int guided_playout(u64 seed) = 0;
    // Plays many games to the end from here, leaving the position as it is; returns actions and chance outcomes in all.
    virtual u64 playouts(u64 count, u64 seed, bool guided) const = 0;
    // Adds samples of the win vector under the light policy and their squares; see search/outlook.hpp.
    virtual void outlook(u64 seed, u64 first, u64 count, int horizon, double* sums, double* squares) const = 0;
    virtual void evaluate(double* values) const = 0;
    virtual std::unique_ptr<AnySearch> search(const search::Settings& settings) const = 0;
    // The end of the game as a proof (any_solver.hpp); the position must hold what its solver may know.
    virtual void solve(int lines, u64 most_positions, u64 most_work, double seconds, const StopFlag& stop, Solved& out) const = 0;
    virtual bool ended() const = 0;
    // The turns that may end the game, the most promising `lines` of them valued on up to `samples` samples.
    virtual void closing(int lines, u64 samples, u64 seed, double seconds, const StopFlag& stop, Closings& out) const = 0;
    // The state as bytes, for pickling on the same build of the library only.
    virtual std::size_t state_size() const = 0;
    virtual std::string state_bytes() const = 0;
    virtual bool load_state_bytes(const std::string& bytes) = 0;
    void set_history(std::vector<u16> history) { history_ = std::move(history); }

    const std::vector<u16>& history() const { return history_; }

protected:
    std::vector<u16> history_;
};

template <search::Game G>
class GamePosition;

template <search::Game G>
class GameRules final : public AnyRules, public std::enable_shared_from_this<GameRules<G>> {
public:
    explicit GameRules(typename G::Rules data) : rules(std::move(data)) {}
    const typename G::Rules rules;

    const char* game() const override { return G::kName; }
    int players() const override { return G::players(rules); }
    int action_count() const override { return G::action_count(rules); }
    int outcome_count() const override { return G::outcome_count(rules); }
    int max_game_length() const override { return G::max_game_length(rules); }
    int max_chance_nodes() const override { return G::max_chance_nodes(rules); }
    int horizon() const override { return G::horizon(rules); }
    Description describe_action(int id) const override { return describe(G::action_family(rules, id), G::action_info(rules, id)); }
    Description describe_outcome(int id) const override { return describe(G::outcome_family(rules, id), G::outcome_info(rules, id)); }
    std::unique_ptr<AnyPosition> initial() const override;

private:
    template <class Family, class Info>
    static Description describe(const Family& family, const Info& info) {
        Description out;
        out.verb = family.verb;
        const int values[] = {info.a, info.b, info.c};
        for (std::size_t i = 0; i < family.arguments.size(); ++i) {
            const char* name = G::argument_name(family.arguments[i]);
            if (name != nullptr) out.arguments.emplace_back(name, values[i]);
        }
        return out;
    }
};

template <search::Game G>
class GamePosition final : public AnyPosition {
public:
    using Rules = typename G::Rules;
    using State = typename G::State;

    explicit GamePosition(std::shared_ptr<const GameRules<G>> rules) : rules_(std::move(rules)) { G::initial(data(), state_); }
    GamePosition(std::shared_ptr<const GameRules<G>> rules, const State& state) : rules_(std::move(rules)), state_(state) {}

    const Rules& data() const { return rules_->rules; }
    const State& state() const { return state_; }
    const std::shared_ptr<const GameRules<G>>& shared_rules() const { return rules_; }

    std::unique_ptr<AnyPosition> clone() const override {
        auto copy = std::make_unique<GamePosition>(rules_, state_);
        copy->history_ = history_;
        return copy;
    }
    void assign(const AnyPosition& other) override {
        const auto& same = static_cast<const GamePosition&>(other);
        rules_ = same.rules_;
        state_ = same.state_;
        history_ = same.history_;
        listed_ = -1;
    }
    int to_act() const override { return G::to_act(data(), state_); }
    int active_player() const override { return G::active_player(data(), state_); }
    int turns() const override { return G::turns(data(), state_); }
    int turn_number() const override { return G::turn_number(data(), state_); }
    int legal_count() const override {
        const int player = to_act();
        if (player == search::kTerminal) return 0;
        const u16* ids = nullptr;
        return player == search::kChance ? legal(ids) : G::count_actions(data(), state_);
    }
    int legal(const u16*& ids) const override {
        if (listed_ < 0) list();
        ids = ids_.data();
        return listed_;
    }
    int chance(std::vector<search::WeightedOutcome>& out) const override {
        if (to_act() != search::kChance) return 0;
        out.resize(static_cast<std::size_t>(G::outcome_count(data())));
        const int count = G::chance_outcomes(data(), state_, out.data());
        out.resize(static_cast<std::size_t>(count));
        return count;
    }
    bool apply(int id) override {
        if (listed_ < 0) list();
        const auto end = ids_.begin() + listed_;
        if (id < 0 || id > 0xffff || !std::binary_search(ids_.begin(), end, static_cast<u16>(id))) return false;
        if (to_act() == search::kChance) {
            G::apply_outcome(data(), state_, id);
        } else {
            G::apply_action(data(), state_, static_cast<u16>(id));
        }
        history_.push_back(static_cast<u16>(id));
        listed_ = -1;
        return true;
    }
    void wins(double* values) const override { G::wins(data(), state_, values); }
    void margins(double* values) const override { G::margins(data(), state_, values); }
    u64 key(int player) const override { return G::key(data(), state_, player); }
    std::unique_ptr<AnyPosition> view(int player) const override {
        State reduced = state_;
        G::reduce_to_view(data(), reduced, player);
        auto out = std::make_unique<GamePosition>(rules_, reduced);
        return out;
    }
    std::unique_ptr<AnyPosition> resample(int player, u64 seed) const override {
        State drawn = state_;
        G::reduce_to_view(data(), drawn, player);
        util::Random random(seed);
        G::draw_unknown(data(), drawn, random);
        auto out = std::make_unique<GamePosition>(rules_, drawn);
        out->history_ = history_;
        return out;
    }
    int missing(int player, std::vector<search::WeightedOutcome>& out) const override {
        out.resize(static_cast<std::size_t>(G::outcome_count(data())));
        const int count = G::missing_outcomes(data(), state_, player, out.data());
        out.resize(static_cast<std::size_t>(count));
        return count;
    }
    std::unique_ptr<AnyPosition> told(int player, int id) const override {
        State state = state_;
        G::learn(data(), state, player, id);
        return std::make_unique<GamePosition>(rules_, state);
    }
    int sample_chance(u64 seed) const override {
        util::Random random(seed);
        return G::sample_outcome(data(), state_, random);
    }
    int random_playout(u64 seed) override {
        util::Random random(seed);
        listed_ = -1;
        return search::random_playout<G>(data(), state_, random);
    }
    int guided_playout(u64 seed) override {
        util::Random random(seed);
        listed_ = -1;
        return search::guided_playout<G>(data(), state_, random);
    }
    u64 playouts(u64 count, u64 seed, bool guided) const override {
        u64 steps = 0;
        for (u64 i = 0; i < count; ++i) {
            util::Random random(seed, 0, i);
            State state = state_;
            steps += static_cast<u64>(guided ? search::guided_playout<G>(data(), state, random) : search::random_playout<G>(data(), state, random));
        }
        return steps;
    }
    void outlook(u64 seed, u64 first, u64 count, int horizon, double* sums, double* squares) const override {
        search::outlook<G>(data(), state_, seed, first, count, horizon, sums, squares);
    }
    void evaluate(double* values) const override { G::evaluate(data(), state_, values); }
    std::unique_ptr<AnySearch> search(const search::Settings& settings) const override;
    void solve(int lines, u64 most_positions, u64 most_work, double seconds, const StopFlag& stop, Solved& out) const override;
    bool ended() const override { return G::ended(data(), state_); }
    void closing(int lines, u64 samples, u64 seed, double seconds, const StopFlag& stop, Closings& out) const override;
    std::size_t state_size() const override { return sizeof(State); }
    std::string state_bytes() const override { return {reinterpret_cast<const char*>(&state_), sizeof(State)}; }
    bool load_state_bytes(const std::string& bytes) override {
        if (bytes.size() != sizeof(State)) return false;
        std::memcpy(&state_, bytes.data(), sizeof(State));
        listed_ = -1;
        return true;
    }

private:
    // Legal ids are listed once a node: by legal_actions() or by the legality test of apply(), whichever comes first.
    void list() const {
        const int player = to_act();
        if (player == search::kTerminal) {
            listed_ = 0;
        } else if (player == search::kChance) {
            std::vector<search::WeightedOutcome> outcomes;
            listed_ = chance(outcomes);
            ids_.resize(outcomes.size());
            for (std::size_t i = 0; i < outcomes.size(); ++i) ids_[i] = outcomes[i].id;
        } else {
            ids_.resize(static_cast<std::size_t>(G::action_count(data())));
            listed_ = G::list_actions(data(), state_, ids_.data());
        }
    }

    std::shared_ptr<const GameRules<G>> rules_;
    State state_;
    mutable std::vector<u16> ids_;
    mutable int listed_ = -1;
};

template <search::Game G>
std::unique_ptr<AnyPosition> GameRules<G>::initial() const {
    return std::make_unique<GamePosition<G>>(this->shared_from_this());
}

// --- a game that is known, behind the face of any game: its build_rules, export_fields and import_fields ---

// Null and a message where the data are wrong.
template <search::Game G, class Data>
std::shared_ptr<AnyRules> make_rules(const Data& data, std::string& error) {
    typename G::Rules rules;
    error = build_rules(data, rules);
    if (!error.empty()) return nullptr;
    return std::make_shared<GameRules<G>>(std::move(rules));
}

template <search::Game G>
auto fields_of(const AnyPosition& position) {
    const auto& mine = static_cast<const GamePosition<G>&>(position);
    return export_fields(mine.data(), mine.state());
}

// Null and a message where the fields are no position under these rules.
template <search::Game G, class Fields>
std::unique_ptr<AnyPosition> position_of(const std::shared_ptr<AnyRules>& rules, const Fields& fields, std::string& error) {
    auto mine = std::static_pointer_cast<const GameRules<G>>(std::shared_ptr<const AnyRules>(rules));
    typename G::State state;
    error = import_fields(mine->rules, fields, state);
    if (!error.empty()) return nullptr;
    return std::make_unique<GamePosition<G>>(mine, state);
}

}  // namespace rattus_ai::bridge
