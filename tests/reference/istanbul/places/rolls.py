"""8 and 9: name a good or a number and roll."""

from __future__ import annotations

from .. import dice
from ..components import BLACK_MARKET, GREEN, RED, YELLOW
from ..setup import Setup
from ..state import State

CALLS = range(3, 13)


def options(setup: Setup, state: State) -> list[str]:
    if state.acting == BLACK_MARKET:
        return [f"name {good}" for good in (RED, GREEN, YELLOW)]
    return [f"call {number}" for number in CALLS]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "name":
        state.named = int(words[1])
    else:
        state.called = int(words[1])
    dice.begin(state)
