// Probabilities of the final sweep: real numbers, or residues modulo a prime from which exact fractions are put together
// outside (rattus_ai/rattus/sweep.py). Both are scaled by small fractions and added, nothing else.
#pragma once

#include <array>

#include "util/integers.hpp"
#include "util/random.hpp"

namespace rattus_ai::rattus {

inline constexpr std::size_t kLargestDenominator = 192;  // 64 tokens of a ring times 3 rats of a region; beyond it only pairs of recycled rats

struct SweepProbability {
    double value;
    SweepProbability scaled(int numerator, int denominator) const { return {value * numerator / denominator}; }
    void add(const SweepProbability& other) { value += other.value; }
};

// Residues modulo a prime below 2^61; division by small numbers is multiplication by their inverses.
struct PrimeField {
    u64 prime;
    std::array<u64, kLargestDenominator + 1> inverse{};
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

inline u64 inverse_of(const PrimeField& field, u64 number) {
    if (number < field.inverse.size()) return field.inverse[static_cast<std::size_t>(number)];
    return multiply_modulo(field.prime - field.prime / number, inverse_of(field, field.prime % number), field.prime);
}

struct ModularProbability {
    u64 value;
    const PrimeField* field;
    ModularProbability scaled(int numerator, int denominator) const {
        const u64 top = multiply_modulo(value, static_cast<u64>(numerator), field->prime);
        return {multiply_modulo(top, inverse_of(*field, static_cast<u64>(denominator)), field->prime), field};
    }
    void add(const ModularProbability& other) { value = (value + other.value) % field->prime; }
};

}  // namespace rattus_ai::rattus
