// The final sweep exactly: for every player the probability of winning and the expected cubes.
//
// Regions couple only through the shared multiset of unseen tokens, so a dynamic programme over the regions is exact whose
// state is how many tokens of each class are used up and what has been lost. Classes are tokens that act alike in every region that
// is still to come; after each region those that have become alike are merged, and tokens that can do nothing any more are
// one class. Regions with many cubes come first, because the fewer cubes, the more tokens are alike.
// The programme is written for any kind of probability: real numbers, or residues modulo a prime from which exact fractions
// are put together outside. Honest limits: the number of states can grow exponentially with the number of rats; beyond
// a given number of states the answer is "not solved", never a guess. With the option that a player chooses the order of
// reveals, only positions without such a choice are solved.
#pragma once

#include <array>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "rattus/ending.hpp"
#include "rattus/expectation.hpp"

namespace rattus_ai::rattus {

// Probabilities modulo a prime below 2^61; division by numbers up to 64 by their inverses.
struct PrimeField {
    u64 prime;
    std::array<u64, 65> inverse{};
};

inline u64 multiply_modulo(u64 a, u64 b, u64 prime) { return static_cast<u64>(static_cast<util::Wide>(a) * b % prime); }

inline PrimeField prime_field(u64 prime) {
    PrimeField field{prime, {}};
    field.inverse[1] = 1;
    for (u64 i = 2; i < field.inverse.size(); ++i) {
        field.inverse[i] = multiply_modulo(prime - prime / i, field.inverse[prime % i], prime);
    }
    return field;
}

struct ModularProbability {
    u64 value;
    const PrimeField* field;
    ModularProbability scaled(int numerator, int denominator) const {
        const u64 top = multiply_modulo(value, static_cast<u64>(numerator), field->prime);
        return {multiply_modulo(top, field->inverse[static_cast<std::size_t>(denominator)], field->prime), field};
    }
    void add(const ModularProbability& other) { value = (value + other.value) % field->prime; }
    void add_times(const ModularProbability& other, int count) {
        value = (value + multiply_modulo(other.value, static_cast<u64>(count), field->prime)) % field->prime;
    }
};

struct SweepProbability : RealProbability {
    SweepProbability scaled(int numerator, int denominator) const { return {RealProbability::scaled(numerator, denominator)}; }
    void add(const SweepProbability& other) { value += other.value; }
    void add_times(const SweepProbability& other, int count) { value += other.value * count; }
};

template <class Probability>
struct SweepAnswer {
    bool solved = false;
    std::size_t states = 0;                                  // the most that were alive at once
    std::array<Probability, kMaxPlayers> wins{};
    std::array<Probability, kMaxPlayers> losses{};           // expected cubes lost
};

template <class Probability>
class Sweep {
public:
    Sweep(const Rules& rules, const State& state, Probability zero, Probability one, std::size_t most_states)
        : rules_(rules), state_(state), zero_(zero), one_(one), most_states_(most_states) {}

    // The state must be in the sweep, or be taken as if it began now.
    SweepAnswer<Probability> solve() {
        SweepAnswer<Probability> answer;
        answer.wins.fill(zero_);
        answer.losses.fill(zero_);
        find_regions();
        if (rules_.options.reveal_order == RevealOrder::kActivePlayer) {
            for (const int region : regions_) {
                if (slots_in(state_, region) > 1) return answer;
            }
        }
        Layer layer;
        layer.emplace(Entry{}, one_);
        first_classes();
        for (std::size_t i = 0; i < regions_.size(); ++i) {
            layer = after_region(layer, i, answer);
            if (layer.size() > most_states_) return answer;
            answer.states = layer.size() > answer.states ? layer.size() : answer.states;
        }
        for (const auto& [entry, probability] : layer) {
            State end = state_;
            for (int p = 0; p < rules_.players; ++p) end.supply[p] = static_cast<u8>(end.supply[p] + entry.lost[p]);
            end.last = state_.last;
            answer.wins[static_cast<std::size_t>(winner(rules_, end))].add(probability);
        }
        answer.solved = true;
        return answer;
    }

private:
    struct Entry {
        std::array<u8, kMaxKinds> used{};  // tokens of each class, both rings in one list
        std::array<u8, 8> lost{};          // cubes of each player
        bool operator==(const Entry& other) const = default;
    };
    struct Hash {
        std::size_t operator()(const Entry& entry) const {
            u64 words[sizeof(Entry) / 8];
            static_assert(sizeof(Entry) % 8 == 0);
            std::memcpy(words, &entry, sizeof(Entry));
            u64 hash = 0;
            for (const u64 word : words) hash = util::mix64(hash ^ word) + 0x9e3779b97f4a7c15ull;
            return static_cast<std::size_t>(hash);
        }
    };
    using Layer = std::unordered_map<Entry, Probability, Hash>;

    struct TokenClass {
        TokenInfo token;
        u8 ring;
        int count;
    };

    void find_regions() {
        const int from = state_.revealing == kNone ? 0 : state_.revealing;
        for (int region = from; region < rules_.regions; ++region) {
            if (state_.rats[region] != 0 && region_occupied(rules_, state_, region)) regions_.push_back(region);
        }
        // A region whose rat is just being revealed stays first.
        const bool running = state_.stage == Stage::kReveal;
        const auto begin = regions_.begin() + (running ? 1 : 0);
        std::stable_sort(begin, regions_.end(), [this](int a, int b) { return cubes_in(rules_, state_, a) > cubes_in(rules_, state_, b); });
    }

    int neutral(int region) const { return region == state_.plague && neutral_held(rules_, state_) ? kNeutralCubeCount : 0; }

    // What a token can do in the regions from the i-th on.
    u64 signature(const TokenInfo& token, std::size_t i) const {
        u64 out = 0;
        bool anything = false;
        for (; i < regions_.size(); ++i) {
            const u64 here = token_signature(rules_, token, state_.cubes[regions_[i]], neutral(regions_[i]), state_.held);
            anything = anything || here != 0;
            out = util::mix64(out + here + 1);
        }
        return anything ? out : 0;
    }

    void first_classes() {
        std::vector<u64> signatures;
        for (u8 ring = 0; ring < 2; ++ring) {
            pool_[ring] = util::count_bits(state_.unseen[ring]);
            const std::size_t begin = classes_.size();
            for (u64 tokens = state_.unseen[ring]; tokens != 0; tokens &= tokens - 1) {
                const TokenInfo& token = rules_.tokens[ring][static_cast<std::size_t>(util::lowest_bit(tokens))];
                const u64 here = signature(token, 0);
                std::size_t k = begin;
                while (k < classes_.size() && signatures[k] != here) ++k;
                if (k == classes_.size()) {
                    classes_.push_back({token, ring, 0});
                    signatures.push_back(here);
                }
                ++classes_[k].count;
            }
        }
    }

    // Classes for the regions after the i-th, and where each of the present ones goes.
    std::vector<std::size_t> merge_classes(std::size_t i) {
        std::vector<TokenClass> merged;
        std::vector<u64> signatures;
        std::vector<std::size_t> target;
        for (const TokenClass& old : classes_) {
            const u64 here = signature(old.token, i + 1);
            std::size_t k = 0;
            while (k < merged.size() && (signatures[k] != here || merged[k].ring != old.ring)) ++k;
            if (k == merged.size()) {
                merged.push_back({old.token, old.ring, 0});
                signatures.push_back(here);
            }
            merged[k].count += old.count;
            target.push_back(k);
        }
        next_classes_ = merged;
        return target;
    }

    Layer after_region(const Layer& layer, std::size_t i, SweepAnswer<Probability>& answer) {
        const int region = regions_[i];
        const std::vector<std::size_t> target = merge_classes(i);
        const bool last = i + 1 == regions_.size();
        Layer next;
        RavageProblem problem = ravage_problem(rules_, state_, region, neutral(region));
        const bool running = i == 0 && state_.stage == Stage::kReveal;
        for (const auto& [entry, probability] : layer) {
            std::size_t first_of_ring[2] = {0, 0};
            int used_of_ring[2] = {0, 0};
            problem.class_count = {0, 0};
            for (std::size_t k = 0; k < classes_.size(); ++k) {
                const std::size_t ring = classes_[k].ring;
                if (problem.class_count[ring] == 0) first_of_ring[ring] = k;
                problem.classes[ring][static_cast<std::size_t>(problem.class_count[ring]++)] = {classes_[k].token, classes_[k].count - entry.used[k]};
                used_of_ring[ring] += entry.used[k];
            }
            for (std::size_t ring = 0; ring < 2; ++ring) problem.pool_size[ring] = pool_[ring] - used_of_ring[ring];
            problem.first = running ? state_.drawing_ring : -1;
            walk_ravage(rules_, problem, state_.held, probability, [&](const std::array<u8, kMaxPlayers>& left, const Probability& chance) {
                Entry after;
                after.lost = entry.lost;
                for (int p = 0; p < rules_.players; ++p) {
                    const int loss = state_.cubes[region][p] - left[static_cast<std::size_t>(p)];
                    after.lost[static_cast<std::size_t>(p)] = static_cast<u8>(after.lost[static_cast<std::size_t>(p)] + loss);
                    if (loss != 0) answer.losses[static_cast<std::size_t>(p)].add_times(chance, loss);
                }
                if (!last) {
                    for (std::size_t k = 0; k < classes_.size(); ++k) {
                        const std::size_t ring = classes_[k].ring;
                        const int rest = problem.classes[ring][k - first_of_ring[ring]].count;
                        u8& used = after.used[target[k]];
                        used = static_cast<u8>(used + classes_[k].count - rest);
                    }
                }
                const auto [place, fresh] = next.try_emplace(after, chance);
                if (!fresh) place->second.add(chance);
            });
            if (next.size() > most_states_) break;
        }
        classes_ = next_classes_;
        return next;
    }

    const Rules& rules_;
    const State& state_;
    Probability zero_;
    Probability one_;
    std::size_t most_states_;
    std::vector<int> regions_;
    std::vector<TokenClass> classes_;
    std::vector<TokenClass> next_classes_;
    std::array<int, 2> pool_{};
};

}  // namespace rattus_ai::rattus
