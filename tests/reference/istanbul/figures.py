"""Governor, smuggler, coffee trader and neutral merchants come to a place by dice (1.2, 1.4, 2.3)."""

from __future__ import annotations

from .components import GOVERNOR, NEUTRAL, NOBODY, SMUGGLER, TRADER
from .setup import Setup
from .state import State

NAMES = {GOVERNOR: "governor", SMUGGLER: "smuggler", TRADER: "trader"}
DICE_TOTALS = range(2, 13)


def outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    """The total of two dice is the place."""
    return [(f"figure_place {total}", 6 - abs(7 - total)) for total in DICE_TOTALS]


def put(setup: Setup, state: State, words: list[str]) -> None:
    place = int(words[1])
    if state.figure == NEUTRAL:
        first = lowest(state.rolling)
        state.neutral[first] = place
        state.rolling -= 1 << first
        state.stage = "neutral_merchants_go_on"
        return
    setattr(state, NAMES[state.figure], place)
    if state.demand_large["order"]:
        state.figure = NOBODY
        state.stage = "after"
    elif state.figure < (TRADER if setup.expansion else SMUGGLER):
        state.figure += 1
    else:
        state.figure = NOBODY
        state.stage = "demand_large"


def lowest(mask: int) -> int:
    """The number of the lowest bit."""
    return next(number for number in range(mask.bit_length()) if mask & 1 << number)


def continue_neutral(setup: Setup, state: State) -> None:
    """The neutral merchants that have been paid roll one after the other (Q2), then comes the action."""
    if state.rolling:
        state.figure = NEUTRAL
        state.stage = "figure"
    else:
        state.figure = NOBODY
        state.stage = "action_begins"


def place_of(state: State, figure: int) -> int:
    place: int = getattr(state, NAMES[figure])
    return place
