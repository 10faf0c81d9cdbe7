"""Many callers at once over HTTP: every query has one final answer, quick ones come soon, memory stays.

`rattus-ai bench serve-load` measures the same over lines for a minute.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from services import Http, example

pytest.importorskip("uvicorn")

DOCUMENT = example("midgame-3p")
CALLERS = 64
SECONDS = 4.0
MESSAGES: tuple[dict[str, Any], ...] = (
    {"query": "choose", "level": "beginner"},
    {"query": "legal"},
    {"query": "apply", "draw": True, "views": [0, "public"]},
    {"query": "analyse", "simulations": 300},
    {"query": "analyse", "simulations": 5000},
    {"query": "risk"},
)


def memory_mb(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024


def test_64_callers_at_once() -> None:
    with Http("--threads", "2") as http:
        counts: Counter[str] = Counter()
        wrong: list[bytes] = []
        lock = threading.Lock()
        end = time.monotonic() + SECONDS

        def call(number: int) -> None:
            connection = http.connection()
            message = MESSAGES[number % len(MESSAGES)]
            asked = 0
            while time.monotonic() < end:
                identifier = f"{number}/{asked}"
                body = json.dumps({"id": identifier, "position": DOCUMENT, **message})
                connection.request("POST", "/v1/query", body)
                data = connection.getresponse().read()
                answer = json.loads(data)
                asked += 1
                with lock:
                    if answer["id"] != identifier or not answer["final"] or "result" not in answer:
                        wrong.append(data)
                    counts[message["query"]] += 1
            connection.close()

        callers = [threading.Thread(target=call, args=(number,)) for number in range(CALLERS)]
        for caller in callers:
            caller.start()
        time.sleep(SECONDS / 2)
        early = memory_mb(http.process.pid)
        for caller in callers:
            caller.join()
        assert wrong == []
        assert set(counts) == {message["query"] for message in MESSAGES} and min(counts.values()) > 0
        assert memory_mb(http.process.pid) - early < 60
        health = json.loads(http.request("GET", "/health")[1])
        assert health["status"] == "ok" and health["waiting"] == 0
