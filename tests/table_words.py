"""Short words for tests of the rules of any game that run on its reference and on the engine alike."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

# A position of either side, and what lays one out.
Table = Any
Lay = Callable[..., Any]


def play(position: Table, *texts: str) -> Table:
    """Applies one text after the other; each must be legal."""
    for text in texts:
        assert text in position.legal_actions(), f"{text!r} is not among {sorted(position.legal_actions())}"
        position.apply(text)
    return position


def after(position: Table, *texts: str) -> Table:
    """The same from a copy."""
    return play(position.clone(), *texts)


def legal(position: Table, verb: str) -> set[str]:
    """The legal texts that begin with a verb, without it."""
    return {text.partition(" ")[2] for text in position.legal_actions() if text.split()[0] == verb}


def verbs(position: Table) -> set[str]:
    return {text.split()[0] for text in position.legal_actions()}


def stage(position: Table) -> str:
    return str(position.export()["stage"])


def field(position: Table, name: str, player: int | None = None) -> Any:
    value = position.export()[name]
    return value if player is None else value[player]


def probabilities(position: Table) -> dict[str, Fraction]:
    weights = dict(position.weights())
    total = sum(weights.values())
    return {text: Fraction(weight, total) for text, weight in weights.items()}
