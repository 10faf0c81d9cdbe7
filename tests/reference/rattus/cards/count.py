"""Count: pay 1, 3 or 6 coins for 1, 2 or 3 cubes in any one region; in the final round 1 coin for 1 cube."""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card

PRICES = {1: 1, 2: 3, 3: 6}


def offers(setup: Setup, state: State, numbers: tuple[int, ...]) -> list[str]:
    """The supply must have all the cubes that are paid for (P17)."""
    possible = [
        number
        for number in numbers
        if state.supply[state.active] >= number and state.coins[state.active] >= PRICES[number]
    ]
    return [f"count {name} {number}" for name in setup.regions for number in possible]


def options(setup: Setup, state: State) -> list[str]:
    return offers(setup, state, (1, 2, 3))


def final_options(setup: Setup, state: State) -> list[str]:
    return offers(setup, state, (1,))


def apply(setup: Setup, state: State, words: list[str]) -> None:
    number = int(words[2])
    state.coins[state.active] -= PRICES[number]
    state.add_cubes(state.active, setup.region_number[words[1]], number)


CARD = Card("count", in_turn=options, in_final_round=final_options, verbs={"count": apply})
