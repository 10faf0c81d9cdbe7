"""Settings of the interpreter for a process that answers many small queries."""

from __future__ import annotations

import gc
import sys

SWITCH_SECONDS = 0.001
"""How long a thread may keep the interpreter from others: short, so that answers do not wait for it."""

COLLECTED_OBJECTS = 10_000
"""Objects that come to be before cycles among them are looked for.

A query makes some hundred, of which reference counting frees all; Python's own 700 means a search for cycles
in nearly every query.
"""


def settle() -> None:
    """Settles this process for serving."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(COLLECTED_OBJECTS, *gc.get_threshold()[1:])
