"""95 % intervals of means, and how they are printed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from rattus_ai.match import CONFIDENCE, interval


@dataclass(frozen=True)
class Estimate:
    """A mean over independent observations.

    Attributes:
        mean: the mean.
        error: its standard error; None with one observation.
        low, high: 95 % interval; None with one observation.
        count: observations.
    """

    mean: float
    error: float | None
    low: float | None
    high: float | None
    count: int

    def beyond(self, value: float, errors: float) -> bool:
        """Whether the mean is more than so many standard errors away from a value."""
        return bool(self.error) and abs(self.mean - value) > errors * (self.error or 0.0)


def estimate(values: Sequence[float], least: float = 0.0, most: float = 1.0) -> Estimate:
    """The mean of independent observations with its 95 % interval.

    Args:
        values: at least one.
        least, most: no observation can be outside of these.

    Raises:
        ValueError: there is no observation.
    """
    if not values:
        raise ValueError("no observation, expected at least one")
    count = len(values)
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, None, None, None, count)
    error = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count)
    low, high = interval([value - least for value in values], most - least)
    assert low is not None and high is not None
    return Estimate(mean, error, low + least, high + least, count)


def independent_difference(first: Estimate, second: Estimate) -> Estimate:
    """`first` minus `second` of two independent estimates with known errors, with its normal 95 % interval.

    Raises:
        ValueError: an error is not known.
    """
    if first.error is None or second.error is None:
        raise ValueError("found an estimate without an error, expected two observations at least for each")
    mean = first.mean - second.mean
    error = math.hypot(first.error, second.error)
    reach = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * error
    return Estimate(mean, error, mean - reach, mean + reach, min(first.count, second.count))


def family_errors(comparisons: int) -> float:
    """Standard errors beyond which an effect counts as established among so many comparisons (Bonferroni).

    The chance that any effect that is really 0 passes, over all comparisons together, is at most 5 %.
    """
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * comparisons))


def percent(found: Estimate) -> str:
    """`52.3 % (49.1 to 55.5)`."""
    return f"{found.mean * 100:.1f} % ({_range(found, '.1f')})"


def points(found: Estimate) -> str:
    """A difference of shares in percentage points, `+2.3 (-0.9 to +5.5)`."""
    return f"{found.mean * 100:+.1f} ({_range(found, '+.1f')})"


def _range(found: Estimate, form: str) -> str:
    if found.low is None or found.high is None:
        return "one observation, no interval"
    return f"{found.low * 100:{form}} to {found.high * 100:{form}}"
