"""Weaker play: a softmax choice among the actions that a search holds to be sensible.

Softmax action selection (Sutton and Barto, Reinforcement Learning, 1st edition, section 2.3): an action that
is worth `temperature` fair shares less than the best one is chosen e times more seldom. A fair share is what
a player as strong as the others wins, so the same temperature means the same with 2 and with 6 players.
Actions that are much worse than the best as the search sees it, or that it hardly looked at, are never
chosen: `SENSIBLE` and `LOOKED_AT`. A search of few simulations sees less than the truth, so what it holds to
be sensible can still be a mistake.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

SENSIBLE = 0.3
"""How much less than the best an action may be worth, in fair shares: with 2 players 15 points of 100."""

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


def soft_policy(statistics: Sequence[Statistics], player: int, temperature: float) -> list[tuple[int, float]]:
    """Each sensible action with the chance that it is chosen.

    Args:
        statistics: see `sensible`.
        player: who decides.
        temperature: above 0, see the module.
    """
    weights = [(action, math.exp(-loss / temperature)) for action, loss in sensible(statistics, player)]
    total = math.fsum(weight for _, weight in weights)
    return [(action, weight / total) for action, weight in weights]


def soft_choice(
    statistics: Sequence[Statistics], player: int, temperature: float, source: random.Random
) -> int:
    """One of the sensible actions; the first one where temperature is 0."""
    if temperature <= 0:
        return statistics[0][0]
    policy = soft_policy(statistics, player, temperature)
    return source.choices([action for action, _ in policy], [chance for _, chance in policy])[0]
