"""12: the own family member, if it is here, goes to any other place and does the action there."""

from __future__ import annotations

from ..components import POLICE
from ..setup import Setup
from ..state import State


def options(setup: Setup, state: State) -> list[str]:
    """If the action must be done: only where it can be."""
    if state.family[state.player] != POLICE:
        return []
    others = [place for place in sorted(setup.layout) if place != POLICE]
    return [f"send {place}" for place in others if not state.compulsory or possible_at(setup, state, place)]


def possible_at(setup: Setup, state: State, place: int) -> bool:
    from . import can_act

    there = state.clone()
    there.family[there.player] = place
    return can_act(setup, there, place)


def apply(setup: Setup, state: State, words: list[str]) -> None:
    place = int(words[1])
    state.family[state.player] = place
    state.acting, state.remote = place, 1
    state.stage = "action"
