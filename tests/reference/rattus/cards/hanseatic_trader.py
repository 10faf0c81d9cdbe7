"""Hanseatic Trader: up to 5 own cubes to another region of the kind of the goods token on the card (P19)."""

from __future__ import annotations

from .. import goods
from ..movement import move_cubes
from ..setup import Setup
from ..state import State
from .card import Card

MOST_CUBES = 5


def options(setup: Setup, state: State) -> list[str]:
    targets = goods.regions_of_card(setup, state, setup.card_number["hanseatic_trader"])
    return [
        f"hanseatic_trader {name} {setup.regions[target]} {number}"
        for region, name in enumerate(setup.regions)
        for target in targets
        if target != region
        for number in range(1, min(state.cubes[region][state.active], MOST_CUBES) + 1)
    ]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    source, target = setup.region_number[words[1]], setup.region_number[words[2]]
    move_cubes(state, state.active, source, target, int(words[3]))


CARD = Card(
    "hanseatic_trader",
    in_turn=options,
    in_final_round=options,
    verbs={"hanseatic_trader": apply},
    carries_goods=True,
)
