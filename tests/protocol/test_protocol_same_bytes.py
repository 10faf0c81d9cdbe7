"""The same query, seed and simulations: the same bytes over every way and in Python, on 1 and 2 threads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from services import EXAMPLES, Http, Lines, example

from rattus_ai.protocol import answer_line

NAMES = sorted(path.stem for path in EXAMPLES.glob("*.json"))


def messages() -> Iterator[dict[str, Any]]:
    """Queries of every kind whose answers must not depend on the way, the machine or the time."""
    for name in NAMES:
        document = example(name)
        yield {"query": "legal", "position": document, "details": True}
        yield {"query": "risk", "position": document}
        yield {"query": "apply", "position": document, "draw": True, "seed": 4, "views": [0, 1, "public"]}
        yield {"query": "choose", "position": document, "level": "ismcts:200", "seed": 3}
        yield {"query": "analyse", "position": document, "simulations": 1200, "lines": 3, "seed": 11}
        yield {"query": "analyse", "position": document, "simulations": 3000, "lines": 2, "language": "el"}
    yield {"query": "analyse", "positions": [example("midgame-3p"), example("spread-4p")], "simulations": 900}
    yield {"query": "new", "rules": {"players": 5, "cards": "random"}, "seed": 12}
    yield {"query": "solve", "position": example("sweep-3p"), "player": 2, "fractions": True}
    yield {"query": "schema", "of": "answers"}
    yield {"query": "schema", "of": "position"}
    yield {"query": "choose", "position": {"nonsense": 1}, "unknown": 3}
    yield {"query": "mistake"}


MESSAGES = [json.dumps({"id": number, **message}) for number, message in enumerate(messages())]


def with_threads(text: str, threads: int) -> str:
    message = json.loads(text)
    return json.dumps({**message, "threads": threads}) if message["query"] == "analyse" else text


@pytest.fixture(scope="module")
def expected() -> list[bytes]:
    """What the library answers in this process, one query after the other."""
    return [answer_line(text) for text in MESSAGES]


def test_answers_are_mostly_results(expected: list[bytes]) -> None:
    assert sum(b'"result"' in data for data in expected) > 40


@pytest.mark.parametrize("threads", [1, 2])
def test_lines(expected: list[bytes], threads: int) -> None:
    """All at once, so that they overtake each other."""
    with Lines("--threads", str(threads)) as lines:
        for text in MESSAGES:
            lines.send(with_threads(text, threads).encode())
        found = sorted((lines.line() for _ in MESSAGES), key=lambda line: json.loads(line)["id"])
        assert found == expected
        assert lines.finish() == ([], 0)


def test_http(expected: list[bytes], http: Http) -> None:
    found = []
    for text in MESSAGES:
        status, body, headers = http.request("POST", "/v1/query", with_threads(text, 2).encode())
        assert headers["content-type"] == "application/json"
        assert (status == 200) == (b'"result"' in body)
        found.append(body)
    assert found == expected


def test_the_address_says_which_query(expected: list[bytes], http: Http) -> None:
    for text, data in zip(MESSAGES, expected, strict=True):
        message = json.loads(text)
        if message["query"] == "mistake":
            continue
        name = message.pop("query")
        assert http.request("POST", f"/v1/{name}", message)[1] == data


def test_websocket(expected: list[bytes], http: Http) -> None:
    with http.socket() as socket:
        for text in MESSAGES:
            socket.send(with_threads(text, 2))
        found = [socket.recv(timeout=120).encode() for _ in MESSAGES]
    assert sorted(found, key=lambda line: json.loads(line)["id"]) == expected


def test_events(expected: list[bytes], http: Http) -> None:
    for text, data in zip(MESSAGES[:12], expected, strict=False):
        status, body, _ = http.request("POST", "/v1/query", text.encode(), accept="text/event-stream")
        assert status == 200
        assert body == b"event: final\ndata: " + data + b"\n\n"
