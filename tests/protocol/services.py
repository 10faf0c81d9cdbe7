"""Services as tests use them: a process that is spoken to over lines, or over HTTP and WebSocket."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from rattus_ai.protocol import CODES, ServiceLimits, answer

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
COMMAND = (sys.executable, "-m", "rattus_ai.cli.main", "serve")
WAIT = 60.0
"""Seconds after which a test says that an answer is lost: far more than a loaded machine needs."""


def example(name: str) -> dict[str, Any]:
    """A position document of the examples."""
    document: dict[str, Any] = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    return document


def error(message: Any, limits: ServiceLimits | None = None) -> dict[str, Any]:
    """The error that a message is answered with."""
    found = answer(message, limits)
    assert found["final"] is True and "result" not in found, found
    assert found["error"]["code"] in CODES
    return dict(found["error"])


def environment() -> dict[str, str]:
    """Surroundings in which the command finds the library of this folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


class Lines:
    """A `serve --stdio` process."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "--stdio", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            cwd=ROOT,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self._alarm = threading.Timer(10 * WAIT, self.process.kill)  # nothing hangs for ever
        self._alarm.daemon = True
        self._alarm.start()

    def send(self, message: bytes | dict[str, Any]) -> None:
        """Sends a line."""
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.stdin.write(data + b"\n")
        self.stdin.flush()

    def line(self) -> bytes:
        """The next answer as it came, without the newline."""
        line = self.stdout.readline()
        assert line.endswith(b"\n"), f"the service ended: {self.errors()}"
        return line[:-1]

    def answer(self) -> dict[str, Any]:
        """The next answer."""
        found: dict[str, Any] = json.loads(self.line())
        return found

    def ask(self, message: bytes | dict[str, Any]) -> dict[str, Any]:
        """The final answer to a message that is the only one on its way."""
        self.send(message)
        while not (found := self.answer())["final"]:
            pass
        return found

    def finish(self) -> tuple[list[dict[str, Any]], int]:
        """Closes the input; the answers that were still to come, and the exit status."""
        self.stdin.close()
        rest = [json.loads(line) for line in self.stdout]
        return rest, self.process.wait(WAIT)

    def errors(self) -> str:
        """What was printed on standard error; ends the process."""
        self.process.kill()
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *error: object) -> None:
        self._alarm.cancel()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


class Http:
    """A `serve --http` process on a free port."""

    def __init__(self, *options: str, command: Sequence[str] = COMMAND) -> None:
        self.process = subprocess.Popen(
            [*command, "--http", "127.0.0.1:0", *options],
            stderr=subprocess.PIPE,
            env=environment(),
            cwd=ROOT,
        )
        assert self.process.stderr is not None
        first = self.process.stderr.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", first)
        assert found, first + self.process.stderr.read().decode()
        self.port = int(found[1])
        self.host = f"127.0.0.1:{self.port}"
        # What is printed must be taken, or the process would stand still one day.
        self.printed: list[bytes] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.printed.extend(self.process.stderr)

    def connection(self) -> http.client.HTTPConnection:
        """A connection of its own."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)

    def request(
        self, method: str, path: str, body: bytes | dict[str, Any] | None = None, **headers: str
    ) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers (with small letters) of the answer to one request."""
        connection = self.connection()
        try:
            data = json.dumps(body).encode() if isinstance(body, dict) else body
            connection.request(method, path, data, {key.replace("_", "-"): v for key, v in headers.items()})
            response = connection.getresponse()
            return response.status, response.read(), {k.lower(): v for k, v in response.getheaders()}
        finally:
            connection.close()

    def ask(self, message: bytes | dict[str, Any], path: str = "/v1/query") -> dict[str, Any]:
        """The answer to a message."""
        found: dict[str, Any] = json.loads(self.request("POST", path, message)[1])
        return found

    @contextmanager
    def socket(self, **settings: Any) -> Iterator[Any]:
        """A WebSocket to the service."""
        from websockets.sync.client import connect

        with connect(f"ws://{self.host}/v1/socket", max_size=None, **settings) as socket:
            yield socket

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Tells the process to end; its exit status."""
        self.process.send_signal(number)
        return self.process.wait(WAIT)

    def __enter__(self) -> Http:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join(WAIT)
        assert self.process.stderr is not None
        self.process.stderr.close()
