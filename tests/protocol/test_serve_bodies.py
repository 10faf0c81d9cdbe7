"""Bodies over HTTP that do not come in whole: each has an end soon, and nothing of it is left."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Iterator

import pytest
from services import WAIT, Http, example

pytest.importorskip("uvicorn")

SECONDS = 1.0
"""What a body may take here; the service itself gives more."""

_SCRIPT = (
    "import sys, rattus_ai.serving.app as app\n"
    f"app.BODY_SECONDS = {SECONDS}\n"
    "from rattus_ai.cli.main import main\n"
    "sys.exit(main(sys.argv[1:]))\n"
)
HEAD = b"POST /v1/query HTTP/1.1\r\nHost: localhost\r\n"
SIZED = b'Content-Length: 100\r\n\r\n{"query":'
CHUNKED = b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"que\r\n'
EVENTS = b"Accept: text/event-stream\r\n"


@pytest.fixture(scope="module")
def impatient() -> Iterator[Http]:
    with Http("--threads", "1", command=(sys.executable, "-c", _SCRIPT, "serve")) as http:
        yield http


def rest_of(connection: socket.socket) -> bytes:
    """What comes until the service closes the connection."""
    found = b""
    while part := connection.recv(1 << 16):
        found += part
    return found


@pytest.mark.parametrize("accept", [b"", EVENTS])
@pytest.mark.parametrize("body", [SIZED, CHUNKED])
def test_a_body_that_stops_is_told_so_and_the_connection_ends(
    impatient: Http, body: bytes, accept: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", impatient.port), timeout=WAIT) as connection:
        started = time.monotonic()
        connection.sendall(HEAD + accept + body)
        found = rest_of(connection)
        assert time.monotonic() - started >= SECONDS
    assert found.startswith(b"HTTP/1.1 408 ")
    error = json.loads(found.partition(b"\r\n\r\n")[2])["error"]
    assert error["code"] == "not_received" and f"within {SECONDS:g} s" in error["problem"]


@pytest.mark.parametrize("accept", [b"", EVENTS])
@pytest.mark.parametrize("body", [SIZED, CHUNKED])
def test_a_caller_who_stops_sending_half_way_is_done_with(http: Http, body: bytes, accept: bytes) -> None:
    with socket.create_connection(("127.0.0.1", http.port), timeout=WAIT) as connection:
        connection.sendall(HEAD + accept + body)
        connection.shutdown(socket.SHUT_WR)
        assert rest_of(connection) == b""


@pytest.mark.parametrize("accept", [b"", EVENTS])
def test_who_stops_sending_after_his_message_is_taken_as_gone(http: Http, accept: bytes) -> None:
    message = {"query": "analyse", "position": example("midgame-3p"), "seconds": 100, "confidence": 0.9999}
    body = json.dumps(message).encode()
    with socket.create_connection(("127.0.0.1", http.port), timeout=WAIT) as connection:
        connection.sendall(HEAD + accept + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        connection.shutdown(socket.SHUT_WR)
        assert b'"final":true' not in rest_of(connection)
    end = time.monotonic() + WAIT
    while json.loads(http.request("GET", "/health")[1])["unfinished"]:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert not any(b"Traceback" in line for line in http.printed)
