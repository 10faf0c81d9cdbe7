"""End of a turn and of the game: last cards, ranking (1.7, Q20, O20)."""

from __future__ import annotations

from . import goods, hands, swap, windows
from .components import GOODS
from .setup import Setup
from .state import State


def turn_over(setup: Setup, state: State) -> None:
    """After a round the game ends if somebody has enough rubies, or if too many rounds have been played."""
    state.new_turn()
    state.player += 1
    state.stage = "move"
    if state.player == setup.players:
        state.player = 0
        state.round += 1
        if max(state.rubies) >= setup.ruby_target or state.round >= setup.max_rounds:
            state.stage = "last_cards_go_on"


def playable(setup: Setup, state: State) -> list[str]:
    """Cards that give Lira or goods without dice."""
    found = ["lira"] if hands.holds(state, "lira") else []
    if hands.holds(state, "good"):
        found += [f"good {good}" for good in GOODS]
    if hands.holds(state, "trade") and goods.coffee(state) >= windows.TRADE_PRICE:
        found.append("trade")
    if hands.holds(state, "swap"):
        found += swap.first_options(state)
    return found


def is_asked(setup: Setup, state: State) -> bool:
    """As far as everybody knows he may have something to play."""
    if sum(state.secret[state.player]) + state.unknown[state.player] > 0:
        return True
    return bool(playable(setup, state))


def last_cards_go_on(setup: Setup, state: State) -> None:
    while state.player < setup.players and not is_asked(setup, state):
        state.player += 1
    if state.player < setup.players:
        state.stage = "last_cards"
    else:
        state.player = 0
        state.stage = "terminal"


def options(setup: Setup, state: State) -> list[str]:
    return [*playable(setup, state), "pass"]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "pass":
        state.player += 1
    else:
        windows.ACTIONS[words[0]](setup, state, words)


def standing(state: State, player: int) -> tuple[int, int, int, int]:
    """What counts, in this order: rubies, Lira, goods, bonus cards in hand."""
    cards = hands.hand_size(state, player) + state.unknown[player]
    return state.rubies[player], state.lira[player], sum(state.goods[player]), cards


def shares(setup: Setup, state: State) -> list[float]:
    """The best share the win."""
    ranks = [standing(state, player) for player in range(setup.players)]
    winners = ranks.count(max(ranks))
    return [1 / winners if rank == max(ranks) else 0.0 for rank in ranks]
