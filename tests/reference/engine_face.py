"""The compiled engine of any game behind the face of the references, so that one test can drive either.

The engine speaks in numbers: `describe_action` of its rules says what an action id means, and `Texts` turns
that into the canonical text of a game's reference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

# The text of a verb with its arguments, each a kind and a value.
Write = Callable[[str, Sequence[tuple[str, int]]], str]


class Texts:
    """Text of every action and chance outcome of some rules; looked up once each."""

    def __init__(self, rules: Any, write: Write) -> None:
        self.rules = rules
        self._write = write
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


class EngineFace:
    """A position of the engine that speaks in texts. Same face as the `Position` of a reference.

    A game's class says what it is made of: the compiled module, and the texts of a set-up.
    """

    def __init__(self, setup: Any, core: Any = None) -> None:
        """The beginning of a game, or the given position of the engine (which this one then owns)."""
        from rattus_ai._core import engine

        self.setup = setup
        self.texts = self.texts_of(setup)
        self.core: Any = engine.Position(self.texts.rules) if core is None else core

    @staticmethod
    def compiled() -> Any:
        """The game's compiled module, imported when it is first needed."""
        raise NotImplementedError

    @staticmethod
    def texts_of(setup: Any) -> Texts:
        raise NotImplementedError

    @classmethod
    def from_export(cls, setup: Any, fields: Mapping[str, Any]) -> Self:
        """The inverse of `export`."""
        return cls(setup, cls.compiled().import_state(cls.texts_of(setup).rules, dict(fields)))

    def export(self) -> dict[str, Any]:
        return dict(self.compiled().export_state(self.core))

    def clone(self) -> Self:
        twin = object.__new__(type(self))
        twin.setup, twin.texts, twin.core = self.setup, self.texts, self.core.clone()
        return twin

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


def as_lists(value: Any) -> Any:
    """Tuples as lists, all the way down; rows of numbers, which most are, as they stand."""
    kind = type(value)
    if kind is not list and kind is not tuple:
        return value
    if value and type(value[0]) is int:
        return list(value)
    return [as_lists(part) for part in value]
