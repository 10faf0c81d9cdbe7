"""The library for frontends in any language: JSON messages in, JSON answers out (docs/protocol.md).

>>> from rattus_ai.protocol import answer
>>> answer({"id": 1, "query": "new", "rules": {"players": 3}, "seed": 7})["result"]["state"]["next"]
'decision'
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import msgspec

from rattus_ai.limits import Cancel
from rattus_ai.protocol.answers import Answer, answer_of
from rattus_ai.protocol.caller import Caller
from rattus_ai.protocol.dispatcher import Dispatcher
from rattus_ai.protocol.errors import CODES, QueryError
from rattus_ai.protocol.limits import ServiceLimits
from rattus_ai.protocol.queries import KINDS
from rattus_ai.protocol.queries.cost import QUICK_SECONDS
from rattus_ai.protocol.reading import Message, Received, read_message
from rattus_ai.protocol.running import run
from rattus_ai.protocol.work import Result, Work, nobody_listens

__all__ = [
    "CODES",
    "Answer",
    "Caller",
    "Dispatcher",
    "Message",
    "QueryError",
    "ServiceLimits",
    "answer",
    "answer_line",
    "answer_of",
]


def answer_line(
    message: Message,
    limits: ServiceLimits | None = None,
    *,
    cancel: Cancel | None = None,
    partial: Callable[[Result], None] = nobody_listens,
) -> bytes:
    """The final answer to a message, worked out in this thread: the bytes that a service would send.

    Args:
        message: JSON text, or plain values.
        limits: what it may spend; files may be named if left out.
        cancel: ends it early, from another thread.
        partial: called with results on the way, where the message asks for `progress`.
    """
    limits = limits or ServiceLimits(files=True)
    received = read_message(message, limits.message_bytes)
    with _ended_in_time(received, limits, cancel or Cancel()) as stopped:
        return run(received, Work(limits, stopped, partial)).data


class _Chained:
    """Hands a cancellation on."""

    def __init__(self, cancel: Cancel) -> None:
        self.stop = cancel.cancel


@contextmanager
def _ended_in_time(received: Received, limits: ServiceLimits, cancel: Cancel) -> Iterator[Cancel]:
    """What cancels a query when the caller does, or when it takes longer than the limits say.

    The caller's own object is left as it is: others may depend on it.
    """
    query = received.query
    kind = None if query is None else KINDS.get(query.query)
    if kind is None or kind.seconds(query) <= QUICK_SECONDS:
        yield cancel
        return
    stopped = Cancel()
    alarm = threading.Timer(limits.overtime(kind.budgets(query)), stopped.cancel)
    alarm.daemon = True
    alarm.start()
    try:
        with cancel.stopping(_Chained(stopped)):
            yield stopped
    finally:
        alarm.cancel()


def answer(message: Message, limits: ServiceLimits | None = None, **settings: Any) -> dict[str, Any]:
    """The same as plain values."""
    return cast("dict[str, Any]", msgspec.json.decode(answer_line(message, limits, **settings)))
