"""Crusader: two steps; all rats are revealed first and resolved in the order of his choice (see `ravage`).

In the final round it works in an event (see `event`), for which the piece moves as far as in a turn.
"""

from __future__ import annotations

from .card import Card

CARD = Card("crusader", steps=2, reveals=True, event_steps=2)
