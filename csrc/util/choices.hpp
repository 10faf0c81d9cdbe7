// Counted move generation: legal actions are announced as sets of ids, and a visitor counts them, remembers them
// so that the k-th can be picked, or lists them. A random playout needs one random action and never builds the list.
#pragma once

#include <algorithm>

#include "util/bits.hpp"
#include "util/integers.hpp"
#include "util/random.hpp"

namespace rattus_ai::util {

class CountChoices {
public:
    // ids base + stride * i for each member i of the set
    void set(int, u32 members, int = 1) { count_ += count_bits(members); }
    // ids base .. base + count - 1
    void range(int, int count) { count_ += count; }
    // `rows` runs of `count` ids, one every `stride`
    void grid(int, int rows, int, int count) { count_ += rows * count; }
    int count() const { return count_; }

private:
    int count_ = 0;
};

// Remembers the announced sets, so that after one pass any choice can be picked by its number.
class ChoiceSets {
public:
    void set(int base, u32 members, int stride = 1) {
        const int count = count_bits(members);
        if (count != 0) add(count, base, stride, members, 0);
    }
    void range(int base, int count) {
        if (count != 0) add(count, base, 0, 0, count);
    }
    void grid(int base, int rows, int stride, int count) {
        if (rows != 0) add(rows * count, base, stride, 0, count);
    }
    int count() const { return total_; }

    // The k-th choice, k below count().
    u16 pick(int k) const {
        const Block* block = blocks_;
        while (k >= block->count) k -= (block++)->count;
        if (block->members != 0) return static_cast<u16>(block->base + block->stride * select_bit(block->members, k));
        return static_cast<u16>(block->base + k / block->run * block->stride + k % block->run);
    }

private:
    struct Block {
        int count;
        int base;
        int stride;
        u32 members;
        int run;
    };
    void add(int count, int base, int stride, u32 members, int run) {
        blocks_[blocks_count_++] = {count, base, stride, members, run};
        total_ += count;
    }

    static constexpr int kMaxBlocks = 256;  // no game announces more sets at one decision
    int total_ = 0;
    int blocks_count_ = 0;
    Block blocks_[kMaxBlocks];
};

// Writes the ids into a buffer that must have room for all actions of the game; the caller sorts where needed.
class ListChoices {
public:
    explicit ListChoices(u16* out) : begin_(out), end_(out) {}
    void set(int base, u32 members, int stride = 1) {
        for_each_bit(members, [&](int i) { *end_++ = static_cast<u16>(base + stride * i); });
    }
    void range(int base, int count) {
        for (int i = 0; i < count; ++i) *end_++ = static_cast<u16>(base + i);
    }
    void grid(int base, int rows, int stride, int count) {
        for (int row = 0; row < rows; ++row) range(base + row * stride, count);
    }
    u16* begin() const { return begin_; }
    u16* end() const { return end_; }
    int count() const { return static_cast<int>(end_ - begin_); }

private:
    u16* begin_;
    u16* end_;
};

// The three passes over the legal actions of a state. Its game announces them in `decisions(rules, state, choices)`, which is looked up in
// the namespace of the rules; a game takes these functions into its namespace.

template <class Rules, class State>
inline int count_actions(const Rules& rules, const State& state) {
    CountChoices choices;
    decisions(rules, state, choices);
    return choices.count();
}

// Uniformly random; there must be a legal action.
template <class Rules, class State>
inline u16 random_action(const Rules& rules, const State& state, Random& random) {
    ChoiceSets choices;
    decisions(rules, state, choices);
    return choices.pick(random.below(choices.count()));
}

// Ascending ids; `out` has room for all actions of the game. Returns how many.
template <class Rules, class State>
inline int list_actions(const Rules& rules, const State& state, u16* out) {
    ListChoices choices(out);
    decisions(rules, state, choices);
    if (!std::is_sorted(out, choices.end())) std::sort(out, choices.end());
    return choices.count();
}

}  // namespace rattus_ai::util
