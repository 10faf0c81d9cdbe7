// What counts in the sweep beside the cubes: coins for goods, points of region cards, diplomats.
//
// Points of region cards are linear and travel as losses: a point that a majority would bring is counted from the start and lost
// where the majority is missing at the end. Coins and diplomats are not linear (five coins make a point, only one player gets the
// points of the diplomats), so the programme carries how many regions of a kind have brought a majority and how many diplomats were lost, packed
// in one word, each number as wide as it can still matter. Honest limit: where these numbers do not fit into 64 bits the sweep is not solved.
#pragma once

#include <array>
#include <vector>

#include "rattus/points.hpp"
#include "rattus/region_reveals.hpp"

namespace rattus_ai::rattus {

class SweepPoints {
public:
    struct Range {
        int worst;
        int best;
    };

    // `open`: regions whose rats are still to be revealed, in any order. False where the numbers do not fit.
    bool prepare(const Rules& rules, const State& state, u32 open, u32 relevant) {
        rules_ = &rules;
        state_ = &state;
        used_ = rules.extras;
        if (!used_) return true;
        sure_ = {};
        int shift = 0;
        auto field = [&shift](int most) {
            Field out;
            if (most <= 0) return out;
            int bits = 0;
            while ((1 << bits) <= most) ++bits;
            out = {static_cast<u8>(shift), static_cast<u8>(bits), most};
            shift += bits;
            return out;
        };
        for (int p = 0; p < rules.players; ++p) {
            const std::size_t q = static_cast<std::size_t>(p);
            const bool counts = ((relevant >> p) & 1u) != 0;
            u32 majorities = 0;
            util::for_each_bit(state.occupied[p] & ~open, [&](int region) {
                if (has_majority(rules, state, region, p)) majorities |= bit(region);
            });
            for (int k = 0; k < kGoodsKinds && rules.mercatus; ++k) {
                const std::size_t kind = static_cast<std::size_t>(k);
                const int tokens = state.market.goods[p][k];
                const u32 regions = tokens != 0 ? regions_of_kind(rules, state, k) : 0u;
                sure_[q][kind] = std::min(tokens, util::count_bits(regions & majorities));
                const int more = std::min(tokens - sure_[q][kind], util::count_bits(regions & open & state.occupied[p]));
                goods_[q][kind] = counts ? field(more) : Field{};
            }
            // A card in a region that is still open is worth a point until it is lost.
            const u32 hand = rules.region_cards.empty() ? 0u : hand_regions(rules, state, p);
            cards_[q] = util::count_bits(hand & majorities) + util::count_bits(hand & open & state.occupied[p]);
            hand_open_[q] = hand & open & state.occupied[p];
            diplomats_held_[q] = rules.diplomats ? diplomats_of(rules, state, p) : 0;
            int at_stake = 0;
            util::for_each_bit(open, [&](int region) { at_stake += state.pieces.diplomats[region][p]; });
            // Whether a player counts who cannot win matters to the diplomats of the others.
            diplomats_[q] = rules.diplomats ? field(at_stake) : Field{};
        }
        return shift <= 64;
    }

    // What is at stake in a region.
    RegionStakes stakes(int region) const {
        RegionStakes out;
        if (!used_) return out;
        for (int p = 0; p < rules_->players; ++p) {
            const std::size_t q = static_cast<std::size_t>(p);
            const u8 mask = static_cast<u8>(1u << p);
            const u8 kind = state_->market.region_kind[region];
            if (rules_->mercatus && kind != kNone && goods_[q][kind].most > 0 && state_->cubes[region][p] != 0) out.goods = static_cast<u8>(out.goods | mask);
            if (hand_open_[q] & bit(region)) out.cards = static_cast<u8>(out.cards | mask);
            if (rules_->diplomats && state_->pieces.diplomats[region][p] != 0) out.diplomats = static_cast<u8>(out.diplomats | mask);
        }
        return out;
    }

    // Points from cards that nothing can take away but a lost majority: counted from the start.
    int card_points(int player) const { return used_ ? cards_[static_cast<std::size_t>(player)] : 0; }

    u64 with(u64 gained, u32 award, int region) const {
        if (award == 0) return gained;
        const u8 kind = state_->market.region_kind[region];
        for (int p = 0; p < rules_->players; ++p) {
            const std::size_t q = static_cast<std::size_t>(p);
            if ((award >> p) & 1u) gained = raised(gained, goods_[q][kind], 1);
            const u32 lost = award >> (kDiplomatsAt + kDiplomatBits * p) & ((1u << kDiplomatBits) - 1);
            if (lost != 0) gained = raised(gained, diplomats_[q], static_cast<int>(lost));
        }
        return gained;
    }

    // Nobody asks any more what this player gets for goods.
    u64 without(u64 gained, int player) const {
        if (!used_) return gained;
        for (const Field& field : goods_[static_cast<std::size_t>(player)]) gained &= ~mask(field);
        return gained;
    }

    // Points of the player beside cubes and cards; `left`: regions that are still to come.
    Range range(u64 gained, int player, u32 left) const {
        Range out{0, 0};
        if (!used_) return out;
        const std::size_t q = static_cast<std::size_t>(player);
        if (rules_->mercatus) {
            int least = state_->market.coins[player];
            int most = least;
            for (int k = 0; k < kGoodsKinds; ++k) {
                const std::size_t kind = static_cast<std::size_t>(k);
                const int tokens = state_->market.goods[player][k];
                if (tokens == 0) continue;
                const int have = sure_[q][kind] + value(gained, goods_[q][kind]);
                const int more = left == 0 ? 0 : util::count_bits(regions_of_kind(*rules_, *state_, k) & left & state_->occupied[player]);
                least += kPrice * std::min(tokens, have);
                most += kPrice * std::min(tokens, have + more);
            }
            out.worst += least / kCoinsPerPoint;
            out.best += most / kCoinsPerPoint;
        }
        if (rules_->diplomats) {
            if (left == 0) {
                const int points = most_diplomats(gained) == player ? kDiplomatPoints : 0;
                out.worst += points;
                out.best += points;
            } else if (diplomats_held_[q] > value(gained, diplomats_[q])) {
                out.best += kDiplomatPoints;
            }
        }
        return out;
    }

private:
    struct Field {
        u8 shift = 0;
        u8 bits = 0;
        int most = 0;
    };

    static u64 mask(const Field& field) { return field.bits == 0 ? 0 : ((u64{1} << field.bits) - 1) << field.shift; }
    static int value(u64 gained, const Field& field) { return field.bits == 0 ? 0 : static_cast<int>((gained & mask(field)) >> field.shift); }
    static u64 raised(u64 gained, const Field& field, int more) {
        if (field.bits == 0) return gained;
        const int now = std::min(field.most, value(gained, field) + more);
        return (gained & ~mask(field)) | static_cast<u64>(now) << field.shift;
    }

    int most_diplomats(u64 gained) const {
        int most = 0;
        int winner = -1;
        for (int p = 0; p < rules_->players; ++p) {
            const std::size_t q = static_cast<std::size_t>(p);
            const int here = diplomats_held_[q] - value(gained, diplomats_[q]);
            if (here > most) {
                most = here;
                winner = p;
            } else if (here == most) {
                winner = -1;
            }
        }
        return winner;
    }

    const Rules* rules_ = nullptr;
    const State* state_ = nullptr;
    bool used_ = false;
    std::array<std::array<int, kGoodsKinds>, kMaxPlayers> sure_{};
    std::array<std::array<Field, kGoodsKinds>, kMaxPlayers> goods_{};
    std::array<int, kMaxPlayers> cards_{};
    std::array<u32, kMaxPlayers> hand_open_{};
    std::array<int, kMaxPlayers> diplomats_held_{};
    std::array<Field, kMaxPlayers> diplomats_{};
};

}  // namespace rattus_ai::rattus
