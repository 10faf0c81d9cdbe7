"""One measured figure and the way figures are taken."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Effort:
    """How much is measured.

    Attributes:
        rounds: how often ours and the yardstick alternate, at least 1.
        scale: share of the usual work in each round, above 0; below 1 is quicker and rougher.
    """

    rounds: int = 5
    scale: float = 1.0

    def count(self, usual: int, least: int = 1) -> int:
        """The usual number of things to do, scaled."""
        return max(least, round(usual * self.scale))


@dataclass(frozen=True)
class Measurement:
    """A figure beside its yardstick.

    Attributes:
        name: what was measured.
        ours: our figure.
        yardstick: the figure it is compared with in the same run; None where the bar is absolute.
        unit: of both.
        ratio: median over the rounds of ours / yardstick; our figure itself where there is no yardstick.
        bar: what the ratio must reach, or, with `at_most`, must not exceed.
        against: what the yardstick is, or what our figure is where there is none.
        at_most: the bar is an upper bound.
        note: further figures, on one line; empty where there are none.
    """

    name: str
    ours: float
    yardstick: float | None
    unit: str
    ratio: float
    bar: float
    against: str
    at_most: bool = False
    note: str = ""

    @property
    def reached(self) -> bool:
        """Whether the bar was reached in this run."""
        return self.ratio <= self.bar if self.at_most else self.ratio >= self.bar

    def to_json(self) -> dict[str, Any]:
        """The measurement as plain values; `ratio` is null where the bar is absolute."""
        return {
            "what": self.name,
            "ours": self.ours,
            "yardstick": self.yardstick,
            "unit": self.unit,
            "ratio": None if self.yardstick is None else self.ratio,
            "bar": self.bar,
            "at_most": self.at_most,
            "reached": self.reached,
            "against": self.against,
            "note": self.note,
        }


Round = Callable[[], float]
"""Does some work and returns its rate, in units a second."""


def rate(work: Callable[[], float]) -> float:
    """Units done by the work, a second."""
    start = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - start)


def milliseconds(work: Callable[[], object]) -> float:
    """How long the work takes."""
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def alternate(ours: Round, yardstick: Round, rounds: int) -> tuple[float, float, float]:
    """Median of ours, of the yardstick, and of the ratios of neighbouring rounds."""
    ours(), yardstick()  # once to warm up
    pairs = [(ours(), yardstick()) for _ in range(rounds)]
    return (
        statistics.median(pair[0] for pair in pairs),
        statistics.median(pair[1] for pair in pairs),
        statistics.median(pair[0] / pair[1] for pair in pairs),
    )
