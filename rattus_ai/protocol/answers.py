"""Answers: what goes back to a caller, as one line of JSON, the same bytes whichever way it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rattus_ai.protocol.errors import QueryError

_TIMES = ("seconds", "simulations_per_second")
"""Fields of results that differ each time."""


class Answer(msgspec.Struct, frozen=True):
    """One answer.

    Attributes:
        id: of the query.
        query: its name; None where that cannot be told.
        final: False for a partial one.
        data: the answer as JSON on one line, UTF-8, without a newline.
        code: of its error; None where it has a result.
        number: which of the queries of the process it belongs to, as several may have no id; None: none.
    """

    id: int | str | None
    query: str | None
    final: bool
    data: bytes
    code: str | None = None
    number: int | None = None


def answer_of(
    identifier: int | str | None,
    query: str | None,
    outcome: Mapping[str, Any] | QueryError,
    *,
    final: bool = True,
    warnings: Sequence[Mapping[str, str]] = (),
    timing: Mapping[str, float] | None = None,
) -> Answer:
    """An answer with a result or an error.

    Without `timing` the result loses what differs each time, so that equal queries have equal answers.
    """
    told: dict[str, Any] = {"id": identifier, "query": query, "final": final}
    code = None
    if isinstance(outcome, QueryError):
        told["error"] = outcome.plain()
        code = outcome.code
    else:
        told["result"] = outcome if timing is not None else _without_times(outcome)
    if warnings:
        told["warnings"] = list(warnings)
    if timing is not None:
        told["timing"] = timing
    return Answer(identifier, query, final, msgspec.json.encode(told), code)


def _without_times(result: Mapping[str, Any]) -> dict[str, Any]:
    plain = {key: value for key, value in result.items() if key not in _TIMES}
    if "results" in plain:
        plain["results"] = [each and _without_times(each) for each in plain["results"]]
    return plain
