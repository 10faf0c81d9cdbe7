"""The class cards. A new card is a file here and a place in `ABILITIES`."""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from . import king, knight, merchant, monk, peasant, witch
from .card import Card

ABILITIES = {module.CARD.name: module.CARD for module in (king, monk, knight, peasant, merchant, witch)}


def held_cards(setup: Setup, state: State, player: int) -> list[tuple[int, Card]]:
    """The cards of a player, by number, without those that count by their class alone."""
    return [
        (card, ABILITIES[setup.card_names[card]])
        for card in state.held(player)
        if setup.card_names[card] in ABILITIES
    ]


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


__all__ = ["ABILITIES", "Card", "held_cards", "usable_cards", "use_card"]
