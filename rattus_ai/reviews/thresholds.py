"""From what loss on a decision gets a name, and when a number counts as established."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """A named size of mistakes."""

    name: str
    loss: float
    """Probability of winning that is lost at least, 0 to 1."""
    reason: str


LEVELS = (
    Level("blunder", 0.10, "one game in ten is given away by one decision"),
    Level("mistake", 0.05, "one game in twenty"),
    Level(
        "inaccuracy",
        0.02,
        "one game in fifty; smaller ones may well be errors of the evaluation, which no ± shows",
    ),
)
"""Largest first."""

CONFIDENCE_POINT = 1.959963984540054
"""A loss or a swing is established where it is more than this many standard errors from zero (95 %)."""


def established(value: float, error: float) -> bool:
    """Whether a value differs from zero at 95 % confidence; exact ones do if they are not zero."""
    return abs(value) > CONFIDENCE_POINT * error


def level_of(loss: float, error: float) -> str | None:
    """The name of a loss; None where it is small or not established."""
    if loss <= 0.0 or not established(loss, error):
        return None
    return next((level.name for level in LEVELS if loss >= level.loss), None)
