"""14 and 15: own as many goods of a colour as the top tile shows, pay one, take the tile; a ruby for both."""

from __future__ import annotations

from .. import goods, hands
from ..components import BLUE, GREEN, RED, SMALL_MOSQUE, YELLOW
from ..setup import Setup
from ..state import State

COLOURS = {14: (RED, GREEN), 15: (YELLOW, BLUE)}


def needed(setup: Setup, state: State, colour: int) -> int:
    """The guild cards 14 and 15 want one good only."""
    if hands.own_guild_action(state, state.acting) and hands.guild_number(setup, state):
        return 1
    return setup.mosque_stack[state.mosque[colour]]


def options(setup: Setup, state: State) -> list[str]:
    return [
        f"tile {colour}"
        for colour in COLOURS[state.acting]
        if not state.tiles[state.player] & 1 << colour
        and state.mosque[colour] < len(setup.mosque_stack)
        and goods.owned(state, colour) >= needed(setup, state, colour)
    ]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    colour = int(words[1])
    goods.pay(state, colour)
    state.mosque[colour] += 1
    state.tiles[state.player] |= 1 << colour
    if colour == BLUE:
        state.stack[state.player] += state.spare[state.player]
        state.spare[state.player] = 0
    mosque = 0 if state.acting == SMALL_MOSQUE else 1
    both = all(state.tiles[state.player] & 1 << one for one in COLOURS[state.acting])
    if both and state.mosque_rubies[mosque] > 0:
        state.mosque_rubies[mosque] -= 1
        state.rubies[state.player] += 1
    state.stage = "action_over"
