"""What one player knows and a position does not hold, and who sees what chance brings.

Bonus cards that were dealt or drawn and guild cards are hidden from the others; everything else is open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.istanbul import core

if TYPE_CHECKING:
    from rattus_ai.istanbul.game import IstanbulGame

PRIVATE_OUTCOMES = ("deal", "draw", "draw_guild")
"""Chance outcomes that only the active player sees."""


def observers(game: IstanbulGame, position: CorePosition, outcome: int) -> tuple[int, ...] | None:
    """The players who see a chance outcome; None: everybody does."""
    verb, _ = game.rules.describe_outcome(outcome)
    return (position.active_player(),) if verb in PRIVATE_OUTCOMES else None


def missing(position: CorePosition, player: int) -> str | None:
    """The first thing that the player knows and the position does not hold, in words."""
    state = core.export_state(position)
    if state["unknown"][player]:
        return f"a bonus card in the hand of player {player}"
    if state["guild_unknown"][player]:
        return f"a guild card in the hand of player {player}"
    return None
