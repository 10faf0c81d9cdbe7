"""95 % intervals of means, and how they are printed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
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


def ratio(counts: Sequence[float], chances: Sequence[float]) -> Estimate | None:
    """How often something happened for each chance it had, over independent games; None without a chance.

    The error is that of a quotient of two means (linearised), with its normal 95 % interval, cut off at 0.

    Args:
        counts: how often in each game.
        chances: how often it could have, in the same games.
    """
    total = math.fsum(chances)
    if not total:
        return None
    mean = math.fsum(counts) / total
    found = _linearised(
        mean, [(count - mean * had) / total for count, had in zip(counts, chances, strict=True)]
    )
    return found if found.low is None else replace(found, low=max(0.0, found.low))


def ratio_difference(
    counts: Sequence[float],
    chances: Sequence[float],
    other_counts: Sequence[float],
    other_chances: Sequence[float],
) -> Estimate | None:
    """The first ratio minus the second, both from the same games; see `ratio`."""
    first, second = ratio(counts, chances), ratio(other_counts, other_chances)
    if first is None or second is None:
        return None
    total, other_total = math.fsum(chances), math.fsum(other_chances)
    parts = [
        (found - first.mean * had) / total - (other - second.mean * other_had) / other_total
        for found, had, other, other_had in zip(counts, chances, other_counts, other_chances, strict=True)
    ]
    return _linearised(first.mean - second.mean, parts)


def _linearised(mean: float, parts: Sequence[float]) -> Estimate:
    """An estimate whose error comes from the part that each game has in it; the parts sum to 0."""
    count = len(parts)
    if count == 1:
        return Estimate(mean, None, None, None, count)
    error = math.sqrt(math.fsum(part**2 for part in parts) * count / (count - 1))
    reach = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * error
    return Estimate(mean, error, mean - reach, mean + reach, count)


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


def with_error(found: Estimate) -> str:
    """A mean with its standard error, `1.25 ± 0.03`; `never` where it was 0 in every game."""
    if not found.mean and not found.error:
        return "never"
    return (
        f"{found.mean:.2f} ± {found.error:.2f}" if found.error is not None else f"{found.mean:.2f} (one game)"
    )


def _range(found: Estimate, form: str) -> str:
    if found.low is None or found.high is None:
        return "one observation, no interval"
    return f"{found.low * 100:{form}} to {found.high * 100:{form}}"
