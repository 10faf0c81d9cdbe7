"""One thread that does small things later."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable

log = logging.getLogger("rattus_ai.protocol")


class Alarm:
    """Something to be done at a time, unless it is dropped before."""

    def __init__(self, action: Callable[[], None]) -> None:
        self.action: Callable[[], None] | None = action

    def drop(self) -> None:
        """Forgets it, and what it holds."""
        self.action = None


class Clock:
    """Calls short actions at their time, in a thread of its own."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._alarms: list[tuple[float, int, Alarm]] = []
        self._numbers = itertools.count()
        self._dead_at_most = 1024
        self._closed = False
        self._thread = threading.Thread(target=self._tick, name="rattus_ai clock", daemon=True)
        self._thread.start()

    def after(self, seconds: float, action: Callable[[], None]) -> Alarm:
        """Calls an action after so many seconds."""
        alarm = Alarm(action)
        with self._changed:
            if len(self._alarms) > self._dead_at_most:
                self._alarms = [each for each in self._alarms if each[2].action is not None]
                heapq.heapify(self._alarms)
                self._dead_at_most = max(1024, 2 * len(self._alarms))
            heapq.heappush(self._alarms, (time.monotonic() + seconds, next(self._numbers), alarm))
            if self._alarms[0][2] is alarm:  # else the thread wakes soon enough
                self._changed.notify()
        return alarm

    def close(self) -> None:
        """Forgets everything and ends the thread."""
        with self._changed:
            self._closed = True
            self._alarms.clear()
            self._changed.notify()

    def _tick(self) -> None:
        while True:
            with self._changed:
                while not self._alarms or self._alarms[0][0] > time.monotonic():
                    if self._closed:
                        return
                    self._changed.wait(self._alarms[0][0] - time.monotonic() if self._alarms else None)
                _, _, alarm = heapq.heappop(self._alarms)
            action = alarm.action
            if action is not None:
                try:
                    action()
                except Exception:
                    log.exception("an alarm failed")
