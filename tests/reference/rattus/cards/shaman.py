"""Shaman: redistribute the rats in the regions of the kind of the goods token on the card (P18).

One rat after the other gets its region: unlooked normal ones, unlooked starting ones, then those that
somebody has looked at. The board changes when all have one.
"""

from __future__ import annotations

from .. import goods
from ..setup import MOST_RATS_IN_A_REGION, NORMAL, STARTING, Setup
from ..state import NONE, State
from .card import Card


def regions(setup: Setup, state: State) -> list[int]:
    return goods.regions_of_card(setup, state, setup.card_number["shaman"])


def rats_to_assign(setup: Setup, state: State) -> list[tuple[int, int]]:
    """Ring and number in `tracked` (or `NONE`) of every rat in these regions, in the order of assignment."""
    here = regions(setup, state)
    found = []
    for ring in (NORMAL, STARTING):
        found += [(ring, NONE)] * sum(state.unlooked[region][ring] for region in here)
    found += [(rat.ring, number) for number, rat in enumerate(state.tracked) if rat.region in here]
    return found


def options(setup: Setup, state: State) -> list[str]:
    possible = len(regions(setup, state)) >= 2 and rats_to_assign(setup, state)
    return ["shaman"] if possible else []


def begin(setup: Setup, state: State, words: list[str]) -> None:
    state.stage = "shaman_place"


def place_options(setup: Setup, state: State) -> list[str]:
    """Equal rats go to regions in ascending order, so that nothing is offered twice."""
    here, rats = regions(setup, state), rats_to_assign(setup, state)
    room = {region: MOST_RATS_IN_A_REGION - state.plan.count(region) for region in here}
    done = len(state.plan)
    ring, tracked = rats[done]
    possible = [region for region in here if room[region] > 0]
    if tracked == NONE:
        equal_before = rats[:done].count((ring, NONE))
        equal_left = rats[done:].count((ring, NONE))
        if equal_before:
            possible = [region for region in possible if region >= state.plan[-1]]
        possible = [
            region
            for region in possible
            if sum(room[later] for later in here if later >= region) >= equal_left
        ]
    return [f"redistribute {setup.regions[region]}" for region in possible]


def place(setup: Setup, state: State, words: list[str]) -> None:
    state.plan.append(setup.region_number[words[1]])
    rats = rats_to_assign(setup, state)
    if len(state.plan) < len(rats):
        return
    for region in regions(setup, state):
        state.unlooked[region] = [0, 0]
    for (ring, tracked), region in zip(rats, state.plan, strict=True):
        if tracked == NONE:
            state.unlooked[region][ring] += 1
        else:
            state.tracked[tracked].region = region
    state.plan = []
    state.back_to_turn()


CARD = Card(
    "shaman",
    in_turn=options,
    in_final_round=options,
    verbs={"shaman": begin},
    stages={"shaman_place": (place_options, place)},
    carries_goods=True,
)
