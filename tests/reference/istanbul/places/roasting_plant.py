"""17: 2 coffee each for 2 Lira, a good, a card; each at most once, in this order."""

from __future__ import annotations

from .. import goods, hands
from ..setup import Setup
from ..state import State

PRICE, COFFEE = 2, 2
NUMBER = {"roast_lira": 1, "roast_good": 2, "roast_bonus": 3, "roast_guild": 3}


def options(setup: Setup, state: State) -> list[str]:
    found = ["roast_lira"] if goods.lira(state) >= PRICE else []
    found += [f"roast_good {good}" for good in goods.owned_goods(state)]
    found += [f"roast_bonus {kind}" for kind in hands.kinds_in_hand(state)]
    found += [f"roast_guild {number}" for number in state.guild_hand[state.player]]
    return [text for text in found if NUMBER[text.split()[0]] > state.roast]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] != "stop":
        goods.brew(state, COFFEE)
        if words[0] == "roast_lira":
            goods.earn(state, -PRICE)
        elif words[0] == "roast_good":
            goods.pay(state, int(words[1]))
        elif words[0] == "roast_bonus":
            hands.discard(state, int(words[1]))
        else:
            hands.discard_guild(state, int(words[1]))
        state.roast = NUMBER[words[0]]
        if options(setup, state):
            state.stage = "roast"
            return
    state.roast = 0
    state.stage = "action_over"


def more_options(setup: Setup, state: State) -> list[str]:
    return [*options(setup, state), "stop"]
