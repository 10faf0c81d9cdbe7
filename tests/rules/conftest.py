"""Rules of the other boxes on the reference and on the engine: every test here takes the fixture `lay`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest


@pytest.fixture(params=["reference", "engine"])
def lay(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`lay(setup, ...)`: the position that `lay_out` of the reference describes, on either side.

    Every token must be somewhere: starting ones that are neither on the board nor in the supply have been
    revealed (the last ones of the list), normal ones were removed at set-up.
    """
    from reference.rattus import Position, lay_out
    from reference.rattus.engine import EnginePosition
    from reference.rattus.setup import NORMAL, STARTING

    def put(setup: Any, **fields: Any) -> Any:
        state = lay_out(setup, **fields).state
        face_down = [
            state.rat_supply[ring]
            + sum(row[ring] for row in state.unlooked)
            + sum(rat.ring == ring and rat.kind < 0 and rat.pool == 0 for rat in state.tracked)
            for ring in (STARTING, NORMAL)
        ]
        unseen = [kind for kind, number in enumerate(state.unseen) for _ in range(number)]
        starting = [kind for kind in unseen if setup.kinds[kind].ring == STARTING]
        for kind in starting[face_down[STARTING] :]:
            state.unseen[kind] -= 1
        removed = len(unseen) - len(starting) - face_down[NORMAL]
        position = Position.from_export(replace(setup, removed=removed), state.export())
        if request.param == "reference":
            return position
        return EnginePosition.from_export(position.setup, position.export())

    return put


@pytest.fixture(params=["reference", "engine"])
def begin(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """`begin(setup)`: the beginning of a game, on either side."""
    from reference.rattus import Position
    from reference.rattus.engine import EnginePosition

    return Position if request.param == "reference" else EnginePosition
