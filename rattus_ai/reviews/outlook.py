"""What a position is worth under a fixed policy: the yardstick for luck.

The light policy of the game plays on for a fixed number of turns, then the evaluation of the game speaks.
Nothing is learnt on the way, so the value before chance is exactly the mean of the values after each outcome:
what chance changed is fair, it is zero on average.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np

from rattus_ai.limits import Cancel
from rattus_ai.positions import Position
from rattus_ai.reviews.result import Estimate

BLOCK = 512
"""Samples between two looks at cancellation: some 3 ms."""


class Cancelled(Exception):
    """The review is to end here."""


def exact_outlook(position: Position) -> Estimate | None:
    """The exact value where no decision is left and the game can compute it."""
    values = position.game.exact_win(position.knowledge(None))
    if values is None:
        return None
    return Estimate.proved(values)


def outlook(
    position: Position, samples: int, *, horizon: int, seed: int, threads: int, cancel: Cancel
) -> Estimate:
    """The value of a position, a chance node or not, with everything it holds.

    Args:
        position: not changed.
        samples: at least 2.
        horizon: how often the turn may change before the evaluation speaks, from 0.
        seed: the same seed and samples give the same value on any number of threads.
        threads: threads to use.
        cancel: ends it early.

    Raises:
        Cancelled: by `cancel`.
    """
    exact = exact_outlook(position)
    if exact is not None:
        return exact
    core = position.knowledge(None)

    def block(first: int) -> np.ndarray:
        if cancel.cancelled:
            raise Cancelled
        count = min(BLOCK, samples - first)
        return np.array(core.outlook(count, seed=seed, first=first, horizon=horizon))

    starts = iter(range(0, samples, BLOCK))
    sums = np.zeros((2, position.game.num_players))
    if threads == 1:
        for first in starts:
            sums += block(first)
    else:
        with ThreadPoolExecutor(threads) as workers:
            while group := list(islice(starts, threads)):
                for part in workers.map(block, group):  # in order, so that rounding is the same
                    sums += part
    means = sums[0] / samples
    variances = np.maximum(sums[1] / samples - means**2, 0.0) / (samples - 1)
    return Estimate(tuple(map(float, means)), tuple(at_least(root, samples) for root in np.sqrt(variances)))


def at_least(error: float, samples: int) -> float:
    """A standard error that is honest where all samples were alike.

    What has not happened in n samples may well happen once in n, so the error is 1/n at least.
    """
    return max(float(error), 1.0 / samples)
