"""Monk: move any one rat to a neighbouring region with fewer than 3 rats."""

from __future__ import annotations

from ..movement import open_neighbours
from ..setup import MOST_RATS_IN_A_REGION, Setup
from ..state import State
from .card import Card
from .slots import chosen_slot, slot_texts


def options(setup: Setup, state: State) -> list[str]:
    rats = state.rats()
    found = []
    for region in range(len(setup.regions)):
        if rats[region] == 0:
            continue
        targets = [
            setup.regions[near]
            for near in open_neighbours(setup, state, region)
            if rats[near] < MOST_RATS_IN_A_REGION
        ]
        if targets:
            found += [
                f"monk {rat} {target}" for rat, _ in slot_texts(setup, state, region) for target in targets
            ]
    return found


def apply(setup: Setup, state: State, words: list[str]) -> None:
    region, slot = chosen_slot(setup, state, words[1:-1])
    state.move_rat(slot, region, setup.region_number[words[-1]])


CARD = Card("monk", in_turn=options, in_final_round=options, verbs={"monk": apply})
