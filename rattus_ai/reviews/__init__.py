"""Finished games looked at again: what was lost by decisions, and what was luck.

>>> import rattus_ai
>>> record = rattus_ai.read_record("examples/game-3p.jsonl")  # doctest: +SKIP
>>> rattus_ai.review(record).players[0].loss  # doctest: +SKIP
"""

from rattus_ai.reviews.result import Decision, Estimate, Luck, PlayerSummary, Review, Share, TurningPoint
from rattus_ai.reviews.reviewing import Progress, review

__all__ = [
    "Decision",
    "Estimate",
    "Luck",
    "PlayerSummary",
    "Progress",
    "Review",
    "Share",
    "TurningPoint",
    "review",
]
