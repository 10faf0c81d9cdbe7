"""WebSockets of bad callers: what is no message closes the socket and nothing else, floods hold up nobody."""

from __future__ import annotations

import re
import struct

import pytest
from services import WAIT, Http, example

pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from websockets.exceptions import ConnectionClosed

DOCUMENT = example("midgame-3p")
MOST = 1 << 16
TEXT, MORE, PING, CLOSE = 1, 0, 9, 8


def frame(kind: int, data: bytes = b"", *, ends: bool = True, length: int | None = None) -> bytes:
    """A frame as a client sends it, masked with zeros; with a length that may be a lie."""
    size = len(data) if length is None else length
    first = bytes([kind | (0x80 if ends else 0)])
    if size < 126:
        return first + bytes([0x80 | size]) + bytes(4) + data
    if size < 1 << 16:
        return first + bytes([0x80 | 126]) + struct.pack("!H", size) + bytes(4) + data
    return first + bytes([0x80 | 127]) + struct.pack("!Q", size) + bytes(4) + data


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(TEXT, b"\xff\xfe{"), 1007),
        (frame(TEXT, b'{"id": "\xed\xa0\x80"}'), 1007),
        (frame(TEXT, b"\xc3", ends=False) + frame(MORE, b"("), 1007),
        (frame(CLOSE, b"\x03\xe8\xff"), 1007),
        (frame(TEXT, b"x" * (4 * MOST + 1)), 1009),
        (frame(TEXT, b"x" * 3 * MOST, ends=False) + frame(MORE, b"x" * 2 * MOST), 1009),
        (frame(TEXT, length=1 << 62), 1009),
        (frame(3, b"x"), 1002),
        (frame(MORE, b"x"), 1002),
        (frame(PING, b"x" * 200), 1002),
        (b"\x81\x02{}", 1002),
        (b"\xf1\x80" + bytes(4), 1002),
    ],
)
def test_what_is_no_message_closes_the_socket_without_a_traceback(sent: bytes, code: int) -> None:
    with Http("--threads", "1", "--max-bytes", str(MOST)) as http:
        with http.socket() as other, http.socket(compression=None) as socket:
            socket.socket.sendall(sent)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=WAIT)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == code
            other.send('{"id": 1, "query": "version"}')
            assert '"result"' in other.recv(timeout=WAIT)
        http.stop()
        printed = b"".join(http.printed).decode()
        assert "Traceback" not in printed and printed.count("\n") <= 1


def test_what_is_somewhat_too_long_is_an_error_and_the_socket_stays() -> None:
    with Http("--threads", "1", "--max-bytes", str(MOST)) as http, http.socket(compression=None) as socket:
        for size in (MOST + 1, 4 * MOST):
            socket.send("x" * size)
            assert "too_long" in socket.recv(timeout=WAIT)
        socket.send('{"id": 1, "query": "version"}')
        assert '"result"' in socket.recv(timeout=WAIT)


def answered(http: Http, outcome: str) -> int:
    """Messages of which the query could not be told that have had this answer."""
    text = http.request("GET", "/metrics")[1].decode()
    found = re.search(rf'^rattus_ai_answers_total{{query="unknown",outcome="{outcome}"}} (\d+)', text, re.M)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("text", [b"{}", b"{"])
def test_a_socket_that_sends_much_at_once_does_not_hold_up_others(http: Http, text: bytes) -> None:
    """Its messages are not all read and answered before anybody else is heard."""
    count = 20_000
    outcome = {b"{}": "bad_field", b"{": "not_json"}[text]
    before = answered(http, outcome)
    with http.socket(compression=None, max_queue=None) as flood:
        frame = bytes([0x81, 0x80 | len(text)]) + bytes(4) + text
        flood.socket.sendall(frame * count)
        flood.recv(timeout=WAIT)
        for number in range(5):
            assert "result" in http.ask({"id": number, "query": "legal", "position": DOCUMENT})
        assert answered(http, outcome) - before < count / 2
        for _ in range(count - 1):
            flood.recv(timeout=WAIT)
    assert answered(http, outcome) - before == count
