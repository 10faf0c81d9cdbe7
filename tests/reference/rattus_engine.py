"""The compiled engine behind the face of the reference, so that one test can drive either.

The engine speaks in numbers: `Rules.describe_action` says what an action id means, and `ActionTexts` turns
that into the canonical text that the reference uses. The compiled modules are imported when they are first
needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from .rattus import Setup
from .rattus.goods import GOODS
from .rattus.setup import RING_LETTERS

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


class ActionTexts:
    """Text of every action and chance outcome of a set-up, and back; looked up once each."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.rules = engine_rules(setup)
        self._actions: dict[int, str] = {}
        self._outcomes: dict[int, str] = {}

    def action(self, number: int) -> str:
        if number not in self._actions:
            self._actions[number] = self._write(*self.rules.describe_action(number))
        return self._actions[number]

    def outcome(self, number: int) -> str:
        if number not in self._outcomes:
            self._outcomes[number] = self._write(*self.rules.describe_outcome(number))
        return self._outcomes[number]

    def _write(self, verb: str, arguments: Sequence[tuple[str, int]]) -> str:
        words = [verb]
        for kind, value in arguments:
            if kind == "slot" and verb != "next" and value == 0:
                continue  # the first choice of a region needs no number
            if kind == "number" and verb == "place":
                words += [f"+{value}"] * (value > 0)
            else:
                words.append(self._write_argument(kind, value))
        return " ".join(words)

    def _write_argument(self, kind: str, value: int) -> str:
        if kind == "region":
            return self.setup.regions[value]
        if kind == "card":
            return self.setup.card_names[value]
        if kind == "token":
            return self.setup.kinds[value].text
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
            return self.setup.region_card_texts[value]
        raise ValueError(f"argument {kind!r} is not known")


@lru_cache(maxsize=64)
def action_texts(setup: Setup) -> ActionTexts:
    return ActionTexts(setup)


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


def as_lists(value: Any) -> Any:
    """Tuples as lists, all the way down; rows of numbers, which most are, as they stand."""
    kind = type(value)
    if kind is not list and kind is not tuple:
        return value
    if value and type(value[0]) is int:
        return list(value)
    return [as_lists(part) for part in value]


class EnginePosition:
    """A position of the engine that speaks in texts. Same face as the reference's `Position`."""

    def __init__(self, setup: Setup, core: Any = None) -> None:
        from rattus_ai._core import engine

        self.setup = setup
        self.texts = action_texts(setup)
        self.core: Any = engine.Position(self.texts.rules) if core is None else core

    @staticmethod
    def from_export(setup: Setup, fields: Mapping[str, Any]) -> EnginePosition:
        from rattus_ai._core import rattus

        return EnginePosition(setup, rattus.import_state(engine_rules(setup), dict(fields)))

    def export(self) -> dict[str, Any]:
        return exported(self.core)

    def fields(self) -> Mapping[str, Any]:
        """The fields as the engine exports them, for reading."""
        from rattus_ai._core import rattus

        return rattus.export_state(self.core)

    def clone(self) -> EnginePosition:
        return EnginePosition(self.setup, self.core.clone())

    def is_chance(self) -> bool:
        return bool(self.core.is_chance())

    def is_terminal(self) -> bool:
        return bool(self.core.is_terminal())

    def current_player(self) -> int:
        return int(self.core.current_player())

    def numbers(self) -> dict[str, int]:
        """The legal actions or chance outcomes as texts with their numbers."""
        write = self.texts.outcome if self.core.is_chance() else self.texts.action
        return {write(number): number for number in self.core.legal_actions()}

    def legal_actions(self) -> list[str]:
        return list(self.numbers())

    def weights(self) -> list[tuple[str, int]]:
        return [(self.texts.outcome(number), weight) for number, weight in self.core.chance_weights()]

    def apply(self, text: str) -> None:
        self.core.apply(self.numbers()[text])

    def returns(self) -> list[float]:
        return list(self.core.returns())
