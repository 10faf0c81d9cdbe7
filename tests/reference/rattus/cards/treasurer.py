"""Treasurer: take 2 coins."""

from __future__ import annotations

from ..setup import Setup
from ..state import State
from .card import Card

COINS = 2


def options(setup: Setup, state: State) -> list[str]:
    return ["treasurer"]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    state.coins[state.active] += COINS


CARD = Card("treasurer", in_turn=options, in_final_round=options, verbs={"treasurer": apply})
