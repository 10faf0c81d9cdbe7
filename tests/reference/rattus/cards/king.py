"""King: move one own cube from a region without rats to the palace."""

from __future__ import annotations

from ..movement import cube_to_palace
from ..setup import Setup
from ..state import State
from .card import Card


def options(setup: Setup, state: State) -> list[str]:
    rats = state.rats()
    return [
        f"king {name}"
        for region, name in enumerate(setup.regions)
        if state.cubes[region][state.active] > 0 and rats[region] == 0
    ]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    cube_to_palace(state, state.active, setup.region_number[words[1]])


CARD = Card("king", in_turn=options, in_final_round=options, verbs={"king": apply})
