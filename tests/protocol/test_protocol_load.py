"""Many callers at once over HTTP: every query has one final answer, quick ones come soon, memory stays.

`rattus-ai bench serve-load` measures the same over lines for a minute.
"""

from __future__ import annotations

import json
import re
import statistics
import threading
import time
from collections import Counter, defaultdict
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from services import WAIT, Http, example

from rattus_ai.bench.latency import percentile

pytest.importorskip("uvicorn")

DOCUMENT = example("midgame-3p")
CALLERS = 64
SECONDS = 4.0
LOST_SECONDS = 5 * WAIT
"""Searches step back behind everything else that runs on the machine, so a busy one makes them wait long."""
MESSAGES: tuple[dict[str, Any], ...] = (
    {"query": "choose", "level": "beginner"},
    {"query": "legal"},
    {"query": "apply", "draw": True, "views": [0, "public"]},
    {"query": "analyse", "simulations": 300},
    {"query": "analyse", "simulations": 2000},
    {"query": "risk"},
)


QUICK_SECONDS = 2.0
"""What 95 of 100 quick queries take at most: hundreds of times what an idle machine needs. On a busy machine
they may take as long as if the questions of all callers were answered before, one after the other, twice."""


def memory_mb(process: int) -> float | None:
    """Resident memory; None where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return None
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024


def test_64_callers_at_once() -> None:
    with Http("--threads", "2") as http:
        alone = []
        for number in range(10):  # the first ones load the game
            started = time.monotonic()
            assert "result" in http.ask({"id": number, "query": "legal", "position": DOCUMENT})
            alone.append(time.monotonic() - started)
        soon = max(QUICK_SECONDS, 2 * CALLERS * statistics.median(alone))
        counts: Counter[int] = Counter()
        seconds: defaultdict[str, list[float]] = defaultdict(list)
        wrong: list[bytes] = []
        failed: list[tuple[int, Exception]] = []
        lock = threading.Lock()
        end = time.monotonic() + SECONDS

        def ask(connection: HTTPConnection, number: int, message: dict[str, Any]) -> None:
            identifier = f"{number}/{counts[number]}"
            body = json.dumps({"id": identifier, "position": DOCUMENT, **message})
            started = time.monotonic()
            connection.request("POST", "/v1/query", body)
            data = connection.getresponse().read()
            took = time.monotonic() - started
            answer = json.loads(data)
            with lock:
                if answer["id"] != identifier or not answer["final"] or "result" not in answer:
                    wrong.append(data)
                counts[number] += 1
                seconds[message["query"]].append(took)

        def call(number: int) -> None:
            connection = http.connection()
            connection.timeout = LOST_SECONDS
            try:
                while True:  # at least one question each
                    ask(connection, number, MESSAGES[number % len(MESSAGES)])
                    if time.monotonic() >= end:
                        return
            except Exception as error:
                failed.append((number, error))
            finally:
                connection.close()

        callers = [threading.Thread(target=call, args=(number,)) for number in range(CALLERS)]
        for caller in callers:
            caller.start()
        time.sleep(SECONDS / 2)
        early = memory_mb(http.process.pid)
        for caller in callers:
            caller.join()
        late = memory_mb(http.process.pid)
        assert failed == [] and wrong == []
        assert set(counts) == set(range(CALLERS)) and min(counts.values()) > 0
        assert set(seconds) == {message["query"] for message in MESSAGES}
        assert percentile(seconds["legal"], 0.95) < soon
        if early is not None and late is not None:
            assert late - early < 60
        health = json.loads(http.request("GET", "/health")[1])
        assert health["status"] == "ok" and health["waiting"] == 0
