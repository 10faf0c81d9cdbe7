"""Tiny and quick tasks that wait: the queues they come from take turns, and in each the most urgent is next.

A queue is due a little after its next task became that, in proportion to what the task takes: where the one
before it in its queue began, or where it came if nothing waited there. The queue that is due first is next.
So a new task waits for about one of every other queue, however many wait in those, and every queue comes to
its turn whatever the others send.

Within a queue a task may wait for many times as long as it takes, a tiny one for as long as if it were not
quite so tiny, and the earliest of these deadlines is first. So what takes a millisecond overtakes what takes
ten, and nothing waits for ever.

The next one is looked for among the queues, not in a heap: there are few, and what is next in a queue changes
with nearly every task.
"""

from __future__ import annotations

import heapq
import itertools
import time
from typing import TYPE_CHECKING

from rattus_ai.protocol.queries.cost import TINY_SECONDS
from rattus_ai.protocol.turns import Queue

if TYPE_CHECKING:
    from rattus_ai.protocol.workers import Task

SLACK = 40.0
"""How many times the time that it takes a task may wait for others of its queue."""

QUEUE_SLACK = 5.0
"""The same for those of other queues."""

_Head = tuple[int, float, int, Queue]
"""Less priority, when it is due, number of its next task: the smallest is next."""

_WITHDRAWN = 64
"""Withdrawn tasks that a queue may hold, besides one for every other one."""


class Quick:
    """Who is next; not safe for threads by itself.

    Sizes are 0 for tiny tasks and 1 for quick ones.

    Attributes:
        counts: how many wait, of each size.
    """

    def __init__(self) -> None:
        self.counts = [0, 0]
        self._numbers = itertools.count()
        # What is next in each queue for whoever takes tiny tasks only, and for whoever takes both.
        self._heads: tuple[dict[Queue, _Head], dict[Queue, _Head]] = {}, {}

    def add(self, task: Task, queue: Queue) -> None:
        """Lets a task wait in a queue."""
        now = time.monotonic()
        patience = max(task.seconds, TINY_SECONDS)
        if queue not in self._heads[1]:
            queue.due = now + QUEUE_SLACK * patience
        entry = (-task.priority, now + SLACK * patience, next(self._numbers), task)
        waiting = queue.quick[task.size]
        heapq.heappush(waiting, entry)
        self.counts[task.size] += 1
        if waiting[0] is entry:
            self._settle(queue)

    def remove(self, task: Task, queue: Queue) -> None:
        """Takes back a task; nothing where it does not wait there any more."""
        if queue not in self._heads[1]:
            return
        waiting = queue.quick[task.size]
        task.waiting = False
        self.counts[task.size] -= 1
        queue.withdrawn += 1
        if waiting[0][-1] is task:
            self._skip(queue)
            self._settle(queue)
        elif queue.withdrawn > _WITHDRAWN + sum(map(len, queue.quick)) // 2:
            for waiting in queue.quick:
                waiting[:] = [each for each in waiting if each[-1].waiting]
                heapq.heapify(waiting)
            queue.withdrawn = 0

    def take(self, size: int) -> Task | None:
        """The next task of at most this size, which does not wait any more; None where there is none."""
        heads = self._heads[size]
        if not heads:
            return None
        queue = min(heads.values())[-1]
        tiny, quick = queue.quick
        waiting = tiny if size == 0 or not quick or (tiny and tiny[0] < quick[0]) else quick
        task = heapq.heappop(waiting)[-1]
        task.waiting = False
        self.counts[task.size] -= 1
        if queue.withdrawn:
            self._skip(queue)
        if tiny or quick:
            following = min(tiny[:1] + quick[:1])[-1]
            queue.due = time.monotonic() + QUEUE_SLACK * max(following.seconds, TINY_SECONDS)
        self._settle(queue)
        return task

    def clear(self) -> None:
        """Drops everything."""
        for queue in self._heads[1]:
            for waiting in queue.quick:
                waiting.clear()
            queue.withdrawn = 0
        for heads in self._heads:
            heads.clear()
        self.counts = [0, 0]

    @staticmethod
    def _skip(queue: Queue) -> None:
        """Forgets withdrawn tasks that would be next."""
        for waiting in queue.quick:
            while waiting and not waiting[0][-1].waiting:
                heapq.heappop(waiting)
                queue.withdrawn -= 1

    def _settle(self, queue: Queue) -> None:
        """Notes what is next in a queue."""
        tiny, quick = queue.quick
        only_tiny, both = self._heads
        if tiny:
            priority, _, number, _ = tiny[0]
            only_tiny[queue] = priority, queue.due, number, queue
        else:
            only_tiny.pop(queue, None)
        if quick and (not tiny or quick[0] < tiny[0]):
            priority, _, number, _ = quick[0]
            both[queue] = priority, queue.due, number, queue
        elif tiny:
            both[queue] = only_tiny[queue]
        else:
            both.pop(queue, None)
