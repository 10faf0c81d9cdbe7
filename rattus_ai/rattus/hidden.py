"""What one player knows and a position does not hold, and who sees what chance brings.

Three things are hidden from some players: the tokens of rats that somebody has looked at, the region cards in
hands, and region cards that are being drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

PRIVATE_OUTCOMES = ("see", "deal", "draw")
"""Chance outcomes that only the active player sees (rules A15, and region cards)."""


def observers(game: RattusGame, position: CorePosition, outcome: int) -> tuple[int, ...] | None:
    """The players who see a chance outcome; None: everybody does."""
    verb, _ = game.rules.describe_outcome(outcome)
    return (position.active_player(),) if verb in PRIVATE_OUTCOMES else None


def action_observers(game: RattusGame, position: CorePosition, action: int) -> tuple[int, ...] | None:
    """The players who see what an action is; None: everybody does.

    Only the Astronomer keeps a card that nobody else sees (rules, section 9).
    """
    verb, _ = game.rules.describe_action(action)
    if verb != "choose" or core.export_state(position)["stage"] != "astronomer_choose":
        return None
    return (position.current_player(),)


def missing(game: RattusGame, position: CorePosition, player: int) -> str | None:
    """The first thing that the player knows and the position does not hold, in words."""
    state = core.export_state(position)
    rat = _missing_rat(state, player)
    if rat >= 0:
        region = game.region_names[state["tracked"][rat][0]]
        return f"the token of a rat in {region}, which player {player} has looked at"
    cards = _missing_cards(state, player)
    if cards == "drawn":
        return f"a region card that player {player} has drawn"
    return f"a region card in the hand of player {player}" if cards else None


def _missing_rat(state: Mapping[str, Any], player: int) -> int:
    """The first rat that the player has looked at and whose token is not known here; -1: none."""
    for index, (_, _, kind, seen, _) in enumerate(state["tracked"]):
        if kind < 0 and player in seen and index != state["drawing"]:
            return index
    return -1


def _missing_cards(state: Mapping[str, Any], player: int) -> str:
    """Where a card is that the player knows and the position does not: `hand`, `drawn` or nowhere."""
    if state["hands_unknown"] and state["hands_unknown"][player]:
        return "hand"
    return "drawn" if state["drawn_unknown"] and state["active"] == player else ""
