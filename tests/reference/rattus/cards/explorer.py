"""Explorer: draw 3 region cards, choose one, place 1 cube in its region, discard them."""

from __future__ import annotations

from ..region_cards import begin_draws, cards_to_draw, choose_options, discard_drawn, take_drawn
from ..setup import Setup
from ..state import State
from .card import Card


def options(setup: Setup, state: State) -> list[str]:
    possible = cards_to_draw(state) > 0 and state.supply[state.active] > 0
    return ["explorer"] if possible else []


def apply(setup: Setup, state: State, words: list[str]) -> None:
    begin_draws(state, setup.card_number["explorer"])


def choose(setup: Setup, state: State, words: list[str]) -> None:
    kind = setup.region_card_number[words[1]]
    region, _ = setup.region_card_kinds[kind]
    state.add_cubes(state.active, region, 1)
    take_drawn(state, kind)
    state.discards[kind] += 1
    discard_drawn(state)
    state.back_to_turn()


CARD = Card(
    "explorer",
    in_turn=options,
    in_final_round=options,
    verbs={"explorer": apply},
    stages={"explorer_choose": (choose_options, choose)},
)
