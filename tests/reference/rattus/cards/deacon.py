"""Deacon: pay 1, then 2, then 3 coins to ignore a token in the own C (see `ravage`).

In the final round it works in an event (see `event`).
"""

from __future__ import annotations

from .card import Card

CARD = Card("deacon", reveals=True)
