"""Answers written as lines: at once where that cannot block, else by a thread that may wait for a reader."""

from __future__ import annotations

import os
import select
import stat
import threading
from contextlib import suppress
from typing import BinaryIO

from rattus_ai.protocol import Answer
from rattus_ai.serving.outbox import Outbox


class LineWriter:
    """Writes the answers of one caller to a stream.

    Whoever has an answer writes it himself if nothing waits before it and the pipe takes it whole, which
    spares a change of threads. Everything else waits in the outbox for the thread that calls `run`. An answer
    is taken out and written under one lock, so none overtakes an earlier one of its query.

    Attributes:
        outbox: what waits.
        gone: set once nobody can read any more.
    """

    def __init__(self, target: BinaryIO) -> None:
        self.outbox = Outbox()
        self.gone = threading.Event()
        self._target = target
        self._writing = threading.Lock()
        self._pipe = _pipe(target)

    def put(self, answer: Answer) -> None:
        """Writes an answer or lets it wait; never blocks. Nothing once nobody reads or the box is closed.

        Where another process writes to the same pipe it may get in between, and then this blocks until the
        reader reads.
        """
        if self._pipe is not None and len(answer.data) < select.PIPE_BUF and self._writing.acquire(False):
            try:
                if self.outbox.idle and self._pipe.poll(0) == [(self._target.fileno(), select.POLLOUT)]:
                    self._write(answer)
                    return
            finally:
                self._writing.release()
        self.outbox.put(answer)

    def run(self) -> None:
        """Writes what waits until the box is closed and empty."""
        while self.outbox.wait():
            with self._writing:
                if (answer := self.outbox.take()) is not None:
                    self._write(answer)

    def lose(self) -> None:
        """Nobody reads any more: what waits is dropped."""
        self.gone.set()
        self.outbox.close(drop=True)

    def _write(self, answer: Answer) -> None:
        try:
            self._target.write(answer.data + b"\n")
            self._target.flush()
        except (OSError, ValueError):
            self.lose()


def _pipe(target: BinaryIO) -> select.poll | None:
    """Tells whether a pipe takes `PIPE_BUF` bytes without blocking; None for what is no pipe."""
    with suppress(OSError, ValueError, AttributeError):
        if stat.S_ISFIFO(os.fstat(target.fileno()).st_mode):
            poll = select.poll()
            poll.register(target.fileno(), select.POLLOUT)
            return poll
    return None
