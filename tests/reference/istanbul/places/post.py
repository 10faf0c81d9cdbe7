"""5: what the four indicators leave uncovered; then the leftmost upper one moves down, or all move up."""

from __future__ import annotations

from .. import goods
from ..components import BLUE, GREEN, RED, YELLOW
from ..setup import Setup
from ..state import State

# Uncovered while the indicator of the column is on top, and while it is down: goods or Lira.
GOODS_COLUMNS = {0: (GREEN, RED), 2: (YELLOW, BLUE)}
LIRA_COLUMNS = {1: (1, 2), 3: (1, 2)}
INDICATORS = 4


def options(setup: Setup, state: State) -> list[str]:
    return ["post"]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    for column, pair in GOODS_COLUMNS.items():
        goods.gain(state, pair[column < state.post])
    for column, pair in LIRA_COLUMNS.items():
        goods.earn(state, pair[column < state.post])
    state.post = 0 if state.post == INDICATORS else state.post + 1
    state.stage = "action_over"
