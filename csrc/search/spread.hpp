// How far the values of a search lie apart, for each player, and what that means for exploration.
//
// The prior term of PUCT is in the units of the values. Where a game is all but decided every value is near 1 or 0, the
// differences that are left are drowned by a term made for values that lie apart, and the priors alone decide: a won game
// is never finished. So where the standard deviation of the values backed up so far is below a bound, exploration shrinks
// in proportion to it (Q values in their own range: Schrittwieser et al., Nature 588, 2020, appendix B, who use the least and the
// greatest value instead, which two outliers decide). Above the bound nothing changes. Honest limits: one spread
// for the whole tree, though lines differ.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "util/integers.hpp"

namespace rattus_ai::search {

template <std::size_t kPlayers>
class Spread {
public:
    static constexpr double kBound = 0.05;        // standard deviation below which exploration shrinks
    static constexpr double kLeast = 0.002;       // of the usual exploration: something is always tried
    static constexpr double kBegin = 16.0;        // values at the bound that are taken for granted at first

    void clear() { *this = Spread(); }

    void add(const std::array<double, kPlayers>& values, std::size_t players) {
        count_ += 1.0;
        for (std::size_t p = 0; p < players; ++p) {
            // Welford's recurrence.
            const double off = values[p] - means_[p];
            means_[p] += off / count_;
            squares_[p] += off * (values[p] - means_[p]);
            const double variance = (squares_[p] + kBegin * kBound * kBound) / (count_ + kBegin);
            parts_[p] = static_cast<float>(std::clamp(std::sqrt(variance) / kBound, kLeast, 1.0));
        }
    }

    // Part of the usual exploration for a player, at most 1.
    float part(std::size_t player) const { return parts_[player]; }

private:
    static constexpr std::array<float, kPlayers> ones() {
        std::array<float, kPlayers> out{};
        out.fill(1.0f);
        return out;
    }

    double count_ = 0.0;
    std::array<double, kPlayers> means_{};
    std::array<double, kPlayers> squares_{};
    std::array<float, kPlayers> parts_ = ones();
};

}  // namespace rattus_ai::search
