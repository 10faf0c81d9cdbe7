"""Astronomer: draw 3 region cards, keep 1, discard the others."""

from __future__ import annotations

from ..region_cards import begin_draws, cards_to_draw, choose_options, discard_drawn, take_drawn
from ..setup import Setup
from ..state import State
from .card import Card


def options(setup: Setup, state: State) -> list[str]:
    return ["astronomer"] if cards_to_draw(state) > 0 else []


def apply(setup: Setup, state: State, words: list[str]) -> None:
    begin_draws(state, setup.card_number["astronomer"])


def choose(setup: Setup, state: State, words: list[str]) -> None:
    kind = setup.region_card_number[words[1]]
    take_drawn(state, kind)
    state.hands[state.active] = sorted([*state.hands[state.active], kind])
    discard_drawn(state)
    state.back_to_turn()


CARD = Card(
    "astronomer",
    in_turn=options,
    in_final_round=options,
    verbs={"astronomer": apply},
    stages={"astronomer_choose": (choose_options, choose)},
)
