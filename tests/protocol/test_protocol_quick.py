"""Tiny and quick tasks of many callers: who keeps much waiting delays nobody else, and nothing is lost."""

from __future__ import annotations

import random
from collections import deque

import pytest

from rattus_ai.protocol import ServiceLimits
from rattus_ai.protocol.quick import Quick
from rattus_ai.protocol.turns import Queue
from rattus_ai.protocol.workers import Task

TINY, RISK, QUICK = 0.002, 0.012, 0.029
BOTH = 1
"""The size of a worker that takes tiny and quick tasks."""


class Simulated:
    """A worker on a clock of its own.

    Attributes:
        now: its time in seconds.
        waited: seconds that tasks of each queue waited.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, slowness: float = 1.0) -> None:
        self.now = 1000.0
        monkeypatch.setattr("rattus_ai.protocol.quick.time.monotonic", lambda: self.now)
        self.waited: dict[Queue, list[float]] = {}
        self._quick = Quick()
        self._slowness = slowness
        self._came: dict[Task, float] = {}

    @property
    def waiting(self) -> int:
        return len(self._came)

    def add(self, queue: Queue, seconds: float, priority: int = 0) -> Task:
        task = Task(lambda: None, seconds=seconds, priority=priority)
        task.waiting, task.queue = True, queue
        self._came[task] = self.now
        self._quick.add(task, queue)
        return task

    def remove(self, task: Task) -> None:
        assert task.queue is not None
        self._quick.remove(task, task.queue)
        del self._came[task]

    def take(self, size: int = BOTH) -> Task | None:
        """Takes a task and does it."""
        task = self._quick.take(size)
        assert sum(self._quick.counts) == len(self._came) - (task is not None)
        if task is not None and task.queue is not None:
            assert not task.waiting and task.size <= size
            self.waited.setdefault(task.queue, []).append(self.now - self._came.pop(task))
            self.now += self._slowness * task.seconds
        return task


@pytest.mark.parametrize("slowness", [0.5, 5.0])
@pytest.mark.parametrize("flooders", [1, 3])
@pytest.mark.parametrize("seconds", [TINY, RISK, QUICK])
@pytest.mark.parametrize("others", [TINY, RISK, QUICK])
def test_who_keeps_many_waiting_delays_others_by_a_few_tasks(
    monkeypatch: pytest.MonkeyPatch, seconds: float, others: float, flooders: int, slowness: float
) -> None:
    """One who asks one thing at a time, beside those who keep as much waiting as one caller may."""
    pool = Simulated(monkeypatch, slowness)
    floods = [Queue() for _ in range(flooders)]
    modest = Queue()
    for queue in floods:
        for _ in range(ServiceLimits().queries_a_caller):
            pool.add(queue, others)
    asked: Task | None = None
    for number in range(600 * flooders):
        if asked is None and number % 5 == 0:
            asked = pool.add(modest, seconds)
        done = pool.take()
        assert done is not None and done.queue is not None
        if done is asked:
            asked = None
        else:
            pool.add(done.queue, others)
    assert len(pool.waited[modest]) >= 5
    # A task of each flooder, and at most what it may wait because it takes longer itself.
    most = (flooders + 1) * slowness * others + 5 * max(0.0, seconds - min(others, 0.007))
    assert max(pool.waited[modest]) <= most + slowness * others
    shares = [len(pool.waited[queue]) for queue in floods]
    assert max(shares) - min(shares) <= 2


@pytest.mark.parametrize("lasting", [TINY, RISK, QUICK])
def test_nothing_waits_for_ever(monkeypatch: pytest.MonkeyPatch, lasting: float) -> None:
    """Ever new callers keep many waiting; who came first and sent several has his turns all the same."""
    pool = Simulated(monkeypatch)
    patient = Queue()
    for _ in range(20):
        pool.add(patient, lasting)
    while len(pool.waited.get(patient, ())) < 20:
        while pool.waiting < 200:
            pool.add(Queue(), TINY)
        assert pool.take() is not None
    # A round of all the others for each.
    assert max(pool.waited[patient]) <= 20 * (200 * TINY + 5 * lasting)


def test_within_a_queue_the_shorter_overtakes_until_the_longer_is_urgent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = Simulated(monkeypatch)
    queue = Queue()
    longer = pool.add(queue, RISK)
    before = 0
    while True:
        pool.add(queue, TINY)
        done = pool.take()
        if done is longer:
            break
        before += 1
        assert before < 1000
    assert before * TINY == pytest.approx(40 * (RISK - 0.007), abs=0.01)


def test_who_takes_tiny_tasks_takes_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Simulated(monkeypatch)
    first, second = Queue(), Queue()
    pool.add(first, QUICK)
    assert pool.take(0) is None
    tiny = [pool.add(second, TINY), pool.add(first, TINY)]
    assert [pool.take(0), pool.take(0), pool.take(0)] == [*tiny, None]
    quick = pool.take(1)
    assert quick is not None and quick.seconds == QUICK and pool.take(1) is None


def test_the_higher_priority_is_first(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Simulated(monkeypatch)
    queues = [Queue(), Queue()]
    for number in range(20):
        pool.add(queues[number % 2], (TINY, QUICK)[number // 2 % 2], priority=number * 7 % 5)
    found = []
    while (task := pool.take()) is not None:
        found.append(task.priority)
    assert found == sorted(found, reverse=True) and len(found) == 20


@pytest.mark.parametrize("seed", range(5))
def test_every_task_is_taken_or_withdrawn_once(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    chance = random.Random(seed)
    pool = Simulated(monkeypatch)
    queues = [Queue() for _ in range(4)]
    waiting: deque[Task] = deque()
    taken: set[Task] = set()
    count = withdrawn = 0
    for _ in range(3000):
        if chance.random() < 0.6:
            task = pool.add(chance.choice(queues), chance.choice((TINY, QUICK)), chance.choice((0, 0, 0, 3)))
            waiting.append(task)
            count += 1
        elif chance.random() < 0.5:
            found = pool.take(chance.choice((0, 1)))
            if found is not None:
                assert found not in taken
                taken.add(found)
                waiting.remove(found)
        elif waiting:
            task = chance.choice(waiting)
            waiting.remove(task)
            pool.remove(task)
            withdrawn += 1
    while (found := pool.take()) is not None:
        assert found not in taken
        taken.add(found)
    assert len(taken) == count - withdrawn
    assert all(not queue.withdrawn and not any(queue.quick) for queue in queues)
