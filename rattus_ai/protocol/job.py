"""One query of a caller on its way: it is finished exactly once, by whoever comes first."""

from __future__ import annotations

import itertools
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from rattus_ai.limits import Cancel
from rattus_ai.protocol.answers import Answer, answer_of
from rattus_ai.protocol.clock import Alarm
from rattus_ai.protocol.errors import QueryError
from rattus_ai.protocol.queries import KINDS
from rattus_ai.protocol.reading import Received
from rattus_ai.protocol.running import ended, run
from rattus_ai.protocol.work import Result, Work, cancelled
from rattus_ai.protocol.workers import Task

if TYPE_CHECKING:
    from rattus_ai.protocol.caller import Caller
    from rattus_ai.protocol.dispatcher import Dispatcher

_numbers = itertools.count()


class Job:
    """The way of one query; see the module."""

    def __init__(self, caller: Caller, dispatcher: Dispatcher, received: Received, started: float) -> None:
        assert received.query is not None
        self.received = received
        self._number = next(_numbers)
        self._caller = caller
        self._dispatcher = dispatcher
        self._started = started
        self._cancel = Cancel()
        self._lock = threading.Lock()
        self._finished = False
        self._overtime = False
        self._alarm: Alarm | None = None
        self._work: Work | None = None
        self._begun: float | None = None
        query = received.query
        kind = KINDS[query.query]
        self._budgets = kind.budgets(query)
        seconds, slots = kind.seconds(query), kind.threads(query)
        self._task = Task(self._run, priority=query.priority, seconds=seconds, slots=slots)

    def start(self) -> None:
        """Puts the query into the queue."""
        try:
            self._dispatcher.workers.submit(self._task, self._caller.queue)
        except RuntimeError:
            self._finish_with(QueryError("shutting_down", (), "the service is about to end"))

    def cancel(self) -> None:
        """Ends the query: its final answer comes within `ServiceLimits.cancel_seconds`."""
        self._cancel.cancel()
        if self._dispatcher.workers.withdraw(self._task):
            self._finish_with(cancelled())
        else:
            self._dispatcher.clock.after(self._dispatcher.limits.cancel_seconds, self._give_up)

    def _run(self) -> None:
        if self._finished:
            return
        limits = self._dispatcher.limits
        self._alarm = self._dispatcher.clock.after(limits.overtime(self._budgets), self._take_too_long)
        self._begun = time.perf_counter()
        self._work = work = Work(limits, self._cancel, self._tell, threads=max(1, self._task.given))
        self._finish(run(self.received, work, self._begun - self._started))

    def _tell(self, result: Result) -> None:
        """Sends a partial answer, but none after the final one."""
        answer = answer_of(self.received.id, self.received.name, result, final=False)
        with self._lock:
            if not self._finished:
                self._caller.deliver(msgspec.structs.replace(answer, number=self._number))

    def _take_too_long(self) -> None:
        self._overtime = True
        self.cancel()

    def _give_up(self) -> None:
        """What could not be stopped in time goes on without anybody waiting for it."""
        most = self._dispatcher.limits.seconds
        expected = f"at most {most:g} s"
        problem = f"found a computation that takes longer than this service gives, {expected}"
        overtime = QueryError("over_limit", (), problem, expected=expected)
        so_far = None if self._work is None else self._work.so_far
        if self._finish_with(so_far or (overtime if self._overtime else cancelled())):
            self._dispatcher.workers.abandon(self._task)

    def _finish_with(self, outcome: Result | QueryError) -> bool:
        now = time.perf_counter()
        begun = self._begun if self._begun is not None else now
        return self._finish(ended(self.received, outcome, self._work, begun - self._started, now - begun))

    def _finish(self, answer: Answer) -> bool:
        """Sends the final answer; whether it was the first."""
        with self._lock:
            if self._finished:
                return False
            self._finished = True
            if self._alarm is not None:
                self._alarm.drop()
            self._caller.release(self)
            self._caller.deliver(msgspec.structs.replace(answer, number=self._number), self._started)
        self._caller.delivered()
        return True
