"""Where queries of all callers meet: one final answer each, cancellation, order, limits, an orderly end."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from services import WAIT, example

from rattus_ai.analysis import analyse
from rattus_ai.protocol import Answer, Caller, Dispatcher, ServiceLimits, answer_of
from rattus_ai.protocol.queries import KINDS, Kind
from rattus_ai.protocol.queries.cost import LONG as LASTING
from rattus_ai.protocol.quick import SLACK
from rattus_ai.protocol.turns import Queue
from rattus_ai.protocol.work import Work
from rattus_ai.protocol.workers import MOST_ABANDONED, Task, Workers
from rattus_ai.serving.outbox import MOST_BYTES, Outbox

DOCUMENT = example("midgame-3p")
LONG = {"query": "analyse", "position": DOCUMENT, "seconds": 50, "confidence": 0.9999}


class Heard:
    """What a caller was sent."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.answers: list[Answer] = []
        self.times: dict[Any, float] = {}
        self.news = threading.Condition()
        self.caller: Caller = dispatcher.caller(self.take)

    def take(self, answer: Answer) -> None:
        with self.news:
            self.answers.append(answer)
            if answer.final:
                self.times[answer.id] = time.perf_counter()
            self.news.notify_all()

    def ask(self, identifier: Any, **message: Any) -> None:
        self.caller.submit({"id": identifier, **message})

    def finals(self) -> dict[Any, dict[str, Any]]:
        return {each.id: json.loads(each.data) for each in self.answers if each.final}

    def wait(self, count: int) -> dict[Any, dict[str, Any]]:
        """The final answers, once there are so many."""
        with self.news:
            assert self.news.wait_for(lambda: sum(each.final for each in self.answers) >= count, WAIT)
        return self.finals()


@pytest.fixture
def serve() -> Iterator[Callable[..., Dispatcher]]:
    made: list[Dispatcher] = []

    def make(**limits: Any) -> Dispatcher:
        made.append(Dispatcher(ServiceLimits(**{"threads": 1, **limits})))
        return made[-1]

    yield make
    for dispatcher in made:
        dispatcher.close()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Makes `solve` a long task that nobody can stop until the event is set."""
    release = threading.Event()

    def wait(query: Any, work: Work) -> dict[str, Any]:
        release.wait(WAIT)
        return {"held": True}

    monkeypatch.setitem(KINDS, "solve", Kind(wait, lambda query: LASTING))
    yield release
    release.set()


SOLVE = {"query": "solve", "position": DOCUMENT}


# --- one final answer ---


def test_every_query_has_one_final_answer(serve: Callable[..., Dispatcher]) -> None:
    heard = Heard(serve())
    for number in range(60):
        heard.ask(number, query="choose", position=DOCUMENT, level="ismcts:20")
        heard.ask(f"l{number}", query="legal", position=DOCUMENT)
        heard.ask(f"x{number}", query="nonsense")
        heard.ask(f"a{number}", query="analyse", position=DOCUMENT, simulations=600, progress=0.02)
        if number % 3 == 0:
            heard.caller.cancel(f"a{number}")
    heard.wait(240)
    assert heard.caller.drain(WAIT)
    counts = Counter(each.id for each in heard.answers if each.final)
    assert len(counts) == 240 and set(counts.values()) == {1}
    last = {}
    for place, each in enumerate(heard.answers):
        assert each.id not in last, "an answer came after the final one"
        if each.final:
            last[each.id] = place


def test_an_id_can_be_used_again_once_it_is_answered(serve: Callable[..., Dispatcher]) -> None:
    heard = Heard(serve())
    heard.ask("a", **LONG)
    heard.ask("a", query="version")
    assert json.loads(heard.answers[0].data)["error"]["code"] == "id_in_use"
    assert heard.caller.cancel("a") == 1
    heard.wait(2)
    heard.ask("a", query="version")
    heard.wait(3)
    assert [each.code for each in heard.answers if each.final][-1] is None
    assert heard.caller.cancel("a") == 0


def test_ids_belong_to_their_caller(serve: Callable[..., Dispatcher]) -> None:
    dispatcher = serve()
    first, second = Heard(dispatcher), Heard(dispatcher)
    first.ask(1, **LONG)
    second.ask(1, query="legal", position=DOCUMENT)
    second.ask("c", query="cancel", of=1)
    second.wait(2)
    assert first.caller.unfinished == 1
    assert first.caller.cancel_all() == 1
    first.wait(1)


def test_a_receiver_that_fails_hurts_nobody(serve: Callable[..., Dispatcher]) -> None:
    dispatcher = serve()

    def fail(answer: Answer) -> None:
        raise OSError("gone")

    broken = dispatcher.caller(fail)
    broken.submit({"id": 1, "query": "legal", "position": DOCUMENT})
    assert broken.drain(WAIT) and dispatcher.unfinished == 0
    heard = Heard(dispatcher)
    heard.ask(1, query="version")
    heard.wait(1)


# --- cancellation ---


def test_a_running_search_answers_with_what_it_has(serve: Callable[..., Dispatcher]) -> None:
    heard = Heard(serve(cancel_seconds=30.0))
    heard.ask("a", **LONG)
    time.sleep(0.3)
    heard.ask("c", query="cancel", of="a")
    found = heard.wait(2)
    assert found["c"]["result"] == {"cancelled": 1}
    assert found["a"]["result"]["reason"] == "cancelled" and found["a"]["result"]["lines"]


@pytest.mark.parametrize(
    "level", ["ismcts:900000000", "ismcts:50s", "expectimax:50,width=0,nodes=1000000000000"]
)
def test_an_opponent_can_be_hurried(serve: Callable[..., Dispatcher], level: str) -> None:
    heard = Heard(serve(cancel_seconds=30.0, simulations=10**12))
    heard.ask("a", query="choose", position=DOCUMENT, level=level)
    time.sleep(0.2)
    heard.caller.cancel_all()
    found = heard.wait(1)["a"]["result"]
    assert found["complete"] is False and found["text"]


def test_what_waits_is_cancelled_at_once(serve: Callable[..., Dispatcher], held: threading.Event) -> None:
    dispatcher = serve()
    heard = Heard(dispatcher)
    heard.ask("running", **SOLVE)
    for number in range(200):
        heard.ask(number, **SOLVE)
    assert heard.caller.cancel(100) == 1
    found = heard.wait(1)
    assert found[100]["error"]["code"] == "cancelled"
    assert dispatcher.workers.waiting in (199, 200)  # the first may not have begun yet
    assert heard.caller.cancel_all() == 200
    heard.wait(200)
    held.set()
    heard.wait(201)


def test_what_cannot_be_stopped_is_answered_and_gives_its_place(
    serve: Callable[..., Dispatcher], held: threading.Event
) -> None:
    dispatcher = serve(cancel_seconds=0.01)
    heard = Heard(dispatcher)
    heard.ask("stuck", **SOLVE)
    time.sleep(0.1)
    heard.caller.cancel("stuck")
    assert heard.wait(1)["stuck"]["error"]["code"] == "cancelled"
    # The only search thread is free again although the stuck task still goes on.
    heard.ask("next", query="analyse", position=DOCUMENT, simulations=2000)
    assert "result" in heard.wait(2)["next"]
    held.set()
    assert heard.caller.drain(WAIT)
    assert len(heard.finals()) == 2


def test_a_late_answer_is_what_was_known(
    serve: Callable[..., Dispatcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    release = threading.Event()

    def slow(query: Any, work: Work) -> dict[str, Any]:
        work.so_far = {"so": "far"}
        release.wait(WAIT)
        return {"the": "end"}

    monkeypatch.setitem(KINDS, "solve", Kind(slow, lambda query: LASTING))
    heard = Heard(serve(cancel_seconds=0.01))
    heard.ask("a", **SOLVE)
    time.sleep(0.1)
    heard.caller.cancel("a")
    assert heard.wait(1)["a"]["result"] == {"so": "far"}
    release.set()


def test_what_takes_longer_than_the_service_gives_is_ended(
    serve: Callable[..., Dispatcher], held: threading.Event
) -> None:
    heard = Heard(serve(seconds=0.2, cancel_seconds=0.05, simulations=10**12))
    heard.ask("a", **{**SOLVE, "seconds": 0.1})
    error = heard.wait(1)["a"]["error"]
    assert error["code"] == "over_limit" and "0.2 s" in error["expected"]
    heard.ask("b", query="choose", position=DOCUMENT, level="expectimax:60,width=0,nodes=1000000000000")
    assert heard.wait(2)["b"]["result"]["complete"] is False


def test_a_search_for_all_the_seconds_that_there_are_ends_by_itself(
    serve: Callable[..., Dispatcher],
) -> None:
    heard = Heard(serve(seconds=0.5))
    several = {"query": "analyse", "positions": [DOCUMENT] * 2, "seconds": 0.5, "confidence": 0.9999}
    heard.ask("one", **{**LONG, "seconds": 0.5})
    heard.ask("several", **several)
    heard.ask("choose", query="choose", position=DOCUMENT, level="ismcts:0.5s")
    found = heard.wait(3)
    assert found["one"]["result"]["reason"] == "seconds"
    assert [each["reason"] for each in found["several"]["result"]["results"]] == ["seconds"] * 2
    assert found["choose"]["result"]["complete"] is True


def test_what_is_given_up_on_is_told_as_a_whole(
    serve: Callable[..., Dispatcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions that were finished count as such; warnings and the timing are there."""
    release, second = threading.Event(), threading.Event()
    done: list[None] = []

    def slow(*args: Any, **settings: Any) -> Any:
        if done:  # the second position
            second.set()
            release.wait(WAIT)
        done.append(None)
        return analyse(*args, **settings)

    monkeypatch.setattr("rattus_ai.protocol.queries.analyse.analyse", slow)
    heard = Heard(serve(cancel_seconds=0.01))
    message = {"query": "analyse", "positions": [DOCUMENT] * 3, "simulations": 300, "timing": True, "x": 1}
    heard.ask("a", **message)
    assert second.wait(WAIT)
    heard.ask("waits", **{**SOLVE, "timing": True})
    heard.caller.cancel_all()
    found = heard.wait(2)
    release.set()
    first, *rest = found["a"]["result"]["results"]
    assert first["reason"] != "cancelled" and first["seconds"] > 0 and rest == [None, None]
    assert [each["place"] for each in found["a"]["warnings"]] == ["x"]
    assert found["a"]["timing"]["seconds"] > 0 and found["a"]["timing"]["waited"] >= 0
    assert found["waits"]["error"]["code"] == "cancelled"
    assert found["waits"]["timing"]["waited"] > 0 and found["waits"]["timing"]["seconds"] == 0


# --- order ---


def test_quick_queries_do_not_wait_behind_long_ones(
    serve: Callable[..., Dispatcher], held: threading.Event
) -> None:
    heard = Heard(serve())
    for number in range(20):
        heard.ask(number, **SOLVE)
    heard.ask("quick", query="choose", position=DOCUMENT, level="greedy")
    assert set(heard.wait(1)) == {"quick"}


def test_priority_and_then_the_first(
    serve: Callable[..., Dispatcher], held: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []

    def note(query: Any, work: Work) -> dict[str, Any]:
        begun.append(query.id)
        return {}

    heard = Heard(serve())
    heard.ask("first", **SOLVE)
    time.sleep(0.1)
    monkeypatch.setitem(KINDS, "risk", Kind(note, lambda query: LASTING))
    for identifier, priority in (("a", 0), ("b", -5), ("c", 9), ("d", 0), ("e", 9)):
        heard.ask(identifier, query="risk", position=DOCUMENT, priority=priority)
    held.set()
    heard.wait(6)
    assert begun == ["c", "e", "a", "d", "b"]


def test_callers_take_turns(
    serve: Callable[..., Dispatcher], held: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []

    def note(query: Any, work: Work) -> dict[str, Any]:
        begun.append(query.id)
        return {}

    dispatcher = serve()
    greedy, modest = Heard(dispatcher), Heard(dispatcher)
    greedy.ask("first", **SOLVE)
    time.sleep(0.1)
    monkeypatch.setitem(KINDS, "risk", Kind(note, lambda query: LASTING))
    for number in range(50):
        greedy.ask(number, query="risk", position=DOCUMENT)
    for name in ("x", "y"):
        modest.ask(name, query="risk", position=DOCUMENT)
    held.set()
    greedy.wait(51)
    modest.wait(2)
    assert begun.index("x") < 5 and begun.index("y") < 7


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


# --- limits and the end ---


def test_too_many_queries_are_told_so(serve: Callable[..., Dispatcher], held: threading.Event) -> None:
    dispatcher = serve(queries=4, queries_a_caller=3)
    first, second = Heard(dispatcher), Heard(dispatcher)
    for number in range(5):
        first.ask(number, **SOLVE)
    for number in range(2):
        second.ask(number, **SOLVE)
    assert {key: each["error"]["code"] for key, each in first.wait(2).items()} == {3: "busy", 4: "busy"}
    assert {key: each["error"]["code"] for key, each in second.wait(1).items()} == {1: "busy"}
    # cancel is never refused, and makes room
    first.ask("c", query="cancel_all")
    assert first.wait(6)["c"]["result"] == {"cancelled": 3}
    held.set()
    second.wait(2)


def test_the_end_finishes_or_cancels(serve: Callable[..., Dispatcher]) -> None:
    dispatcher = serve()
    heard = Heard(dispatcher)
    heard.ask("short", query="analyse", position=DOCUMENT, simulations=3000)
    dispatcher.close(drain_seconds=None)
    assert heard.wait(1)["short"]["result"]["reason"] != "cancelled"
    heard.ask("late", query="legal", position=DOCUMENT)
    assert heard.wait(2)["late"]["error"]["code"] == "shutting_down"
    other = serve()
    heard = Heard(other)
    heard.ask("long", **LONG)
    time.sleep(0.2)
    started = time.perf_counter()
    other.close()
    assert heard.wait(1)["long"] and time.perf_counter() - started < 5


def test_statistics_count_every_answer(serve: Callable[..., Dispatcher]) -> None:
    dispatcher = serve()
    heard = Heard(dispatcher)
    heard.ask(1, query="legal", position=DOCUMENT)
    heard.ask(2, query="legal", position={"x": 1})
    heard.caller.submit(b"nonsense")
    heard.ask(3, query="analyse", position=DOCUMENT, simulations=400, progress=0.02)
    heard.wait(4)
    answers, times, partial = dispatcher.statistics.snapshot()
    assert answers == {
        ("legal", "ok"): 1,
        ("legal", "bad_position"): 1,
        ("unknown", "not_json"): 1,
        ("analyse", "ok"): 1,
    }
    assert sum(times["legal"].counts) == 2 and times["analyse"].total > 0
    assert partial == sum(not each.final for each in heard.answers) >= 1


# --- slow readers ---


def partial(number: int, size: int = 10, identifier: int | None = None) -> Answer:
    return msgspec.structs.replace(
        answer_of(identifier, "analyse", {"x": "y" * size}, final=False), number=number
    )


def final(number: int, size: int = 10, identifier: int | None = None) -> Answer:
    return msgspec.structs.replace(answer_of(identifier, "analyse", {"x": "y" * size}), number=number)


def test_partial_answers_of_queries_without_an_id_do_not_replace_each_other(
    serve: Callable[..., Dispatcher],
) -> None:
    """Each query has its own place, which its final answer empties."""
    box = Outbox()
    caller = serve(threads=2).caller(box.put)
    lasting = {**LONG, "progress": 0.02}
    for lines in (1, 2):
        caller.submit({**lasting, "lines": lines})
    deadline = time.monotonic() + WAIT
    while len(box._partials) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(0.2)  # further ones take the places of the first
    assert len(box._partials) == 2
    assert {len(json.loads(each.data)["result"]["lines"]) for each in box._partials.values()} == {1, 2}
    caller.cancel_all()
    assert caller.drain(WAIT)
    taken = [box.take() for _ in range(3)]
    assert [each is not None and each.final for each in taken] == [True, True, False] and taken[2] is None


def test_an_outbox_keeps_finals_and_the_last_partials() -> None:
    box = Outbox()
    for _ in range(1000):
        box.put(partial(1))
        box.put(partial(2))
    last = partial(2, 20)
    box.put(last)
    box.put(final(1))
    box.put(final(3))
    taken = [box.take(), box.take(), box.take()]
    assert [(each.number, each.final) for each in taken if each] == [(1, True), (3, True), (2, False)]
    assert taken[2] is last
    assert box.take() is None


def test_an_outbox_is_full_until_it_is_read() -> None:
    box = Outbox()
    for number in range(5):
        box.put(final(number, MOST_BYTES // 4))
    assert box.full
    passed = threading.Event()

    def wait() -> None:
        box.wait_for_room()
        passed.set()

    waiter = threading.Thread(target=wait)
    waiter.start()
    assert not passed.wait(0.05)
    box.take()
    box.take()
    assert passed.wait(WAIT) and not box.full
    waiter.join()
    box.close(drop=True)
    box.put(final(9))
    assert not box.wait() and box.take() is None
