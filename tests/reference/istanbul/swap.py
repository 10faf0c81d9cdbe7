"""The swap card: up to three goods or coffee for as many other ones (2.7, Q15).

One `swap x y` after the other. Neither the given nor the received things are named in descending order, so
that every exchange can be said in one way only.
"""

from __future__ import annotations

from . import goods, hands
from .components import COFFEE
from .setup import Setup
from .state import State

ITEMS = range(COFFEE + 1)
MOST_SWAPS = 3


def can_give(state: State, item: int) -> bool:
    return (goods.coffee(state) if item == COFFEE else goods.owned(state, item)) > 0


def can_receive(state: State, item: int) -> bool:
    return item == COFFEE or goods.room(state, item) > 0


def first_options(state: State) -> list[str]:
    return [
        f"swap {given} {received}"
        for given in ITEMS
        for received in ITEMS
        if given != received and can_give(state, given) and can_receive(state, received)
    ]


def further(state: State) -> list[str]:
    """The next pairs: no kind is both given and received in the whole exchange."""
    last_given, last_received = state.swaps[-1]
    all_given = [given for given, _ in state.swaps]
    all_received = [received for _, received in state.swaps]
    found = []
    for given in ITEMS:
        for received in ITEMS:
            in_order = given >= last_given and received >= last_received
            back_and_forth = given in all_received or received in all_given
            possible = can_give(state, given) and can_receive(state, received)
            if given != received and in_order and not back_and_forth and possible:
                found.append(f"swap {given} {received}")
    return found


def options(setup: Setup, state: State) -> list[str]:
    return [*further(state), "stop"]


def begin(setup: Setup, state: State, words: list[str]) -> None:
    hands.play(state, "swap")
    state.back = state.stage
    apply(setup, state, words)


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "swap":
        given, received = int(words[1]), int(words[2])
        goods.gain_item(state, received, 1)
        if given == COFFEE:
            goods.brew(state, -1)
        else:
            goods.pay(state, given)
        state.swaps.append([given, received])
        if len(state.swaps) < MOST_SWAPS and further(state):
            state.stage = "swap"
            return
    state.stage, state.back = state.back, ""
    state.swaps = []
