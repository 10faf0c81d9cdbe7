"""What a query may use while it is answered: bounds, cancellation, the way to tell something early."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rattus_ai.errors import Path
from rattus_ai.limits import Cancel, Limit
from rattus_ai.protocol.errors import QueryError
from rattus_ai.protocol.limits import ServiceLimits

Result = dict[str, Any]


def nobody_listens(result: Result) -> None:
    """For callers who want the final answer only."""


@dataclass
class Work:
    """The work on one query.

    Attributes:
        limits: what the service lets it spend.
        cancel: ends it.
        partial: takes a result on the way.
        threads: search threads it may use; None: as many as the limits say.
        so_far: what the result would be if the work ended now, or None.
        warnings: what the caller should know, as `place` and `problem`; more may be added.
    """

    limits: ServiceLimits
    cancel: Cancel = field(default_factory=Cancel)
    partial: Callable[[Result], None] = nobody_listens
    threads: int | None = None
    so_far: Result | None = None
    warnings: list[Mapping[str, str]] = field(default_factory=list)

    def within(self, threads: int) -> int:
        """As many of these search threads as it may use."""
        return min(threads, self.limits.threads if self.threads is None else self.threads)

    def check_cancelled(self) -> None:
        """Ends a query of which nothing is worth telling yet.

        Raises:
            QueryError: it was cancelled.
        """
        if self.cancel.cancelled:
            raise cancelled()


def cancelled() -> QueryError:
    """The error about a query that was cancelled before there was anything to answer."""
    return QueryError("cancelled", (), "it was cancelled before there was anything to answer")


def busy(most: int) -> QueryError:
    """The error about a query beyond so many unfinished ones."""
    expected = f"at most {most} unfinished queries"
    problem = f"found {most} unfinished queries already; ask again later"
    return QueryError("busy", (), problem, found=f"{most} unfinished queries", expected=expected)


def check_most(value: float | None, most: float, path: Path, unit: str = "") -> None:
    """Makes sure that a budget is within what the service gives.

    Raises:
        QueryError: it is not.
    """
    if value is not None and value > most:
        found, expected = f"{value:g}{unit}", f"at most {most:g}{unit}"
        raise QueryError(
            "over_limit",
            path,
            f"found {found}, but this service gives {expected}",
            found=found,
            expected=expected,
        )


def memory_given(asked: int | None, path: Path, limits: ServiceLimits) -> int:
    """The memory of a search in MiB: what is asked for, or else the default within what the service gives.

    Raises:
        QueryError: more is asked for than the service gives.
    """
    if asked is None:
        return min(Limit.memory_mb, limits.memory_mb)
    check_most(asked, limits.memory_mb, path, " MiB")
    return asked
