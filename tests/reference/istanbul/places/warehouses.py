"""2, 3, 4: one good up to the capacity; with the green mosque tile one more good of any type for 2 Lira."""

from __future__ import annotations

from .. import goods
from ..components import GOODS, GREEN, WAREHOUSES
from ..setup import Setup
from ..state import State

PURCHASE = 2


def may_buy(state: State) -> bool:
    """Guild cards do not allow the green tile."""
    has = state.tiles[state.player] & 1 << GREEN
    return bool(has) and not state.guild and goods.lira(state) >= PURCHASE


def options(setup: Setup, state: State) -> list[str]:
    """A full warehouse only for the purchase (Q10)."""
    return ["fill"] if goods.room(state, WAREHOUSES[state.acting]) > 0 or may_buy(state) else []


def apply(setup: Setup, state: State, words: list[str]) -> None:
    good = WAREHOUSES[state.acting]
    goods.gain(state, good, goods.room(state, good))
    state.stage = "extra" if may_buy(state) else "action_over"


def extra_options(setup: Setup, state: State) -> list[str]:
    return [f"buy {good}" for good in GOODS] + ["no_buy"]


def extra(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "buy":
        goods.earn(state, -PURCHASE)
        goods.gain(state, int(words[1]))
    state.stage = "action_over"
