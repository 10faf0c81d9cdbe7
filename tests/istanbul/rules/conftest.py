"""Rules of Istanbul on the reference and on the engine: tests here take the fixture `lay` or `begin`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture(params=["reference", "engine"])
def lay(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`lay(setup, ...)`: the position that `lay_out` of the reference describes, on either side."""
    from reference.istanbul import lay_out
    from reference.istanbul.engine import EnginePosition

    def put(setup: Any, **fields: Any) -> Any:
        position = lay_out(setup, **fields)
        if request.param == "reference":
            return position
        return EnginePosition.from_export(setup, position.export())

    return put


@pytest.fixture(params=["reference", "engine"])
def begin(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`begin(setup)`: the beginning of a game, on either side."""
    from reference.istanbul import Position
    from reference.istanbul.engine import EnginePosition

    return Position if request.param == "reference" else EnginePosition
