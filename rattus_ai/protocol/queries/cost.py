"""How long a query will take, roughly: what need not wait behind long searches is quick.

The figures are those of one idle core of an ordinary machine; only their order matters.
"""

from __future__ import annotations

import math

from rattus_ai.limits import Limit

TINY_SECONDS = 0.007
"""A query that is expected to take longer is not tiny."""

QUICK_SECONDS = 0.03
"""A query that is expected to take longer is long."""

READING_SECONDS = 0.002
"""A position read, and an answer written."""

RISK_SECONDS = 0.01
GREEDY_SECONDS = 0.025
UNCUT = 8
"""How many times as long a simulation takes whose playout goes to the end of the game."""

SECONDS_A_SIMULATION = 2e-5
LONG = math.inf


def search_seconds(limit: Limit | None, work: int = 0) -> float:
    """Seconds of a query that searches.

    Args:
        limit: its budget, if it has one.
        work: about how many simulations it takes, if it has none.
    """
    simulations: float = work
    if limit is not None:
        simulations = math.inf if limit.simulations is None else limit.simulations
    seconds = simulations * SECONDS_A_SIMULATION
    if limit is not None and limit.seconds is not None:
        seconds = min(seconds, limit.seconds)
    return READING_SECONDS + seconds
