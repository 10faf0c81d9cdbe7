// The tree of information-set MCTS: a bounded hash table from what the player to act knows to his statistics.
//
// A node is named by (player to act, key of what he knows), so independent actions in another order lead to the same
// node and nothing is searched twice; the tree is a directed acyclic graph. A node gets its edges when it is visited for the second
// time: most nodes never are. Edges are sorted by prior, so that of the unvisited ones only the first can be the next.
// When the memory is used up no more nodes are added; simulations then leave the tree earlier. Nothing is ever replaced,
// which keeps the search deterministic.
#pragma once

#include <algorithm>
#include <vector>

#include "util/integers.hpp"

namespace rattus_ai::search {

struct Edge {
    u16 action;
    bool solved;   // the values are exact
    u32 visits;
    float prior;   // sums to 1 over a node
};

struct Node {
    u64 key;
    u32 first_edge;
    u16 edges;
    bool expanded;
    bool solved;
    u32 visits;
};

class Tree {
public:
    static constexpr u32 kNoNode = 0xffffffffu;

    // players: length of the value vectors; bytes: bound on the memory of all tables together.
    Tree(int players, std::size_t bytes) : players_(static_cast<std::size_t>(players)) {
        // A quarter of the memory goes to nodes, their values and their index, the rest to edges and values. Tables double
        // as they grow, and a table in the middle of doubling exists twice; hence only half of each share is planned for.
        const std::size_t node_bytes = sizeof(Node) + players_ * sizeof(float) + 4 * sizeof(u32);
        max_nodes_ = std::max<std::size_t>(64, bytes / 4 / 2 / node_bytes);
        max_edges_ = std::max<std::size_t>(4096, (bytes - bytes / 4) / 2 / (sizeof(Edge) + players_ * sizeof(float)));
        index_.assign(kFirstSlots, kNoNode);
    }

    void clear() {
        index_.assign(kFirstSlots, kNoNode);
        nodes_.clear();
        edges_.clear();
        values_.clear();
        node_values_.clear();
    }

    u32 find(u64 key) const {
        for (std::size_t slot = key & (index_.size() - 1);; slot = (slot + 1) & (index_.size() - 1)) {
            const u32 node = index_[slot];
            if (node == kNoNode || nodes_[node].key == key) return node;
        }
    }

    // kNoNode when the table is full.
    u32 add(u64 key) {
        if (nodes_.size() >= max_nodes_) return kNoNode;
        if (nodes_.size() * 2 >= index_.size()) grow();
        const u32 node = static_cast<u32>(nodes_.size());
        index_[free_slot(key)] = node;
        nodes_.push_back({key, 0, 0, false, false, 0});
        node_values_.resize(node_values_.size() + players_, 0.0f);
        return node;
    }

    // Room for the edges of a node; false when the table is full.
    bool expand(u32 node, int count) {
        if (edges_.size() + static_cast<std::size_t>(count) > max_edges_) return false;
        nodes_[node].first_edge = static_cast<u32>(edges_.size());
        nodes_[node].edges = static_cast<u16>(count);
        nodes_[node].expanded = true;
        edges_.resize(edges_.size() + static_cast<std::size_t>(count), Edge{0, false, 0, 0.0f});
        values_.resize(edges_.size() * players_, 0.0f);
        return true;
    }

    Node& node(u32 index) { return nodes_[index]; }
    const Node& node(u32 index) const { return nodes_[index]; }
    Edge* edges(u32 node) { return edges_.data() + nodes_[node].first_edge; }
    const Edge* edges(u32 node) const { return edges_.data() + nodes_[node].first_edge; }
    // Sums of values over the visits of an edge; where the edge is solved, the values themselves.
    float* values(u32 node, int edge) { return values_.data() + (nodes_[node].first_edge + static_cast<std::size_t>(edge)) * players_; }
    const float* values(u32 node, int edge) const {
        return values_.data() + (nodes_[node].first_edge + static_cast<std::size_t>(edge)) * players_;
    }
    // Sums of values over the visits of a node; where it is solved, the values themselves.
    float* node_values(u32 node) { return node_values_.data() + node * players_; }
    const float* node_values(u32 node) const { return node_values_.data() + node * players_; }
    std::size_t size() const { return nodes_.size(); }
    std::size_t edge_count() const { return edges_.size(); }

private:
    static constexpr std::size_t kFirstSlots = 4096;

    std::size_t free_slot(u64 key) const {
        std::size_t slot = key & (index_.size() - 1);
        while (index_[slot] != kNoNode) slot = (slot + 1) & (index_.size() - 1);
        return slot;
    }

    void grow() {
        index_.assign(index_.size() * 2, kNoNode);
        for (u32 node = 0; node < nodes_.size(); ++node) index_[free_slot(nodes_[node].key)] = node;
    }

    std::size_t players_;
    std::vector<u32> index_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<float> values_;
    std::vector<float> node_values_;
    std::size_t max_nodes_;
    std::size_t max_edges_;
};

}  // namespace rattus_ai::search
