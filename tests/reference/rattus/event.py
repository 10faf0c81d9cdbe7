"""The common event of a player's cards in the final round: the rats of one region are revealed (P11).

Assassin, Grave Robber, Deacon, Serf and Crusader work together in it, as far as the player holds them and
has not used them yet.
"""

from __future__ import annotations

from .cards import Card, usable_cards
from .final_piece import fix_piece, places_of_piece
from .setup import Setup
from .state import State


def event_cards(setup: Setup, state: State) -> list[tuple[int, Card]]:
    return [(number, card) for number, card in usable_cards(setup, state) if card.reveals]


def options(setup: Setup, state: State) -> list[str]:
    cards = event_cards(setup, state)
    if not cards:
        return []
    steps = max(card.event_steps for _, card in cards)
    return [f"ravage {setup.regions[region]}" for region in places_of_piece(setup, state, steps)]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    """A ravage without spread and without neutral cubes; legal also where there is no rat or no cube."""
    numbers = [number for number, _ in event_cards(setup, state)]
    fix_piece(setup, state, words[1])
    state.used += numbers
    state.event = numbers
    state.revealing = state.plague
    state.stage = "ravage"
