// Exploration where a game is all but won.
//
// The prior term of PUCT is in the units of the values. For a player who is nearly sure to win every value is near 1, the
// differences that are left are drowned by a term made for values that lie apart, and the priors alone decide: what is won
// never ends. So for him exploration shrinks in proportion to the standard deviation of the values backed up so far (Q values in
// their own range: Schrittwieser et al., Nature 588, 2020, appendix B, who take the least and the greatest value instead, which two
// outliers decide). For everybody else nothing changes: measured in games that are still open, less exploration is worse. Honest
// limits: one mean and one spread for the whole tree, though lines differ.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace rattus_ai::search {

template <std::size_t kPlayers>
class Spread {
public:
    static constexpr double kNearlyWon = 0.9;   // mean value above which exploration shrinks
    static constexpr double kAllButWon = 0.95;  // mean value from which on the deviation alone decides; blended in between
    static constexpr double kUsual = 0.05;      // standard deviation at which it is the usual one
    static constexpr double kLeast = 0.002;     // part of the usual one: something is always tried
    static constexpr double kBegin = 16.0;      // values with the usual deviation that are taken for granted at first

    void clear() { *this = Spread(); }

    void add(const std::array<double, kPlayers>& values, std::size_t players) {
        count_ += 1.0;
        for (std::size_t p = 0; p < players; ++p) {
            // Welford's recurrence.
            const double off = values[p] - means_[p];
            means_[p] += off / count_;
            squares_[p] += off * (values[p] - means_[p]);
        }
    }

    // Part of the usual exploration for a player, at most 1.
    float part(std::size_t player) const {
        if (means_[player] <= kNearlyWon) return 1.0f;
        const double variance = (squares_[player] + kBegin * kUsual * kUsual) / (count_ + kBegin);
        const double narrow = std::clamp(std::sqrt(variance) / kUsual, kLeast, 1.0);
        const double weight = std::min(1.0, (means_[player] - kNearlyWon) / (kAllButWon - kNearlyWon));
        return static_cast<float>(1.0 + weight * (narrow - 1.0));
    }

private:
    double count_ = 0.0;
    std::array<double, kPlayers> means_{};
    std::array<double, kPlayers> squares_{};
};

}  // namespace rattus_ai::search
