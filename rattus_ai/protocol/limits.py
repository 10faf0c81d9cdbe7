"""What a service lets its callers spend."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from rattus_ai.errors import OptionError

KIB = 1 << 10
MIB = 1 << 20


_GRACE = 1.05
_GRACE_SECONDS = 0.25


def available_threads() -> int:
    """Threads that can run at once: the cores that this process may use, not all that the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class ServiceLimits:
    """Bounds that hold for every query of a service.

    Attributes:
        threads: search threads of all queries together, at least 1.
        queries: unfinished queries of all callers together; further ones are refused as `busy`.
        queries_a_caller: the same for one caller (a connection).
        message_bytes: longest message.
        positions: most positions in one query.
        simulations: most simulations (for `expectimax` visited positions) for one position or decision.
        seconds: longest computation of one query; what is not bounded otherwise is ended then.
        memory_mb: most memory of one search, in MiB.
        files: whether a message may name files of this machine, such as another map.
        directory: where such files are looked for; the working directory if None.
        cancel_seconds: how long a cancelled query may take to answer with what it has; then it is answered
            without.

    Raises:
        OptionError: a number is out of range.
    """

    threads: int = field(default_factory=available_threads)
    queries: int = 1024
    queries_a_caller: int = 256
    message_bytes: int = MIB
    positions: int = 100
    simulations: int = 10_000_000
    seconds: float = 600.0
    memory_mb: int = 256
    files: bool = False
    directory: Path | None = None
    cancel_seconds: float = 0.015

    def __post_init__(self) -> None:
        for name, low, high in (
            ("threads", 1, 1024),
            ("queries", 1, 10**6),
            ("queries_a_caller", 1, 10**6),
            ("message_bytes", KIB, 1024 * MIB),
            ("positions", 1, 10**6),
            ("simulations", 1, 10**12),
            ("seconds", 0.001, 10**6),
            ("memory_mb", 1, 1 << 20),
            ("cancel_seconds", 0.0, 60.0),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not low <= value <= high:
                raise OptionError(name, f"found {value}, expected {low} to {high}")

    def overtime(self, budgets: int = 1) -> float:
        """Seconds after which a computation is ended from outside.

        A little more than it is given, so that a search which asks for all of it ends by itself and in order.

        Args:
            budgets: how many times `seconds` it is given.
        """
        return budgets * (_GRACE * self.seconds + _GRACE_SECONDS)
