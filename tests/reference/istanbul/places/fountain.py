"""7: any number of own assistants return to the merchant, named in ascending order of their places."""

from __future__ import annotations

from .. import windows
from ..setup import Setup
from ..state import State


def further(state: State) -> list[str]:
    return [f"fetch {place}" for place in state.assistants[state.player] if place > state.fountain]


def options(setup: Setup, state: State) -> list[str]:
    found = further(state)
    return [*found, "fetch_all"] if found else []


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "fetch":
        windows.call_back(state, int(words[1]))
        state.fountain = int(words[1])
        if further(state):
            state.stage = "fountain"
            return
    elif words[0] == "fetch_all":
        for place in list(state.assistants[state.player]):
            windows.call_back(state, place)
    state.fountain = 0
    state.stage = "action_over"


def more_options(setup: Setup, state: State) -> list[str]:
    return [*further(state), "stop"]
