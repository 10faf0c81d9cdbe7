"""Brewer: one more available goods token; in the final round any token of the supply."""

from __future__ import annotations

from .. import goods
from ..setup import Setup
from ..state import State
from .card import Card


def options(setup: Setup, state: State) -> list[str]:
    return [text.replace("goods", "brewer") for text in goods.take_options(state)]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    goods.take(state, goods.kind_of(words[1]))


CARD = Card("brewer", in_turn=options, in_final_round=options, verbs={"brewer": apply})
