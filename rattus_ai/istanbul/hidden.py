"""What one player knows and a position does not hold, and who sees what chance brings.

Bonus cards that were dealt or drawn and guild cards are hidden from the others; everything else is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

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


def ways(position: CorePosition, player: int) -> list[tuple[CorePosition, int]]:
    """That thing told in every way, with weights; nothing where nothing is missing."""
    state = core.export_state(position)
    told: list[tuple[dict[str, Any], int]] = []
    if state["unknown"][player]:
        told = _bonus(state, player)
    elif state["guild_unknown"][player]:
        told = _guild(state, player)
    return [(core.import_state(position.rules, fields), weight) for fields, weight in told]


def _bonus(state: Mapping[str, Any], player: int) -> list[tuple[dict[str, Any], int]]:
    found = []
    for kind, count in enumerate(state["deck"]):
        if count:
            secret = _with(state["secret"], player, _plus(state["secret"][player], kind, 1))
            fields = {"secret": secret, "deck": _plus(state["deck"], kind, -1)}
            fields["unknown"] = _plus(state["unknown"], player, -1)
            found.append(({**state, **fields}, count))
    return found


def _guild(state: Mapping[str, Any], player: int) -> list[tuple[dict[str, Any], int]]:
    found = []
    for number in state["guild_deck"]:
        hand = sorted([*state["guild_hand"][player], number])
        fields = {
            "guild_hand": _with(state["guild_hand"], player, hand),
            "guild_deck": [other for other in state["guild_deck"] if other != number],
            "guild_unknown": _plus(state["guild_unknown"], player, -1),
        }
        found.append(({**state, **fields}, 1))
    return found


def _plus(values: list[int], index: int, change: int) -> list[int]:
    return [value + change * (place == index) for place, value in enumerate(values)]


def _with(rows: list[list[int]], index: int, row: list[int]) -> list[list[int]]:
    return [row if place == index else other for place, other in enumerate(rows)]
