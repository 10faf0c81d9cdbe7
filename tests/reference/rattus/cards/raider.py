"""Raider: two steps; then goods of the plague region's kind (P13, P11).

In a turn the goods are taken right after the piece has moved (see `turn`). In the final round the card moves
the piece 0 to 2 steps and takes goods from the whole supply.
"""

from __future__ import annotations

from .. import goods
from ..final_piece import fix_piece, places_of_piece
from ..setup import Setup
from ..state import State
from .card import Card

STEPS = 2


def final_options(setup: Setup, state: State) -> list[str]:
    return [f"raider {setup.regions[region]}" for region in places_of_piece(setup, state, STEPS)]


def move_piece(setup: Setup, state: State, words: list[str]) -> None:
    fix_piece(setup, state, words[1])
    if goods.can_take(state, state.region_goods[state.plague]):
        state.stage = "raider_goods"


def goods_options(setup: Setup, state: State) -> list[str]:
    return [f"goods {goods.GOODS[state.region_goods[state.plague]]}", "decline"]


def take_goods(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "goods":
        goods.take(state, goods.kind_of(words[1]))
    state.stage = "final" if state.ending else "spread_begins"


CARD = Card(
    "raider",
    in_final_round=final_options,
    verbs={"raider": move_piece},
    stages={"raider_goods": (goods_options, take_goods)},
    steps=STEPS,
)
