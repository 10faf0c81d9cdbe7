"""16 and 20: the next ruby of the Gemstone Dealer for Lira, of the Coffee House for coffee (Q11, Q12)."""

from __future__ import annotations

from .. import goods
from ..components import DEALER, DEALER_END, HOUSE_END
from ..setup import Setup
from ..state import State


def options(setup: Setup, state: State) -> list[str]:
    if state.acting == DEALER:
        possible = state.dealer_rubies > 0 and goods.lira(state) >= DEALER_END - state.dealer_rubies
    else:
        possible = state.house_rubies > 0 and goods.coffee(state) >= HOUSE_END - state.house_rubies
    return ["buy_ruby"] if possible else []


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if state.acting == DEALER:
        goods.earn(state, -(DEALER_END - state.dealer_rubies))
        state.dealer_rubies -= 1
    else:
        goods.brew(state, -(HOUSE_END - state.house_rubies))
        state.house_rubies -= 1
    state.rubies[state.player] += 1
    state.stage = "action_over"
