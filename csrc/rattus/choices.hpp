// Counted move generation: legal actions are announced as sets of ids, and a visitor counts them, remembers them
// so that the k-th can be picked, or lists them. A random playout needs one random action and never builds the list.
#pragma once

#include "rattus/rules.hpp"
#include "util/bits.hpp"

namespace rattus_ai::rattus {

class CountChoices {
public:
    // ids base + stride * i for each member i of the set
    void set(int, u32 members, int = 1) { count_ += util::count_bits(members); }
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
        const int count = util::count_bits(members);
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
    Action pick(int k) const {
        const Block* block = blocks_;
        while (k >= block->count) k -= (block++)->count;
        if (block->members != 0) return static_cast<Action>(block->base + block->stride * util::select_bit(block->members, k));
        return static_cast<Action>(block->base + k / block->run * block->stride + k % block->run);
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

    static constexpr int kMaxBlocks = 256;  // each card announces at most a few sets a region and rat
    int total_ = 0;
    int blocks_count_ = 0;
    Block blocks_[kMaxBlocks];
};

// Writes the ids into a buffer that must have room for all actions of the game; the caller sorts where needed.
class ListChoices {
public:
    explicit ListChoices(Action* out) : begin_(out), end_(out) {}
    void set(int base, u32 members, int stride = 1) {
        util::for_each_bit(members, [&](int i) { *end_++ = static_cast<Action>(base + stride * i); });
    }
    void range(int base, int count) {
        for (int i = 0; i < count; ++i) *end_++ = static_cast<Action>(base + i);
    }
    void grid(int base, int rows, int stride, int count) {
        for (int row = 0; row < rows; ++row) range(base + row * stride, count);
    }
    Action* begin() const { return begin_; }
    Action* end() const { return end_; }
    int count() const { return static_cast<int>(end_ - begin_); }

private:
    Action* begin_;
    Action* end_;
};

}  // namespace rattus_ai::rattus
