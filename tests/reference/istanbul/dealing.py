"""The bonus card of each player at the start (1.2)."""

from __future__ import annotations

from .setup import Setup
from .state import State


def continue_deals(setup: Setup, state: State) -> None:
    """One card to each player in seat order; then the start player's turn."""
    dealt = sum(map(sum, state.secret))
    if dealt < setup.players and sum(state.deck) > 0:
        state.player = dealt
        state.stage = "deal"
    else:
        state.player = 0
        state.stage = "move"


def outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [(f"deal {kind}", copies) for kind, copies in enumerate(state.deck) if copies > 0]


def deal(setup: Setup, state: State, words: list[str]) -> None:
    kind = int(words[1])
    state.deck[kind] -= 1
    state.secret[state.player][kind] += 1
    state.stage = "deals_go_on"
