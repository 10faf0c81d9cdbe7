"""Knight: two steps in C, and the piece may count as two neutral cubes (see `ravage`).

In the final round it moves the piece 0 to 2 steps, without spread or ravage; not any more once another of
the player's cards has fixed its region (P11).
"""

from __future__ import annotations

from ..final_piece import fix_piece, places_of_piece
from ..setup import Setup
from ..state import State
from .card import Card

STEPS = 2


def final_options(setup: Setup, state: State) -> list[str]:
    return [f"plague {setup.regions[region]}" for region in places_of_piece(setup, state, STEPS)]


def move_piece(setup: Setup, state: State, words: list[str]) -> None:
    fix_piece(setup, state, words[1])


CARD = Card(
    "knight", in_final_round=final_options, verbs={"plague": move_piece}, steps=STEPS, declares_neutral=True
)
