// The revealing of one region's rats as a small automaton.
//
// A node is a situation inside the region (cubes left, rats left); an edge says for one kind of token which cubes fall and
// which situation follows. Situations with the same future are one node, and a region in which nothing more can fall is
// done. Only the losses of the players who count (`relevant`) are kept on the edges, so that kinds of token and situations
// that differ for the others only become one. From the automaton follow, for each level (number of reveals done), which
// kinds act alike from there on, and bounds of what each player still loses.
// The automaton depends on the region's content, on who holds which card, and on the list of kinds, and on nothing else,
// so it is remembered: the positions of one final round share nearly all of their regions.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "rattus/ravage.hpp"

namespace rattus_ai::rattus {

// Cubes of each player in one word, five bits a player.
inline constexpr int kFieldBits = 5;
inline constexpr u32 kFieldMask = (1u << kFieldBits) - 1;
inline constexpr u32 field_of(u32 packed, int player) { return packed >> (kFieldBits * player) & kFieldMask; }
inline constexpr u32 in_field(u32 value, int player) { return value << (kFieldBits * player); }

// What lies in a region when its rats are going to be revealed.
struct RegionContent {
    std::array<u8, kMaxPlayers> cubes{};
    std::array<u8, kMaxPlayers> potions{};
    std::array<u8, kMaxPlayers> diplomats{};
    i8 population = 0;                       // neutral cubes less nuns
    std::array<u8, 2> unknown{};             // rats of unknown token, by ring
    std::array<u8, kMaxRats> known{};        // kinds of the others, ascending; kNone: no rat
    u8 known_count = 0;
    u8 first = kNone;                        // ring of the unknown rat that is revealed first, kNone: any rat
    auto operator<=>(const RegionContent& other) const = default;
};

inline RegionContent region_content(const Rules& rules, const State& state, int region, int population) {
    RegionContent content;
    for (int p = 0; p < rules.players; ++p) {
        const std::size_t q = static_cast<std::size_t>(p);
        content.cubes[q] = state.cubes[region][p];
        content.potions[q] = state.pieces.potions[region][p];
        content.diplomats[q] = state.pieces.diplomats[region][p];
    }
    content.population = static_cast<i8>(population);
    content.unknown = {state.unlooked[0][region], state.unlooked[1][region]};
    content.known.fill(kNone);
    for (int i = 0; i < state.tracked_count; ++i) {
        const TrackedRat& rat = state.tracked[i];
        if (rat.region != region) continue;
        if (rat.token == kNone) {
            ++content.unknown[rat.ring];
        } else {
            std::size_t place = content.known_count++;
            const u8 kind = rules.tokens[rat.ring][rat.token].kind;
            for (; place > 0 && content.known[place - 1] > kind; --place) content.known[place] = content.known[place - 1];
            content.known[place] = kind;
        }
    }
    return content;
}

// Who scores by what lies in the region at the end, beside the cubes.
struct RegionStakes {
    u8 goods = 0;      // players for whom a majority brings coins
    u8 cards = 0;      // players for whom a majority is worth a point: without it a point counts as lost
    u8 diplomats = 0;  // players whose diplomats count
    auto operator<=>(const RegionStakes& other) const = default;
};

// Diplomats that were lost, three bits a player, behind the majorities.
inline constexpr int kDiplomatBits = 3;
inline constexpr int kDiplomatsAt = 8;

class RegionReveals {
public:
    static constexpr u16 kDone = 0;

    struct Edge {
        u16 next;
        u32 loss;   // packed
        u32 award;  // where the region is done: set of players with a majority that brings coins, and diplomats lost
        bool operator==(const Edge& other) const = default;
    };
    struct Choice {
        u8 weight;     // rats this stands for
        i8 ring;       // -1: a known token, one edge
        u32 edges;     // first edge; one for each kind of the list, or just one
    };
    struct Node {
        u8 level = 0;  // reveals done before
        u8 total = 0;  // rats left
        std::vector<Choice> choices;
        u32 most = 0;  // packed: what each player can still lose
        u32 least = 0; // and loses in any case
    };

    // `kinds`: indices in rules.kinds that can come up; `relevant`: set of players.
    RegionReveals(const Rules& rules, const RegionContent& content, const u8* held, const std::vector<u8>& kinds, u32 relevant, const RegionStakes& stakes)
        : rules_(rules), content_(content), held_(held), kinds_(kinds), relevant_(relevant), stakes_(stakes) {
        nodes_.emplace_back();
        rats_ = content.unknown[0] + content.unknown[1] + content.known_count;
        Situation situation{content.cubes, content.potions, content.unknown, static_cast<u8>((1u << content.known_count) - 1), content.first};
        start_ = build(situation);
        sign();
        built_.clear();
        equal_.clear();
        held_ = nullptr;
    }

    u16 start() const { return start_; }
    int rats() const { return rats_; }
    const Node& node(u16 index) const { return nodes_[index]; }
    const Edge& edge(u32 index) const { return edges_[index]; }
    std::size_t nodes() const { return nodes_.size(); }
    // Kinds with equal numbers act alike from this level on.
    u64 signature(int level, std::size_t kind) const { return signatures_[static_cast<std::size_t>(level) * kinds_.size() + kind]; }

private:
    struct Situation {
        std::array<u8, kMaxPlayers> cubes;
        std::array<u8, kMaxPlayers> potions;
        std::array<u8, 2> unknown;
        u8 known;  // set of entries of content_.known
        u8 first;
        auto operator<=>(const Situation& other) const = default;
    };

    // The players with a majority, those of `who` only.
    u32 majorities(const Situation& situation, u32 who) const {
        int most = 1;
        for (const u8 cubes : situation.cubes) most = std::max(most, static_cast<int>(cubes));
        u32 out = 0;
        for (int p = 0; p < rules_.players; ++p) {
            if (situation.cubes[static_cast<std::size_t>(p)] == most) out |= (1u << p) & who;
        }
        return out;
    }

    // What a region that ends like this brings: coins and diplomats; points of cards that are lost go into `loss`.
    u32 award(const Situation& situation, u32& loss) const {
        u32 out = majorities(situation, stakes_.goods & relevant_);
        const u32 missed = stakes_.cards & relevant_ & ~majorities(situation, stakes_.cards);
        for (int p = 0; p < rules_.players; ++p) {
            const std::size_t q = static_cast<std::size_t>(p);
            if ((missed >> p) & 1u) loss += in_field(1, p);
            if (!((stakes_.diplomats >> p) & 1u) || situation.cubes[q] >= content_.diplomats[q]) continue;
            const u32 lost = static_cast<u32>(content_.diplomats[q] - situation.cubes[q]);
            out |= lost << (kDiplomatsAt + kDiplomatBits * p);
        }
        return out;
    }

    u16 build(const Situation& situation) {
        const int rats = situation.unknown[0] + situation.unknown[1] + util::count_bits(u32{situation.known});
        int cubes = 0;
        for (int p = 0; p < rules_.players; ++p) cubes += situation.cubes[static_cast<std::size_t>(p)];
        if (rats == 0 || cubes == 0) return kDone;
        if (const auto found = built_.find(situation); found != built_.end()) return found->second;
        Node node;
        node.level = static_cast<u8>(rats_ - rats);
        node.total = situation.first == kNone ? static_cast<u8>(rats) : u8{1};
        std::vector<Edge> edges;
        std::array<int, kMaxPlayers> most{};
        std::array<int, kMaxPlayers> least;
        least.fill(255);
        bool anything = false;
        // A situation in which nothing more changes is done, with what it brings now.
        u32 here_loss = 0;
        const u32 here_gain = award(situation, here_loss);
        auto follow = [&](const TokenInfo& token, Situation next) {
            u8 losses[kMaxPlayers] = {};
            u32 loss = 0;
            if (token_losses(rules_, token, situation.cubes.data(), content_.population, held_, losses)) {
                for (int p = 0; p < rules_.players; ++p) {
                    u8& potions = next.potions[static_cast<std::size_t>(p)];
                    const u8 saved = std::min(potions, losses[p]);
                    potions = static_cast<u8>(potions - saved);
                    losses[p] = static_cast<u8>(losses[p] - saved);
                    next.cubes[static_cast<std::size_t>(p)] = static_cast<u8>(next.cubes[static_cast<std::size_t>(p)] - losses[p]);
                    if ((relevant_ >> p) & 1u) loss |= in_field(losses[p], p);
                }
            }
            next.first = kNone;
            const u16 target = build(next);
            const u32 gain = target == kDone ? award(next, loss) : 0;
            for (int p = 0; p < rules_.players; ++p) {
                int& high = most[static_cast<std::size_t>(p)];
                int& low = least[static_cast<std::size_t>(p)];
                high = std::max(high, static_cast<int>(field_of(loss, p) + field_of(nodes_[target].most, p)));
                low = std::min(low, static_cast<int>(field_of(loss, p) + field_of(nodes_[target].least, p)));
            }
            anything = anything || loss != here_loss || gain != here_gain || target != kDone;
            edges.push_back({target, loss, gain});
        };
        for (u8 ring = 0; ring < 2; ++ring) {
            if (situation.unknown[ring] == 0 || (situation.first != kNone && situation.first != ring)) continue;
            Situation next = situation;
            --next.unknown[ring];
            node.choices.push_back({situation.first == kNone ? situation.unknown[ring] : u8{1}, static_cast<i8>(ring), static_cast<u32>(edges.size())});
            for (const u8 kind : kinds_) {
                const Kind& info = rules_.kinds[kind];
                if (info.ring == ring) {
                    follow(rules_.tokens[ring][info.first], next);
                } else {
                    edges.push_back({kDone, 0, 0});
                }
            }
        }
        for (int i = 0; i < content_.known_count; ++i) {
            if (!((situation.known >> i) & 1) || situation.first != kNone) continue;
            Situation next = situation;
            next.known = static_cast<u8>(next.known & ~(1u << i));
            node.choices.push_back({1, -1, static_cast<u32>(edges.size())});
            const Kind& info = rules_.kinds[content_.known[static_cast<std::size_t>(i)]];
            follow(rules_.tokens[info.ring][info.first], next);
        }
        u16 index = kDone;
        if (anything) {
            // Situations with the same future are one.
            std::string content{static_cast<char>(node.level), static_cast<char>(node.total)};
            auto append = [&content](u32 value) { content.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
            for (const Choice& choice : node.choices) append(u32{choice.weight} << 8 | static_cast<u8>(choice.ring));
            for (const Edge& edge : edges) {
                append(edge.next);
                append(edge.loss);
                append(edge.award);
            }
            const auto [place, fresh] = equal_.try_emplace(std::move(content), static_cast<u16>(nodes_.size()));
            index = place->second;
            if (fresh) {
                for (Choice& choice : node.choices) choice.edges += static_cast<u32>(edges_.size());
                edges_.insert(edges_.end(), edges.begin(), edges.end());
                for (int p = 0; p < rules_.players; ++p) {
                    node.most |= in_field(static_cast<u32>(most[static_cast<std::size_t>(p)]), p);
                    node.least |= in_field(static_cast<u32>(least[static_cast<std::size_t>(p)]), p);
                }
                nodes_.push_back(std::move(node));
            }
        }
        built_.emplace(situation, index);
        return index;
    }

    void sign() {
        signatures_.assign(static_cast<std::size_t>(rats_ + 1) * kinds_.size(), 0);
        for (int level = rats_ - 1; level >= 0; --level) {
            for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
                u64 signature = signatures_[static_cast<std::size_t>(level + 1) * kinds_.size() + kind];
                for (std::size_t n = 1; n < nodes_.size(); ++n) {
                    if (nodes_[n].level != level) continue;
                    for (const Choice& choice : nodes_[n].choices) {
                        if (choice.ring < 0) continue;
                        const Edge& edge = edges_[choice.edges + kind];
                        signature = util::mix64(signature + (u64{edge.next} << 32 | edge.loss) + 1 + u64{edge.award} * 0x9e3779b97f4a7c15ull);
                    }
                }
                signatures_[static_cast<std::size_t>(level) * kinds_.size() + kind] = signature;
            }
        }
    }

    const Rules& rules_;
    RegionContent content_;
    const u8* held_;
    std::vector<u8> kinds_;
    u32 relevant_;
    RegionStakes stakes_;
    int rats_ = 0;
    u16 start_ = kDone;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<u64> signatures_;
    std::map<Situation, u16> built_;
    std::unordered_map<std::string, u16> equal_;
};

// Automata that were built, for one list of kinds.
class RevealsMemory {
public:
    static constexpr std::size_t kMost = 20'000;  // then it starts afresh

    // The kinds that can come up in this state, as a list that the automata are built for; a list that contains them stays.
    const std::vector<u8>& kinds(const Rules& rules, const State& state) {
        std::array<u64, 2> present{};
        for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
            const Kind& kind = rules.kinds[k];
            if ((state.unseen[kind.ring] & kind.tokens) != 0) present[k >> 6] |= u64{1} << (k & 63);
        }
        if ((present[0] & ~listed_[0]) != 0 || (present[1] & ~listed_[1]) != 0 || known_.size() > kMost) {
            listed_ = present;
            kinds_.clear();
            known_.clear();
            for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
                if ((present[k >> 6] >> (k & 63)) & 1) kinds_.push_back(static_cast<u8>(k));
            }
        }
        return kinds_;
    }

    // The address stays valid until `kinds` starts afresh.
    const RegionReveals& reveals(const Rules& rules, const u8* held, const RegionContent& content, u32 relevant, const RegionStakes& stakes) {
        Key key{content, {}, relevant, stakes};
        for (int p = 0; p < rules.players; ++p) {
            if (content.cubes[static_cast<std::size_t>(p)] != 0) key.held[static_cast<std::size_t>(p)] = held[p];
        }
        const auto found = known_.find(key);
        if (found != known_.end()) return found->second;
        return known_.try_emplace(key, rules, content, held, kinds_, relevant, stakes).first->second;
    }

private:
    struct Key {
        RegionContent content;
        std::array<u8, kMaxPlayers> held;
        u32 relevant;
        RegionStakes stakes;
        auto operator<=>(const Key& other) const = default;
    };
    std::array<u64, 2> listed_{};
    std::vector<u8> kinds_;
    std::map<Key, RegionReveals> known_;
};

}  // namespace rattus_ai::rattus
