"""Cards and the yellow mosque tile that may be used between the steps of a turn.

Any time in the own turn (A): 5 Lira, family member, the yellow tile, coffee, guild card for coffee, Lira for
coffee. Before or after, but not during an action (B): a good, swap, prize roll (1.5, 1.6, 2.7, Q14).
"""

from __future__ import annotations

from collections.abc import Callable

from . import dice, goods, hands, swap
from .components import GOODS, POLICE, YELLOW
from .setup import Setup
from .state import State

STAGES = ("move", "assistant", "pay", "action", "after")
CARD_LIRA, FAMILY_LIRA, YELLOW_PRICE = 5, 3, 2
CARD_COFFEE, GUILD_PRICE, TRADE_PRICE, TRADE_LIRA = 2, 2, 1, 8


def any_time(setup: Setup, state: State) -> list[str]:
    found = []
    if hands.holds(state, "lira"):
        found.append("lira")
    if hands.holds(state, "family") and state.family[state.player] != POLICE:
        # The card played lies on the pile, so that there is always one to draw.
        found += ["family_lira", "family_card"]
    if state.tiles[state.player] & 1 << YELLOW and not state.yellow and goods.lira(state) >= YELLOW_PRICE:
        found += [f"yellow {place}" for place in state.assistants[state.player]]
    if hands.holds(state, "coffee"):
        found.append("coffee")
    if hands.holds(state, "guild") and goods.coffee(state) >= GUILD_PRICE and hands.can_draw_guild(state):
        found.append("guild_draw")
    if hands.holds(state, "trade") and goods.coffee(state) >= TRADE_PRICE:
        found.append("trade")
    return found


def before_or_after(setup: Setup, state: State) -> list[str]:
    found = []
    if hands.holds(state, "good"):
        found += [f"good {good}" for good in GOODS]
    if hands.holds(state, "prize"):
        found.append("prize")
    if hands.holds(state, "swap"):
        found += swap.first_options(state)
    return found


def options(setup: Setup, state: State) -> list[str]:
    if state.stage not in STAGES:
        return []
    found = any_time(setup, state)
    if state.stage != "action" or not (state.remote or state.guild):
        found += before_or_after(setup, state)
    return found


def lira(setup: Setup, state: State, words: list[str]) -> None:
    hands.play(state, "lira")
    goods.earn(state, CARD_LIRA)


def family_lira(setup: Setup, state: State, words: list[str]) -> None:
    hands.play(state, "family")
    state.family[state.player] = POLICE
    goods.earn(state, FAMILY_LIRA)


def family_card(setup: Setup, state: State, words: list[str]) -> None:
    hands.play(state, "family")
    state.family[state.player] = POLICE
    hands.begin_draws(state, 1, back=state.stage)


def yellow(setup: Setup, state: State, words: list[str]) -> None:
    state.yellow = 1
    goods.earn(state, -YELLOW_PRICE)
    call_back(state, int(words[1]))


def call_back(state: State, place: int) -> None:
    """An assistant on the board comes under the merchant."""
    state.assistants[state.player].remove(place)
    state.stack[state.player] += 1


def coffee(setup: Setup, state: State, words: list[str]) -> None:
    hands.play(state, "coffee")
    goods.brew(state, CARD_COFFEE)


def guild_draw(setup: Setup, state: State, words: list[str]) -> None:
    hands.play(state, "guild")
    goods.brew(state, -GUILD_PRICE)
    hands.begin_guild_draws(state, 1, back=state.stage)


def trade(setup: Setup, state: State, words: list[str]) -> None:
    hands.play(state, "trade")
    goods.brew(state, -TRADE_PRICE)
    goods.earn(state, TRADE_LIRA)


def good(setup: Setup, state: State, words: list[str]) -> None:
    hands.play(state, "good")
    goods.gain(state, int(words[1]))


def prize(setup: Setup, state: State, words: list[str]) -> None:
    hands.play(state, "prize")
    state.back = state.stage
    dice.begin(state)


ACTIONS: dict[str, Callable[[Setup, State, list[str]], None]] = {
    "lira": lira,
    "family_lira": family_lira,
    "family_card": family_card,
    "yellow": yellow,
    "coffee": coffee,
    "guild_draw": guild_draw,
    "trade": trade,
    "good": good,
    "prize": prize,
    "swap": swap.begin,
}
