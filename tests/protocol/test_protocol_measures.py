"""The measures of the service (`rattus_ai.bench`): what they time has begun, and nothing waits for ever."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rattus_ai.bench import service, service_clients
from rattus_ai.bench.measurement import Effort


class Scripted:
    """A service that tells several partial answers of each search; `early` was cancelled before they came."""

    PARTIALS = 3
    early: list[str]

    def __init__(self, hear: Callable[[dict[str, Any], float], None]) -> None:
        self._hear = hear
        self._told: set[str] = set()
        self.now = 0.0
        Scripted.early = []

    def send(self, message: dict[str, Any]) -> float:
        if message["query"] == "cancel":
            if message["of"] not in self._told:
                Scripted.early.append(message["of"])
            self._hear({"query": "cancel", "id": None, "final": True}, self.now)
            self._hear({"query": "analyse", "id": message["of"], "final": True}, self.now + 0.005)
            return self.now
        threading.Timer(0.05, self._tell, (message["id"],)).start()
        return self.now

    def _tell(self, name: str) -> None:
        self._told.add(name)
        for _ in range(self.PARTIALS):
            self._hear({"query": "analyse", "id": name, "final": False}, self.now)

    def close(self) -> None:
        pass


def test_only_searches_that_have_begun_are_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "LinesService", Scripted)
    found = service.cancelled_query(Effort(1, 0.5))
    assert Scripted.early == []
    assert found.ours == pytest.approx(5.0)


class Silent:
    """A service that never answers."""

    def __init__(self, hear: Callable[..., None]) -> None:
        pass

    def send(self, message: dict[str, Any]) -> float:
        return 0.0

    def close(self) -> None:
        pass


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (service, service_clients):
        monkeypatch.setattr(module, "LinesService", Silent)
        monkeypatch.setattr(module, "ANSWER_SECONDS", 0.05)
    yield


@pytest.mark.usefixtures("impatient")
def test_a_lost_answer_ends_the_measure() -> None:
    with pytest.raises(TimeoutError, match="no answer to legal"):
        service_clients.LinesQuestions().ask({"query": "legal"})
    with pytest.raises(TimeoutError, match="told nothing"):
        service.cancelled_query(Effort(1, 0.5))
