"""The plague piece in the final round: the first of a player's cards that act through it fixes it (P11)."""

from __future__ import annotations

from .setup import MANY_PLAYERS, Setup
from .state import State


def steps_of_players(setup: Setup, steps: int) -> int:
    """Two steps are three with 5 and 6 players (rules section 9)."""
    return 3 if steps == 2 and setup.players >= MANY_PLAYERS else steps


def places_of_piece(setup: Setup, state: State, steps: int) -> list[int]:
    """Where a card may let the piece act: 0 to `steps` steps away, or where it is fixed."""
    if state.fixed:
        return [state.plague]
    return [state.plague, *setup.reach[steps_of_players(setup, steps)][state.plague]]


def fix_piece(setup: Setup, state: State, name: str) -> None:
    state.plague = setup.region_number[name]
    state.fixed = True
