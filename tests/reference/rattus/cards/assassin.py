"""Assassin: 1 coin for each token that kills an opponent's cube in the own C (see `ravage`).

The piece moves two steps (three with 5-6 players), also for an event of the final round.
"""

from __future__ import annotations

from .card import Card

CARD = Card("assassin", steps=2, reveals=True, event_steps=2)
