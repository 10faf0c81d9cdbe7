"""Options with which speed and strength are measured, beside the default ones."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rattus_ai.games import Variant

SPEED_VARIANTS = (
    Variant("expansion", "Mocha & Baksheesh, 4 players", {"players": 4, "expansion": True}),
    Variant("two", "base game, 2 players", {"players": 2}),
)

STRENGTH_VARIANTS = tuple(
    Variant(
        f"{'expansion' if expansion else 'base'}-{players}",
        f"{'Mocha & Baksheesh' if expansion else 'base game'}, {players} players",
        {"players": players, "expansion": expansion},
    )
    for expansion, players in ((False, 3), (False, 5), (True, 2), (True, 3), (True, 5))
)

BARS: Mapping[str, float] = MappingProxyType(
    {
        "playouts": 1.5,
        "playouts-expansion": 1.5,
        "playouts-two": 1.5,
        "threads": 1.8,
        "first-list": 50.0,
        "cancellation": 10.0,
    }
)
