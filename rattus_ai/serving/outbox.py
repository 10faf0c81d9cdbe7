"""Answers on their way to somebody who may read slowly: bounded, without losing a final one.

Of the partial answers to a query only the last one is kept, and none once its final answer is there. So what
waits is at most two answers for each unfinished query; whoever takes messages in stops while too much waits.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from rattus_ai.protocol import Answer

MOST_BYTES = 4 << 20
"""Waiting answers from which no further messages are taken in."""


class Outbox:
    """Answers that wait to be sent; safe for threads.

    Args:
        wake: called whenever there is something new, from any thread, and not for long.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        self._changed = threading.Condition()
        self._finals: OrderedDict[int, Answer] = OrderedDict()
        self._partials: OrderedDict[int | None, Answer] = OrderedDict()
        self._number = 0
        self._bytes = 0
        self._closed = False
        self._wake = wake

    def put(self, answer: Answer) -> None:
        """Adds an answer; nothing once the box is closed."""
        with self._changed:
            if self._closed:
                return
            old = self._partials.pop(answer.number, None)
            self._bytes -= len(old.data) if old is not None else 0
            if answer.final:
                self._number += 1
                self._finals[self._number] = answer
            else:
                self._partials[answer.number] = answer
            self._bytes += len(answer.data)
            self._changed.notify_all()
        self._wake()

    def wait(self) -> bool:
        """Waits until there is an answer; False where none can come any more, as the box is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._finals or self._partials)
            return bool(self._finals or self._partials)

    def take(self) -> Answer | None:
        """The next answer, final ones first; None where there is none."""
        with self._changed:
            if not self._finals and not self._partials:
                return None
            _, answer = (self._finals or self._partials).popitem(last=False)
            self._bytes -= len(answer.data)
            self._changed.notify_all()
            return answer

    @property
    def empty(self) -> bool:
        """Whether nothing waits."""
        with self._changed:
            return not self._finals and not self._partials

    @property
    def idle(self) -> bool:
        """Whether nothing waits, and the box is open."""
        with self._changed:
            return not self._closed and not self._finals and not self._partials

    @property
    def full(self) -> bool:
        """Whether too much waits."""
        with self._changed:
            return self._bytes > MOST_BYTES

    def wait_for_room(self) -> None:
        """Waits until not too much waits any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._bytes <= MOST_BYTES)

    def close(self, *, drop: bool = False) -> None:
        """Takes nothing more; what is there can still be taken, unless it is dropped."""
        with self._changed:
            self._closed = True
            if drop:
                self._finals.clear()
                self._partials.clear()
                self._bytes = 0
            self._changed.notify_all()
        self._wake()
