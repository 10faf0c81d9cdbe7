"""Boxes with which speed and strength are measured, beside the base game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rattus_ai.games import Variant

CONFLICTS = "dangerous-times"
"""The suggested set in which all that goods bring into a ravage happens."""

ISLAM = ("astronomer", "explorer", "sultan", "caravan_leader", "peasant", "merchant", "monk", "knight")
"""The cards of the class Islam, and four of the base game."""

SPEED_VARIANTS = (
    Variant("mercatus", "Mercatus, 4 players", {"players": 4, "cards": CONFLICTS}),
    Variant("africanus", "Africanus, 6 players", {"players": 6, "cards": list(ISLAM)}),
)

STRENGTH_VARIANTS = (
    Variant("mercatus", "Mercatus, 3 players", {"players": 3, "cards": CONFLICTS}),
    Variant("africanus", "Africanus, 5 players", {"players": 5, "cards": list(ISLAM)}),
)

BARS: Mapping[str, float] = MappingProxyType(
    {
        "playouts": 3.0,
        "playouts-mercatus": 1.5,
        "playouts-africanus": 1.5,
        "ismcts": 3.0,
        "ismcts-guided": 3.0,
        "stepping": 1.0,
        "adaptor": 2.0,
        "threads": 1.8,
        "first-list": 20.0,
        "cancellation": 10.0,
        "state": 1024.0,
    }
)
"""The state was to have 512 bytes with the base cards alone; goods, region cards, markers and rats drawn from
revealed tokens need fields of their own, and one layout for all cards keeps the rules free of branches on the
box."""
