// Random events that stay together in plays that differ little.
//
// When two candidate turns are compared on the same random numbers, one stream of numbers drifts apart at the first
// difference: from there on each play uses the numbers for other events. Here every event has numbers of its own instead,
// found by what it is about (whose rat is revealed, whose turn it is) and by how often that came up before in this play. Among
// the possible outcomes a race decides: each has a random arrival time made from the number of the event and its own id, and the
// first one wins. So the same thing happens in both plays unless it is not possible in one of them. A race of exponential
// times with rates in proportion to the weights has exactly the wanted distribution (the Gumbel-max coupling;
// Maddison, Tarlow, Minka, "A* sampling", NIPS 2014), so each play by itself is what it was.
#pragma once

#include <array>
#include <cmath>

#include "search/game.hpp"

namespace rattus_ai::search {

// The numbers of the events of one play.
class EventNumbers {
public:
    explicit EventNumbers(u64 seed) : seed_(seed) {}

    // A number for the next event of this label; never the same twice.
    u64 next(u64 label) {
        std::size_t i = 0;
        while (i < used_ && entries_[i].label != label) ++i;
        if (i == entries_.size()) return number(kNoLabel, ++beyond_);
        if (i == used_) entries_[used_++] = {label, 0};
        return number(label, ++entries_[i].count);
    }

private:
    static constexpr u64 kNoLabel = ~u64{0};
    struct Entry {
        u64 label;
        u64 count;
    };

    u64 number(u64 label, u64 count) const { return util::mix64(seed_ + util::mix64(label * 0x9e3779b97f4a7c15ull + util::mix64(count))); }

    u64 seed_;
    u64 beyond_ = 0;  // events with labels that have no room: they only lose their company
    std::size_t used_ = 0;
    std::array<Entry, 128> entries_;
};

// One of the outcomes, by number, with probability in proportion to its weight.
inline int first_to_arrive(u64 event, const WeightedOutcome* outcomes, int count) {
    int best = 0;
    double least = 1e300;
    for (int i = 0; i < count && count > 1; ++i) {
        const u64 draw = util::mix64(event + (u64{outcomes[i].id} + 1) * 0x9e3779b97f4a7c15ull);
        const double uniform = (static_cast<double>(draw >> 12) + 0.5) * 0x1.0p-52;
        const double time = -std::log(uniform) / outcomes[i].weight;
        if (time < least) {
            least = time;
            best = i;
        }
    }
    return best;
}

}  // namespace rattus_ai::search
