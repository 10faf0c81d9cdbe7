"""Probabilities as a person reads them; what is exact, proved or estimated looks different."""

from __future__ import annotations

import math


def percent(value: float) -> str:
    """An exact probability in percent; never 0 or 100 for what is neither impossible nor sure."""
    if 0 < value < 0.00005:
        return "<0.01"
    if 0.99995 < value < 1:
        return ">99.99"
    return f"{100 * value:.2f}"


def bounds(lower: float, upper: float) -> str:
    """Proved bounds in percent, rounded outwards."""
    low = math.floor(lower * 10_000 + 1e-6) / 100
    high = math.ceil(upper * 10_000 - 1e-6) / 100
    return f"{low:.2f} to {high:.2f}"


def estimate(value: float, error: float) -> str:
    """An estimate in percent with its standard error, never rounded to 0."""
    spread = "<0.1" if 0 < error < 0.0005 else f"{100 * error:.1f}"
    return f"{100 * value:.1f} ± {spread}"
