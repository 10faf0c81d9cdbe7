"""`rattus-ai serve --http` as a process: addresses, events, disconnects, who may ask, an orderly end."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import threading
import time
from collections.abc import Callable
from typing import Any, cast

import pytest
from services import ROOT, WAIT, Http, Lines, example

from rattus_ai.errors import OptionError
from rattus_ai.protocol import Dispatcher, ServiceLimits
from rattus_ai.protocol.messages import QUERY_TYPES

pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from websockets.exceptions import ConnectionClosed

from rattus_ai.serving.app import Endpoints

DOCUMENT = example("midgame-3p")
LONG = {"query": "analyse", "position": DOCUMENT, "seconds": 100, "confidence": 0.9999}


def health(http: Http) -> dict[str, Any]:
    status, body, _ = http.request("GET", "/health")
    assert status == 200
    return dict(json.loads(body))


def until(condition: Callable[[], bool]) -> None:
    """Waits for something that has to happen soon."""
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def raw(http: Http, text: bytes) -> socket.socket:
    """A connection on which something was sent by hand."""
    connection = socket.create_connection(("127.0.0.1", http.port), timeout=WAIT)
    connection.sendall(text)
    return connection


def posted(message: dict[str, Any], *headers: str) -> bytes:
    body = json.dumps(message).encode()
    head = ["POST /v1/query HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


# --- addresses ---


def test_statuses(http: Http) -> None:
    for path, body, expected in (
        ("/v1/query", b"{", 400),
        ("/v1/query", b"{}", 400),
        ("/v1/choose", json.dumps({"position": {"x": 1}}).encode(), 422),
        ("/v1/query", b"x" * ((1 << 20) + 1), 413),
        ("/v1/cancel_all", b"{}", 400),
        ("/v1/new", json.dumps({"rules": {"players": 2, "map": "x"}}).encode(), 403),
        ("/v1/version", b"{}", 200),
        ("/v1/version", json.dumps({"query": "new"}).encode(), 400),
    ):
        status, answer, headers = http.request("POST", path, body)
        assert status == expected, (path, answer)
        assert headers["content-type"] == "application/json"
        assert json.loads(answer)["final"] is True
    assert http.request("POST", "/v1/nothing", b"{}")[0] == 404
    assert http.request("GET", "/v1/query")[0] == 405
    assert http.request("GET", "/nothing")[0] == 404


def test_a_body_without_a_length_is_bounded(http: Http) -> None:
    head = b"POST /v1/query HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with raw(http, head) as connection:
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        answer = b""
        try:
            for _ in range(40):
                connection.sendall(chunk)
        except OSError:
            pass  # the service has stopped reading
        while part := connection.recv(65536):
            answer += part
            if b"too_long" in answer:
                break
        assert answer.startswith(b"HTTP/1.1 413")


def test_the_openapi_document_describes_every_query(http: Http) -> None:
    status, body, _ = http.request("GET", "/openapi.json")
    document = json.loads(body)
    assert status == 200 and document["openapi"].startswith("3.1")
    for name in QUERY_TYPES:
        assert (f"/v1/{name}" in document["paths"]) == (not name.startswith("cancel"))
    text = json.dumps(document)
    for reference in set(json.loads(f'"{part}"') for part in text.split('"$ref": "')[1:] if not part):
        assert reference
    names = {part.split('"', 1)[0] for part in text.split("#/components/schemas/")[1:]}
    assert names <= set(document["components"]["schemas"])
    assert "query" not in document["components"]["schemas"]["ChooseFields"]["required"]


def test_metrics_count(http: Http) -> None:
    def count() -> float:
        text = http.request("GET", "/metrics")[1].decode()
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        values = {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines}
        return values.get('rattus_ai_answers_total{query="version",outcome="ok"}', 0.0)

    before = count()
    for _ in range(3):
        http.ask({"query": "version"})
    assert count() == before + 3


def test_health_counts_what_is_unfinished(http: Http) -> None:
    assert health(http)["status"] == "ok"
    with http.socket() as socket:
        socket.send(json.dumps({"id": 1, **LONG}))
        until(lambda: health(http)["unfinished"] == 1)
    until(lambda: health(http)["unfinished"] == 0)


# --- events ---


def test_events_tell_how_it_goes(http: Http) -> None:
    message = {"position": DOCUMENT, "simulations": 30_000, "confidence": 0.9999, "progress": 0.05}
    _, body, headers = http.request("POST", "/v1/analyse", message, accept="text/event-stream")
    assert headers["content-type"].startswith("text/event-stream")
    events = [event.split("\n") for event in body.decode().split("\n\n") if event]
    kinds = [lines[0] for lines in events]
    assert kinds[-1] == "event: final" and set(kinds[:-1]) == {"event: partial"}
    answers = [json.loads(lines[1].removeprefix("data: ")) for lines in events]
    assert [each["final"] for each in answers] == [kind == "event: final" for kind in kinds]


# --- disconnects ---


@pytest.mark.parametrize("headers", [(), ("Accept: text/event-stream",)])
def test_a_request_that_is_given_up_is_cancelled(http: Http, headers: tuple[str, ...]) -> None:
    connections = [raw(http, posted({**LONG, "progress": 0.05}, *headers)) for _ in range(4)]
    until(lambda: health(http)["unfinished"] == 4)
    for connection in connections:
        connection.close()
    until(lambda: health(http)["unfinished"] == 0)


def test_half_a_request_hurts_nobody(http: Http) -> None:
    whole = posted({"id": 1, **LONG})
    connections = [raw(http, whole[: len(whole) * part // 10]) for part in range(1, 10)]
    assert "result" in http.ask({"query": "version"})
    for connection in connections:
        connection.close()
    assert "result" in http.ask({"query": "version"})
    assert health(http)["unfinished"] == 0


def test_a_socket_that_breaks_cancels_its_queries_and_no_others(http: Http) -> None:
    with http.socket() as other:
        other.send(json.dumps({"id": "other", **LONG}))
        with http.socket() as broken:
            for number in range(5):
                broken.send(json.dumps({"id": number, **LONG}))
            until(lambda: health(http)["unfinished"] == 6)
            broken.socket.shutdown(2)  # nothing is said, the connection just ends
        until(lambda: health(http)["unfinished"] == 1)
        other.send(json.dumps({"id": "c", "query": "cancel_all"}))
        assert {json.loads(other.recv(timeout=WAIT))["id"] for _ in range(2)} == {"c", "other"}


def test_a_slow_reader_of_a_socket_gets_every_final_answer(http: Http) -> None:
    count = 400
    message = {"query": "apply", "position": DOCUMENT, "views": [0, 1, 2, "public"], "legal": True}
    with http.socket(max_queue=1) as slow:
        done = threading.Event()

        def write() -> None:
            for number in range(count):
                slow.send(json.dumps({"id": number, **message}))
            done.set()

        writer = threading.Thread(target=write)
        writer.start()
        time.sleep(1.5)
        assert "result" in http.ask({"query": "version"})
        found: list[int] = []
        busy = 0
        while len(found) < count:
            answer = json.loads(slow.recv(timeout=WAIT))
            busy += answer.get("error", {}).get("code") == "busy"
            found.append(answer["id"])
        writer.join()
        assert sorted(found) == list(range(count))
        assert busy < count


def test_broken_frames_are_answered(http: Http) -> None:
    with http.socket() as socket:
        for text in ("{", "", "[]", b"\xff\xfe", "null", "x" * ((1 << 20) + 5)):
            socket.send(text)
            answer = json.loads(socket.recv(timeout=WAIT))
            assert answer["id"] is None and answer["error"]["code"] in ("not_json", "bad_field", "too_long")
        socket.send(json.dumps({"id": 1, "query": "version"}))
        assert json.loads(socket.recv(timeout=WAIT))["id"] == 1


# --- who may ask ---


class BrokenSocket:
    """A WebSocket of which one call fails; the others go on for ever."""

    def __init__(self, failing: str, fault: Exception) -> None:
        self.client_state = WebSocketState.CONNECTED
        self.closed: list[int] = []
        self._failing = failing
        self._fault = fault
        self._messages = [{"type": "websocket.receive", "text": '{"id": 1, "query": "version"}'}]

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, str]:
        if self._messages:
            return self._messages.pop()
        if self._failing == "receive":
            raise self._fault
        await asyncio.sleep(WAIT)
        raise AssertionError("nothing failed")

    async def send_text(self, text: str) -> None:
        if self._failing == "send":
            raise self._fault

    async def close(self, code: int, reason: str) -> None:
        self.closed.append(code)


@pytest.mark.parametrize("failing", ["receive", "send"])
@pytest.mark.parametrize(
    ("fault", "code", "logged"),
    [
        (ValueError("as planned"), [1011], True),
        (RuntimeError("as planned"), [1011], True),
        (TimeoutError(), [1001], False),
        (WebSocketDisconnect(1006), [], False),
    ],
)
def test_faults_of_a_socket_are_logged(
    caplog: pytest.LogCaptureFixture, failing: str, fault: Exception, code: list[int], logged: bool
) -> None:
    dispatcher = Dispatcher(ServiceLimits(threads=1))
    endpoints = Endpoints(dispatcher)
    socket = BrokenSocket(failing, fault)
    asyncio.run(endpoints.socket(cast("WebSocket", socket)))
    dispatcher.close()
    assert socket.closed == code
    assert [record.exc_info[1] for record in caplog.records if record.exc_info] == ([fault] if logged else [])
    assert endpoints.quiet and dispatcher.unfinished == 0


def test_other_pages_and_names_are_refused(http: Http) -> None:
    from websockets.exceptions import InvalidStatus

    for headers in ({"host": "evil.example"}, {"origin": "http://evil.example"}, {"origin": "null"}):
        status, body, _ = http.request("POST", "/v1/version", b"{}", **headers)
        assert status == 403 and b"allow" in body
    with pytest.raises(InvalidStatus, match="403"), http.socket(origin="http://evil.example"):
        pass
    own = {"host": http.host, "origin": f"http://{http.host}"}
    assert http.request("POST", "/v1/version", b"{}", **own)[0] == 200
    assert http.request("POST", "/v1/version", b"{}", host="localhost:99")[0] == 200


def test_pages_that_are_allowed_may_ask() -> None:
    page = "http://localhost:3000"
    with Http("--allow-origin", page, "--allow-host", "game.example") as http:
        status, _, headers = http.request("POST", "/v1/version", b"{}", origin=page)
        assert status == 200 and headers["access-control-allow-origin"] == page
        status, _, headers = http.request(
            "OPTIONS",
            "/v1/choose",
            origin=page,
            access_control_request_method="POST",
            access_control_request_headers="content-type",
        )
        assert status == 200 and headers["access-control-allow-origin"] == page
        assert http.request("POST", "/v1/version", b"{}", origin="http://localhost:3001")[0] == 403
        assert http.request("POST", "/v1/version", b"{}", host="game.example")[0] == 200
        with http.socket(origin=page) as socket:
            socket.send('{"id": 1, "query": "version"}')
            assert json.loads(socket.recv(timeout=WAIT))["id"] == 1


def test_only_this_machine_unless_told_otherwise() -> None:
    from rattus_ai.serving.server import address, is_loopback

    assert address("8765") == ("127.0.0.1", 8765)
    assert address("[::1]:80") == ("::1", 80)
    assert address("0.0.0.0:1") == ("0.0.0.0", 1)
    for text in ("", "x", ":80", "127.0.0.1:", "127.0.0.1:99999", "a:b"):
        with pytest.raises(OptionError, match=r"127\.0\.0\.1:8765"):
            address(text)
    assert is_loopback("127.0.0.1") and is_loopback("::1") and is_loopback("localhost")
    assert not is_loopback("0.0.0.0") and not is_loopback("192.168.0.1") and not is_loopback("game.example")


# --- the end ---


def test_the_end_waits_for_answers() -> None:
    with Http("--drain-seconds", "30") as http:
        message = {"id": 1, "query": "analyse", "position": DOCUMENT, "seconds": 1, "confidence": 0.9999}
        found: list[dict[str, Any]] = []
        asking = threading.Thread(target=lambda: found.append(http.ask(message)))
        asking.start()
        until(lambda: health(http)["unfinished"] == 1)
        http.process.send_signal(signal.SIGTERM)
        asking.join(WAIT)
        assert found[0]["result"]["reason"] != "cancelled"
        assert http.process.wait(WAIT) == 128 + signal.SIGTERM
        assert not b"".join(http.printed)


def test_the_end_cancels_what_takes_too_long() -> None:
    with Http("--drain-seconds", "0.2") as http:
        with http.socket() as socket:
            socket.send(json.dumps({"id": 1, **LONG}))
            until(lambda: health(http)["unfinished"] == 1)
            http.process.send_signal(signal.SIGTERM)
            assert json.loads(socket.recv(timeout=WAIT))["final"] is True
        assert http.process.wait(WAIT) == 128 + signal.SIGTERM
        assert not b"".join(http.printed)


def test_while_it_ends_queries_are_refused() -> None:
    with Http("--drain-seconds", "30") as http:
        with http.socket() as socket:
            socket.send(json.dumps({"id": 1, **LONG}))
            until(lambda: health(http)["unfinished"] == 1)
            http.process.send_signal(signal.SIGTERM)
            until(lambda: http.request("GET", "/health")[0] == 503)
            status, body, headers = http.request("POST", "/v1/legal", {"position": DOCUMENT})
            assert status == 503 and json.loads(body)["error"]["code"] == "shutting_down"
            assert headers["retry-after"] == "1"
            socket.send(json.dumps({"id": 2, "query": "cancel", "of": 1}))
            assert {json.loads(socket.recv(timeout=WAIT))["id"] for _ in range(2)} == {1, 2}
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=WAIT)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        assert http.process.wait(WAIT) == 128 + signal.SIGTERM


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_exit_status_is_that_of_lines(number: signal.Signals) -> None:
    """128 and the signal, see `test_a_signal_cancels_and_everything_is_answered` of the lines."""
    with Http() as http:
        assert "result" in http.ask({"query": "version"})
        assert http.stop(number) == 128 + number
        assert not b"".join(http.printed)
    with Http() as http:  # told as soon as it says where it is
        assert http.stop(number) == 128 + number


def test_an_address_in_use_is_an_error(http: Http, capfd: pytest.CaptureFixture[str]) -> None:
    from rattus_ai.cli.main import main

    assert main(["serve", "--http", http.host]) == 2
    errors = capfd.readouterr().err
    assert errors.startswith(f"{http.host}: ") and "in use" in errors


def test_the_commands_of_the_pages_start() -> None:
    """`rattus-ai serve ...` as README.md and docs/protocol.md say it, on a free port."""
    pages = [(ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "docs/protocol.md")]
    commands = {line for page in pages for line in re.findall(r"^rattus-ai serve (.*)$", page, re.MULTILINE)}
    assert len(commands) >= 2
    for options in commands:
        words = options.replace(":8765", ":0").split()
        if "--stdio" in words:
            with Lines(*(word for word in words if word != "--stdio")) as lines:
                assert lines.ask({"id": 1, "query": "version"})["id"] == 1
                assert lines.finish() == ([], 0)
        else:
            with Http(*words[2:]) as http:
                assert "result" in http.ask({"query": "version"})
