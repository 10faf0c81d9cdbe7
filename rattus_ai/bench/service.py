"""What a service adds to the search: overhead of a query, answers after a cancellation, many at once."""

from __future__ import annotations

import itertools
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rattus_ai.bench.latency import percentile
from rattus_ai.bench.measurement import Effort, Measurement
from rattus_ai.bench.positions import example
from rattus_ai.bench.service_clients import ANSWER_SECONDS, HttpQuestions, LinesQuestions, LinesService
from rattus_ai.bots.levels import LEVELS

QUESTIONS = 60
"""For each round."""

CANCELLATIONS = 12
SIMULTANEOUS = 64
LOAD_SECONDS = 60.0
LEAST_SECONDS = 2.0
_WARM_UP = 20
_LAST_SECONDS = 60.0
_ENDLESS = {"seconds": 300.0, "confidence": 0.9999}

Message = dict[str, Any]


def overhead(effort: Effort, make: Callable[[], LinesQuestions | HttpQuestions], bar: float) -> Measurement:
    """What a query takes beyond its search: from message to answer, less the seconds of the search."""
    way = "stdio" if make is LinesQuestions else "HTTP"
    document = example(3).to_document()
    message = {"id": 1, "query": "analyse", "position": document, "simulations": 200, "timing": True}
    service = make()
    try:
        for _ in range(_WARM_UP):
            service.ask(message)
        found = [service.ask(message) for _ in range(effort.rounds * effort.count(QUESTIONS, 5))]
        legal = [service.ask({**message, "query": "legal"})[1] for _ in range(len(found))]
    finally:
        service.close()
    beyond = [1000 * (seconds - answer["result"]["seconds"]) for answer, seconds in found]
    typical = statistics.median(beyond)
    return Measurement(
        f"overhead of a query over {way}",
        typical,
        None,
        "ms",
        typical,
        bar,
        f"median of {len(beyond)}, beyond the search",
        at_most=True,
        note=f"95th percentile {percentile(beyond, 0.95):.1f}; "
        f"legal actions {1000 * statistics.median(legal):.1f} in all",
    )


class _Cancelled:
    """Searches that are to be cancelled: which have begun, and when their final answers came."""

    def __init__(self) -> None:
        self._begun: dict[str, threading.Event] = {}
        self._final: dict[str, threading.Event] = {}
        self._times: dict[str, float] = {}

    def expect(self, name: str) -> None:
        """Before a search is asked for."""
        self._begun[name] = threading.Event()
        self._final[name] = threading.Event()

    def hear(self, answer: Message, now: float) -> None:
        """Takes an answer, and the time when it came."""
        if answer["query"] != "analyse":
            return
        name = answer["id"]
        if answer["final"]:
            self._times[name] = now
            self._final[name].set()
        self._begun[name].set()

    def wait_until_begun(self, name: str) -> None:
        """Until a search has told something."""
        _wait(self._begun[name], f"search {name} told nothing")

    def wait_until_final(self, name: str) -> float:
        """When the final answer of a search came, once it is there."""
        _wait(self._final[name], f"search {name} has no final answer")
        return self._times[name]


def _wait(event: threading.Event, problem: str) -> None:
    if not event.wait(ANSWER_SECONDS):
        raise TimeoutError(f"{problem} within {ANSWER_SECONDS:g} s")


def cancelled_query(effort: Effort) -> Measurement:
    """From `cancel` to the final answer of a running search, over lines."""
    document = example(3).to_document()
    asked = _Cancelled()
    service = LinesService(asked.hear)
    waits = []
    try:
        for number in range(effort.rounds * effort.count(CANCELLATIONS, 2)):
            name = str(number)
            query = {"query": "analyse", "position": document, "progress": 0.02, **_ENDLESS}
            asked.expect(name)
            service.send({"id": name, **query})
            asked.wait_until_begun(name)
            time.sleep(0.01 * (number % 10))
            started = service.send({"query": "cancel", "of": name})
            waits.append(1000 * (asked.wait_until_final(name) - started))
    finally:
        service.close()
    late = percentile(waits, 0.95)
    return Measurement(
        "final answer after cancel",
        late,
        None,
        "ms",
        late,
        20.0,
        f"95th percentile of {len(waits)}, over stdio",
        at_most=True,
        note=f"median {statistics.median(waits):.1f}, most {max(waits):.1f}",
    )


@dataclass
class _Load:
    """What happened while many queries were on their way at once.

    Attributes:
        sent: id -> what kind of query, and when it was sent.
        finals: id -> how many final answers came.
        seconds: kind -> how long each took.
        failed: answers with an error other than a cancellation.
    """

    sent: dict[int, tuple[str, float]] = field(default_factory=dict)
    finals: dict[int, int] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    failed: int = 0


def load(effort: Effort) -> Measurement:
    """64 queries on their way at any moment, of every kind, for a minute."""
    document = example(3).to_document()
    kinds: dict[str, tuple[int, Message]] = {
        "choose": (16, {"query": "choose", "level": next(iter(LEVELS))}),
        "legal": (8, {"query": "legal"}),
        "apply": (8, {"query": "apply", "draw": True}),
        "risk": (4, {"query": "risk"}),
        "short": (12, {"query": "analyse", "simulations": 400}),
        "long": (12, {"query": "analyse", "simulations": 20_000, "progress": 0.25}),
        "cancelled": (4, {"query": "analyse", "progress": 0.05, **_ENDLESS}),
    }
    seen = _Load()
    numbers = itertools.count(1)
    lock = threading.Lock()
    free: dict[str, threading.Semaphore] = {kind: threading.Semaphore(0) for kind in kinds}
    ended = threading.Event()

    def hear(answer: Message, now: float) -> None:
        number = answer["id"]
        if number is None:
            return  # the answer to a `cancel`
        kind, started = seen.sent[number]
        if not answer["final"]:
            if kind == "cancelled":
                service.send({"query": "cancel", "of": number})
            return
        with lock:
            seen.finals[number] = seen.finals.get(number, 0) + 1
            seen.seconds.setdefault(kind, []).append(now - started)
            seen.failed += answer.get("error", {}).get("code", "cancelled") != "cancelled"
        free[kind].release()

    service = LinesService(hear)

    def keep_busy(kind: str, places: int, message: Message) -> None:
        for _ in range(places):
            free[kind].release()
        while not ended.is_set():
            if free[kind].acquire(timeout=0.1):
                number = next(numbers)
                seen.sent[number] = (kind, time.perf_counter())
                service.send({"id": number, "position": document, **message})

    threads = [
        threading.Thread(target=keep_busy, args=(kind, places, message))
        for kind, (places, message) in kinds.items()
    ]
    duration = max(LEAST_SECONDS, LOAD_SECONDS * effort.scale)
    for thread in threads:
        thread.start()
    time.sleep(duration / 3)
    early = service.memory_mb()
    time.sleep(2 * duration / 3)
    late = service.memory_mb()
    ended.set()
    for thread in threads:
        thread.join()
    service.send({"query": "cancel_all"})
    deadline = time.monotonic() + _LAST_SECONDS
    while len(seen.finals) < len(seen.sent) and time.monotonic() < deadline:
        time.sleep(0.05)
    service.close()
    wrong = [number for number in seen.sent if seen.finals.get(number) != 1]
    if wrong or seen.failed:
        raise AssertionError(
            f"of {len(seen.sent)} queries {len(wrong)} had not exactly one final answer, {seen.failed} failed"
        )
    waits = [1000 * seconds for seconds in seen.seconds["choose"]]
    slow = percentile(waits, 0.95)
    note = f"{len(seen.sent)} queries, each with one final answer; median {statistics.median(waits):.1f}"
    if early is not None and late is not None:
        note += f"; memory {early:.0f} MiB, at the end {late:.0f}"
    return Measurement(
        f"choose at the lowest level among {SIMULTANEOUS} queries",
        slow,
        None,
        "ms",
        slow,
        250.0,
        f"95th percentile of {len(waits)} in {duration:.0f} s",
        at_most=True,
        note=note,
    )
