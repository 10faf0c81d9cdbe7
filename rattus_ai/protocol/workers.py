"""Worker threads for queries: long searches share the cores, quick queries do not wait behind them.

There are as many workers for long tasks as search threads; a task takes as many of these slots as it uses
threads. A few further workers take quick tasks only. Of the waiting tasks the higher priority is first. Among
equal ones

* long tasks: the queues they came from take turns (start-time fair queueing: Goyal, Vin, Cheng 1996), so that
  whoever sends much does not keep the others waiting;
* quick tasks: the earliest deadline is first, and a task may wait for as long as it takes, several times, and
  a little longer for each that waits in the same queue. So what takes a millisecond overtakes what takes ten,
  and nothing waits for ever.

The core releases the interpreter's lock, so threads are enough.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable

from rattus_ai.protocol.queries.cost import QUICK_SECONDS

log = logging.getLogger("rattus_ai.protocol")

_Waiting = tuple[int, float, int, "Task"]
"""Less priority, turn or deadline, number: the smallest is next."""

_SLACK = 10.0
"""How many times the time that it takes a quick task may wait."""

_SLACK_SECONDS = 0.004
"""How much longer for each other quick task that waits in its queue."""

QUICK_WORKERS = 2
MOST_ABANDONED = 16
"""Tasks that may go on although nobody waits for them any more, before no further worker replaces theirs."""


class Task:
    """Something to be done once.

    Attributes:
        quick: it takes some milliseconds.
        seconds: about how long it takes.
        slots: search threads that it uses; none where it is quick.
    """

    def __init__(
        self, run: Callable[[], None], *, priority: int = 0, seconds: float = 0.0, slots: int = 1
    ) -> None:
        self.run = run
        self.priority = priority
        self.quick = seconds <= QUICK_SECONDS
        self.seconds = seconds
        self.slots = 0 if self.quick else slots
        self.queue: Queue | None = None
        self.waiting = False
        self.running = False
        self.abandoned = False


class Queue:
    """Where tasks come from; queues of the same pool take turns."""

    def __init__(self) -> None:
        self.last = 0.0
        self.waiting = 0


class Workers:
    """A pool of threads; see the module."""

    def __init__(self, threads: int) -> None:
        self._changed = threading.Condition()
        self._quick: list[_Waiting] = []
        self._long: list[_Waiting] = []
        self._turn = 0.0
        self._withdrawn = 0
        self._numbers = itertools.count()
        self._slots = threads
        self._free = threads
        self._closed = False
        self._abandoned = 0
        self._threads: list[threading.Thread] = []
        for number in range(threads + QUICK_WORKERS):
            self._start(quick_only=number >= threads)

    def _start(self, quick_only: bool) -> None:
        # Daemons: what cannot be stopped must not keep the process alive.
        thread = threading.Thread(target=self._work, args=(quick_only,), name="rattus_ai worker", daemon=True)
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
        with self._changed:
            if self._closed:
                raise RuntimeError("the pool is closed")
            task.slots = min(task.slots, self._slots)
            task.waiting = True
            task.queue = queue = queue or Queue()
            if task.quick:
                order = time.monotonic() + _SLACK * task.seconds + _SLACK_SECONDS * queue.waiting
                queue.waiting += 1
            else:
                order = queue.last = max(self._turn, queue.last + 1)
            waiting = self._quick if task.quick else self._long
            heapq.heappush(waiting, (-task.priority, order, next(self._numbers), task))
            self._changed.notify_all()

    def withdraw(self, task: Task) -> bool:
        """Takes back a task that has not begun; whether it had not."""
        with self._changed:
            was_waiting = task.waiting
            self._leaves(task)
            self._withdrawn += was_waiting
            if self._withdrawn > len(self._quick) + len(self._long) - self._withdrawn + 64:
                self._tidy()
            return was_waiting

    def _tidy(self) -> None:
        """Forgets the withdrawn tasks, and what they hold."""
        for waiting in (self._quick, self._long):
            waiting[:] = [each for each in waiting if each[-1].waiting]
            heapq.heapify(waiting)
        self._withdrawn = 0

    def abandon(self, task: Task) -> None:
        """Gives the place of a running task to others, although the task goes on until it ends by itself."""
        with self._changed:
            if not task.running or task.abandoned or self._abandoned >= MOST_ABANDONED or self._closed:
                return
            task.abandoned = True
            self._abandoned += 1
            self._free += task.slots
            self._start(quick_only=False)
            self._changed.notify_all()

    @property
    def waiting(self) -> int:
        """Tasks that have not begun."""
        with self._changed:
            return len(self._quick) + len(self._long) - self._withdrawn

    def close(self) -> None:
        """Ends the threads once their tasks are done; tasks that have not begun are dropped."""
        with self._changed:
            self._closed = True
            for waiting in (self._quick, self._long):
                waiting.clear()
            self._changed.notify_all()

    def join(self, seconds: float) -> None:
        """Waits for the threads of a closed pool, no longer than this for each."""
        for thread in list(self._threads):
            thread.join(seconds)

    def _next(self, quick_only: bool) -> Task | None:
        """What this worker begins now; called with the lock."""
        for waiting in (self._quick, self._long):
            while waiting and not waiting[0][-1].waiting:
                heapq.heappop(waiting)
                self._withdrawn -= 1
        chosen = self._quick
        if not quick_only and self._long and self._long[0][-1].slots <= self._free:
            chosen = self._long
        if not chosen:
            return None
        _, order, _, task = heapq.heappop(chosen)
        if not task.quick:
            self._turn = max(self._turn, order)
        return task

    @staticmethod
    def _leaves(task: Task) -> None:
        """A task does not wait any more; called with the lock."""
        if task.waiting and task.quick and task.queue is not None:
            task.queue.waiting -= 1
        task.waiting = False

    def _work(self, quick_only: bool) -> None:
        while True:
            with self._changed:
                task = self._next(quick_only)
                while task is None:
                    if self._closed:
                        return
                    self._changed.wait()
                    task = self._next(quick_only)
                self._leaves(task)
                task.running = True
                self._free -= task.slots
            try:
                task.run()
            except Exception:
                log.exception("a task failed")
            with self._changed:
                task.running = False
                if task.abandoned:
                    # Another worker has taken this place.
                    self._abandoned -= 1
                    self._threads.remove(threading.current_thread())
                    return
                self._free += task.slots
                self._changed.notify_all()
