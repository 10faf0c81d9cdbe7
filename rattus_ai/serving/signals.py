"""Signals that tell a service to end, and the exit status that says so: 128 and the number, as in shells."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Told:
    """Which signal came.

    Attributes:
        status: the exit status for the last one; 0 while none has come.
    """

    def __init__(self) -> None:
        self.status = 0


def note_signals(act: Callable[[Told, int], None]) -> Told:
    """Notes signals from now on, for a process that serves until it ends; nothing but in the main thread.

    Args:
        act: is called for each with what came before and the exit status for this one, which is noted then.
    """
    told = Told()

    def note(number: int, frame: FrameType | None) -> None:
        status = 128 + number
        act(told, status)
        told.status = status

    if threading.current_thread() is threading.main_thread():
        for number in SIGNALS:
            signal.signal(number, note)
    return told
