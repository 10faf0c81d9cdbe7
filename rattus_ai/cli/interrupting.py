"""Work that an interrupt ends early, with what it has found so far."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from rattus_ai.limits import Cancel

Answer = TypeVar("Answer")


def interruptible(work: Callable[[], Answer], cancel: Cancel) -> tuple[Answer, bool]:
    """What the work gives, and whether it was interrupted and cut short.

    Args:
        work: done in a thread beside the main one, which stays free to hear an interrupt at once.
        cancel: ends the work early.
    """
    with ThreadPoolExecutor(1) as worker:
        future = worker.submit(work)
        try:
            return future.result(), False
        except KeyboardInterrupt:
            cancel.cancel()
            return future.result(), True
