"""The pool of worker threads: which task is begun first, faults of tasks, the number of abandoned ones."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from services import WAIT

from rattus_ai.protocol.queries.cost import LONG as LASTING
from rattus_ai.protocol.quick import SLACK
from rattus_ai.protocol.turns import Queue
from rattus_ai.protocol.workers import MOST_ABANDONED, Task, Workers


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(("short", "longer"), [(0.001, 0.012), (0.008, 0.03)])
def test_of_quick_tasks_the_shorter_overtakes_and_none_waits_for_ever(
    short: float, longer: float, apart: bool
) -> None:
    workers = Workers(1)
    hold = threading.Event()
    begun: list[str] = []
    done = threading.Semaphore(0)

    def block() -> None:
        hold.wait(WAIT)

    def note(name: str) -> Callable[[], None]:
        def run() -> None:
            begun.append(name)
            done.release()

        return run

    blocks = [Task(block, seconds=seconds) for seconds in (LASTING, 0.03, 0.001)]
    for each in blocks:  # each to its own worker
        workers.submit(each)
        while not each.running:
            time.sleep(0.01)
    queues = [Queue() for _ in range(3)] if apart else [Queue()] * 3
    workers.submit(Task(note("longer"), seconds=longer), queues[0])
    workers.submit(Task(note("short"), seconds=short), queues[1])
    time.sleep(SLACK * longer)  # by now the longer one is more urgent than a fresh short one
    workers.submit(Task(note("late"), seconds=short), queues[2])
    workers.abandon(blocks[1])  # a worker for both is free
    for _ in range(3):
        assert done.acquire(timeout=WAIT)
    assert begun == ["short", "longer", "late"]
    hold.set()
    workers.close()


def test_a_task_that_fails_does_not_end_its_worker() -> None:
    workers = Workers(1)
    done = threading.Event()

    def fail() -> None:
        raise RuntimeError("as planned")

    for _ in range(5):
        workers.submit(Task(fail, seconds=LASTING))
    workers.submit(Task(done.set, seconds=LASTING))
    assert done.wait(WAIT)
    workers.close()
    with pytest.raises(RuntimeError, match="closed"):
        workers.submit(Task(done.set))


def test_the_number_of_abandoned_tasks_is_bounded() -> None:
    workers = Workers(1)
    hold = threading.Event()
    before = threading.active_count()
    for _ in range(MOST_ABANDONED + 5):
        begun = threading.Event()

        def stuck(begun: threading.Event = begun) -> None:
            begun.set()
            hold.wait(WAIT)

        task = Task(stuck, seconds=LASTING)
        workers.submit(task)
        if begun.wait(0.5):
            workers.abandon(task)
    assert threading.active_count() - before <= MOST_ABANDONED
    hold.set()
    workers.close()
    workers.join(WAIT)
