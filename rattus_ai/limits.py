"""How much a search may spend."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from rattus_ai.errors import OptionError

MAX_SEED = (1 << 64) - 1
"""The largest seed of everything random."""

DEFAULT_SIMULATIONS = 20_000
MAX_TREES = 8
SIMULATIONS_A_TREE = 1_000


_MAX_DEPTH = 1000
_FIRST_WIDTH = 2
_LAST_WIDTH = 16


def deepening(depth: int | None, width: int) -> Iterator[tuple[int, int]]:
    """Pairs of turns and actions at each decision in the order in which expectimax tries them, easiest first.

    Args:
        depth: most turns; None: without an end.
        width: most actions at each decision; 0: all of them, after 2, 4, 8 and 16.
    """
    for turns in range(1, (depth or _MAX_DEPTH) + 1):
        actions = _FIRST_WIDTH
        while actions <= _LAST_WIDTH if width == 0 else actions < width:
            yield turns, actions
            actions *= 2
        yield turns, width


@dataclass(frozen=True)
class Limit:
    """The budget of one search. The search ends with whichever runs out first.

    Attributes:
        simulations: playouts in all, those that compare the candidate turns included; None: not bounded. With
            a bound here and none on the seconds the answer is the same on every machine and for any number of
            threads.
        seconds: time; None: not bounded. With neither bound, `simulations` is 20,000.
        threads: threads to use, at least 1. The answer does not depend on it.
        trees: independent trees whose statistics are added, at least 1; None: one for each 1,000 simulations,
            at most 8. More trees than threads cost a little strength, fewer leave threads idle.
        memory_mb: bound on the tables of all trees together, in MiB.

    Raises:
        OptionError: a number is out of range.
    """

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    trees: int | None = None
    memory_mb: int = 256

    def __post_init__(self) -> None:
        for name, value, low, high in (
            ("simulations", self.simulations, 1, 10**12),
            ("seconds", self.seconds, 0.001, 10**6),
            ("threads", self.threads, 1, 1024),
            ("trees", self.trees, 1, 1024),
            ("memory_mb", self.memory_mb, 1, 1 << 20),
        ):
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, (int, float) if name == "seconds" else int):
                raise OptionError(name, f"found {value!r}, expected a number from {low} to {high}")
            if not low <= value <= high:
                raise OptionError(name, f"found {value}, expected {low} to {high}")

    @property
    def total(self) -> int:
        """The bound on simulations: the one given, the default, or none that matters beside the seconds."""
        if self.simulations is not None:
            return self.simulations
        return DEFAULT_SIMULATIONS if self.seconds is None else 10**12

    @property
    def tree_count(self) -> int:
        """How many trees are grown."""
        if self.trees is not None:
            return self.trees
        if self.simulations is None and self.seconds is not None:
            return max(2, min(self.threads, MAX_TREES))
        return max(1, min(MAX_TREES, self.total // SIMULATIONS_A_TREE))


class Stoppable(Protocol):
    """What can be ended from another thread: a search or a solver of the core."""

    def stop(self) -> None:
        """Ends what is running, within a few milliseconds."""


class Cancel:
    """Ends a running search from another thread; the search then gives the answer it has, within 10 ms."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._searches: list[Stoppable] = []
        self._cancelled = False

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    def cancel(self) -> None:
        """Ends every search that was started with this object, running or to come."""
        with self._lock:
            self._cancelled = True
            for search in self._searches:
                search.stop()

    def attach(self, search: Stoppable) -> None:
        """Lets this object end a search of the core."""
        with self._lock:
            self._searches.append(search)
            if self._cancelled:
                search.stop()

    @contextmanager
    def stopping(self, search: Stoppable) -> Iterator[None]:
        """Lets this object end a search of the core for as long as the block runs."""
        self.attach(search)
        try:
            yield
        finally:
            self.detach(search)

    def detach(self, search: Stoppable) -> None:
        """Forgets a search that is over."""
        with self._lock:
            self._searches.remove(search)
