// What a player may not consider in the turn that is searched: some first actions, and some actions anywhere in the turn.
//
// The tree of the searching player then has no edges for them in that turn, and everything that proposes turns leaves them out.
// Honest limits: where a later decision of the turn offers nothing else they count again, so the caller looks at what comes
// out; and playouts that leave the tree within the turn may still play them, which blurs the tree's guidance a little but not
// the comparison of whole turns.
#pragma once

#include <algorithm>
#include <vector>

#include "search/game.hpp"

namespace rattus_ai::search {

struct Restriction {
    std::vector<ActionId> first;  // ascending; not as the first action of the turn
    std::vector<ActionId> turn;   // ascending; not anywhere in the turn

    bool empty() const { return first.empty() && turn.empty(); }

    // Takes out of a list of actions what is not to be considered, unless nothing would be left; returns how many are left.
    int filter(ActionId* actions, int count, bool at_root) const {
        const auto refused = [&](ActionId action) {
            return std::binary_search(turn.begin(), turn.end(), action) || (at_root && std::binary_search(first.begin(), first.end(), action));
        };
        if (std::all_of(actions, actions + count, refused)) return count;
        return static_cast<int>(std::remove_if(actions, actions + count, refused) - actions);
    }
};

}  // namespace rattus_ai::search
