// The exact distribution of what a ravage does to one region.
//
// Tokens that act alike in this ravage are one class with a weight: a limit above the number of cubes never matters (the
// number only falls), and of the class symbols only those of cards whose owners have cubes here do. The ravage is
// then walked reveal by reveal: which rat (each equally likely), which class of its ring (without replacement), until no
// rat or no cube is left. Exact; at most three rats, so at most a few thousand paths, mostly a few dozen. Chance that is
// due to the spread does not touch the ravaged region. What players may answer to a token (region cards, payments, own cubes for killed
// ones, the order of his choice) is left out: these are the losses if nobody answers and the rats come up at random.
#pragma once

#include <array>

#include "rattus/ravage.hpp"

namespace rattus_ai::rattus {

struct RatClass {
    TokenInfo token;
    int count;
};

struct RavageProblem {
    std::array<u8, kMaxPlayers> cubes{};
    std::array<u8, kMaxPlayers> potions{};
    int neutral = 0;
    std::array<int, 2> unknown{};                    // rats of unknown token, by ring
    std::array<int, 2> pool_size{};                  // unseen tokens, by ring
    std::array<std::array<RatClass, kMaxTokens>, 2> classes{};
    std::array<int, 2> class_count{};
    std::array<TokenInfo, kMaxRats> known{};         // rats whose token is known
    int known_count = 0;
    int outbreaks = 0;                               // on the path that is being walked
    int first = -1;                                  // the rat that comes first: ring of an unknown one, 2 + index of a known one
};

// Everything about a token that can matter here, as one number; 0 for a token that does nothing.
inline u64 token_signature(const Rules& rules, const TokenInfo& token, const u8* cubes, int neutral, const u8* held) {
    int total = neutral;
    for (int p = 0; p < rules.players; ++p) total += cubes[p];
    if (token.limit > total) return 0;
    u64 signature = 1u + token.limit;
    signature = signature * 4 + token.majority;
    signature = signature * 4 + token.all;
    for (int p = 0; p < rules.players; ++p) {
        int hits = 0;
        if (cubes[p] != 0) {
            for (const u8 cards : token.hits) hits += util::count_bits(u32{cards} & held[p]);
        }
        signature = signature * 32 + static_cast<u64>(hits);
    }
    return signature;
}

inline RavageProblem ravage_problem(const Rules& rules, const State& state, int region, int neutral) {
    RavageProblem problem;
    problem.neutral = neutral;
    for (int p = 0; p < rules.players; ++p) {
        problem.cubes[static_cast<std::size_t>(p)] = state.cubes[region][p];
        problem.potions[static_cast<std::size_t>(p)] = state.pieces.potions[region][p];
    }
    problem.unknown = {state.unlooked[0][region], state.unlooked[1][region]};
    for (int i = 0; i < state.tracked_count; ++i) {
        const TrackedRat& rat = state.tracked[i];
        if (rat.region != region) continue;
        if (rat.token == kNone) {
            ++problem.unknown[rat.ring];
        } else {
            problem.known[static_cast<std::size_t>(problem.known_count++)] = rules.tokens[rat.ring][rat.token];
        }
    }
    for (std::size_t ring = 0; ring < 2; ++ring) {
        if (problem.unknown[ring] == 0) continue;
        problem.pool_size[ring] = util::count_bits(state.unseen[ring]);
        std::array<u64, kMaxTokens> signatures{};
        for (u64 tokens = state.unseen[ring]; tokens != 0; tokens &= tokens - 1) {
            const TokenInfo& token = rules.tokens[ring][static_cast<std::size_t>(util::lowest_bit(tokens))];
            const u64 signature = token_signature(rules, token, state.cubes[region], neutral, state.held);
            std::size_t k = 0;
            const std::size_t count = static_cast<std::size_t>(problem.class_count[ring]);
            while (k < count && signatures[k] != signature) ++k;
            if (k == count) {
                signatures[k] = signature;
                problem.classes[ring][k] = {token, 0};
                ++problem.class_count[ring];
            }
            ++problem.classes[ring][k].count;
        }
    }
    return problem;
}

// Calls leaf(cubes, probability) for every way the ravage can go. Probability needs scaled(numerator, denominator).
template <class Probability, class Leaf>
void walk_ravage(const Rules& rules, RavageProblem& problem, const u8* held, const Probability& probability, Leaf&& leaf) {
    const int known = problem.known_count;
    const int rats = problem.unknown[0] + problem.unknown[1] + known;
    int total = 0;
    for (int p = 0; p < rules.players; ++p) total += problem.cubes[static_cast<std::size_t>(p)];
    if (rats == 0 || total == 0) {
        leaf(problem.cubes, probability);
        return;
    }
    const int first = problem.first;
    problem.first = -1;
    auto reveal = [&](const TokenInfo& token, const Probability& here) {
        u8 losses[kMaxPlayers];
        const std::array<u8, kMaxPlayers> before = problem.cubes;
        const std::array<u8, kMaxPlayers> potions = problem.potions;
        const bool outbreak = token_losses(rules, token, before.data(), problem.neutral, held, losses);
        problem.outbreaks += outbreak;
        if (outbreak) {
            for (int p = 0; p < rules.players; ++p) {
                const std::size_t q = static_cast<std::size_t>(p);
                const u8 saved = losses[p] < potions[q] ? losses[p] : potions[q];
                problem.potions[q] = static_cast<u8>(potions[q] - saved);
                problem.cubes[q] = static_cast<u8>(before[q] - losses[p] + saved);
            }
        }
        walk_ravage(rules, problem, held, here, leaf);
        problem.cubes = before;
        problem.potions = potions;
        problem.outbreaks -= outbreak;
    };
    for (int ring = 0; ring < 2; ++ring) {
        const std::size_t r = static_cast<std::size_t>(ring);
        const int here = problem.unknown[r];
        if (here == 0 || (first >= 0 && first != ring)) continue;
        const int size = problem.pool_size[r];
        --problem.unknown[r];
        --problem.pool_size[r];
        for (int k = 0; k < problem.class_count[r]; ++k) {
            RatClass& tokens = problem.classes[r][static_cast<std::size_t>(k)];
            if (tokens.count == 0) continue;
            const Probability which = first >= 0 ? probability : probability.scaled(here, rats);
            const Probability next = which.scaled(tokens.count, size);
            --tokens.count;
            reveal(tokens.token, next);
            ++tokens.count;
        }
        ++problem.unknown[r];
        ++problem.pool_size[r];
    }
    for (int i = 0; i < known; ++i) {
        if (first >= 0 && first != 2 + i) continue;
        const TokenInfo token = problem.known[static_cast<std::size_t>(i)];
        problem.known[static_cast<std::size_t>(i)] = problem.known[static_cast<std::size_t>(known - 1)];
        problem.known_count = known - 1;
        reveal(token, first >= 0 ? probability : probability.scaled(1, rats));
        problem.known_count = known;
        problem.known[static_cast<std::size_t>(known - 1)] = problem.known[static_cast<std::size_t>(i)];
        problem.known[static_cast<std::size_t>(i)] = token;
    }
    problem.first = first;
}

struct RealProbability {
    double value = 1.0;
    RealProbability scaled(int numerator, int denominator) const { return {value * numerator / denominator}; }
};

// Exact; the denominators of one ravage stay far below 2^64.
struct FractionProbability {
    u64 numerator = 1;
    u64 denominator = 1;
    FractionProbability scaled(int top, int bottom) const;
};

inline u64 greatest_common_divisor(u64 a, u64 b) {
    while (b != 0) {
        const u64 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

inline FractionProbability FractionProbability::scaled(int top, int bottom) const {
    const u64 a = numerator * static_cast<u64>(top);
    const u64 b = denominator * static_cast<u64>(bottom);
    const u64 divisor = greatest_common_divisor(a, b);
    return {a / divisor, b / divisor};
}

}  // namespace rattus_ai::rattus
