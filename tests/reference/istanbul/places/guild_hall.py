"""18: a coffee and two guild cards; then one from the hand goes."""

from __future__ import annotations

from .. import goods, hands
from ..setup import Setup
from ..state import State

CARDS = 2


def options(setup: Setup, state: State) -> list[str]:
    return ["guild_hall"]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    goods.brew(state, 1)
    hands.begin_guild_draws(state, CARDS, back="discard_guild")


def discard_options(setup: Setup, state: State) -> list[str]:
    return [f"discard_guild {number}" for number in state.guild_hand[state.player]]


def discard(setup: Setup, state: State, words: list[str]) -> None:
    hands.discard_guild(state, int(words[1]))
    state.stage = "action_over"
