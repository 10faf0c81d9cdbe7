"""Boxes with which speed and strength are measured, beside the base game."""

from __future__ import annotations

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
