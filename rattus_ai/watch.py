"""How long a computation of many parts may still go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

from rattus_ai._core.solver import Solver
from rattus_ai.limits import Cancel

_LEAST = 1e-6


class Watch:
    """One time limit and one way to cancel for all parts of a computation; it is entered while it runs.

    Attributes:
        solver: what stops a part that runs in the core when the computation is cancelled.
    """

    def __init__(
        self,
        cancel: Cancel | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """The time begins now.

        Args:
            cancel: ends the computation early.
            seconds: of the clock; None: not bounded.
            clock: seconds from any moment on.
        """
        self.cancel = cancel or Cancel()
        self.solver = Solver()
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds

    @property
    def left(self) -> float:
        """Seconds left, above 0; 0 where there is no bound, as the core takes it."""
        return 0.0 if self._end is None else max(_LEAST, self._end - self._clock())

    @property
    def over(self) -> bool:
        """Whether it is cancelled or the time is up."""
        return self.cancel.cancelled or (self._end is not None and self._clock() >= self._end)

    def __enter__(self) -> Watch:
        self.cancel.attach(self.solver)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.cancel.detach(self.solver)
