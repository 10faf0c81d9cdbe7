"""Weaker play without blunders: a soft choice among the actions that a search holds to be sensible.

Boltzmann's distribution over the values of the actions (Sutton and Barto, Reinforcement Learning, 2nd
edition, section 2.8): an action that is worth `softness` fair shares less than the best one is chosen e times
more seldom. A fair share is what a player as strong as the others wins, so the same softness means the same
with 2 and with 6 players. Actions that are much worse than the best, or that the search hardly looked at, are
never chosen.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

SENSIBLE = 0.5
"""How much less than the best an action may be worth, in fair shares: with 2 players 25 points of 100."""

LOOKED_AT = 0.05
"""Visits that an action must have, as a part of those of the most visited one."""

Statistics = tuple[int, int, bool, list[float]]
"""Action, visits, whether its values are exact, values of all players."""


def sensible(statistics: Sequence[Statistics], player: int) -> list[tuple[int, float]]:
    """The actions that are worth a thought, with how much less than the best each is worth, in fair shares.

    Args:
        statistics: of the actions of a decision, the most visited first; not empty.
        player: who decides.
    """
    first, visits, _, values = statistics[0]
    players = len(values)
    losses = [
        (action, max(0.0, players * (values[player] - others[player])))
        for action, looks, _, others in statistics
        if action == first or looks >= LOOKED_AT * visits
    ]
    return [(action, loss) for action, loss in losses if loss <= SENSIBLE]


def soft_policy(statistics: Sequence[Statistics], player: int, softness: float) -> list[tuple[int, float]]:
    """Each sensible action with the chance that it is chosen.

    Args:
        statistics: see `sensible`.
        player: who decides.
        softness: above 0, see the module.
    """
    weights = [(action, math.exp(-loss / softness)) for action, loss in sensible(statistics, player)]
    total = math.fsum(weight for _, weight in weights)
    return [(action, weight / total) for action, weight in weights]


def soft_choice(statistics: Sequence[Statistics], player: int, softness: float, source: random.Random) -> int:
    """One of the sensible actions; the first one where softness is 0."""
    if softness <= 0:
        return statistics[0][0]
    policy = soft_policy(statistics, player, softness)
    return source.choices([action for action, _ in policy], [chance for _, chance in policy])[0]
