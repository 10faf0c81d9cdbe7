"""How a text names one of the rats of a region: `gallia` is the first choice, `gallia 2` the second (P7)."""

from __future__ import annotations

from ..setup import Setup
from ..state import Slot, State


def slot_texts(setup: Setup, state: State, region: int) -> list[tuple[str, Slot]]:
    """The choices among the rats of a region, each with its text."""
    name = setup.regions[region]
    return [
        (name if number == 1 else f"{name} {number}", slot)
        for number, slot in enumerate(state.slots(region), start=1)
    ]


def chosen_slot(setup: Setup, state: State, words: list[str]) -> tuple[int, Slot]:
    """The region and the choice that such a text names."""
    region = setup.region_number[words[0]]
    number = int(words[1]) if len(words) > 1 else 1
    return region, state.slots(region)[number - 1]
