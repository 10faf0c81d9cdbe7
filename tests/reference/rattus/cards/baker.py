"""Baker: put an own cube of the supply on the card; whoever takes the card puts all of them on the board.

After the final round the left neighbour of the holder does so (see `ending`).
"""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card


def options(setup: Setup, state: State) -> list[str]:
    return ["baker"] if state.supply[state.active] > 0 else []


def apply(setup: Setup, state: State, words: list[str]) -> None:
    state.supply[state.active] -= 1
    state.baker[state.active] += 1


def unload_options(setup: Setup, state: State) -> list[str]:
    return [f"unload {name}" for name in setup.regions]


def unload(setup: Setup, state: State, words: list[str]) -> None:
    region = setup.region_number[words[1]]
    for player, number in enumerate(state.baker):
        state.cubes[region][player] += number
    state.baker = [0] * setup.players
    state.stage = "final_round_over" if state.ending else "main"


CARD = Card(
    "baker",
    in_turn=options,
    in_final_round=options,
    verbs={"baker": apply},
    stages={"baker_unload": (unload_options, unload)},
)
