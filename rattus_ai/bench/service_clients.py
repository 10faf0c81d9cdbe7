"""A service as a process of its own, asked over lines or over HTTP, for measures."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-m", "rattus_ai.cli.main", "serve")
END_SECONDS = 30.0
ANSWER_SECONDS = 60.0
"""How long an answer may take before it counts as lost."""


Answer = dict[str, Any]


class LinesService:
    """`serve --stdio`; answers are handed to a function as they come, with the time when they did."""

    def __init__(self, hear: Callable[[Answer, float], None], *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "--stdio", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._hear = hear
        self._lock = threading.Lock()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def send(self, message: Answer) -> float:
        """Sends a message; the time before."""
        data = json.dumps(message).encode() + b"\n"
        assert self.process.stdin is not None
        with self._lock:
            started = time.perf_counter()
            self.process.stdin.write(data)
            self.process.stdin.flush()
        return started

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            now = time.perf_counter()
            self._hear(json.loads(line), now)

    def memory_mb(self) -> float | None:
        """Resident memory in MiB; None where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return None
        lines = (line.split() for line in status.splitlines() if line.startswith("VmRSS:"))
        return next((int(words[1]) / 1024 for words in lines), None)

    def close(self) -> None:
        """Waits for the answers that are still to come, and ends the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self._listener.join(END_SECONDS)
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()


class LinesQuestions:
    """`serve --stdio`, one question after the other."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._answers: list[tuple[Answer, float]] = []
        self._service = LinesService(self._take)

    def _take(self, answer: Answer, now: float) -> None:
        with self._news:
            self._answers.append((answer, now))
            self._news.notify()

    def ask(self, message: Answer) -> tuple[Answer, float]:
        """The answer and the seconds it took to come.

        Raises:
            TimeoutError: it did not come.
        """
        started = self._service.send(message)
        with self._news:
            if not self._news.wait_for(lambda: bool(self._answers), ANSWER_SECONDS):
                raise TimeoutError(f"no answer to {message.get('query')} within {ANSWER_SECONDS:g} s")
            answer, now = self._answers.pop()
        return answer, now - started

    def close(self) -> None:
        """Ends the process."""
        self._service.close()


class HttpQuestions:
    """`serve --http` on a free port, one question after the other on one connection."""

    def __init__(self) -> None:
        command = [*COMMAND, "--http", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        announced = self.process.stderr.readline()
        if "http://" not in announced:
            raise RuntimeError(announced + self.process.stderr.read())
        self.port = int(announced.split("http://127.0.0.1:")[1].split()[0])
        self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)

    def ask(self, message: Answer) -> tuple[Answer, float]:
        """The answer and the seconds it took to come."""
        data = json.dumps(message).encode()
        started = time.perf_counter()
        self._connection.request("POST", "/v1/query", data)
        body = self._connection.getresponse().read()
        return json.loads(body), time.perf_counter() - started

    def close(self) -> None:
        """Ends the process."""
        self._connection.close()
        self.process.terminate()
        self.process.wait(END_SECONDS)
        assert self.process.stderr is not None
        self.process.stderr.close()
