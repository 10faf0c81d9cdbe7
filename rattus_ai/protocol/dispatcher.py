"""The one place where queries of all callers meet: each gets exactly one final answer.

A `Dispatcher` owns the worker threads; a `Caller` stands for one connection and owns the ids of its queries.
What carries the messages (lines, HTTP, a WebSocket) only hands them in and takes answers out.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable

import msgspec

from rattus_ai.games import definition, game_names
from rattus_ai.limits import Cancel
from rattus_ai.protocol.answers import Answer, answer_of
from rattus_ai.protocol.clock import Alarm, Clock
from rattus_ai.protocol.errors import QueryError
from rattus_ai.protocol.limits import ServiceLimits
from rattus_ai.protocol.messages import CancelAllFields, CancelFields
from rattus_ai.protocol.queries import KINDS
from rattus_ai.protocol.reading import Message, Received, read_message
from rattus_ai.protocol.running import ended, no_caller, run
from rattus_ai.protocol.statistics import Statistics
from rattus_ai.protocol.turns import Queue
from rattus_ai.protocol.work import Result, Work, cancelled
from rattus_ai.protocol.workers import Task, Workers

log = logging.getLogger("rattus_ai.protocol")

Send = Callable[[Answer], None]
"""Takes an answer on its way. It must not block for long, and may be called from any thread."""


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
        self._jobs: set[_Job] = set()
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

    def admit(self, job: _Job) -> QueryError | None:
        """Takes a query in, or says why not."""
        with self._lock:
            if self._ending:
                return QueryError("shutting_down", (), "the service is about to end")
            if len(self._jobs) >= self.limits.queries:
                return _busy(self.limits.queries)
            self._jobs.add(job)
            self._undelivered += 1
            return None

    def release(self, job: _Job) -> None:
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


class Caller:
    """One connection. Ids of queries are its own; what others ask does not touch it."""

    def __init__(self, dispatcher: Dispatcher, send: Send, stays: bool) -> None:
        """See `Dispatcher.caller`."""
        self._dispatcher = dispatcher
        self._send = send
        self._stays = stays
        self._undelivered = 0
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._jobs: set[_Job] = set()
        self._named: dict[int | str, _Job] = {}
        self.queue = Queue()

    @property
    def unfinished(self) -> int:
        """Queries without a final answer."""
        with self._lock:
            return len(self._jobs)

    def submit(self, message: Message, name: str | None = None) -> None:
        """Takes a message in; its answers come through `send`, perhaps before this returns.

        Args:
            message: JSON text or plain values.
            name: which query it is, where the message need not say it.
        """
        received = read_message(message, self._dispatcher.limits.message_bytes, name)
        self.take(received)

    def take(self, received: Received) -> None:
        """The same for a message that was read already."""
        started = time.perf_counter()
        query = received.query
        if query is None:
            self._answer(received, received.error or cancelled(), started)
        elif isinstance(query, CancelFields | CancelAllFields):
            self._answer(received, self._cancelled(query), started)
        else:
            job = _Job(self, self._dispatcher, received, started)
            refused = self._enter(job) or self._dispatcher.admit(job)
            if refused is not None:
                self._leave(job)
                self._answer(received, refused, started)
            else:
                with self._lock:
                    self._undelivered += 1
                job.start()

    def wait_for_place(self) -> None:
        """Waits until a further query would not be refused, as far as this caller's own queries go."""
        limits = self._dispatcher.limits
        most = min(limits.queries, limits.queries_a_caller)
        with self._idle:
            self._idle.wait_for(lambda: len(self._jobs) < most)

    def _cancelled(self, query: CancelFields | CancelAllFields) -> Result | QueryError:
        if not self._stays:
            return no_caller()
        return {"cancelled": self.cancel(query.of) if isinstance(query, CancelFields) else self.cancel_all()}

    def cancel(self, identifier: int | str) -> int:
        """Ends the query with this id; how many there were."""
        with self._lock:
            job = self._named.get(identifier)
        if job is None:
            return 0
        job.cancel()
        return 1

    def cancel_all(self) -> int:
        """Ends all queries; how many there were."""
        with self._lock:
            jobs = list(self._jobs)
        for job in jobs:
            job.cancel()
        return len(jobs)

    def drain(self, seconds: float | None = None) -> bool:
        """Waits until everything is answered; whether it is."""
        with self._idle:
            return self._idle.wait_for(lambda: not self._undelivered, seconds)

    def deliver(self, answer: Answer, started: float | None = None) -> None:
        """Sends an answer; with the start of its query where it is the final one."""
        statistics = self._dispatcher.statistics
        if started is not None:
            statistics.finished(answer.query, answer.code, time.perf_counter() - started)
        else:
            statistics.told_partly()
        try:
            self._send(answer)
        except Exception:
            log.exception("an answer could not be handed on")

    def release(self, job: _Job) -> None:
        """A query is about to have its final answer: its id and its place are free for another one."""
        self._leave(job)
        self._dispatcher.release(job)

    def delivered(self) -> None:
        """A query has its final answer."""
        with self._idle:
            self._undelivered -= 1
            self._idle.notify_all()
        self._dispatcher.delivered()

    def _answer(self, received: Received, outcome: Result | QueryError, started: float) -> None:
        answer = answer_of(received.id, received.name, outcome, warnings=received.warnings)
        self.deliver(answer, started)

    def _enter(self, job: _Job) -> QueryError | None:
        identifier = job.received.id
        with self._lock:
            if len(self._jobs) >= self._dispatcher.limits.queries_a_caller:
                return _busy(self._dispatcher.limits.queries_a_caller)
            if identifier is not None:
                if identifier in self._named:
                    problem = "an unfinished query has the same id; expected another one"
                    return QueryError("id_in_use", ("id",), problem, found=str(identifier))
                self._named[identifier] = job
            self._jobs.add(job)
            return None

    def _leave(self, job: _Job) -> None:
        with self._idle:
            self._jobs.discard(job)
            self._idle.notify_all()
            identifier = job.received.id
            if identifier is not None and self._named.get(identifier) is job:
                del self._named[identifier]


def _busy(most: int) -> QueryError:
    expected = f"at most {most} unfinished queries"
    problem = f"found {most} unfinished queries already; ask again later"
    return QueryError("busy", (), problem, found=f"{most} unfinished queries", expected=expected)


_numbers = itertools.count()


class _Job:
    """One query on its way; it is finished exactly once, by whoever comes first."""

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
