"""What is worth a sentence. Each bound with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

NOTABLE_CUBES = Fraction(1, 4)
"""Least difference in cubes, on average, that is named. A quarter of a cube is what a token costs that
strikes one time in four; games are decided by whole cubes, so smaller differences would only hide these."""

MOST_CHANGES = 3
"""Most regions that a turn is said to protect or expose: a turn changes two or three at most by intent."""

MOST_DIFFERENCES = 4
"""Most differences of the second turn in one sentence: more cannot be kept in mind."""

MOST_CARDS = 2
"""Most cards held whose danger is named beside the one taken: the sentences are about this turn."""

_RATS_OF = {"soldier": 1, "swindler": 1}
_CUBES_OF = {
    "peasant": 1,
    "mayor": 1,
    "queen": 2,
    "count": 3,
    "pope": 1,
    "landowner": 2,
    "baker": 1,
    "explorer": 1,
    "caravan_leader": 2,
    "serf": 3,
}


def rats_a_turn(cards: Iterable[str]) -> int:
    """New rats that one turn brings at most with these cards in play: two of the spread, and of cards.

    With no more left in the supply than one turn of each player can bring, the game may end before the mover
    is next (rules, section 3).
    """
    return 2 + sum(_RATS_OF.get(card, 0) for card in cards)


def cubes_a_turn(cards: Iterable[str]) -> int:
    """Cubes that leave the supply of a player in one turn at most with these cards in play.

    Three for rats, and those of cards. Who has no more left can end the game with his next turn.
    """
    return 3 + sum(_CUBES_OF.get(card, 0) for card in cards)


MOST_STRIKES = 2
"""Most regions where the next strike is compared between two turns that leave the same cubes."""

SWEEP_STATES = 3_000
"""States of the sweep's computation that are allowed for a sentence: a hundredth of a second."""
