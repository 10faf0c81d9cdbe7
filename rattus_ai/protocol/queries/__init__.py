"""What each query does, one file each, and how much it costs.

A further query is a type in `rattus_ai.protocol.messages`, a file here and a line in `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rattus_ai.protocol.messages import Query
from rattus_ai.protocol.queries import about, analyse, apply, choose, legal, new, risk, solve
from rattus_ai.protocol.queries.cost import READING_SECONDS, RISK_SECONDS
from rattus_ai.protocol.work import Result, Work


class Kind(NamedTuple):
    """How a query is answered.

    Attributes:
        answer: the result; raises errors of the library.
        seconds: about how long it will take, from the query alone.
        threads: how many search threads it can use, from the query alone.
        budgets: how many times it may take the seconds that a service gives, from the query alone.
    """

    answer: Callable[[Any, Work], Result]
    seconds: Callable[[Any], float]
    threads: Callable[[Any], int] = lambda query: 1
    budgets: Callable[[Any], int] = lambda query: 1


def _quick(query: Query) -> float:
    return READING_SECONDS


KINDS: dict[str, Kind] = {
    "analyse": Kind(analyse.answer, analyse.seconds, analyse.threads, analyse.budgets),
    "choose": Kind(choose.answer, choose.seconds, choose.threads),
    "legal": Kind(legal.answer, _quick),
    "apply": Kind(apply.answer, _quick),
    "new": Kind(new.answer, _quick),
    "solve": Kind(solve.answer, solve.seconds),
    "risk": Kind(risk.answer, lambda query: RISK_SECONDS),
    "schema": Kind(about.schema, _quick),
    "version": Kind(about.version, _quick),
}
"""Every query that is answered without regard to who asks; `cancel` and `cancel_all` belong to a caller."""
