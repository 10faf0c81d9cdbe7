"""Pied Piper: one own cube to a neighbouring region; rats of the region left follow as far as they fit."""

from __future__ import annotations

from ..movement import move_cubes, open_neighbours
from ..setup import MOST_RATS_IN_A_REGION, Setup
from ..state import State
from .card import Card
from .slots import chosen_slot, slot_texts


def options(setup: Setup, state: State) -> list[str]:
    return [
        f"pied_piper {name} {setup.regions[near]}"
        for region, name in enumerate(setup.regions)
        if state.cubes[region][state.active] > 0
        for near in open_neighbours(setup, state, region)
    ]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    source, target = setup.region_number[words[1]], setup.region_number[words[2]]
    move_cubes(state, state.active, source, target, 1)
    state.plan = [source, target]
    rats_follow(state)


def rats_follow(state: State) -> None:
    """All if they fit or if there is nothing to choose; else one after the other, as the player likes."""
    source, target = state.plan
    while state.rats_in(source) > 0 and (room := MOST_RATS_IN_A_REGION - state.rats_in(target)) > 0:
        slots = state.slots(source)
        if len(slots) > 1 and state.rats_in(source) > room:
            state.stage = "pied_piper_follow"
            return
        state.move_rat(slots[0], source, target)
    state.plan = []
    state.back_to_turn()


def follow_options(setup: Setup, state: State) -> list[str]:
    source, _ = state.plan
    return [f"follow {rat}" for rat, _ in slot_texts(setup, state, source)]


def follow(setup: Setup, state: State, words: list[str]) -> None:
    source, slot = chosen_slot(setup, state, words[1:])
    state.move_rat(slot, source, state.plan[1])
    rats_follow(state)


CARD = Card(
    "pied_piper",
    in_turn=options,
    in_final_round=options,
    verbs={"pied_piper": apply},
    stages={"pied_piper_follow": (follow_options, follow)},
)
