"""Merchant: move 1 to 3 own cubes from one region to one neighbouring region."""

from __future__ import annotations

from ..movement import move_cubes, open_neighbours
from ..setup import Setup
from ..state import State
from .card import Card

MOST_CUBES = 3


def options(setup: Setup, state: State) -> list[str]:
    found = []
    for region, name in enumerate(setup.regions):
        own = state.cubes[region][state.active]
        for number in range(1, min(own, MOST_CUBES) + 1):
            found += [
                f"merchant {name} {setup.regions[near]} {number}"
                for near in open_neighbours(setup, state, region)
            ]
    return found


def apply(setup: Setup, state: State, words: list[str]) -> None:
    source, target = setup.region_number[words[1]], setup.region_number[words[2]]
    move_cubes(state, state.active, source, target, int(words[3]))


CARD = Card("merchant", in_turn=options, in_final_round=options, verbs={"merchant": apply})
