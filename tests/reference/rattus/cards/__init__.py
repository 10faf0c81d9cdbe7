"""The class cards. A new card is a file here and a place in `MODULES`."""

from __future__ import annotations

from collections.abc import Iterable

from .. import goods
from ..final_piece import steps_of_players
from ..setup import Setup
from ..state import State
from . import (
    assassin,
    astronomer,
    baker,
    brewer,
    caravan_leader,
    count,
    crusader,
    deacon,
    emperor,
    explorer,
    grave_robber,
    hanseatic_trader,
    king,
    knight,
    landowner,
    mayor,
    merchant,
    monk,
    nun,
    peasant,
    pied_piper,
    pope,
    queen,
    raider,
    serf,
    shaman,
    soldier,
    sultan,
    swindler,
    treasurer,
    witch,
    wizard,
)
from .card import Card

MODULES = (
    *(king, monk, knight, peasant, merchant, witch),
    *(count, treasurer, pope, deacon, assassin, raider),
    *(hanseatic_trader, swindler, grave_robber, shaman, landowner, brewer),
    *(queen, emperor, baker, serf, soldier, crusader, nun, wizard, pied_piper, mayor),
    *(astronomer, explorer, sultan, caravan_leader),
)
ABILITIES: dict[str, Card] = {module.CARD.name: module.CARD for module in MODULES}


def held_cards(setup: Setup, state: State, player: int) -> list[tuple[int, Card]]:
    """The cards of a player, by number."""
    return [(card, ABILITIES[setup.card_names[card]]) for card in state.held(player)]


def usable_cards(setup: Setup, state: State) -> list[tuple[int, Card]]:
    """The cards of the active player that he has not used in this turn."""
    return [
        (number, card) for number, card in held_cards(setup, state, state.active) if number not in state.used
    ]


def use_card(setup: Setup, state: State, words: list[str]) -> None:
    """Carries out the ability whose verb this is, and marks its card as used."""
    for number, card in usable_cards(setup, state):
        if words[0] in card.verbs:
            state.used.append(number)
            card.verbs[words[0]](setup, state, words)
            return
    raise ValueError(f"no card of player {state.active} does {' '.join(words)!r}")


def plague_steps(setup: Setup, cards: Iterable[Card]) -> int:
    """How far these cards move the plague piece at most (rules sections 7 and 9)."""
    return steps_of_players(setup, max([1, *(card.steps for card in cards)]))


def token_options(setup: Setup, state: State) -> list[str]:
    """Goods tokens that the active player may put on his cards, in a turn and in the final round (P15)."""
    return [
        text
        for number, card in held_cards(setup, state, state.active)
        if card.carries_goods
        for text in goods.token_options(setup, state, number)
    ]


__all__ = [
    "ABILITIES",
    "Card",
    "held_cards",
    "plague_steps",
    "token_options",
    "usable_cards",
    "use_card",
]
