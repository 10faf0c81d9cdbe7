"""Messages broken at random: no crash, no hang, an answer to each, and none lost to others.

`RATTUS_AI_FUZZ=20000 pytest tests/protocol/test_protocol_fuzz.py` sends so many in each of these ways.
"""

from __future__ import annotations

import json
import os
import random
import socket
import threading
from collections import Counter

import pytest
from broken_messages import broken, right_messages
from services import WAIT, Http, Lines, example

from rattus_ai.protocol import CODES, ServiceLimits, answer_line

COUNT = int(os.environ.get("RATTUS_AI_FUZZ", "700"))
LIMITS = ("--max-simulations", "300", "--max-seconds", "5", "--max-positions", "5")
DOCUMENT = example("midgame-3p")


def test_in_python() -> None:
    limits = ServiceLimits(threads=1, simulations=300, seconds=0.2, positions=5)
    chooser = random.Random(1)
    messages = right_messages()
    outcomes: Counter[str] = Counter()
    for number in range(COUNT):
        text = broken(chooser, messages, number)
        found = json.loads(answer_line(text, limits))
        assert found["final"] is True
        outcomes[found.get("error", {}).get("code", "ok")] += 1
        assert found.get("error", {}).get("code") != "internal", text
    assert outcomes["ok"] > COUNT // 20 and outcomes["bad_position"] > COUNT // 50, outcomes
    assert outcomes["not_json"] > COUNT // 50 and set(outcomes) <= {*CODES, "ok"}


def test_over_lines() -> None:
    """Every line that is not blank has exactly one final answer, and right queries among them theirs."""
    with Lines("--threads", "2", *LIMITS) as lines:
        chooser = random.Random(2)
        messages = right_messages()
        sent = right = 0
        lines.ask({"id": "first", "query": "risk", "position": DOCUMENT})  # loads what is loaded once
        finals: Counter[str] = Counter()
        answered: dict[str, object] = {}

        def read() -> None:
            for line in lines.stdout:
                found = json.loads(line)
                if found["final"]:
                    finals[found.get("error", {}).get("code", "ok")] += 1
                    if isinstance(found["id"], str) and found["id"].startswith("right"):
                        answered[found["id"]] = found.get("error", True)

        reader = threading.Thread(target=read)
        reader.start()
        for number in range(COUNT):
            text = broken(chooser, messages, number)
            if number % 10 == 0 and b"cancel" not in text:
                choose = {"query": "choose", "position": DOCUMENT, "level": "ismcts:30"}
                lines.send({"id": f"right {right}", **choose})
                right += 1
                sent += 1
            if b"cancel_all" in text:
                continue  # that would end right queries too
            lines.send(text)
            sent += bool(text.strip())
        lines.stdin.close()
        reader.join(10 * WAIT)
        assert lines.process.wait(WAIT) == 0
        assert sum(finals.values()) == sent
        assert finals["internal"] == 0 and finals["ok"] > right
        assert answered == {f"right {number}": True for number in range(right)}
        assert "Traceback" not in lines.errors()


def test_over_http() -> None:
    pytest.importorskip("uvicorn")
    with Http("--threads", "2", *LIMITS) as http:
        chooser = random.Random(3)
        messages = right_messages()
        connection = http.connection()
        paths = ["/v1/query", *(f"/v1/{message['query']}" for message in messages), "/v1/%00", "/v1/..%2f"]
        statuses: Counter[int] = Counter()
        for number in range(COUNT):
            body = broken(chooser, messages, number)
            accept = {"Accept": "text/event-stream"} if number % 7 == 0 else {}
            path = chooser.choice(paths) if number % 3 == 0 else "/v1/query"
            connection.request("POST", path, body, accept)
            response = connection.getresponse()
            response.read()
            statuses[response.status] += 1
        connection.close()
        assert statuses[500] == 0 and statuses[200] > COUNT // 20, statuses
        assert set(statuses) <= {200, 400, 403, 404, 413, 422, 503}, statuses
        assert "result" in http.ask({"query": "version"})
        assert not b"".join(http.printed)


def test_over_a_websocket() -> None:
    pytest.importorskip("websockets")
    with Http("--threads", "2", *LIMITS) as http, http.socket() as socket:
        chooser = random.Random(4)
        messages = right_messages()
        for number in range(COUNT):
            text = broken(chooser, messages, number)
            try:
                socket.send(text.decode())
            except UnicodeDecodeError:
                socket.send(text)
            # One at a time, so that a query that cancels others cannot hide a lost answer.
            while not (found := json.loads(socket.recv(timeout=WAIT)))["final"]:
                pass
            assert found.get("error", {}).get("code") != "internal", text
        assert not b"".join(http.printed)


def test_what_is_not_even_http() -> None:
    pytest.importorskip("uvicorn")
    with Http("--threads", "1", *LIMITS) as http:
        chooser = random.Random(5)
        body = json.dumps({"query": "legal", "position": DOCUMENT}).encode()
        request = (
            b"POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )
        for _ in range(COUNT // 4):
            data = bytearray(request)
            for _ in range(chooser.randrange(1, 30)):
                data[chooser.randrange(120)] = chooser.randrange(256)
            connection = socket.create_connection(("127.0.0.1", http.port), timeout=WAIT)
            connection.sendall(data[: chooser.randrange(len(data))])
            if chooser.random() < 0.3:
                connection.shutdown(socket.SHUT_WR)
                connection.recv(100)
            connection.close()
        assert "result" in http.ask({"query": "version"})
