"""Landowner: 2 cubes in a region of the kind of the goods token on the card (P17)."""

from __future__ import annotations

from .. import goods
from ..setup import Setup
from ..state import State
from .card import Card

MOST_CUBES = 2


def options(setup: Setup, state: State) -> list[str]:
    if state.supply[state.active] == 0:
        return []
    regions = goods.regions_of_card(setup, state, setup.card_number["landowner"])
    return [f"landowner {setup.regions[region]}" for region in regions]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    number = min(MOST_CUBES, state.supply[state.active])
    state.add_cubes(state.active, setup.region_number[words[1]], number)


CARD = Card(
    "landowner", in_turn=options, in_final_round=options, verbs={"landowner": apply}, carries_goods=True
)
