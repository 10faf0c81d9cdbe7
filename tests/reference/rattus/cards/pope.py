"""Pope: pay 2 coins to move one cube from the own supply to the palace."""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card

PRICE = 2


def options(setup: Setup, state: State) -> list[str]:
    possible = state.coins[state.active] >= PRICE and state.supply[state.active] > 0
    return ["pope"] if possible else []


def apply(setup: Setup, state: State, words: list[str]) -> None:
    state.coins[state.active] -= PRICE
    state.supply[state.active] -= 1
    state.palace[state.active] += 1


CARD = Card("pope", in_turn=options, in_final_round=options, verbs={"pope": apply})
