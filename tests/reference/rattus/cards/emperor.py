"""Emperor: put one of three walls on a border, or lift one and put it on another.

No cube and no rat crosses a wall (see `movement`).
"""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card

WALLS = 3


def borders(setup: Setup) -> list[list[int]]:
    return [list(border) for border in sorted({(min(edge), max(edge)) for edge in setup.edges})]


def free_borders(setup: Setup, state: State) -> list[list[int]]:
    return [border for border in borders(setup) if border not in [*state.walls, state.lifted]]


def texts(setup: Setup, verb: str, pairs: list[list[int]]) -> list[str]:
    return [f"{verb} {setup.regions[one]} {setup.regions[other]}" for one, other in pairs]


def numbers(setup: Setup, words: list[str]) -> list[int]:
    return [setup.region_number[name] for name in words[1:]]


def options(setup: Setup, state: State) -> list[str]:
    free = free_borders(setup, state)
    found = texts(setup, "wall", free) if len(state.walls) < WALLS else []
    return found + (texts(setup, "lift", state.walls) if free else [])


def put(setup: Setup, state: State, words: list[str]) -> None:
    state.walls = sorted([*state.walls, numbers(setup, words)])
    state.lifted = []
    state.back_to_turn()


def lift(setup: Setup, state: State, words: list[str]) -> None:
    state.lifted = numbers(setup, words)
    state.walls.remove(state.lifted)
    state.stage = "emperor_wall"


def second_options(setup: Setup, state: State) -> list[str]:
    """On another border than the one it came from."""
    return texts(setup, "wall", free_borders(setup, state))


CARD = Card(
    "emperor",
    in_turn=options,
    in_final_round=options,
    verbs={"wall": put, "lift": lift},
    stages={"emperor_wall": (second_options, put)},
)
