"""The one place where queries of all callers meet: each gets exactly one final answer.

A `Dispatcher` owns the worker threads; a `Caller` stands for one connection and owns the ids of its queries;
a `Job` is the way of one of them. What carries the messages (lines, HTTP, a WebSocket) only hands them in and
takes answers out.
"""

from __future__ import annotations

import threading

from rattus_ai.games import definition, game_names
from rattus_ai.protocol.caller import Caller, Send
from rattus_ai.protocol.clock import Clock
from rattus_ai.protocol.errors import QueryError
from rattus_ai.protocol.job import Job
from rattus_ai.protocol.limits import ServiceLimits
from rattus_ai.protocol.statistics import Statistics
from rattus_ai.protocol.work import busy
from rattus_ai.protocol.workers import Task, Workers


class Dispatcher:
    """Answers the queries of many callers; see the module.

    Attributes:
        limits: what every query may spend.
        statistics: what was done so far.
    """

    def __init__(self, limits: ServiceLimits | None = None) -> None:
        self.limits = limits or ServiceLimits()
        self.statistics = Statistics()
        self.workers = Workers(self.limits.threads)
        self.clock = Clock()
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._jobs: set[Job] = set()
        self._undelivered = 0
        self._ending = False

    def caller(self, send: Send, *, stays: bool = True) -> Caller:
        """Somebody who sends queries and takes answers.

        Args:
            send: takes the answers.
            stays: he sends more than one message, so that one can cancel another.
        """
        return Caller(self, send, stays)

    def prepare(self) -> None:
        """Loads the games in the background, so that the first query need not wait for that."""

        def load() -> None:
            for name in game_names():
                definition(name)

        self.workers.submit(Task(load))

    @property
    def unfinished(self) -> int:
        """Queries without a final answer, of all callers."""
        with self._lock:
            return len(self._jobs)

    @property
    def ending(self) -> bool:
        """Whether no further queries are taken."""
        return self._ending

    def admit(self, job: Job) -> QueryError | None:
        """Takes a query in, or says why not."""
        with self._lock:
            if self._ending:
                return QueryError("shutting_down", (), "the service is about to end")
            if len(self._jobs) >= self.limits.queries:
                return busy(self.limits.queries)
            self._jobs.add(job)
            self._undelivered += 1
            return None

    def release(self, job: Job) -> None:
        """A query is about to have its final answer, which makes room for another one."""
        with self._lock:
            self._jobs.discard(job)

    def delivered(self) -> None:
        """A query has its final answer."""
        with self._idle:
            self._undelivered -= 1
            self._idle.notify_all()

    def drain(self, seconds: float | None = None) -> bool:
        """Takes no further queries and waits for those that are there; whether all have been answered."""
        with self._idle:
            self._ending = True
            return self._idle.wait_for(lambda: not self._undelivered, seconds)

    def cancel_all(self) -> None:
        """Ends the queries of all callers."""
        with self._lock:
            jobs = list(self._jobs)
        for job in jobs:
            job.cancel()

    def close(self, drain_seconds: float | None = 0.0) -> None:
        """Ends the service: what is not answered after these seconds (None: however long) is cancelled."""
        if not self.drain(drain_seconds):
            self.cancel_all()
            self.drain(self.limits.cancel_seconds + 5.0)
        self.workers.close()
        self.clock.close()
