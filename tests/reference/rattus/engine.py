"""The compiled engine of Rattus behind the face of the reference, so that one test can drive either.

The compiled modules are imported when they are first needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..engine_face import EngineFace, Texts, as_lists
from .goods import GOODS
from .setup import RING_LETTERS, Setup

FLAGS = ("taken", "placed", "neutral", "ending", "fixed", "goods_taken")


@lru_cache(maxsize=64)
def engine_rules(setup: Setup) -> Any:
    """The engine's rules for this set-up."""
    from rattus_ai._core import rattus

    return rattus.make_rules(
        players=setup.players,
        regions=list(setup.regions),
        edges=list(setup.edges),
        starting=list(setup.starting),
        normal=list(setup.normal),
        removed=setup.removed,
        cards=list(setup.cards),
        split_setup_pairs=setup.split_setup_pairs,
        placement_optional=setup.placement_optional,
        reveal_order=setup.reveal_order,
        turn_limit=setup.turn_limit,
        mercatus=setup.mercatus,
        region_cards=list(setup.region_cards),
        diplomats=setup.diplomats,
    )


@lru_cache(maxsize=64)
def action_texts(setup: Setup) -> Texts:
    def write(verb: str, arguments: Sequence[tuple[str, int]]) -> str:
        words = [verb]
        for kind, value in arguments:
            if kind == "slot" and verb != "next" and value == 0:
                continue  # the first choice of a region needs no number
            if kind == "number" and verb == "place":
                words += [f"+{value}"] * (value > 0)
            else:
                words.append(write_argument(setup, kind, value))
        return " ".join(words)

    return Texts(engine_rules(setup), write)


def write_argument(setup: Setup, kind: str, value: int) -> str:
    if kind == "region":
        return setup.regions[value]
    if kind == "card":
        return setup.card_names[value]
    if kind == "token":
        return setup.kinds[value].text
    if kind == "ring":
        return RING_LETTERS[value]
    if kind == "flag":
        return ("no", "yes")[value]
    if kind == "slot":
        return str(value + 1)
    if kind == "number":
        return str(value)
    if kind == "goods":
        return (*GOODS, "none")[value]
    if kind == "region_card":
        return setup.region_card_texts[value]
    raise ValueError(f"argument {kind!r} is not known")


def exported(core: Any) -> dict[str, Any]:
    """The engine's state in the form of `State.export` of the reference."""
    from rattus_ai._core import rattus

    fields = {name: as_lists(value) for name, value in rattus.export_state(core).items()}
    for flag in FLAGS:
        fields[flag] = bool(fields[flag])
    fields["tracked"] = [
        (region, ring, kind, sorted(looked), pool) for region, ring, kind, looked, pool in fields["tracked"]
    ]
    return fields


class EnginePosition(EngineFace):
    """A position of the engine. Same face as the reference's `Position`."""

    setup: Setup

    @staticmethod
    def compiled() -> Any:
        from rattus_ai._core import rattus

        return rattus

    @staticmethod
    def texts_of(setup: Setup) -> Texts:
        return action_texts(setup)

    def export(self) -> dict[str, Any]:
        return exported(self.core)

    def fields(self) -> Mapping[str, Any]:
        """The fields as the engine exports them, for reading."""
        fields: Mapping[str, Any] = self.compiled().export_state(self.core)
        return fields
