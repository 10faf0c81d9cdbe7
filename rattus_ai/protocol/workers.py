"""Worker threads for queries: long searches share the cores, quick queries do not wait behind them.

Tasks are tiny, quick or long, by the time they are expected to take, and so are workers: one takes tiny tasks
only, one tiny and quick ones, the others all, long ones before the rest. There are as many of the last as
search threads; a long task takes as many of these places as it uses threads. It begins as soon as one is
free, with as many threads as there are, for its answer does not depend on them. Of the waiting tasks of a
size the higher priority is first. Among equal ones the queues that they came from take turns, so that whoever
sends much does not keep the others waiting: see `rattus_ai.protocol.turns` for long tasks,
`rattus_ai.protocol.quick` for the others.

The core releases the interpreter's lock, so threads are enough.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable

from rattus_ai.protocol.queries.cost import QUICK_SECONDS, TINY_SECONDS
from rattus_ai.protocol.quick import Quick
from rattus_ai.protocol.turns import Queue, Turns

log = logging.getLogger("rattus_ai.protocol")

_TINY, _QUICK, _LONG = _SIZES = range(3)

_NICENESS = 10

MOST_ABANDONED = 16
"""Tasks that may go on although nobody waits for them any more, before no further worker replaces theirs."""


class Task:
    """Something to be done once.

    Attributes:
        seconds: about how long it takes.
        slots: search threads that it can use; none where it is not long.
        given: search threads that it got when it began.
    """

    def __init__(
        self, run: Callable[[], None], *, priority: int = 0, seconds: float = 0.0, slots: int = 1
    ) -> None:
        self.run = run
        self.priority = priority
        self.seconds = seconds
        self.size = _TINY if seconds <= TINY_SECONDS else _QUICK if seconds <= QUICK_SECONDS else _LONG
        self.slots = slots if self.size == _LONG else 0
        self.given = 0
        self.worker = self.size
        self.queue: Queue | None = None
        self.waiting = False
        self.running = False
        self.abandoned = False


class Workers:
    """A pool of threads; see the module."""

    def __init__(self, threads: int) -> None:
        self._lock = threading.Lock()
        self._news = tuple(threading.Condition(self._lock) for _ in _SIZES)
        self._idle = [0 for _ in _SIZES]
        self._quick = Quick()
        self._long = Turns()
        self._free = threads
        self._closed = False
        self._abandoned = 0
        self._threads: list[threading.Thread] = []
        for size in (_TINY, _QUICK, *[_LONG] * threads):
            self._start(size)

    def _start(self, size: int) -> None:
        # Daemons: what cannot be stopped must not keep the process alive.
        thread = threading.Thread(target=self._work, args=(size,), name="rattus_ai worker", daemon=True)
        self._threads.append(thread)
        thread.start()

    def submit(self, task: Task, queue: Queue | None = None) -> None:
        """Lets a task wait for its turn.

        Args:
            task: what is to be done.
            queue: where it comes from; None: from nowhere else.

        Raises:
            RuntimeError: the pool is closed.
        """
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool is closed")
            task.waiting = True
            task.queue = queue = queue or Queue()
            if task.size == _LONG:
                self._long.add(task, queue)
            else:
                self._quick.add(task, queue)
            self._wake(task.size)

    def withdraw(self, task: Task) -> bool:
        """Takes back a task that has not begun; whether it had not."""
        with self._lock:
            if not task.waiting or task.queue is None:
                return False
            if task.size == _LONG:
                self._long.remove(task, task.queue)
            else:
                self._quick.remove(task, task.queue)
            task.waiting = False
            return True

    def abandon(self, task: Task) -> None:
        """Gives the place of a running task to others, although the task goes on until it ends by itself."""
        with self._lock:
            if not task.running or task.abandoned or self._abandoned >= MOST_ABANDONED or self._closed:
                return
            task.abandoned = True
            self._abandoned += 1
            self._free += task.given
            # The worker that does it may be a larger one than it needs.
            self._start(task.worker)

    @property
    def waiting(self) -> int:
        """Tasks that have not begun."""
        return len(self._long) + sum(self._quick.counts)

    def close(self) -> None:
        """Ends the threads once their tasks are done; tasks that have not begun are dropped."""
        with self._lock:
            self._closed = True
            self._quick.clear()
            self._long.clear()
            for size in _SIZES:
                self._idle[size] = 0
                self._news[size].notify_all()

    def join(self, seconds: float) -> None:
        """Waits for the threads of a closed pool, no longer than this for each."""
        for thread in list(self._threads):
            thread.join(seconds)

    def _wake(self, size: int) -> None:
        """Wakes one idle worker that can do a task of this size; called with the lock.

        One, and the smallest: every thread that wakes for nothing makes the others wait for the interpreter.
        """
        for able in _SIZES[size:]:
            if self._idle[able]:
                self._idle[able] -= 1
                self._news[able].notify()
                return

    def _pass_on(self) -> None:
        """Whoever has found a task wakes another one for each kind that is left; called with the lock."""
        for size, count in enumerate(self._quick.counts):
            if count:
                self._wake(size)
        if len(self._long) and self._free > 0:
            self._wake(_LONG)

    def _next(self, size: int) -> Task | None:
        """What a worker of this size begins now; called with the lock."""
        if size == _LONG:
            if self._free > 0 and (task := self._long.take()) is not None:
                task.waiting = False
                task.given = min(task.slots, self._free)
                return task
            size = _QUICK
        return self._quick.take(size)

    def _work(self, size: int) -> None:
        if size == _LONG:
            _step_back()
        while True:
            with self._lock:
                task = self._next(size)
                while task is None:
                    if self._closed:
                        return
                    self._idle[size] += 1
                    self._news[size].wait()
                    task = self._next(size)
                task.running = True
                task.worker = size
                self._free -= task.given
                self._pass_on()
            try:
                task.run()
            except Exception:
                log.exception("a task failed")
            with self._lock:
                task.running = False
                if task.abandoned:
                    # Another worker has taken this place.
                    self._abandoned -= 1
                    self._threads.remove(threading.current_thread())
                    return
                self._free += task.given


def _step_back() -> None:
    """Lets the other threads of this process run first, where the system can tell threads apart.

    On Linux a niceness belongs to a thread. Without this, whoever holds the interpreter's lock is often put
    aside for a search, and everybody who waits for the lock with him.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            thread = threading.get_native_id()
            already = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, max(already, _NICENESS))
