"""What lies in the wheelbarrows, and Lira: gains, payments, room."""

from __future__ import annotations

from .components import COFFEE, GOODS, LIRA
from .state import State


def room(state: State, good: int) -> int:
    return state.capacity[state.player] - state.goods[state.player][good]


def gain(state: State, good: int, number: int = 1) -> None:
    """Gains above the capacity are lost (1.5)."""
    state.goods[state.player][good] += min(number, room(state, good))


def pay(state: State, good: int, number: int = 1) -> None:
    state.goods[state.player][good] -= number


def owned(state: State, good: int) -> int:
    return state.goods[state.player][good]


def owned_goods(state: State) -> list[int]:
    return [good for good in GOODS if owned(state, good) > 0]


def lira(state: State) -> int:
    return state.lira[state.player]


def coffee(state: State) -> int:
    return state.coffee[state.player]


def earn(state: State, number: int) -> None:
    """Lira, or with a negative number a payment."""
    state.lira[state.player] += number


def brew(state: State, number: int) -> None:
    """Coffee, or with a negative number a payment."""
    state.coffee[state.player] += number


def gain_item(state: State, item: int, number: int) -> None:
    """A good, coffee or Lira."""
    if item == LIRA:
        earn(state, number)
    elif item == COFFEE:
        brew(state, number)
    else:
        gain(state, item, number)
