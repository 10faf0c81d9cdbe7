"""Rolls that may be changed: Black Market, Tea House, and the prize card (1.5, 2.7, Q19)."""

from __future__ import annotations

from . import goods, hands
from .components import BLUE, CARD, RED, TEA_HOUSE
from .setup import Setup
from .state import NONE, State

FAIL = 2


def begin(state: State) -> None:
    """A roll for the good that was named, the number that was called, or with neither for prizes."""
    state.dice = [0, 0]
    state.stage = "roll"


def for_prizes(state: State) -> bool:
    return state.named == NONE and not state.called


def outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [(f"roll {low} {high}", 1 if low == high else 2) for low in range(1, 7) for high in range(low, 7)]


def roll(setup: Setup, state: State, words: list[str]) -> None:
    state.dice = [int(words[1]), int(words[2])]
    state.stage = "dice_lie"


def red_tile(state: State) -> bool:
    """May the red mosque tile still be used? Not for prizes, not in a guild turn."""
    has = state.tiles[state.player] & 1 << RED
    return bool(has) and not state.guild and not state.red and not for_prizes(state)


def may_change(setup: Setup, state: State) -> bool:
    """As far as everybody knows: a card that nobody has seen may turn a die to 6."""
    six = CARD["six"]
    known = state.known[state.player][six] > 0
    perhaps = setup.bonus[six] > 0 and sum(state.secret[state.player]) + state.unknown[state.player] > 0
    return red_tile(state) or (state.dice != [6, 6] and (known or perhaps))


def dice_lie(setup: Setup, state: State) -> None:
    state.stage = "dice" if may_change(setup, state) else "roll_counts"


def turns_to(state: State, number: int) -> list[int]:
    """Which die may be turned to this number: 0 the lower, 1 the higher (not if both are alike)."""
    low, high = state.dice
    return [die for die in ([0] if low == high else [0, 1]) if state.dice[die] != number]


def options(setup: Setup, state: State) -> list[str]:
    found = ["keep"]
    if red_tile(state):
        found += [f"four {die}" for die in turns_to(state, 4)] + ["reroll"]
    if hands.holds(state, "six"):
        found += [f"six {die}" for die in turns_to(state, 6)]
    return found


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "keep":
        state.stage = "roll_counts"
        return
    if words[0] == "reroll":
        state.red = 1
        begin(state)
        return
    if words[0] == "four":
        state.red = 1
    else:
        hands.play(state, "six")
    state.dice[int(words[1])] = 4 if words[0] == "four" else 6
    state.dice.sort()
    state.stage = "dice_lie"


def roll_counts(setup: Setup, state: State) -> None:
    """Nothing more is changed: the roll brings what it brings."""
    total = sum(state.dice)
    if for_prizes(state):
        for die in state.dice:
            goods.gain_item(state, *setup.prizes[die - 1])
        state.stage, state.back = state.back, ""
    else:
        if state.called:
            fail = hands.guild_number(setup, state) if hands.own_guild_action(state, TEA_HOUSE) else 0
            goods.earn(state, state.called if total >= state.called else fail or FAIL)
        else:
            goods.gain(state, state.named)
            goods.gain(state, BLUE, jewelry(total))
        state.stage = "action_over"
    state.called = 0
    state.named = NONE
    state.dice = [0, 0]


def jewelry(total: int) -> int:
    if total <= 6:
        return 0
    if total <= 8:
        return 1
    return 2 if total <= 10 else 3
