"""6: two bonus cards from the draw pile or the open discards, then one of the hand goes; coffee in M&B."""

from __future__ import annotations

from .. import goods, hands
from ..setup import Setup
from ..state import State

CARDS = 2


def options(setup: Setup, state: State) -> list[str]:
    """`caravansary d`: the top d cards of the discards first, the others from the draw pile (Q8)."""
    found = [f"caravansary {open_}" for open_ in (1, 2) if open_ <= len(state.discards)]
    if hands.can_draw(state) or setup.expansion:
        found.append("caravansary 0")
    return found


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if setup.expansion:
        goods.brew(state, 1)
    from_discards = int(words[1])
    for _ in range(from_discards):
        state.known[state.player][state.discards.pop()] += 1
    hands.begin_draws(state, CARDS - from_discards, back="discard")


def discard_options(setup: Setup, state: State) -> list[str]:
    return [f"discard {kind}" for kind in hands.kinds_in_hand(state)]


def discard(setup: Setup, state: State, words: list[str]) -> None:
    hands.discard(state, int(words[1]))
    state.stage = "action_over"
