"""The compiled engine of Istanbul behind the face of the reference, so that one test can drive either."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from ..engine_face import EngineFace, Texts
from . import components as box
from .setup import Setup

# The argument of `sell`: all ways to sell 1 to 5 goods, in ascending order.
SALES = [way for way in product(range(6), repeat=4) if 1 <= sum(way) <= 5]


@lru_cache(maxsize=64)
def engine_rules(setup: Setup) -> Any:
    """The engine's rules for this set-up."""
    from rattus_ai.istanbul import core

    return core.make_rules(
        players=setup.players,
        expansion=setup.expansion,
        layout=list(setup.layout),
        ruby_target=setup.ruby_target,
        max_rounds=setup.max_rounds,
        start_lira=list(setup.start_lira),
        bonus=list(setup.bonus),
        large=[list(tile) for tile in setup.large],
        small=[list(tile) for tile in setup.small],
        pay_large=list(setup.large_pay),
        pay_small=list(setup.small_pay),
        baksheesh=[list(side) for side in setup.baksheesh_goods],
        baksheesh_coffee=box.BAKSHEESH_COFFEE,
        prizes=list(setup.prizes),
        tavern_costs=list(box.TAVERN_COSTS),
        barrier_cost=box.BARRIER_COFFEE,
        house_costs=list(range(box.HOUSE_END - box.HOUSE_RUBIES, box.HOUSE_END)),
        guild=list(setup.guild),
    )


def write(verb: str, arguments: Sequence[tuple[str, int]]) -> str:
    words = [verb]
    for kind, value in arguments:
        words += [str(number) for number in SALES[value]] if kind == "sale" else [str(value)]
    return " ".join(words)


@lru_cache(maxsize=64)
def action_texts(setup: Setup) -> Texts:
    return Texts(engine_rules(setup), write)


class EnginePosition(EngineFace):
    """A position of the engine. Same face as the reference's `Position`."""

    setup: Setup

    @staticmethod
    def compiled() -> Any:
        from rattus_ai.istanbul import core

        return core

    @staticmethod
    def texts_of(setup: Setup) -> Texts:
        return action_texts(setup)
