"""Serf: an own cube for each token that kills an opponent's cube in the own C (see `ravage`).

In the final round it works in an event (see `event`).
"""

from __future__ import annotations

from .card import Card

CARD = Card("serf", reveals=True)
