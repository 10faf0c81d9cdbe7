// Numbering of actions: families are appended one after the other, each with all its argument combinations.
#pragma once

#include <string>
#include <utility>

#include "rattus/rules.hpp"

namespace rattus_ai::rattus {

class Layout {
public:
    explicit Layout(Rules& rules) : rules_(rules) {}

    const Rules& rules() const { return rules_; }

    // Starts a family; the ids added until the next call belong to it. Returns its first id.
    Action family(std::string verb, std::array<Argument, 3> arguments, int card = 255, int tag = 0) {
        rules_.families.push_back({std::move(verb), arguments, static_cast<u8>(card), static_cast<u8>(tag)});
        return static_cast<Action>(rules_.actions.size());
    }

    void add(int a = 0, int b = 0, int c = 0) {
        rules_.actions.push_back({static_cast<u8>(rules_.families.size() - 1), static_cast<u8>(a), static_cast<u8>(b),
                                  static_cast<u8>(c)});
    }

    void add_regions() {
        for (int r = 0; r < rules_.regions; ++r) add(r);
    }

private:
    Rules& rules_;
};

}  // namespace rattus_ai::rattus
