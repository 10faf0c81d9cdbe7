"""What a service has done so far, counted."""

from __future__ import annotations

import threading
from bisect import bisect_left
from dataclasses import dataclass, field

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)
"""Upper ends of the classes of times."""

OK = "ok"


@dataclass
class Times:
    """A histogram of seconds.

    Attributes:
        counts: for each of `SECONDS` how many fell into the class that ends there, then how many were longer.
        total: the sum of all.
    """

    counts: list[int] = field(default_factory=lambda: [0] * (len(SECONDS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        """Counts one."""
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds


class Statistics:
    """Counts of queries by name and outcome, and how long they took; safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: dict[tuple[str, str], int] = {}
        self._times: dict[str, Times] = {}
        self._partial = 0

    def finished(self, query: str | None, code: str | None, seconds: float) -> None:
        """Counts a final answer; `seconds` from the message to it."""
        name = query or "unknown"
        with self._lock:
            key = (name, code or OK)
            self._answers[key] = self._answers.get(key, 0) + 1
            self._times.setdefault(name, Times()).add(seconds)

    def told_partly(self) -> None:
        """Counts a partial answer."""
        with self._lock:
            self._partial += 1

    def snapshot(self) -> tuple[dict[tuple[str, str], int], dict[str, Times], int]:
        """Final answers by query and outcome (a code, or `ok`), times by query, partial answers."""
        with self._lock:
            times = {name: Times(list(each.counts), each.total) for name, each in self._times.items()}
            return dict(self._answers), times, self._partial
