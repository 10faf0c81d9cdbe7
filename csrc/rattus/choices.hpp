// Counted move generation: legal actions are announced as sets of ids, and a visitor counts them, picks the k-th, or
// lists them. A random playout needs one random action and never builds the list.
#pragma once

#include "rattus/rules.hpp"
#include "util/bits.hpp"

namespace rattus_ai::rattus {

class CountChoices {
public:
    static constexpr bool kLists = false;
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

class PickChoice {
public:
    static constexpr bool kLists = false;
    explicit PickChoice(int k) : left_(k) {}
    void set(int base, u32 members, int stride = 1) {
        if (action_ >= 0) return;
        const int count = util::count_bits(members);
        if (left_ < count) {
            action_ = base + stride * util::select_bit(members, left_);
        } else {
            left_ -= count;
        }
    }
    void range(int base, int count) {
        if (action_ >= 0) return;
        if (left_ < count) {
            action_ = base + left_;
        } else {
            left_ -= count;
        }
    }
    void grid(int base, int rows, int stride, int count) {
        if (action_ >= 0) return;
        const int total = rows * count;
        if (left_ < total) {
            action_ = base + left_ / count * stride + left_ % count;
        } else {
            left_ -= total;
        }
    }
    bool found() const { return action_ >= 0; }
    Action action() const { return static_cast<Action>(action_); }

private:
    int left_;
    int action_ = -1;
};

// Writes the ids into a buffer that must have room for all actions of the game; the caller sorts where needed.
class ListChoices {
public:
    static constexpr bool kLists = true;
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
