// The final sweep exactly: for every player the probability of winning, or the joint distribution of the final points.
//
// Regions couple only through the shared multiset of unseen tokens, so a dynamic programme over the regions, reveal by reveal,
// is exact whose state is how many tokens of each class are used up, what has been lost, and where inside the region
// (region_reveals.hpp) the reveals are. What keeps the states few:
// * Classes are kinds of token that act alike from here on; they are merged after every reveal.
// * Only the players who can still win count; what the others lose is forgotten, and so is a loss that all who count share.
// * A state in which the winner is settled, whatever comes, leaves the programme at once.
// * Where the programme would be wide, the order of the regions is the one with the fewest classes on the way
//   (a dynamic programme over sets of regions).
// The programme is written for any kind of probability (probability.hpp). Honest limits: the number of states can grow
// exponentially with the number of rats. Beyond a given number the answer is "not solved", or, if brackets are asked for, the
// least probable states are dropped and the probability that was dropped is kept between lower and upper bound: never a guess. With the
// option that a player chooses the order of reveals, only positions without such a choice are solved, and likewise only positions in which
// nobody can play a region card and all hands are known.
#pragma once

#include <array>
#include <cstring>
#include <functional>
#include <vector>

#include "rattus/ending.hpp"
#include "rattus/probability.hpp"
#include "rattus/reaction.hpp"
#include "rattus/region_reveals.hpp"
#include "rattus/sweep_points.hpp"

namespace rattus_ai::rattus {

struct SweepSettings {
    std::size_t most_states = 1'000'000;  // alive at once
    bool joint = false;                   // the distribution of points instead of the winners
    u32 players = ~u32{0};                // joint: of these players; the others count as having no points
    bool bracket = false;                 // beyond most_states: drop and bound instead of giving up
    u64 most_work = 0;                    // states that may be worked through in all, 0: no bound; beyond it as if stopped
    const std::function<bool()>* stop = nullptr;  // asked now and then; true: give up
};

template <class Probability>
struct SweepAnswer {
    bool solved = false;
    bool stopped = false;                                    // given up because it was asked to
    u64 work = 0;                                            // states that were worked through
    std::size_t states = 0;                                  // the most that were alive at once
    std::array<Probability, kMaxPlayers> wins{};             // proved; lower bounds where not solved but bracketed
    std::array<Probability, kMaxPlayers> upper{};            // upper bounds
    std::vector<std::pair<u64, Probability>> points;         // joint: final points, packed; ascending
};

// Points of all players in one word.
inline constexpr int kPointBits = 10;
inline constexpr int kMostCoins = 4'000;  // of a player, so that his points fit; games do not come near it
inline constexpr u64 in_points(int points, int player) { return static_cast<u64>(points) << (kPointBits * player); }
inline constexpr int points_of(u64 packed, int player) { return static_cast<int>(packed >> (kPointBits * player) & ((u64{1} << kPointBits) - 1)); }

inline bool points_fit(const Rules& rules, const State& state) {
    for (int p = 0; p < rules.players; ++p) {
        if (rules.mercatus && state.market.coins[p] > kMostCoins) return false;
    }
    return true;
}

// Adds up what is equal; ascending.
template <class Probability>
void join_equal(std::vector<std::pair<u64, Probability>>& entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::pair<u64, Probability>> joined;
    for (const auto& [points, chance] : entries) {
        if (!joined.empty() && joined.back().first == points) {
            joined.back().second.add(chance);
        } else {
            joined.emplace_back(points, chance);
        }
    }
    entries = std::move(joined);
}

// States of one step, each with its probability, in the order in which they were met.
template <class Probability>
class SweepLayer {
public:
    struct Entry {
        u64 used[2];  // tokens used of each class, packed
        u64 gained;   // majorities and diplomats, packed (sweep_points.hpp)
        u32 lost;     // packed; kFieldMask: the player cannot win any more
        u16 node;     // inside the region
        u16 unused = 0;
        Probability probability;
    };

    void clear() {
        entries_.clear();
        if (table_.size() > 1024) table_.resize(1024);
        if (table_.empty()) table_.resize(256);
        std::fill(table_.begin(), table_.end(), 0);
    }
    std::size_t size() const { return entries_.size(); }
    std::vector<Entry>& entries() { return entries_; }

    static u64 hash_of(u64 first, u64 second, u64 gained, u32 lost, u16 node) {
        u64 hash = util::mix64(first ^ (u64{lost} << 20 | node) * 0x9e3779b97f4a7c15ull);
        if ((second | gained) != 0) hash = util::mix64(hash ^ second ^ gained * 0xd1342543de82ef95ull);
        return hash;
    }

    void add(const std::array<u64, 2>& used, u64 gained, u32 lost, u16 node, const Probability& probability) {
        const u64 hash = hash_of(used[0], used[1], gained, lost, node);
        std::size_t mask = table_.size() - 1;
        std::size_t place = static_cast<std::size_t>(hash) & mask;
        while (table_[place] != 0) {
            Entry& entry = entries_[table_[place] - 1];
            if (entry.used[0] == used[0] && entry.used[1] == used[1] && entry.gained == gained && entry.lost == lost && entry.node == node) {
                entry.probability.add(probability);
                return;
            }
            place = (place + 1) & mask;
        }
        entries_.push_back({{used[0], used[1]}, gained, lost, node, 0, probability});
        table_[place] = static_cast<u32>(entries_.size());
        if (entries_.size() * 2 > table_.size()) grow();
    }

private:
    void grow() {
        const std::size_t mask = table_.size() * 4 - 1;
        table_.assign(mask + 1, 0);
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            const Entry& entry = entries_[i];
            const u64 hash = hash_of(entry.used[0], entry.used[1], entry.gained, entry.lost, entry.node);
            std::size_t place = static_cast<std::size_t>(hash) & mask;
            while (table_[place] != 0) place = (place + 1) & mask;
            table_[place] = static_cast<u32>(i + 1);
        }
    }

    std::vector<Entry> entries_;
    std::vector<u32> table_;
};

template <class Probability>
class Sweep {
public:
    // The memory holds automata of regions for these rules.
    Sweep(const Rules& rules, const State& state, RevealsMemory& memory, Probability zero, Probability one, const SweepSettings& settings)
        : rules_(rules), state_(state), memory_(memory), zero_(zero), one_(one), settings_(settings) {}

    // The state must be in the sweep, or be taken as if it began now.
    SweepAnswer<Probability> solve() {
        answer_.wins.fill(zero_);
        answer_.upper.fill(zero_);
        if (!find_regions()) return unsolved();
        for (u8 ring = 0; ring < 2; ++ring) pool_[ring] = util::count_bits(state_.unseen[ring]);
        order_regions();
        remaining_bounds();
        layers_.resize(2);
        now_.clear();
        answer_.states = 1;
        partition_ = classes_at(0, 0);
        const std::array<u64, 2> nothing{};
        leave_region(0, nothing, 0, outsiders_, one_, now_);
        for (std::size_t i = 0; i < regions_.size() && now_.size() != 0; ++i) {
            if (!sweep_region(i)) return unsolved();
        }
        if (settings_.joint) {
            for (const Entry& entry : now_.entries()) answer_.points.emplace_back(final_points(entry), entry.probability);
            join_equal(answer_.points);
        }
        for (std::size_t p = 0; p < kMaxPlayers; ++p) answer_.upper[p].add(answer_.wins[p]);
        answer_.solved = !dropped_;
        return answer_;
    }

private:
    using Layer = SweepLayer<Probability>;
    using Entry = typename Layer::Entry;

    struct Region {
        const RegionReveals* reveals;
        int number;
        bool running;
        std::array<u8, 2> unknown;  // rats of unknown token, by ring
    };

    // Kinds that act alike from some step on, and how the numbers of used tokens are packed.
    struct Partition {
        struct Class {
            u8 ring;
            u8 kind;   // a member, by place in the list of kinds
            u8 word;   // where the number is packed
            u8 shift;
            u64 mask;
            int count;
        };
        std::vector<Class> classes;
        std::vector<u8> of_kind;  // class of each kind of the list; kNone where there is no token
        bool fits = true;
    };

    // Nothing is proved but who cannot win.
    SweepAnswer<Probability> unsolved() {
        answer_.wins.fill(zero_);
        answer_.upper.fill(zero_);
        for (int p = 0; p < rules_.players; ++p) {
            if ((relevant_ >> p) & 1u) answer_.upper[static_cast<std::size_t>(p)] = one_;
        }
        return answer_;
    }

    bool find_regions() {
        kinds_ = &memory_.kinds(rules_, state_);
        const int from = state_.revealing == kNone ? 0 : state_.revealing;
        const bool running = state_.stage == Stage::kReveal;
        std::vector<int> numbers;
        for (int region = from; region < rules_.regions; ++region) {
            if (state_.rats[region] == 0 || !region_occupied(rules_, state_, region)) continue;
            if (rules_.options.reveal_order == RevealOrder::kActivePlayer && slots_in(state_, region) > 1) return false;
            numbers.push_back(region);
        }
        relevant_ = settings_.joint ? settings_.players & ((1u << rules_.players) - 1) : possible_winners(rules_, state_);
        outsiders_ = 0;
        for (int p = 0; p < kMaxPlayers; ++p) {
            if (!((relevant_ >> p) & 1u)) outsiders_ |= in_field(kFieldMask, p);
        }
        u32 open = 0;
        for (const int region : numbers) open |= bit(region);
        if (settings_.joint && !points_fit(rules_, state_)) return false;
        if (unknown_cards(rules_, state_) != 0 || may_play_region_cards(rules_, state_)) return false;
        if (!points_.prepare(rules_, state_, open, relevant_)) return false;
        u8 protected_held[kMaxPlayers];
        cards_hit(rules_, state_, protected_held);
        for (const int region : numbers) {
            RegionContent content = region_content(rules_, state_, region, population_change(rules_, state_, region));
            const bool first = running && region == from;
            if (first) content.first = state_.drawing_ring;
            const RegionStakes stakes = points_.stakes(region);
            for (int p = 0; p < rules_.players; ++p) {
                const std::size_t q = static_cast<std::size_t>(p);
                if (!((stakes.diplomats >> p) & 1)) content.diplomats[q] = 0;
                if (content.diplomats[q] >= 1 << kDiplomatBits) return false;
            }
            const RegionReveals& reveals = memory_.reveals(rules_, region == from ? protected_held : state_.held, content, relevant_, stakes);
            if (reveals.start() != RegionReveals::kDone) {
                regions_.push_back({&reveals, region, first, content.unknown});
            } else {
                open &= ~bit(region);  // nothing changes there any more
            }
        }
        points_.prepare(rules_, state_, open, relevant_);  // fits, since fewer are open
        return lost_fits(open);
    }

    // Losses and missed points of a player stay below the mark of those who cannot win any more.
    bool lost_fits(u32 open) const {
        for (int p = 0; p < rules_.players; ++p) {
            int most = points_.card_points(p);
            util::for_each_bit(state_.occupied[p] & open, [&](int region) { most += state_.cubes[region][p]; });
            if (most >= static_cast<int>(kFieldMask)) return false;
        }
        return true;
    }

    // Points that decide, ties included: points times eight, and the place in the order of ties.
    int rank(int player, int points) const {
        return points * 8 + 7 - (player + rules_.players - state_.last - 1) % rules_.players;
    }

    u64 final_points(const Entry& entry) const {
        u64 out = 0;
        for (int p = 0; p < rules_.players; ++p) {
            if (!((relevant_ >> p) & 1u)) continue;
            const int kept = cubes_in_play(state_, p) + points_.card_points(p) - static_cast<int>(field_of(entry.lost, p));
            out |= in_points(kept + points_.range(entry.gained, p, 0).worst, p);
        }
        return out;
    }

    void remaining_bounds() {
        open_left_.assign(regions_.size() + 1, 0);
        for (std::size_t i = regions_.size(); i-- > 0;) open_left_[i] = open_left_[i + 1] | bit(regions_[i].number);
        most_left_.assign(regions_.size() + 1, {});
        least_left_.assign(regions_.size() + 1, {});
        for (std::size_t i = regions_.size(); i-- > 0;) {
            const RegionReveals::Node& start = regions_[i].reveals->node(regions_[i].reveals->start());
            for (int p = 0; p < rules_.players; ++p) {
                const std::size_t q = static_cast<std::size_t>(p);
                most_left_[i][q] = most_left_[i + 1][q] + static_cast<int>(field_of(start.most, p));
                least_left_[i][q] = least_left_[i + 1][q] + static_cast<int>(field_of(start.least, p));
            }
        }
    }

    // --- classes ---

    u64 region_signature(const Region& region, std::size_t kind, int level) const {
        return util::mix64(region.reveals->signature(level, kind) + static_cast<u64>(region.number) * 0x9e3779b97f4a7c15ull);
    }

    int tokens_of(std::size_t kind) const {
        const Kind& info = rules_.kinds[(*kinds_)[kind]];
        return util::count_bits(state_.unseen[info.ring] & info.tokens);
    }

    // Kinds that cannot be told apart in the regions from the i-th on, where the i-th has had `level` reveals.
    Partition classes_at(std::size_t i, int level) const {
        Partition partition;
        partition.of_kind.assign(kinds_->size(), kNone);
        std::vector<u64> signatures;
        for (std::size_t kind = 0; kind < kinds_->size(); ++kind) {
            const int count = tokens_of(kind);
            if (count == 0) continue;
            const u8 ring = rules_.kinds[(*kinds_)[kind]].ring;
            u64 signature = ring;
            for (std::size_t r = i; r < regions_.size(); ++r) signature += region_signature(regions_[r], kind, r == i ? level : 0);
            std::size_t k = 0;
            while (k < signatures.size() && signatures[k] != signature) ++k;
            if (k == signatures.size()) {
                signatures.push_back(signature);
                partition.classes.push_back({ring, static_cast<u8>(kind), 0, 0, 0, 0});
            }
            partition.classes[k].count += count;
            partition.of_kind[kind] = static_cast<u8>(k);
        }
        // No more of a class can be used than rats have been revealed.
        std::array<int, 2> drawn{};
        for (std::size_t r = 0; r <= i && r < regions_.size(); ++r) {
            for (std::size_t ring = 0; ring < 2; ++ring) {
                const int unknown = regions_[r].unknown[ring];
                drawn[ring] += r < i ? unknown : std::min(unknown, level);
            }
        }
        int used[2] = {0, 0};
        for (auto& one : partition.classes) {
            const int most = std::min(one.count, drawn[one.ring]);
            int bits = 0;
            while ((1 << bits) <= most) ++bits;
            const int word = used[0] + bits <= 64 ? 0 : 1;
            if (used[word] + bits > 64) partition.fits = false;
            one.word = static_cast<u8>(word);
            one.shift = static_cast<u8>(used[word] & 63);
            one.mask = (u64{1} << bits) - 1;
            used[word] += bits;
        }
        return partition;
    }

    // --- the order of the regions ---

    static constexpr std::size_t kMostOrdered = 12;
    static constexpr double kWide = 2'000.0;
    static constexpr std::size_t kWorthOrdering = 10'000;  // a quick look at few states costs less than the ordering

    void order_regions() {
        const std::size_t fixed = !regions_.empty() && regions_.front().running ? 1 : 0;
        auto cubes = [this](const Region& region) { return cubes_in(rules_, state_, region.number); };
        std::stable_sort(regions_.begin() + static_cast<std::ptrdiff_t>(fixed), regions_.end(), [&](const Region& a, const Region& b) { return cubes(a) > cubes(b); });
        const std::size_t count = regions_.size() - fixed;
        if (count < 3 || count > kMostOrdered || settings_.most_states < kWorthOrdering) return;
        signed_.assign(regions_.size() * kinds_->size(), 0);
        for (std::size_t r = 0; r < regions_.size(); ++r) {
            for (std::size_t kind = 0; kind < kinds_->size(); ++kind) signed_[r * kinds_->size() + kind] = region_signature(regions_[r], kind, 0);
        }
        double widest = 0.0;
        u32 rest = ((1u << count) - 1) << fixed;
        for (std::size_t r = fixed; r < regions_.size(); ++r) {
            widest = std::max(widest, width(rest));
            rest &= ~(1u << r);
        }
        if (widest < kWide) return;
        // best[done]: the least sum of widths on the way to having done this set.
        const u32 all = (1u << count) - 1;
        std::vector<double> best(all + 1, 0.0);
        std::vector<u8> last(all + 1, 0);
        for (u32 done = 1; done <= all; ++done) {
            if ((done & 63u) == 0 && halted()) return;  // any order will do
            double least = 0.0;
            bool any = false;
            for (u32 members = done; members != 0; members &= members - 1) {
                const int r = util::lowest_bit(members);
                const double before = best[done & ~(1u << r)];
                if (!any || before < least) {
                    least = before;
                    last[done] = static_cast<u8>(r);
                    any = true;
                }
            }
            best[done] = least + (done == all ? 0.0 : width((all & ~done) << fixed));
        }
        std::vector<Region> ordered(regions_.begin(), regions_.begin() + static_cast<std::ptrdiff_t>(fixed));
        for (u32 done = all; done != 0; done &= ~(1u << last[done])) ordered.push_back(regions_[fixed + last[done]]);
        std::reverse(ordered.begin() + static_cast<std::ptrdiff_t>(fixed), ordered.end());
        regions_ = ordered;
    }

    // Roughly how many ways there are to have used tokens when these regions are still to come.
    double width(u32 rest) const {
        std::array<int, 2> drawn{};
        for (std::size_t r = 0; r < regions_.size(); ++r) {
            if ((rest >> r) & 1u) continue;
            for (std::size_t ring = 0; ring < 2; ++ring) drawn[ring] += regions_[r].unknown[ring];
        }
        std::array<std::pair<u64, int>, kMaxKinds> classes;
        std::size_t count = 0;
        for (std::size_t kind = 0; kind < kinds_->size(); ++kind) {
            const int tokens = tokens_of(kind);
            if (tokens == 0) continue;
            u64 signature = 0;
            for (u32 regions = rest; regions != 0; regions &= regions - 1) {
                signature += signed_[static_cast<std::size_t>(util::lowest_bit(regions)) * kinds_->size() + kind];
            }
            signature = signature << 1 | rules_.kinds[(*kinds_)[kind]].ring;
            std::size_t k = 0;
            while (k < count && classes[k].first != signature) ++k;
            if (k == count) classes[count++] = {signature, 0};
            classes[k].second += tokens;
        }
        double product = 1.0;
        for (u64 ring = 0; ring < 2; ++ring) {
            std::array<double, kMaxTokens + 1> ways{};
            ways[0] = 1.0;
            const int most = std::min(drawn[ring], kMaxTokens);
            for (std::size_t k = 0; k < count; ++k) {
                if ((classes[k].first & 1) != ring) continue;
                for (int n = most; n > 0; --n) {
                    double sum = ways[static_cast<std::size_t>(n)];
                    for (int used = 1; used <= classes[k].second && used <= n; ++used) sum += ways[static_cast<std::size_t>(n - used)];
                    ways[static_cast<std::size_t>(n)] = sum;
                }
            }
            product *= std::max(1.0, ways[static_cast<std::size_t>(most)]);
        }
        return product;
    }

    // --- the programme ---

    // The edges of a node that do the same: next node, loss, class that the token belongs to afterwards.
    struct Group {
        u16 next;
        u32 loss;
        u32 award;
        u8 target;        // kNone: a known token
        std::vector<u8> classes;
    };
    struct Draw {
        u8 weight;
        i8 ring;
        std::vector<Group> groups;
    };

    std::vector<Draw> draws_of(const RegionReveals& reveals, u16 index, const Partition& from, const Partition& deeper, const Partition& after) const {
        std::vector<Draw> draws;
        for (const RegionReveals::Choice& choice : reveals.node(index).choices) {
            Draw draw{choice.weight, choice.ring, {}};
            if (choice.ring < 0) {
                const RegionReveals::Edge& edge = reveals.edge(choice.edges);
                draw.groups.push_back({edge.next, edge.loss, edge.award, kNone, {}});
                draws.push_back(std::move(draw));
                continue;
            }
            for (std::size_t k = 0; k < from.classes.size(); ++k) {
                if (from.classes[k].ring != choice.ring) continue;
                const RegionReveals::Edge& edge = reveals.edge(choice.edges + from.classes[k].kind);
                const Partition& then = edge.next == RegionReveals::kDone ? after : deeper;
                const u8 target = then.of_kind[from.classes[k].kind];
                auto group = std::find_if(draw.groups.begin(), draw.groups.end(), [&](const Group& other) {
                    return other.next == edge.next && other.loss == edge.loss && other.award == edge.award && other.target == target;
                });
                if (group == draw.groups.end()) group = draw.groups.insert(group, {edge.next, edge.loss, edge.award, target, {}});
                group->classes.push_back(static_cast<u8>(k));
            }
            draws.push_back(std::move(draw));
        }
        return draws;
    }

    bool sweep_region(std::size_t i) {
        const RegionReveals& reveals = *regions_[i].reveals;
        Layer& after = layers_[0];
        Layer& deeper = layers_[1];
        after.clear();
        const Partition end = i + 1 < regions_.size() ? classes_at(i + 1, 0) : nothing_left();
        for (Entry& entry : now_.entries()) entry.node = reveals.start();
        for (int level = 0; level < reveals.rats() && now_.size() != 0; ++level) {
            deeper.clear();
            const Partition next = classes_at(i, level + 1);
            if (!partition_.fits || !next.fits || !end.fits) return false;
            if (!reveal(i, partition_, next, end, deeper, after)) return false;
            std::swap(now_, deeper);
            partition_ = next;
            if (!keep_within(now_)) return false;
        }
        std::swap(now_, after);
        partition_ = end;
        return keep_within(now_);
    }

    bool halted() const {
        return (settings_.most_work != 0 && answer_.work > settings_.most_work) || (settings_.stop != nullptr && (*settings_.stop)());
    }

    Partition nothing_left() const {
        Partition partition;
        partition.of_kind.assign(kinds_->size(), 0);
        partition.classes.push_back({2, 0, 0, 0, 0, 0});  // of no ring; nothing is counted
        return partition;
    }

    bool reveal(std::size_t i, const Partition& from, const Partition& next, const Partition& end, Layer& deeper, Layer& after) {
        const RegionReveals& reveals = *regions_[i].reveals;
        std::vector<std::vector<Draw>> draws(reveals.nodes());
        const std::size_t classes = from.classes.size();
        std::array<int, kMaxKinds> left{};
        std::vector<u8> to_next(classes), to_end(classes);
        for (std::size_t k = 0; k < classes; ++k) {
            to_next[k] = next.of_kind[from.classes[k].kind];
            to_end[k] = end.of_kind[from.classes[k].kind];
        }
        for (const Entry& entry : now_.entries()) {
            if ((++answer_.work & 255u) == 0 && halted()) {
                answer_.stopped = true;
                return false;
            }
            std::vector<Draw>& options = draws[entry.node];
            if (options.empty()) options = draws_of(reveals, entry.node, from, next, end);
            int rest[2] = {pool_[0], pool_[1]};
            std::array<u64, 2> used_next{};
            std::array<u64, 2> used_end{};
            for (std::size_t k = 0; k < classes; ++k) {
                const auto& one = from.classes[k];
                const u64 used = entry.used[one.word] >> one.shift & one.mask;
                left[k] = one.count - static_cast<int>(used);
                if (used == 0) continue;
                rest[one.ring] -= static_cast<int>(used);
                const auto& n = next.classes[to_next[k]];
                used_next[n.word] += used << n.shift;
                const auto& e = end.classes[to_end[k]];
                if (e.mask != 0) used_end[e.word] += used << e.shift;
            }
            // Nobody cares what those lose who cannot win any more.
            u32 counted = ~u32{0};
            for (int p = 0; p < rules_.players; ++p) {
                if (field_of(entry.lost, p) == kFieldMask) counted &= ~in_field(kFieldMask, p);
            }
            const int total = reveals.node(entry.node).total;
            for (const Draw& draw : options) {
                for (const Group& group : draw.groups) {
                    int weight = draw.weight;
                    int all = total;
                    if (draw.ring >= 0) {
                        int tokens = 0;
                        for (const u8 k : group.classes) tokens += left[k];
                        if (tokens == 0) continue;
                        weight *= tokens;
                        all *= rest[draw.ring];
                    }
                    const Probability chance = weight == all ? entry.probability : entry.probability.scaled(weight, all);
                    const u32 lost = entry.lost + (group.loss & counted);
                    const bool done = group.next == RegionReveals::kDone;
                    std::array<u64, 2> used = done ? used_end : used_next;
                    if (group.target != kNone) {
                        const auto& target = (done ? end : next).classes[group.target];
                        if (target.mask != 0) used[target.word] += u64{1} << target.shift;
                    }
                    if (done) {
                        leave_region(i + 1, used, points_.with(entry.gained, group.award, regions_[i].number), lost, chance, after);
                    } else {
                        deeper.add(used, entry.gained, lost, group.next, chance);
                    }
                }
            }
            if (!settings_.bracket && deeper.size() + after.size() > settings_.most_states) return false;
        }
        const std::size_t alive = deeper.size() + after.size();
        answer_.states = std::max(answer_.states, alive);
        return true;
    }

    // Between regions: is the winner settled, who can still win, what loss do they all share? `i` regions have been swept.
    void leave_region(std::size_t i, const std::array<u64, 2>& used, u64 gained, u32 lost, const Probability& chance, Layer& into) {
        if (settings_.joint) {
            into.add(used, gained, lost, 0, chance);
            return;
        }
        int most_sure = -1;
        std::array<int, kMaxPlayers> best{};
        for (int p = 0; p < rules_.players; ++p) {
            const u32 here = field_of(lost, p);
            if (here == kFieldMask) continue;
            const std::size_t q = static_cast<std::size_t>(p);
            const int cubes = cubes_in_play(state_, p) + points_.card_points(p) - static_cast<int>(here);
            const SweepPoints::Range more = points_.range(gained, p, open_left_[i]);
            best[q] = rank(p, cubes - least_left_[i][q] + more.best);
            most_sure = std::max(most_sure, rank(p, cubes - most_left_[i][q] + more.worst));
        }
        int alive = 0;
        int winner = 0;
        u32 shared = kFieldMask;
        for (int p = 0; p < rules_.players; ++p) {
            const u32 here = field_of(lost, p);
            if (here == kFieldMask) continue;
            if (best[static_cast<std::size_t>(p)] < most_sure) {
                lost |= in_field(kFieldMask, p);
                gained = points_.without(gained, p);
                continue;
            }
            ++alive;
            winner = p;
            shared = std::min(shared, here);
        }
        if (alive == 1) {
            answer_.wins[static_cast<std::size_t>(winner)].add(chance);
            return;
        }
        for (int p = 0; shared != 0 && p < rules_.players; ++p) {
            if (field_of(lost, p) != kFieldMask) lost -= in_field(shared, p);
        }
        into.add(used, gained, lost, 0, chance);
    }

    // Drops the least probable states where there are too many; false where that is not wanted.
    bool keep_within(Layer& layer) {
        if (layer.size() <= settings_.most_states) return true;
        if (!settings_.bracket) return false;
        drop(layer);
        return true;
    }

    void drop(Layer& layer) {
        if constexpr (std::is_same_v<Probability, SweepProbability>) {
            std::vector<Entry> entries = layer.entries();
            std::vector<double> chances;
            for (const Entry& entry : entries) chances.push_back(entry.probability.value);
            const auto place = chances.begin() + static_cast<std::ptrdiff_t>(settings_.most_states);
            std::nth_element(chances.begin(), place, chances.end(), std::greater<>());
            const double least = *place;  // kept are the more probable ones, and as many of equal probability as there is room for
            std::size_t room = settings_.most_states;
            for (const Entry& entry : entries) room -= entry.probability.value > least;
            layer.clear();
            for (const Entry& entry : entries) {
                if (entry.probability.value > least || (entry.probability.value == least && room > 0)) {
                    room -= entry.probability.value == least;
                    layer.add({entry.used[0], entry.used[1]}, entry.gained, entry.lost, entry.node, entry.probability);
                    continue;
                }
                dropped_ = true;
                for (int p = 0; p < rules_.players; ++p) {
                    if (field_of(entry.lost, p) != kFieldMask) answer_.upper[static_cast<std::size_t>(p)].add(entry.probability);
                }
            }
        }
    }

    const Rules& rules_;
    const State& state_;
    RevealsMemory& memory_;
    Probability zero_;
    Probability one_;
    SweepSettings settings_;
    const std::vector<u8>* kinds_ = nullptr;
    SweepPoints points_;
    std::vector<u32> open_left_;  // regions that are still to come
    u32 relevant_ = 0;
    u32 outsiders_ = 0;
    std::vector<Region> regions_;
    std::array<int, 2> pool_{};
    std::vector<std::array<int, kMaxPlayers>> most_left_;
    std::vector<std::array<int, kMaxPlayers>> least_left_;
    std::vector<u64> signed_;
    Partition partition_;
    std::vector<Layer> layers_;
    Layer now_;
    bool dropped_ = false;
    SweepAnswer<Probability> answer_;
};

}  // namespace rattus_ai::rattus
