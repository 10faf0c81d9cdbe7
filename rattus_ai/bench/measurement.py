"""One measured figure and the way figures are taken."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    """A figure beside its yardstick.

    Attributes:
        name: what was measured.
        ours: our figure.
        yardstick: the figure it is compared with in the same run; None where the bar is absolute.
        unit: of both.
        ratio: median over the rounds of ours / yardstick (or of ours, where there is no yardstick).
        bar: what the ratio must reach, or, with `at_most`, must not exceed.
        at_most: the bar is an upper bound.
        against: what the yardstick is.
    """

    name: str
    ours: float
    yardstick: float | None
    unit: str
    ratio: float
    bar: float
    against: str
    at_most: bool = False

    @property
    def reached(self) -> bool:
        """Whether the bar was reached in this run."""
        return self.ratio <= self.bar if self.at_most else self.ratio >= self.bar


Round = Callable[[], float]
"""Does some work and returns its rate, in units a second."""


def rate(work: Callable[[], float]) -> float:
    """Units done by the work, a second."""
    start = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - start)


def alternate(ours: Round, yardstick: Round, rounds: int) -> tuple[float, float, float]:
    """Median of ours, of the yardstick, and of the ratios of neighbouring rounds."""
    ours(), yardstick()  # once to warm up
    pairs = [(ours(), yardstick()) for _ in range(rounds)]
    return (
        statistics.median(pair[0] for pair in pairs),
        statistics.median(pair[1] for pair in pairs),
        statistics.median(pair[0] / pair[1] for pair in pairs),
    )
