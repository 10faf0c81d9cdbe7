"""Peasant: one cube more in phase B (a rule of `turn`); in the final round one cube in any region."""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card


def extra_cubes(setup: Setup, state: State, region: int) -> int:
    return 1


def final_options(setup: Setup, state: State) -> list[str]:
    if state.supply[state.active] == 0:
        return []
    return [f"place {name} +1" for name in setup.regions]


def place_one(setup: Setup, state: State, words: list[str]) -> None:
    state.add_cubes(state.active, setup.region_number[words[1]], 1)


CARD = Card("peasant", in_final_round=final_options, verbs={"place": place_one}, extra_cubes=extra_cubes)
