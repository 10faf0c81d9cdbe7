"""Soldier: two steps; one more rat when spreading (see `ravage`).

In the final round the piece does not move; one rat onto a neighbour of its region.
"""

from __future__ import annotations

from ..movement import open_neighbours
from ..recycled import bring_rat, rat_for_card_exists
from ..setup import MOST_RATS_IN_A_REGION, Setup
from ..state import NOWHERE, State
from .card import Card


def final_options(setup: Setup, state: State) -> list[str]:
    if not rat_for_card_exists(setup, state):
        return []
    rats = state.rats()
    return [
        f"soldier {setup.regions[near]}"
        for near in open_neighbours(setup, state, state.plague)
        if rats[near] < MOST_RATS_IN_A_REGION
    ]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    bring_rat(setup, state, setup.region_number[words[1]], setup.card_number["soldier"])


def rat_lies(setup: Setup, state: State) -> None:
    state.spread_region = NOWHERE
    state.stage = "final" if state.ending else "ravage_begins"


CARD = Card("soldier", in_final_round=final_options, verbs={"soldier": apply}, steps=2)
