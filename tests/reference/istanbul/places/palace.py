"""13: the goods on all uncovered spaces, for the next ruby."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from .. import goods
from ..components import ANY, GOODS, PALACE_END, PALACE_SPACES
from ..setup import Setup
from ..state import State

NOTHING = 0


def uncovered(state: State) -> Counter[int]:
    """How many of each good, and of any good, the next ruby costs."""
    return Counter(PALACE_SPACES[: PALACE_END - state.palace_rubies])


def cost(state: State, chosen: tuple[int, ...]) -> Counter[int]:
    needed = uncovered(state)
    del needed[ANY]
    return needed + Counter(chosen)


def options(setup: Setup, state: State) -> list[str]:
    """`deliver i j`: what goes onto the "any" spaces: 1 to 4 for the goods, 0 where there is none."""
    if state.palace_rubies == 0:
        return []
    spaces = uncovered(state)[ANY]
    found = []
    for chosen in combinations_with_replacement(GOODS, spaces):
        if all(goods.owned(state, good) >= number for good, number in cost(state, chosen).items()):
            first, second = [NOTHING] * (2 - spaces) + [good + 1 for good in chosen]
            found.append(f"deliver {first} {second}")
    return found


def apply(setup: Setup, state: State, words: list[str]) -> None:
    chosen = tuple(int(word) - 1 for word in words[1:] if int(word) != NOTHING)
    for good, number in cost(state, chosen).items():
        goods.pay(state, good, number)
    state.palace_rubies -= 1
    state.rubies[state.player] += 1
    state.stage = "action_over"
