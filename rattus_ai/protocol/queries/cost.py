"""How long a query will take, roughly: what need not wait behind long searches is quick."""

from __future__ import annotations

from enum import Enum

from rattus_ai.limits import Limit


class Cost(Enum):
    """Two kinds of queries, each with workers of its own."""

    QUICK = "quick"
    LONG = "long"


QUICK_SIMULATIONS = 500
"""Up to about 30 ms."""

QUICK_SECONDS = 0.05


def cost_of(limit: Limit | None, work: int = 0) -> Cost:
    """The cost of a search.

    Args:
        limit: its budget, if it has one.
        work: about how many simulations it takes, if it has none.
    """
    if limit is None:
        return Cost.QUICK if work <= QUICK_SIMULATIONS else Cost.LONG
    if limit.simulations is not None and limit.simulations <= QUICK_SIMULATIONS:
        return Cost.QUICK
    if limit.seconds is not None and limit.seconds <= QUICK_SECONDS:
        return Cost.QUICK
    return Cost.LONG
