"""Witch: look at any rat, then at any other, then swap the two or not (P8).

A look at a rat whose identity does not exist yet is followed by the chance stage `look`.
"""

from __future__ import annotations

from ..recycled import possible_kinds
from ..setup import Setup
from ..state import NONE, UNKNOWN, Rat, State
from .card import Card
from .slots import chosen_slot, slot_texts


def looks(setup: Setup, state: State) -> list[str]:
    """Every rat on the board except the one just looked at."""
    return [
        f"look {rat}"
        for region in range(len(setup.regions))
        for rat, slot in slot_texts(setup, state, region)
        if slot.tracked == NONE or slot.tracked != state.first_look
    ]


def look(setup: Setup, state: State, words: list[str]) -> None:
    region, slot = chosen_slot(setup, state, words[1:])
    number = slot.tracked
    if number == NONE:
        state.unlooked[region][slot.ring] -= 1
        state.tracked.append(Rat(region, slot.ring, UNKNOWN, set()))
        number = len(state.tracked) - 1
    rat = state.tracked[number]
    rat.looked.add(state.active)
    if state.first_look == NONE:
        state.first_look = number
    else:
        state.second_look = number
    if rat.kind == UNKNOWN:
        state.drawing, state.drawing_ring = number, rat.ring
        state.stage = "look"
    else:
        go_on(state)


def faces(setup: Setup, state: State) -> list[tuple[str, int]]:
    """What the rat may turn out to be: any unseen token of its ring, equally likely."""
    weights = possible_kinds(setup, state, state.drawing, state.drawing_ring)
    return [
        (f"see {token.text}", weight)
        for token, weight in zip(setup.kinds, weights, strict=True)
        if weight > 0
    ]


def see(setup: Setup, state: State, words: list[str]) -> None:
    kind = setup.kind_number[words[1]]
    if state.tracked[state.drawing].pool == 0:
        state.unseen[kind] -= 1
    state.tracked[state.drawing].kind = kind
    state.drawing, state.drawing_ring = NONE, 0
    go_on(state)


def go_on(state: State) -> None:
    state.stage = "witch_second" if state.second_look == NONE else "witch_swap"


def second_options(setup: Setup, state: State) -> list[str]:
    return [*looks(setup, state), "stop"]


def second(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "look":
        look(setup, state, words)
    else:
        finish(state)


def swap_options(setup: Setup, state: State) -> list[str]:
    return ["swap", "keep"]


def swap_or_keep(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "swap":
        one, other = state.tracked[state.first_look], state.tracked[state.second_look]
        one.region, other.region = other.region, one.region
    finish(state)


def finish(state: State) -> None:
    state.first_look = state.second_look = NONE
    state.back_to_turn()


CARD = Card(
    "witch",
    in_turn=looks,
    in_final_round=looks,
    verbs={"look": look},
    stages={"witch_second": (second_options, second), "witch_swap": (swap_options, swap_or_keep)},
)
