"""Long tasks that wait: of the highest priority, from queues that take turns.

Start-time fair queueing (Goyal, Vin, Cheng 1996) with equal shares: a queue pays for a task when it begins,
so what is withdrawn costs nothing, and a queue that had nothing to do gathers no claims meanwhile.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rattus_ai.protocol.workers import Task

QuickTask = tuple[int, float, int, "Task"]
"""Less priority, deadline, number: the smallest is next in its queue."""


class Queue:
    """Where tasks come from; queues of the same pool take turns.

    Attributes:
        turn: when its next long task is due, on the clock of `Turns`.
        tasks: long tasks that wait, with their numbers, by priority; no empty ones.
        due: when its next tiny or quick task is due, see `rattus_ai.protocol.quick`.
        quick: tiny tasks that wait, and quick ones, as heaps; some of them may be withdrawn.
        withdrawn: how many of these are.
    """

    __slots__ = ("due", "quick", "tasks", "turn", "withdrawn")

    def __init__(self) -> None:
        self.turn = 0.0
        self.tasks: dict[int, OrderedDict[Task, int]] = {}
        self.due = 0.0
        self.quick: tuple[list[QuickTask], list[QuickTask]] = [], []
        self.withdrawn = 0


class Turns:
    """Who is next; not safe for threads by itself."""

    def __init__(self) -> None:
        self._queues: set[Queue] = set()
        self._numbers = itertools.count()
        self._turn = 0.0
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, task: Task, queue: Queue) -> None:
        """Lets a task wait in a queue, behind those of its priority that are there."""
        if not queue.tasks:
            self._queues.add(queue)
            queue.turn = max(queue.turn, self._turn)
        queue.tasks.setdefault(task.priority, OrderedDict())[task] = next(self._numbers)
        self._count += 1

    def remove(self, task: Task, queue: Queue) -> None:
        """Takes a task back; nothing where it does not wait there."""
        level = queue.tasks.get(task.priority, OrderedDict())
        if level.pop(task, None) is None:
            return
        if not level:
            del queue.tasks[task.priority]
        if not queue.tasks:
            self._queues.discard(queue)
        self._count -= 1

    def take(self) -> Task | None:
        """The next task, which does not wait any more; None where none waits."""
        if not self._queues:
            return None
        queue = min(self._queues, key=_due)
        task = next(iter(queue.tasks[max(queue.tasks)]))
        self.remove(task, queue)
        # The clock never goes back: a task of high priority may begin long before its queue is due.
        self._turn = max(self._turn, queue.turn)
        queue.turn += 1
        return task

    def clear(self) -> None:
        """Drops everything."""
        for queue in self._queues:
            queue.tasks.clear()
        self._queues.clear()
        self._count = 0


def _due(queue: Queue) -> tuple[int, float, int]:
    priority = max(queue.tasks)
    return -priority, queue.turn, next(iter(queue.tasks[priority].values()))
