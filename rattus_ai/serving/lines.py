"""The protocol over lines: one JSON object a line each way, answers in any order.

Lines are read in a thread of their own, so that the main thread hears at once when it is told to end. Signal
handlers only note the signal: an exception from one could strike while a lock is being taken.
"""

from __future__ import annotations

import io
import logging
import os
import select
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO

from rattus_ai.protocol import Caller, Dispatcher, ServiceLimits
from rattus_ai.protocol.errors import QueryError
from rattus_ai.protocol.reading import Received, read_message, too_long
from rattus_ai.serving.outbox import Outbox
from rattus_ai.serving.signals import Told, note_signals
from rattus_ai.serving.writer import LineWriter

log = logging.getLogger("rattus_ai.serving")

NOBODY_READS = 1
"""Exit status where the answers cannot be written any more."""

BROKEN_INPUT = 1
"""Exit status where the messages cannot be read any more."""

CANCELLING_SECONDS = 10.0
"""How long queries that are cancelled at the end may take to be answered, at most."""

_CHUNK = 1 << 16
_LOOK_SECONDS = 0.05


def serve_lines(
    source: io.RawIOBase,
    target: BinaryIO,
    limits: ServiceLimits,
    *,
    cancel_at_end: bool = False,
    told_to_end: Callable[[], int] = lambda: 0,
) -> int:
    """Answers lines until there are no more; the exit status.

    Args:
        source: where messages come from.
        target: where answers go.
        limits: what the queries may spend.
        cancel_at_end: what is not answered when the input ends is cancelled, not finished.
        told_to_end: asked again and again; an exit status other than 0 cancels and ends everything.
    """
    dispatcher = Dispatcher(limits)
    dispatcher.prepare()
    writer = LineWriter(target)
    caller = dispatcher.caller(writer.put)
    finished, broken = threading.Event(), threading.Event()

    def receive() -> None:
        try:
            _receive(source, limits.message_bytes, caller, writer.outbox)
        except Exception:
            # What was taken in before is answered as at the end of the input.
            log.exception("no further messages can be read")
            broken.set()
        try:
            if not cancel_at_end:
                caller.drain()
        finally:
            finished.set()

    # The receiver may wait for input for ever, so it must not keep the process alive.
    threading.Thread(target=receive, name="rattus_ai receiver", daemon=True).start()
    sender = threading.Thread(target=writer.run, name="rattus_ai sender", daemon=True)
    sender.start()
    status = 0
    lost = _lost(target)
    while not (finished.wait(_LOOK_SECONDS) or writer.gone.is_set()):
        status = told_to_end()
        if status:
            break
        if lost():
            writer.lose()
    dispatcher.drain(0.0)  # what still comes in is refused, so that there is an end
    caller.cancel_all()
    caller.drain(CANCELLING_SECONDS)
    writer.outbox.close()
    sender.join()
    dispatcher.close()
    if writer.gone.is_set():
        return NOBODY_READS
    return status or (BROKEN_INPUT if broken.is_set() else 0)


def _lost(target: BinaryIO) -> Callable[[], bool]:
    """Tells whether nobody can read any more what is written, where the system says so without a write."""
    try:
        descriptor = target.fileno()
    except (OSError, ValueError):  # no file of the system
        return lambda: False
    if not hasattr(select, "poll"):
        return lambda: False
    poll = select.poll()
    poll.register(descriptor, 0)  # errors are told unasked
    return lambda: any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))


def _receive(source: io.RawIOBase, most: int, caller: Caller, outbox: Outbox) -> None:
    for line in lines_of(source, most):
        if isinstance(line, QueryError):
            received = Received(None, None, None, line)
        elif line and not line.isspace():
            received = read_message(line, most)
        else:
            continue
        if received.name not in ("cancel", "cancel_all"):
            # The only caller is not refused but waits, so that a long file of queries can be piped in.
            caller.wait_for_place()
        caller.take(received)
        outbox.wait_for_room()


def lines_of(source: io.RawIOBase, most: int) -> Iterator[bytes | QueryError]:
    """The lines of a stream without their ends; an error in place of one with more than `most` bytes.

    What is too long is never held as a whole.
    """
    held = bytearray()
    size = 0
    for piece, ends in _pieces(source):
        size += len(piece)
        held += piece
        if size > most + 1:  # one more, as a carriage return does not count
            held.clear()
        if ends:
            yield _line(held, size, most)
            held.clear()
            size = 0
    if size:
        yield _line(held, size, most)


def _line(held: bytearray, size: int, most: int) -> bytes | QueryError:
    line = bytes(held).removesuffix(b"\r")
    return too_long(size, most) if size > most + 1 or len(line) > most else line


def _pieces(source: io.RawIOBase) -> Iterator[tuple[bytes, bool]]:
    """What comes in, cut at the ends of lines, and whether a line ends there."""
    while chunk := source.read(_CHUNK):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            yield piece, True
        if rest:
            yield rest, False


def serve_standard_streams(limits: ServiceLimits, *, cancel_at_end: bool = False) -> int:
    """Answers standard input on standard output, which nothing else writes to; the exit status."""
    sys.stdout.flush()
    source = io.FileIO(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    for stream in (source, target):  # who started this process may have set them otherwise
        os.set_blocking(stream.fileno(), True)
    os.dup2(2, 1)  # whatever else is printed must not get among the answers
    told = note_signals(_at_once_if_told_twice)
    status = serve_lines(source, target, limits, cancel_at_end=cancel_at_end, told_to_end=lambda: told.status)
    with suppress(OSError):
        target.close()
    return status


def _at_once_if_told_twice(told: Told, status: int) -> None:
    if told.status:
        os._exit(status)
