"""Mayor: one cube more in phase B where he has more cubes than any other; in the final round one there."""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card


def leads(state: State, region: int) -> bool:
    others = list(state.cubes[region])
    own = others.pop(state.active)
    return own > max(others)


def extra_cubes(setup: Setup, state: State, region: int) -> int:
    return int(leads(state, region))


def final_options(setup: Setup, state: State) -> list[str]:
    if state.supply[state.active] == 0:
        return []
    return [f"mayor {name}" for region, name in enumerate(setup.regions) if leads(state, region)]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    state.add_cubes(state.active, setup.region_number[words[1]], 1)


CARD = Card("mayor", in_final_round=final_options, verbs={"mayor": apply}, extra_cubes=extra_cubes)
