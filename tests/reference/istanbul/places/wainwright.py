"""1: 7 Lira for an extension; the third one brings a ruby."""

from __future__ import annotations

from .. import goods
from ..components import EXTENSION_PRICE, MOST_CAPACITY
from ..setup import Setup
from ..state import State


def options(setup: Setup, state: State) -> list[str]:
    room = state.capacity[state.player] < MOST_CAPACITY
    return ["extend"] if room and goods.lira(state) >= EXTENSION_PRICE else []


def apply(setup: Setup, state: State, words: list[str]) -> None:
    goods.earn(state, -EXTENSION_PRICE)
    state.capacity[state.player] += 1
    if state.capacity[state.player] == MOST_CAPACITY and state.wainwright_rubies > 0:
        state.wainwright_rubies -= 1
        state.rubies[state.player] += 1
    state.stage = "action_over"
