"""Queen: two cubes more in phase B with the largest group; in the final round two cubes anywhere."""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card

CUBES = 2


def largest_group(setup: Setup, state: State, player: int) -> int:
    """Number of regions in the player's largest connected group. Walls do not part it."""
    left = {region for region in range(len(setup.regions)) if state.cubes[region][player] > 0}
    largest = 0
    while left:
        group, waiting = set(), [left.pop()]
        while waiting:
            region = waiting.pop()
            group.add(region)
            joining = left & set(setup.neighbours[region])
            left -= joining
            waiting += joining
        largest = max(largest, len(group))
    return largest


def leads(setup: Setup, state: State) -> bool:
    """Whether the active player's group is larger than everybody else's."""
    groups = [largest_group(setup, state, player) for player in range(setup.players)]
    own = groups.pop(state.active)
    return own > max(groups)


def extra_cubes(setup: Setup, state: State, region: int) -> int:
    return CUBES if leads(setup, state) else 0


def final_options(setup: Setup, state: State) -> list[str]:
    if state.supply[state.active] == 0 or not leads(setup, state):
        return []
    return [f"queen {name}" for name in setup.regions]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    number = min(CUBES, state.supply[state.active])
    state.add_cubes(state.active, setup.region_number[words[1]], number)


CARD = Card("queen", in_final_round=final_options, verbs={"queen": apply}, extra_cubes=extra_cubes)
