"""Caravan leader: the caravan moves one step; 1 cube in the region left and 1 in the region entered."""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card


def options(setup: Setup, state: State) -> list[str]:
    """Walls do not stop the caravan."""
    if state.supply[state.active] == 0:
        return []
    return [f"caravan_leader {setup.regions[near]}" for near in setup.neighbours[state.caravan]]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    left, entered = state.caravan, setup.region_number[words[1]]
    for region in (left, entered):
        state.add_cubes(state.active, region, min(1, state.supply[state.active]))
    state.caravan = entered


CARD = Card("caravan_leader", in_turn=options, in_final_round=options, verbs={"caravan_leader": apply})
