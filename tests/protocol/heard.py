"""Callers of a dispatcher in this process, and what they were sent."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

from services import WAIT, example

from rattus_ai.protocol import Answer, Caller, Dispatcher

DOCUMENT = example("midgame-3p")
LONG = {"query": "analyse", "position": DOCUMENT, "seconds": 50, "confidence": 0.9999}
SOLVE = {"query": "solve", "position": DOCUMENT}
"""With the fixture `held` a query that nobody can stop."""


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
