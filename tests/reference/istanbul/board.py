"""The grid of places: distances, straight lines, the barrier."""

from __future__ import annotations

from .components import MOVEMENT
from .setup import Setup
from .state import NONE, State


def may_cross(setup: Setup, state: State, one: int, other: int) -> bool:
    """Whether the player in turn may go from one index to the one beside it."""
    if state.barrier == NONE or state.barrier_owner == state.player:
        return True
    return setup.edges[state.barrier] != (min(one, other), max(one, other))


def distances(setup: Setup, state: State) -> dict[int, int]:
    """For each place the length of the shortest path of the player in turn (O8)."""
    start = setup.index[state.merchant[state.player]]
    steps = {start: 0}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        for near in setup.beside[here]:
            if near not in steps and may_cross(setup, state, here, near):
                steps[near] = steps[here] + 1
                waiting.append(near)
    return {setup.layout[index]: number for index, number in steps.items()}


def straight_lines(setup: Setup, state: State) -> set[int]:
    """Places in the row and column of the merchant that he reaches straight ahead."""
    start = setup.index[state.merchant[state.player]]
    found = set()
    for first in setup.beside[start]:
        here, following = start, first
        while may_cross(setup, state, here, following):
            found.add(setup.layout[following])
            here, following = following, following + (first - start)
            if following not in setup.beside[here]:
                break
    return found


def ordinary_moves(setup: Setup, state: State) -> set[int]:
    """One or two places, with the movement tile also any number in a straight line."""
    found = {place for place, steps in distances(setup, state).items() if steps in (1, 2)}
    if state.tavern[state.player] & 1 << MOVEMENT:
        found |= straight_lines(setup, state)
    return found


def far_moves(setup: Setup, state: State) -> set[int]:
    """Exactly three or four places (O7)."""
    return {place for place, steps in distances(setup, state).items() if steps in (3, 4)}


def corner_moves(setup: Setup, state: State) -> set[int]:
    """The other corners; the barrier does not matter (O26)."""
    return set(setup.corners) - {state.merchant[state.player]}


def edge_places(setup: Setup, edge: int) -> tuple[int, int]:
    """The two places that the barrier would part."""
    low, high = setup.edges[edge]
    return setup.layout[low], setup.layout[high]
