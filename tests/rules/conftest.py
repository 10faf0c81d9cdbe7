"""Rules of the other boxes on the reference and on the engine: every test here takes the fixture `lay`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

# The reference lies beside this folder.
sys.path.insert(0, str(Path(__file__).parents[1]))


@pytest.fixture(params=["reference", "engine"])
def lay(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`lay(setup, ...)`: the position that `lay_out` of the reference describes, on either side."""
    from reference.rattus import lay_out
    from reference.rattus_engine import EnginePosition

    def put(*arguments: Any, **fields: Any) -> Any:
        position = lay_out(*arguments, **fields)
        if request.param == "reference":
            return position
        return EnginePosition.from_export(position.setup, position.export())

    return put


@pytest.fixture(params=["reference", "engine"])
def begin(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`begin(setup)`: the beginning of a game, on either side."""
    from reference.rattus import Position
    from reference.rattus_engine import EnginePosition

    return Position if request.param == "reference" else EnginePosition
