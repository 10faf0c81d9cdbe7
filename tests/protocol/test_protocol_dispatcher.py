"""Where queries of all callers meet: one final answer each, order, limits, an orderly end."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from heard import DOCUMENT, LONG, SOLVE, Heard
from services import WAIT

from rattus_ai.protocol import Answer, Dispatcher
from rattus_ai.protocol.queries import KINDS, Kind
from rattus_ai.protocol.queries.cost import LONG as LASTING
from rattus_ai.protocol.work import Work

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
