"""Swindler: a rat onto a region with an own cube, then perhaps goods of its kind (P20, P13)."""

from __future__ import annotations

from .. import goods
from ..recycled import bring_rat, rat_for_card_exists
from ..setup import MOST_RATS_IN_A_REGION, Setup
from ..state import NOWHERE, State
from .card import Card


def options(setup: Setup, state: State) -> list[str]:
    if not rat_for_card_exists(setup, state):
        return []
    rats = state.rats()
    return [
        f"swindler {name}"
        for region, name in enumerate(setup.regions)
        if state.cubes[region][state.active] > 0 and rats[region] < MOST_RATS_IN_A_REGION
    ]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    bring_rat(setup, state, setup.region_number[words[1]], setup.card_number["swindler"])


def rat_lies(setup: Setup, state: State) -> None:
    if goods.can_take(state, state.region_goods[state.spread_region]):
        state.stage = "swindler_goods"
    else:
        finish(state)


def goods_options(setup: Setup, state: State) -> list[str]:
    return [f"goods {goods.GOODS[state.region_goods[state.spread_region]]}", "decline"]


def take_goods(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "goods":
        goods.take(state, goods.kind_of(words[1]))
    finish(state)


def finish(state: State) -> None:
    state.spread_region = NOWHERE
    state.back_to_turn()


CARD = Card(
    "swindler",
    in_turn=options,
    in_final_round=options,
    verbs={"swindler": apply},
    stages={"swindler_goods": (goods_options, take_goods)},
)
