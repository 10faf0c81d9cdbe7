"""Queries that are ended: by their caller, by the limits of the service, at once or with what was found."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from heard import DOCUMENT, LONG, SOLVE, Heard
from services import WAIT

from rattus_ai.analysis import analyse
from rattus_ai.protocol import Dispatcher
from rattus_ai.protocol.queries import KINDS, Kind
from rattus_ai.protocol.queries.cost import LONG as LASTING
from rattus_ai.protocol.work import Work


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
