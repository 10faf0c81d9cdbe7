"""The protocol over lines: one JSON object a line each way, answers in any order."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO

from rattus_ai.protocol import Dispatcher, ServiceLimits
from rattus_ai.protocol.errors import QueryError
from rattus_ai.protocol.reading import Received, too_long
from rattus_ai.serving.outbox import Outbox

_CHUNK = 1 << 16
NOBODY_READS = 1
"""Exit status where the answers cannot be written any more."""

CANCELLING_SECONDS = 10.0
"""How long queries that are cancelled at the end may take to be answered, at most."""


class Ended(BaseException):
    """The process has been told to end.

    Attributes:
        status: the exit status that says so.
    """

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def serve_lines(
    source: BinaryIO,
    target: BinaryIO,
    limits: ServiceLimits,
    *,
    cancel_at_end: bool = False,
    reader_gone: Callable[[], None] = lambda: None,
) -> int:
    """Answers lines until there are no more; the exit status.

    Args:
        source: where messages come from.
        target: where answers go.
        limits: what the queries may spend.
        cancel_at_end: what is not answered when the input ends is cancelled, not finished.
        reader_gone: called, from another thread, when nobody takes the answers any more.
    """
    dispatcher = Dispatcher(limits)
    outbox = Outbox()
    gone = threading.Event()
    caller = dispatcher.caller(outbox.put)

    def send() -> None:
        try:
            while (answer := outbox.take(block=True)) is not None:
                target.write(answer.data + b"\n")
                target.flush()
        except (OSError, ValueError):
            gone.set()
            outbox.close(drop=True)
            caller.cancel_all()
            reader_gone()

    sender = threading.Thread(target=send, name="rattus_ai sender", daemon=True)
    sender.start()
    status = 0
    try:
        for line in _lines(source, limits.message_bytes):
            if isinstance(line, QueryError):
                caller.take(Received(None, None, None, line))
            elif not line.isspace():
                caller.submit(line.rstrip(b"\r\n"))
            outbox.wait_for_room()
        if not cancel_at_end:
            caller.drain()
    except Ended as end:
        status = end.status
    with suppress(Ended):  # told once more
        caller.cancel_all()
        caller.drain(CANCELLING_SECONDS)
        outbox.close()
        sender.join()
        dispatcher.close()
    return NOBODY_READS if gone.is_set() else status


def _lines(source: BinaryIO, most: int) -> Iterator[bytes | QueryError]:
    """The lines of a stream; an error in place of one that is too long, which is never held as a whole."""
    while line := source.readline(most + 2):
        if line.endswith(b"\n") or len(line) <= most:
            yield line
            continue
        size = len(line)
        while (rest := source.readline(_CHUNK)) and not rest.endswith(b"\n"):
            size += len(rest)
        yield too_long(size + len(rest.rstrip(b"\r\n")), most)


def serve_standard_streams(limits: ServiceLimits, *, cancel_at_end: bool = False) -> int:
    """Answers standard input on standard output, which nothing else writes to; the exit status."""
    sys.stdout.flush()
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed must not get among the answers
    main = threading.main_thread().ident

    def end(number: int, frame: object) -> None:
        raise Ended(128 + number)

    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), end)

    def reader_gone() -> None:
        # The main thread waits for input that may never come.
        if hasattr(signal, "pthread_kill") and main is not None:
            signal.pthread_kill(main, signal.SIGTERM)
        else:
            os._exit(1)

    status = serve_lines(source, target, limits, cancel_at_end=cancel_at_end, reader_gone=reader_gone)
    with suppress(OSError):
        target.close()
    return status
