// What every player's worth says about all of them: leads over the best other one, and shares of a softmax.
#pragma once

#include <cmath>

namespace rattus_ai::util {

// For each of `count` worths how far it is ahead of the highest other one.
inline void leads(const double* worths, int count, double* values) {
    for (int p = 0; p < count; ++p) {
        double other = -1e300;
        for (int q = 0; q < count; ++q) other = q != p && worths[q] > other ? worths[q] : other;
        values[p] = worths[p] - other;
    }
}

// Shares that sum to 1, in proportion to what `weight` makes of how far each form is behind the best one: at most 1, so that
// nothing overflows.
template <class Weight>
void shares_behind(const float* forms, int count, double* values, Weight weight) {
    float best = -1e30f;
    for (int p = 0; p < count; ++p) best = forms[p] > best ? forms[p] : best;
    double total = 0.0;
    for (int p = 0; p < count; ++p) {
        values[p] = weight(static_cast<double>(best - forms[p]));
        total += values[p];
    }
    for (int p = 0; p < count; ++p) values[p] /= total;
}

// In proportion to the exponential of each form.
inline void softmax(const float* forms, int count, double* values) {
    shares_behind(forms, count, values, [](double behind) { return std::exp(-behind); });
}

// The same with a power-law tail (a softmax of the q-exponential). The larger the sureness, the nearer to the softmax.
inline void tailed_shares(const float* forms, int count, double sureness, double* values) {
    shares_behind(forms, count, values, [=](double behind) { return std::pow(1.0 + behind / sureness, -sureness); });
}

}  // namespace rattus_ai::util
