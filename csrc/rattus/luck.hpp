// The luck of a reveal: what the token did to the prospects of the players, less what a token of that rat was expected to do.
//
// The unseen tokens of the ring are known, so the expectation is an exact sum and the luck has mean zero whatever was played
// before or comes after. Taken off the value of a play it removes variance and no bias: a control variate with coefficient 1,
// as in AIVAT (Burch, Schmid, Moravcik, Morrill, Bowling, AAAI 2018). Prospects are the evaluation of evaluation.hpp
// with the rats of the region that are still face down at their average, as if the turn were over.
// Not covered: which rat comes first, the ring of a new rat, the looks of the Witch.
#pragma once

#include "rattus/evaluation.hpp"
#include "rattus/moves.hpp"

namespace rattus_ai::rattus {

// What chance is about to settle, so that the same event gets the same random numbers in plays that differ little.
inline u64 chance_label(const State& state) {
    const u64 stage = static_cast<u64>(state.stage);
    switch (state.stage) {
        case Stage::kRing:
            return stage << 9 | state.spread_region;
        case Stage::kSee:
            return stage << 9 | state.tracked[state.drawing].region;
        case Stage::kNext:
            return stage << 9 | state.revealing;
        case Stage::kReveal:
            return stage << 9 | u64{state.drawing_ring} << 8 | state.revealing;
        default:
            return stage << 9;
    }
}

// The evaluation as a function of what the players keep in one region, everything else fixed.
class RegionProspects {
public:
    // `rats`: face-down rats that the region will have.
    RegionProspects(const Rules& rules, const State& state, int region, int rats, int neutral)
        : rules_(rules), state_(state), region_(region), rats_(rats), neutral_(neutral) {
        const EvaluationWeights& weights = evaluation_weights(rules.players);
        const float supply = supply_left(rules, state);
        for (std::size_t f = 0; f < kFeatures; ++f) weights_[f] = weights.at_end[f] + supply * weights.per_supply[f];
        if (!final_round(state)) state_.active = static_cast<u8>((state.active + 1) % rules.players);
        for (int p = 0; p < rules.players; ++p) state_.occupied[p] &= ~bit(region);
        float features[kMaxPlayers][kFeatures];
        evaluation_features(rules, state_, features);
        for (int p = 0; p < rules.players; ++p) {
            forms_[p] = 0.0f;
            for (int f = 0; f < kFeatures; ++f) forms_[p] += features[p][f] * weights_[static_cast<std::size_t>(f)];
        }
    }

    void after(const State& before, const u8* losses, double* values) {
        for (int p = 0; p < rules_.players; ++p) state_.cubes[region_][p] = static_cast<u8>(before.cubes[region_][p] - losses[p]);
        float average[2][kMaxPlayers];
        average_losses(rules_, state_, region_, {rats_, rats_ < kMaxRats ? rats_ + 1 : rats_}, neutral_, average);
        const float* now = average[0];
        const float* more = average[1];
        float forms[kMaxPlayers];
        float best = -1e30f;
        for (int p = 0; p < rules_.players; ++p) {
            forms[p] = forms_[p] - weights_[kCubesInPlay] * static_cast<float>(losses[p]) + weights_[kLossNow] * now[p] +
                       weights_[kLossWithOneMoreRat] * (more[p] - now[p]);
            best = forms[p] > best ? forms[p] : best;
        }
        double total = 0.0;
        for (int p = 0; p < rules_.players; ++p) {
            values[p] = static_cast<double>(std::exp(forms[p] - best));
            total += values[p];
        }
        for (int p = 0; p < rules_.players; ++p) values[p] /= total;
    }

private:
    const Rules& rules_;
    State state_;
    int region_;
    int rats_;
    int neutral_;
    std::array<float, kFeatures> weights_{};
    float forms_[kMaxPlayers];
};

// Adds the luck of each player when, of these outcomes of the chance node, the chosen one happens. Nothing elsewhere than at reveals.
inline void add_luck(const Rules& rules, const State& state, const Outcome* outcomes, int count, int chosen, double* luck) {
    if (state.stage != Stage::kReveal || count < 2) return;
    struct Effect {
        u64 key;
        int weight;
        u8 losses[kMaxPlayers];
    };
    std::array<Effect, kMaxKinds> effects;
    int different = 0;
    int total = 0;
    int happened = 0;
    const int region = state.revealing;
    const int neutral = population_change(rules, state, region);
    for (int i = 0; i < count; ++i) {
        const Kind& kind = rules.kinds[static_cast<std::size_t>(rules.outcomes[outcomes[i].id].a)];
        Effect effect{0, outcomes[i].weight, {}};
        token_losses(rules, rules.tokens[kind.ring][kind.first], state.cubes[region], neutral, state.held, effect.losses);
        for (int p = 0; p < rules.players; ++p) effect.key = effect.key << 8 | effect.losses[p];
        int k = 0;
        while (k < different && effects[static_cast<std::size_t>(k)].key != effect.key) ++k;
        if (k == different) {
            effects[static_cast<std::size_t>(different++)] = effect;
        } else {
            effects[static_cast<std::size_t>(k)].weight += effect.weight;
        }
        total += effect.weight;
        if (i == chosen) happened = k;
    }
    if (different < 2) return;
    RegionProspects prospects(rules, state, region, state.rats[region] - 1, neutral);
    for (int k = 0; k < different; ++k) {
        const Effect& effect = effects[static_cast<std::size_t>(k)];
        double values[kMaxPlayers];
        prospects.after(state, effect.losses, values);
        const double share = (k == happened ? 1.0 : 0.0) - static_cast<double>(effect.weight) / total;
        for (int p = 0; p < rules.players; ++p) luck[p] += share * values[p];
    }
}

}  // namespace rattus_ai::rattus
