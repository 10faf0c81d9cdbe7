"""Set-up: the plague piece on a random region, then the first cubes (rules 2.4 and 2.5)."""

from __future__ import annotations

from .setup import Setup
from .state import State

CUBES_OF_A_PAIR = 2


def plague_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [(f"plague {name}", 1) for name in setup.regions]


def place_plague(setup: Setup, state: State, words: list[str]) -> None:
    state.plague = setup.region_number[words[1]]
    state.stage = "setup_place"


def order_of_placement(setup: Setup) -> list[int]:
    """The player of each placement: clockwise, then back; a split pair is two placements in a row (P5)."""
    clockwise = list(range(setup.players))
    pairs = clockwise + clockwise[::-1]
    if setup.split_setup_pairs:
        return [player for player in pairs for _ in range(CUBES_OF_A_PAIR)]
    return pairs


def place_options(setup: Setup, state: State) -> list[str]:
    return [f"place {name}" for name in setup.regions]


def place(setup: Setup, state: State, words: list[str]) -> None:
    number = 1 if setup.split_setup_pairs else CUBES_OF_A_PAIR
    state.add_cubes(state.active, setup.region_number[words[1]], number)
    state.setup_step += 1
    order = order_of_placement(setup)
    if state.setup_step < len(order):
        state.active = order[state.setup_step]
    else:
        state.start_of_turn(0)
        state.stage = "main"
