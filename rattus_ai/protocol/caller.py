"""One connection: it owns the ids of its queries, and what others ask does not touch it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from rattus_ai.protocol.answers import Answer, answer_of
from rattus_ai.protocol.errors import QueryError
from rattus_ai.protocol.job import Job
from rattus_ai.protocol.messages import CancelAllFields, CancelFields
from rattus_ai.protocol.reading import Message, Received, read_message
from rattus_ai.protocol.running import no_caller
from rattus_ai.protocol.turns import Queue
from rattus_ai.protocol.work import Result, busy, cancelled

if TYPE_CHECKING:
    from rattus_ai.protocol.dispatcher import Dispatcher

log = logging.getLogger("rattus_ai.protocol")

Send = Callable[[Answer], None]
"""Takes an answer on its way. It must not block for long, and may be called from any thread."""


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
        self._jobs: set[Job] = set()
        self._named: dict[int | str, Job] = {}
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
            job = Job(self, self._dispatcher, received, started)
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

    def release(self, job: Job) -> None:
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

    def _enter(self, job: Job) -> QueryError | None:
        identifier = job.received.id
        with self._lock:
            if len(self._jobs) >= self._dispatcher.limits.queries_a_caller:
                return busy(self._dispatcher.limits.queries_a_caller)
            if identifier is not None:
                if identifier in self._named:
                    problem = "an unfinished query has the same id; expected another one"
                    return QueryError("id_in_use", ("id",), problem, found=str(identifier))
                self._named[identifier] = job
            self._jobs.add(job)
            return None

    def _leave(self, job: Job) -> None:
        with self._idle:
            self._jobs.discard(job)
            self._idle.notify_all()
            identifier = job.received.id
            if identifier is not None and self._named.get(identifier) is job:
                del self._named[identifier]
