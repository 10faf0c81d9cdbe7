"""Where cubes and rats may go: borders and walls, and the markers that travel with cubes."""

from __future__ import annotations

from .setup import Setup
from .state import State


def open_neighbours(setup: Setup, state: State, region: int) -> list[int]:
    """The regions that touch this one without a wall of the Emperor in between."""
    return [
        near for near in setup.neighbours[region] if [min(region, near), max(region, near)] not in state.walls
    ]


def move_cubes(state: State, player: int, source: int, target: int, number: int) -> None:
    """Own cubes from region to region; markers that too few cubes are left for move along."""
    staying = state.cubes[source][player] - number
    state.cubes[source][player] -= number
    state.cubes[target][player] += number
    for markers in (state.potions, state.diplomats):
        if markers:
            moving = max(markers[source][player] - staying, 0)
            markers[source][player] -= moving
            markers[target][player] += moving


def cube_to_palace(state: State, player: int, region: int) -> None:
    """Markers do not follow into the palace; those that no cube is left for are lost."""
    state.cubes[region][player] -= 1
    state.palace[player] += 1
    drop_markers(state, player, region)


def drop_markers(state: State, player: int, region: int) -> None:
    """Markers that no cube is left for are lost."""
    for markers in (state.potions, state.diplomats):
        if markers:
            markers[region][player] = min(markers[region][player], state.cubes[region][player])
