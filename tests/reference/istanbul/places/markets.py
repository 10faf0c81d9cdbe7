"""10 and 11: sell 1 to 5 goods of the top demand tile; with a card any goods at the Small Market."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from .. import demand, goods, hands
from ..components import LARGE_MARKET, SMALL_MARKET
from ..setup import Setup
from ..state import State

MOST_SOLD = 5


def sales(most: Sequence[int]) -> list[str]:
    """Every way to sell 1 to 5 goods with at most so many of each type."""
    ways = product(*(range(number + 1) for number in most))
    return [f"sell {' '.join(map(str, way))}" for way in ways if 1 <= sum(way) <= MOST_SOLD]


def options(setup: Setup, state: State) -> list[str]:
    own = state.goods[state.player]
    wanted = demand.top_tile(setup, state, state.acting)
    found = sales([min(has, asked) for has, asked in zip(own, wanted, strict=True)])
    if state.acting == SMALL_MARKET and not state.guild and hands.holds(state, "market") and sum(own) > 0:
        found.append("market")
    return found


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "market":
        hands.play(state, "market")
        state.stage = "market"
        return
    sold = [int(word) for word in words[1:]]
    for good, number in enumerate(sold):
        goods.pay(state, good, number)
    pay = setup.large_pay if state.acting == LARGE_MARKET else setup.small_pay
    goods.earn(state, pay[sum(sold) - 1])
    demand.turn_over(state, state.acting)


def any_goods(setup: Setup, state: State) -> list[str]:
    """What the card allows to sell."""
    return sales(state.goods[state.player])
