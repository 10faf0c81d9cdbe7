"""Knight: one or two steps in C, and the piece may count as two neutral cubes (see `turn` and `ravage`).

In the final round it moves the piece 0 to 2 steps, without spread or ravage.
"""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card


def final_options(setup: Setup, state: State) -> list[str]:
    return [f"plague {setup.regions[region]}" for region in (state.plague, *setup.reach[2][state.plague])]


def move_piece(setup: Setup, state: State, words: list[str]) -> None:
    state.plague = setup.region_number[words[1]]


CARD = Card(
    "knight", in_final_round=final_options, verbs={"plague": move_piece}, steps=2, declares_neutral=True
)
