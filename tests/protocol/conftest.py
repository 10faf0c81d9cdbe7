from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from services import WAIT, Http, Lines

from rattus_ai.protocol import Dispatcher, ServiceLimits
from rattus_ai.protocol.queries import KINDS, Kind
from rattus_ai.protocol.queries.cost import LONG as LASTING
from rattus_ai.protocol.work import Work


@pytest.fixture(scope="session")
def http() -> Iterator[Http]:
    """A service over HTTP for all tests that do not end it."""
    pytest.importorskip("uvicorn")
    pytest.importorskip("websockets")
    with Http("--threads", "2") as service:
        yield service


@pytest.fixture
def lines() -> Iterator[Lines]:
    """A service over lines."""
    with Lines("--threads", "2") as service:
        yield service


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
