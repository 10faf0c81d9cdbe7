"""Sultan: a diplomat under an own cube; after the sweep the sole holder of most gets 3 points."""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card

POINTS = 3


def options(setup: Setup, state: State) -> list[str]:
    """Where an own cube has no diplomat yet."""
    if state.diplomats_left == 0:
        return []
    return [
        f"sultan {name}"
        for region, name in enumerate(setup.regions)
        if state.cubes[region][state.active] > state.diplomats[region][state.active]
    ]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    state.diplomats[setup.region_number[words[1]]][state.active] += 1
    state.diplomats_left -= 1


def points(setup: Setup, state: State, player: int) -> int:
    """At the end: for more diplomats than anybody else."""
    numbers = [sum(row[someone] for row in state.diplomats) for someone in range(setup.players)]
    own = numbers.pop(player)
    return POINTS if own > max(numbers) else 0


CARD = Card("sultan", in_turn=options, in_final_round=options, verbs={"sultan": apply})
