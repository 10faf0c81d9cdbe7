"""Worker threads for queries: long searches share the cores, quick queries do not wait behind them.

Tasks are tiny, quick or long, by the time they are expected to take, and so are workers: one takes tiny tasks
only, one tiny and quick ones, the others all, long ones before the rest. There are as many of the last as
search threads; a long task takes as many of these places as it uses threads. It begins as soon as one is
free, with as many threads as there are, for its answer does not depend on them. Of the waiting tasks of a
size the higher priority is first. Among equal ones

* long tasks: the queues they came from take turns (`rattus_ai.protocol.turns`), so that whoever sends much
  does not keep the others waiting;
* the rest: the earliest deadline is first. A quick task may wait for many times as long as it takes, a tiny
  one for as long as if it were not quite so tiny, and a little longer for each that waits in the same queue.
  So what takes a millisecond overtakes what takes ten, and nothing waits for ever.

The core releases the interpreter's lock, so threads are enough.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import logging
import os
import sys
import threading
import time
from collections.abc import Callable

from rattus_ai.protocol.queries.cost import QUICK_SECONDS, TINY_SECONDS
from rattus_ai.protocol.turns import Queue, Turns

log = logging.getLogger("rattus_ai.protocol")

_Waiting = tuple[int, float, int, "Task"]
"""Less priority, deadline, number: the smallest is next."""

_TINY, _QUICK, _LONG = _SIZES = range(3)

SLACK = 40.0
"""How many times the time that it takes a tiny or quick task may wait."""

_SLACK_SECONDS = 0.002
"""How much longer for each other one that waits in its queue."""

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
        self._waiting: tuple[list[_Waiting], ...] = ([], [])
        self._long = Turns()
        self._withdrawn = 0
        self._numbers = itertools.count()
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
                patience = SLACK * max(task.seconds, TINY_SECONDS) + _SLACK_SECONDS * queue.waiting
                order = time.monotonic() + patience
                queue.waiting += 1
                heapq.heappush(self._waiting[task.size], (-task.priority, order, next(self._numbers), task))
            self._wake(task.size)

    def withdraw(self, task: Task) -> bool:
        """Takes back a task that has not begun; whether it had not."""
        with self._lock:
            if not task.waiting or task.queue is None:
                return False
            if task.size == _LONG:
                self._long.remove(task, task.queue)
            else:
                self._withdrawn += 1
            self._leaves(task)
            if self._withdrawn > self.waiting + 64:
                self._tidy()
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
        return len(self._long) + sum(map(len, self._waiting)) - self._withdrawn

    def close(self) -> None:
        """Ends the threads once their tasks are done; tasks that have not begun are dropped."""
        with self._lock:
            self._closed = True
            for waiting in self._waiting:
                waiting.clear()
            self._long.clear()
            self._withdrawn = 0
            for size in _SIZES:
                self._idle[size] = 0
                self._news[size].notify_all()

    def join(self, seconds: float) -> None:
        """Waits for the threads of a closed pool, no longer than this for each."""
        for thread in list(self._threads):
            thread.join(seconds)

    def _tidy(self) -> None:
        """Forgets the withdrawn tasks, and what they hold."""
        for waiting in self._waiting:
            waiting[:] = [each for each in waiting if each[-1].waiting]
            heapq.heapify(waiting)
        self._withdrawn = 0

    @staticmethod
    def _leaves(task: Task) -> None:
        """A task does not wait any more; called with the lock."""
        if task.waiting and task.size != _LONG and task.queue is not None:
            task.queue.waiting -= 1
        task.waiting = False

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
        for size, waiting in enumerate(self._waiting):
            if waiting:
                self._wake(size)
        if len(self._long) and self._free > 0:
            self._wake(_LONG)

    def _next(self, size: int) -> Task | None:
        """What a worker of this size begins now; called with the lock."""
        for waiting in self._waiting:
            while waiting and not waiting[0][-1].waiting:
                heapq.heappop(waiting)
                self._withdrawn -= 1
        if size == _LONG and self._free > 0 and (task := self._long.take()) is not None:
            task.given = min(task.slots, self._free)
            return task
        heads = [waiting for waiting in self._waiting[: size + 1] if waiting]
        return heapq.heappop(min(heads))[-1] if heads else None

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
                self._leaves(task)
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
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
