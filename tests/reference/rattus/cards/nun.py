"""Nun: put or move the three nuns; each lowers the population of its region by one (see `ravage`).

They are put one after the other, in ascending order of the regions, so that nothing is offered twice.
"""

from __future__ import annotations

from ..setup import Setup
from ..state import NOWHERE, NUNS, State
from .card import Card

STAGES = ("", "nun_second", "nun_third")


def options(setup: Setup, state: State) -> list[str]:
    return [f"nun {name}" for name in setup.regions]


def lift_and_put_first(setup: Setup, state: State, words: list[str]) -> None:
    state.nuns = [NOWHERE] * NUNS
    put_next(setup, state, words)


def put_next(setup: Setup, state: State, words: list[str]) -> None:
    number = state.nuns.index(NOWHERE)
    state.nuns[number] = setup.region_number[words[1]]
    if number + 1 < NUNS:
        state.stage = STAGES[number + 1]
    else:
        state.back_to_turn()


def next_options(setup: Setup, state: State) -> list[str]:
    return [f"nun {name}" for region, name in enumerate(setup.regions) if region >= max(state.nuns)]


CARD = Card(
    "nun",
    in_turn=options,
    in_final_round=options,
    verbs={"nun": lift_and_put_first},
    stages={stage: (next_options, put_next) for stage in STAGES[1:]},
)
