"""Governor, smuggler, coffee trader and neutral merchants come to a place by dice (1.2, 1.4, 2.3)."""

from __future__ import annotations

from .components import FIRST_NEUTRAL, SMUGGLER
from .setup import Setup
from .state import NONE, State

NAMES = ("governor", "smuggler", "trader")
DICE_TOTALS = range(2, 13)


def outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    """The total of two dice is the place."""
    return [(f"figure_place {total}", 6 - abs(7 - total)) for total in DICE_TOTALS]


def put(setup: Setup, state: State, words: list[str]) -> None:
    place = int(words[1])
    if state.moving >= FIRST_NEUTRAL:
        state.neutral[state.moving - FIRST_NEUTRAL] = place
        state.stage = "neutral_merchants_go_on"
        return
    setattr(state, NAMES[state.moving], place)
    if state.setup == NONE:
        state.moving = NONE
        state.stage = "after"
        return
    state.setup += 1
    state.moving += 1
    if state.moving == (len(NAMES) if setup.expansion else SMUGGLER + 1):
        state.moving = NONE
        state.stage = "demand_large"


def continue_neutral(setup: Setup, state: State) -> None:
    """The neutral merchants that have been paid roll one after the other (Q2), then comes the action."""
    if state.neutral_left:
        state.moving = FIRST_NEUTRAL + state.neutral_left.pop(0)
        state.stage = "figure_place"
    else:
        state.moving = NONE
        state.stage = "action_begins"


def place_of(state: State, figure: int) -> int:
    return (state.governor, state.smuggler, state.trader)[figure]
