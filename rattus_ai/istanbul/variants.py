"""Options with which speed and strength are measured, beside the default ones."""

from __future__ import annotations

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
    for expansion in (False, True)
    for players in (2, 3, 5)
)
