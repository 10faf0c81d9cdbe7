"""What may happen in a ravage beside the losses of tokens: decisions of players, cubes that are added."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rattus_ai.rattus.document_stages import RAVAGE, SPREADING, TOKENS

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

UNDER_WAY = (*SPREADING, *RAVAGE)
"""Stages of a turn in which the plague piece has moved and its ravage is not over."""

UNDECLARED = ("raider_goods", "spread", "soldier_spread", "ring", "neutral")
"""Stages before the mover says whether the piece counts as neutral cubes (P3)."""

NEUTRAL_CARDS = ("knight",)
"""The cards that let the piece count as neutral cubes (rules, sections 4 and P4); no other card does."""

_CUBES = ("crusader", "deacon", "serf")
"""Cards of the mover that change what a ravage costs: its order, losses paid off, cubes added."""

_BREAKS = ("grave_robber",)
"""Cards that only let the mover decide something in the middle of a ravage."""


def under_way(game: RattusGame, state: Mapping[str, Any]) -> bool:
    """Whether the plague piece has moved in this turn; a rat of the Swindler comes before."""
    if state["stage"] == "ring" and state["step_card"] >= 0:
        return not state["ending"] and game.card_names[state["step_card"]] == "soldier"
    return state["stage"] in UNDER_WAY


def holds(game: RattusGame, state: Mapping[str, Any], player: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """Which of these cards a player holds."""
    owners = zip(game.card_names, state["owners"], strict=True)
    return tuple(name for name, owner in owners if owner == player and name in names)


def neutral_held(game: RattusGame, state: Mapping[str, Any], player: int | None = None) -> bool:
    """Whether a player (None: anybody) holds a card that lets the piece count as neutral cubes."""
    owners = zip(game.card_names, state["owners"], strict=True)
    return any(name in NEUTRAL_CARDS and owner >= 0 and player in (None, owner) for name, owner in owners)


def region_cards_out(state: Mapping[str, Any]) -> bool:
    """Whether somebody has a region card that could protect a class card."""
    return any(state["hands"]) or any(state["hands_unknown"])


def unsettled(game: RattusGame, state: Mapping[str, Any], mover: int | None) -> tuple[str, ...]:
    """What could make a ravage cost something else than its tokens say, in words; nothing in most games.

    Args:
        game: the game.
        state: as the core exports it.
        mover: whose ravage it is; None for the final sweep.
    """
    found = [f"the {name}" for name in holds(game, state, mover, _CUBES)] if mover is not None else []
    return (*found, *(["region cards"] if region_cards_out(state) else []))


def settled_by_chance(game: RattusGame, state: Mapping[str, Any]) -> bool:
    """Whether a ravage that has begun, or the sweep, is up to chance and the tokens alone."""
    if state["stage"] in TOKENS or state["shown"] or state["event"]:
        return False
    sweeping = state["ending"] and state["active"] == state["last"]
    mover = None if sweeping else state["active"]
    breaks = mover is not None and holds(game, state, mover, _BREAKS)
    return not (breaks or unsettled(game, state, mover))
