"""The pool of worker threads: places of search threads, abandoned and withdrawn tasks, turns of queues."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from services import WAIT, example

from rattus_ai._core.search import Search
from rattus_ai.protocol import Answer, Dispatcher, ServiceLimits
from rattus_ai.protocol.queries import KINDS
from rattus_ai.protocol.queries.cost import LONG
from rattus_ai.protocol.reading import read_message
from rattus_ai.protocol.running import run
from rattus_ai.protocol.turns import Queue
from rattus_ai.protocol.work import Work
from rattus_ai.protocol.workers import Task, Workers

TINY, QUICK = 0.001, 0.02


@pytest.fixture
def pool() -> Iterator[Callable[[int], Workers]]:
    made: list[Workers] = []

    def make(threads: int) -> Workers:
        made.append(Workers(threads))
        return made[-1]

    yield make
    for workers in made:
        workers.close()


class Held:
    """A task that goes on until it is let go."""

    def __init__(self, workers: Workers, seconds: float = LONG, slots: int = 1) -> None:
        self.begun = threading.Event()
        self.release = threading.Event()
        self.task = Task(self._run, seconds=seconds, slots=slots)
        workers.submit(self.task)

    def _run(self) -> None:
        self.begun.set()
        self.release.wait(WAIT)

    def wait(self) -> Held:
        assert self.begun.wait(WAIT)
        return self


@pytest.mark.parametrize("seconds", [TINY, QUICK, LONG])
def test_every_worker_of_an_abandoned_task_is_replaced(
    pool: Callable[[int], Workers], seconds: float
) -> None:
    """Small tasks run on larger workers too; abandoning them there must not cost those."""
    workers = pool(1)
    for _ in range(3):  # more often than there are workers
        held = []
        for _ in range({TINY: 3, QUICK: 2, LONG: 1}[seconds]):  # as many as can run it at once
            held.append(Held(workers, seconds).wait())
        for each in held:
            workers.abandon(each.task)
        for each in held:
            each.release.set()
    last = [Held(workers, each).wait() for each in (LONG, QUICK, TINY)]  # one of each size at once
    for each in last:
        each.release.set()


def test_a_search_with_several_threads_takes_several_places(pool: Callable[[int], Workers]) -> None:
    workers = pool(3)
    most = running = 0
    lock = threading.Lock()
    done = threading.Semaphore(0)
    tasks: list[Task] = []

    def submit(slots: int) -> None:
        def run() -> None:
            nonlocal most, running
            with lock:
                running += task.given
                most = max(most, running)
            time.sleep(0.02)
            with lock:
                running -= task.given
            done.release()

        task = Task(run, seconds=LONG, slots=slots)
        tasks.append(task)
        workers.submit(task)

    for slots in (1, 2, 1, 1, 2, 8):
        submit(slots)
    for _ in range(6):
        assert done.acquire(timeout=WAIT)
    assert most <= 3
    assert all(1 <= task.given <= task.slots for task in tasks)


def test_a_search_with_several_threads_begins_with_those_that_are_free(
    pool: Callable[[int], Workers],
) -> None:
    workers = pool(3)
    first = Held(workers).wait()
    wide = Held(workers, slots=3).wait()  # does not wait for the place of the first
    assert (first.task.given, wide.task.given) == (1, 2)
    behind = Held(workers)
    first.release.set()
    behind.wait()
    wide.release.set()
    behind.release.set()
    while workers._free < 3:
        time.sleep(0.01)
    alone = Held(workers, slots=3).wait()
    assert alone.task.given == 3
    alone.release.set()


@pytest.mark.parametrize("seconds", [TINY, QUICK, LONG])
def test_withdrawn_tasks_are_forgotten(pool: Callable[[int], Workers], seconds: float) -> None:
    workers = pool(1)
    held = [Held(workers, each).wait() for each in (LONG, QUICK, TINY)]
    queue = Queue()
    for _ in range(5000):
        task = Task(lambda: None, seconds=seconds)
        workers.submit(task, queue)
        assert workers.withdraw(task) and not workers.withdraw(task)
    assert workers.waiting == 0
    assert sum(map(len, queue.quick)) < 200
    assert not queue.tasks and queue.withdrawn == 0
    for each in held:
        each.release.set()


class Order:
    """Long tasks that wait while the only place is taken, and the order in which they begin."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.begun: list[str] = []
        self._done = threading.Semaphore(0)
        self._count = 0
        self._block = Held(workers).wait()

    def add(self, name: str, queue: Queue, priority: int = 0) -> Task:
        def run() -> None:
            self.begun.append(name)
            self._done.release()

        task = Task(run, seconds=LONG, priority=priority)
        self.workers.submit(task, queue)
        self._count += 1
        return task

    def withdraw(self, task: Task) -> None:
        assert self.workers.withdraw(task)
        self._count -= 1

    def run(self) -> str:
        self._block.release.set()
        for _ in range(self._count):
            assert self._done.acquire(timeout=WAIT)
        return " ".join(self.begun)


def test_queues_take_turns(pool: Callable[[int], Workers]) -> None:
    order, a, b = Order(pool(1)), Queue(), Queue()
    for number in range(4):
        order.add(f"a{number}", a)
    for number in range(3):
        order.add(f"b{number}", b)
    assert order.run() == "a0 b0 a1 b1 a2 b2 a3"


def test_withdrawn_tasks_cost_their_queue_no_turns(pool: Callable[[int], Workers]) -> None:
    order, a, b = Order(pool(1)), Queue(), Queue()
    for task in [order.add("never", a) for _ in range(20)]:
        order.withdraw(task)
    early = [order.add(f"a{number}", a) for number in range(4)]
    for number in range(4):
        order.add(f"b{number}", b)
    order.withdraw(early[1])
    order.add("a4", a)  # behind those of its queue; due when b3 is, which came first
    assert order.run() == "a0 b0 a2 b1 a3 b2 b3 a4"


def test_priority_does_not_turn_the_clock_back(pool: Callable[[int], Workers]) -> None:
    """A queue that comes new begins at the turn that the others have reached, not before."""
    workers = pool(1)
    order, a, b, new = Order(workers), Queue(), Queue(), Queue()
    for number in range(3):
        order.add(f"a{number}", a)
    order.add("b0", b, priority=-1)  # due at the turn 0, begins last
    assert order.run() == "a0 a1 a2 b0"
    order = Order(workers)
    order.add("a3", a)
    order.add("a4", a)
    for number in range(3):
        order.add(f"n{number}", new)
    assert order.run() == "n0 a3 n1 a4 n2"


@pytest.mark.parametrize("seconds", [TINY, QUICK, LONG])
def test_what_a_closed_pool_drops_can_be_withdrawn(pool: Callable[[int], Workers], seconds: float) -> None:
    workers = pool(1)
    held = [Held(workers, each).wait() for each in (LONG, QUICK, TINY)]
    dropped = Task(lambda: None, seconds=seconds)
    workers.submit(dropped)
    workers.close()
    assert workers.waiting == 0 and workers.withdraw(dropped) and workers.waiting == 0
    for each in held:
        each.release.set()


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ({"query": "analyse", "simulations": 2000, "threads": 3}, 3),
        ({"query": "analyse", "simulations": 2000}, 1),
        ({"query": "choose", "level": "ismcts:2000,threads=3"}, 3),
        ({"query": "choose", "level": "ismcts:2000"}, 1),
        ({"query": "choose", "level": "expectimax:2"}, 1),
        ({"query": "solve", "seconds": 1}, 1),
    ],
)
def test_queries_take_the_places_of_the_threads_that_they_search_with(
    monkeypatch: pytest.MonkeyPatch, message: dict[str, Any], asked: int
) -> None:
    """The search is told how many it has, whichever kind of query it is of; the answer is the same."""
    dispatcher = Dispatcher(ServiceLimits(threads=4))
    answers: list[Answer] = []
    seen: list[tuple[int, int | None]] = []
    news = threading.Semaphore(0)
    kind = KINDS[message["query"]]

    def watch(query: Any, work: Work) -> dict[str, Any]:
        seen.append((dispatcher.workers._free, work.threads))
        return kind.answer(query, work)

    def hear(answer: Answer) -> None:
        answers.append(answer)
        news.release()

    monkeypatch.setitem(KINDS, message["query"], kind._replace(answer=watch))
    message = {
        "id": 1,
        "position": example("sweep-3p" if message["query"] == "solve" else "midgame-3p"),
        **message,
    }
    if message["query"] == "choose":
        message["seed"] = 3
    caller = dispatcher.caller(hear)
    for blocks in (0, 2):
        held = [Held(dispatcher.workers).wait() for _ in range(blocks)]
        caller.submit(message)
        assert news.acquire(timeout=WAIT)
        given = min(asked, 4 - blocks)
        assert seen.pop() == (4 - blocks - given, given)
        for each in held:
            each.release.set()
        while dispatcher.workers._free < 4:
            time.sleep(0.01)
    if message["query"] != "solve":  # bounded by time
        assert answers[0].data == answers[1].data and answers[0].code is None
    dispatcher.close()


@pytest.mark.parametrize(
    "message",
    [
        {"query": "analyse", "simulations": 2000, "threads": 64},
        {"query": "choose", "level": "ismcts:2000,threads=4"},
    ],
)
@pytest.mark.parametrize("threads", [1, 3, 4])
def test_a_search_runs_on_the_threads_that_it_was_given(
    monkeypatch: pytest.MonkeyPatch, message: dict[str, Any], threads: int
) -> None:
    used: list[int] = []

    class Watched(Search):
        def run(self, simulations: int, threads: int = 1, seconds: float = 0.0) -> Any:
            used.append(threads)
            return super().run(simulations, threads, seconds)

    for module in ("rattus_ai.analysis", "rattus_ai.bots.agents"):
        monkeypatch.setattr(f"{module}.Search", Watched)
    received = read_message({"position": example("midgame-3p"), **message}, 1 << 20)
    found = run(received, Work(ServiceLimits(threads=4), threads=threads))
    assert found.code is None and set(used) == {threads}
