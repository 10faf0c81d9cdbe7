// Every class card that the engine can play: one line each.
#pragma once

#include <array>

#include "rattus/card.hpp"
#include "rattus/cards/king.hpp"
#include "rattus/cards/knight.hpp"
#include "rattus/cards/merchant.hpp"
#include "rattus/cards/monk.hpp"
#include "rattus/cards/peasant.hpp"
#include "rattus/cards/witch.hpp"

namespace rattus_ai::rattus {

inline constexpr std::array kCardTypes{
    card_type<cards::King>(),
    card_type<cards::Knight>(),
    card_type<cards::Merchant>(),
    card_type<cards::Monk>(),
    card_type<cards::Peasant>(),
    card_type<cards::Witch>(),
};

inline const CardType& type_of(const Rules& rules, int card) {
    return kCardTypes[rules.cards[static_cast<std::size_t>(card)].type];
}

}  // namespace rattus_ai::rattus
