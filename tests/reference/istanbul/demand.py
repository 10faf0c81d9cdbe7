"""Demand tiles: two stacks of which only the tops are seen (1.2, 1.5)."""

from __future__ import annotations

from .components import LARGE_MARKET
from .setup import Setup
from .state import State


def stack_of(state: State, place: int) -> dict[str, list[int]]:
    return state.demand_large if place == LARGE_MARKET else state.demand_small


def top_tile(setup: Setup, state: State, place: int) -> tuple[int, ...]:
    """The goods that the market of this place wants now."""
    tiles = setup.large if place == LARGE_MARKET else setup.small
    return tiles[stack_of(state, place)["order"][0]]


def turn_over(state: State, place: int) -> None:
    """The top tile goes to the bottom; a tile that nobody has seen comes to the top by chance."""
    stack = stack_of(state, place)
    stack["order"].append(stack["order"].pop(0))
    if stack["unseen"]:
        state.stage = "demand_large" if place == LARGE_MARKET else "demand_small"
    else:
        state.stage = "action_over"


def large_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [(f"demand_large {tile}", 1) for tile in state.demand_large["unseen"]]


def small_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [(f"demand_small {tile}", 1) for tile in state.demand_small["unseen"]]


def show(setup: Setup, state: State, words: list[str]) -> None:
    tile = int(words[1])
    stack = state.demand_large if words[0] == "demand_large" else state.demand_small
    in_game = bool(stack["order"])
    stack["unseen"].remove(tile)
    stack["order"].insert(0, tile)
    if in_game:
        state.stage = "action_over"
    else:
        state.stage = "demand_small" if words[0] == "demand_large" else "deals_go_on"
