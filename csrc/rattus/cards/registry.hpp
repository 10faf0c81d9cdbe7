// Every class card that the engine can play: one line each.
#pragma once

#include <array>

#include "rattus/card.hpp"
#include "rattus/cards/assassin.hpp"
#include "rattus/cards/astronomer.hpp"
#include "rattus/cards/baker.hpp"
#include "rattus/cards/brewer.hpp"
#include "rattus/cards/caravan_leader.hpp"
#include "rattus/cards/count.hpp"
#include "rattus/cards/crusader.hpp"
#include "rattus/cards/deacon.hpp"
#include "rattus/cards/emperor.hpp"
#include "rattus/cards/explorer.hpp"
#include "rattus/cards/grave_robber.hpp"
#include "rattus/cards/hanseatic_trader.hpp"
#include "rattus/cards/king.hpp"
#include "rattus/cards/knight.hpp"
#include "rattus/cards/landowner.hpp"
#include "rattus/cards/mayor.hpp"
#include "rattus/cards/merchant.hpp"
#include "rattus/cards/monk.hpp"
#include "rattus/cards/nun.hpp"
#include "rattus/cards/peasant.hpp"
#include "rattus/cards/pied_piper.hpp"
#include "rattus/cards/pope.hpp"
#include "rattus/cards/queen.hpp"
#include "rattus/cards/raider.hpp"
#include "rattus/cards/serf.hpp"
#include "rattus/cards/shaman.hpp"
#include "rattus/cards/soldier.hpp"
#include "rattus/cards/sultan.hpp"
#include "rattus/cards/swindler.hpp"
#include "rattus/cards/treasurer.hpp"
#include "rattus/cards/witch.hpp"
#include "rattus/cards/wizard.hpp"

namespace rattus_ai::rattus {

inline constexpr std::array kCardTypes{
    card_type<cards::Assassin>(),
    card_type<cards::Astronomer>(),
    card_type<cards::Baker>(),
    card_type<cards::Brewer>(),
    card_type<cards::CaravanLeader>(),
    card_type<cards::Count>(),
    card_type<cards::Crusader>(),
    card_type<cards::Deacon>(),
    card_type<cards::Emperor>(),
    card_type<cards::Explorer>(),
    card_type<cards::GraveRobber>(),
    card_type<cards::HanseaticTrader>(),
    card_type<cards::King>(),
    card_type<cards::Knight>(),
    card_type<cards::Landowner>(),
    card_type<cards::Mayor>(),
    card_type<cards::Merchant>(),
    card_type<cards::Monk>(),
    card_type<cards::Nun>(),
    card_type<cards::Peasant>(),
    card_type<cards::PiedPiper>(),
    card_type<cards::Pope>(),
    card_type<cards::Queen>(),
    card_type<cards::Raider>(),
    card_type<cards::Serf>(),
    card_type<cards::Shaman>(),
    card_type<cards::Soldier>(),
    card_type<cards::Sultan>(),
    card_type<cards::Swindler>(),
    card_type<cards::Treasurer>(),
    card_type<cards::Witch>(),
    card_type<cards::Wizard>(),
};

inline const CardType& type_of(const Rules& rules, int card) {
    return kCardTypes[rules.cards[static_cast<std::size_t>(card)].type];
}

}  // namespace rattus_ai::rattus
