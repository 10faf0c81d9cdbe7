"""How much the tests try: once by default, more for a long run.

`RATTUS_AI_TEST_EFFORT=10 pytest` takes ten times as many random documents, games and positions where a test
says so.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, settings

EFFORT = int(os.environ.get("RATTUS_AI_TEST_EFFORT", "1"))
"""At least 1."""


def times(number: int) -> int:
    """So many in a normal run."""
    return number * EFFORT


def examples(number: int) -> Any:
    """Settings for a test of `hypothesis` with so many examples in a normal run."""
    return settings(max_examples=times(number), deadline=None, suppress_health_check=list(HealthCheck))
