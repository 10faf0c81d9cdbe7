"""Wizard: give one of 10 potions to an own cube; it saves that cube from the plague once (see `ravage`)."""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card


def options(setup: Setup, state: State) -> list[str]:
    """Where an own cube has no potion yet."""
    if state.potions_left == 0:
        return []
    return [
        f"wizard {name}"
        for region, name in enumerate(setup.regions)
        if state.cubes[region][state.active] > state.potions[region][state.active]
    ]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    state.potions[setup.region_number[words[1]]][state.active] += 1
    state.potions_left -= 1


CARD = Card("wizard", in_turn=options, in_final_round=options, verbs={"wizard": apply})
