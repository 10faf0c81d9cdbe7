"""Which of several arms has the largest mean: a sequential test on paired samples.

An arm is a candidate turn, a sample is one play of it, and all arms of one batch are played on the same
random numbers, so that differences have small errors. After every batch each arm is compared with every
other one; an arm that is worse than another beyond doubt is *out* and gets no more samples (successive
elimination: Maron, Moore, "Hoeffding races", NIPS 1994; Even-Dar, Mannor, Mansour, JMLR 2006).

What is beyond doubt: the best arm goes out only if, at some look, some other arm seems better by more than
the threshold. With ``count - 1`` others and the looks at a pair numbered ``k = 1, 2, ...`` each comparison
may be wrong with probability ``(1 - confidence) / (count - 1) / (k (k + 1))``. The sum of these over
others and looks is ``1 - confidence``, however often one looks. The threshold is Student's t at that
probability, plus the second term of Bernstein's inequality for a range of 1, ``log(1 / probability) / (3
samples)``: so much may come from rare events that no sample has shown yet. Honest limit: t assumes that
means of samples are about normal.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from rattus_ai._core.search import PairedSamples

LEAST = 32
"""Paired samples before two arms are compared for the first time; fewer say little about their own spread."""

GROWTH = 1.5
"""Each look comes after so many times the samples of the look before."""


class BestArm:
    """The test, from the first batch of samples to the last.

    Args:
        count: number of arms, at least 1.
        players: length of the value vectors.
        player: whose value counts.
        confidence: between 0 and 1; the best arm is called worse than another with at most the rest.

    Attributes:
        active: arms that are sampled, ascending.
        out: for each arm whether it is proved not to be the best.
        samples: samples of each arm.
    """

    def __init__(self, count: int, players: int, player: int, confidence: float) -> None:
        self.count, self.players, self.player = count, players, player
        self.confidence = confidence
        self.active = list(range(count))
        self.out = [False] * count
        self.samples = np.zeros(count, dtype=np.int64)
        self._sums = np.zeros((count, players))
        self._squares = np.zeros((count, players))
        # Of each pair: shared samples, sum of the differences (row less column), of their squares, looks.
        self._shared = np.zeros((count, count), dtype=np.int64)
        self._differences = np.zeros((count, count))
        self._difference_squares = np.zeros((count, count))
        self._looks = np.zeros((count, count), dtype=np.int64)

    def add(self, arms: Sequence[int], batch: PairedSamples) -> None:
        """Adds paired samples of some arms, given in the order of the batch."""
        if batch.samples == 0:
            return
        sums, squares, products = (np.array(values) for values in batch.sums())
        self.add_sums(
            arms,
            batch.samples,
            sums.reshape(len(arms), self.players),
            squares.reshape(len(arms), self.players),
            products.reshape(len(arms), len(arms)),
        )

    def add_sums(
        self, arms: Sequence[int], samples: int, sums: np.ndarray, squares: np.ndarray, products: np.ndarray
    ) -> None:
        """The same from sums.

        Args:
            arms: which ones.
            samples: how many of each.
            sums: of the values, (arm, player).
            squares: of their squares, likewise.
            products: of the products of own values, (arm, arm).
        """
        chosen = np.array(arms)
        self.samples[chosen] += samples
        self._sums[chosen] += sums
        self._squares[chosen] += squares
        pairs = np.ix_(chosen, chosen)
        own = sums[:, self.player]
        diagonal = products.diagonal()
        self._shared[pairs] += samples
        self._differences[pairs] += own[:, None] - own[None, :]
        self._difference_squares[pairs] += diagonal[:, None] + diagonal[None, :] - 2 * products

    def look(self) -> None:
        """Compares all active arms and takes out those that are worse than another one."""
        if len(self.active) < 2:
            return
        active = np.array(self.active)
        pairs = np.ix_(active, active)
        shared = self._shared[pairs]
        ready = shared >= LEAST
        np.fill_diagonal(ready, False)
        self._looks[pairs] += ready
        if not ready.any():
            return
        gaps, errors = self.gaps(active)
        thresholds = np.full(gaps.shape, math.inf)
        for number, looks in np.unique(
            np.stack([shared[ready], self._looks[pairs][ready]], axis=1), axis=0
        ).tolist():
            same = ready & (shared == number) & (self._looks[pairs] == looks)
            wrong = (1 - self.confidence) / (self.count - 1) / (looks * (looks + 1))
            thresholds[same] = student(wrong, number - 1) * errors[same] - math.log(wrong) / (3 * number)
        worse = np.any(-gaps > thresholds, axis=1)
        for place, arm in enumerate(self.active):
            self.out[arm] = self.out[arm] or bool(worse[place])
        self.active = [arm for arm in self.active if not self.out[arm]]

    def gaps(self, arms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Mean of own value of row less own value of column on shared samples, and its standard error."""
        pairs = np.ix_(arms, arms)
        shared = np.maximum(self._shared[pairs], 1)
        means = self._differences[pairs] / shared
        variances = np.maximum(self._difference_squares[pairs] / shared - means**2, 0.0)
        errors = np.sqrt(variances / np.maximum(shared - 1, 1))
        return means, np.where(self._shared[pairs] > 1, errors, math.inf)

    @property
    def leader(self) -> int:
        """The active arm whose smallest lead over another active one is largest."""
        active = np.array(self.active)
        means, _ = self.gaps(active)
        return int(active[means.min(axis=1).argmax()])

    @property
    def settled(self) -> bool:
        """Whether every arm but one is out; False where there is only one."""
        return self.count > 1 and sum(self.out) == self.count - 1

    def order(self) -> list[int]:
        """All arms, best first: the leader, then by the gap to him on shared samples."""
        leader = self.leader
        lead = self._differences[leader] / np.maximum(self._shared[leader], 1)
        return sorted(range(self.count), key=lambda arm: (arm != leader, lead[arm]))

    def park(self, keep: int) -> None:
        """Goes on with the best so many active arms only; the others stay possible."""
        if len(self.active) > keep:
            best = [arm for arm in self.order() if arm in self.active][:keep]
            self.active = sorted(best)

    def recall(self) -> None:
        """Takes up again whatever is not out."""
        self.active = [arm for arm in range(self.count) if not self.out[arm]]

    def values(self, arms: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """Means (arm, player) over all samples of each arm, and standard errors; nan below two samples."""
        chosen = np.array(arms)
        number = self.samples[chosen][:, None].astype(float)
        safe = np.maximum(number, 1)
        means = self._sums[chosen] / safe
        variances = np.maximum(self._squares[chosen] / safe - means**2, 0.0)
        errors = np.where(number > 1, np.sqrt(variances / np.maximum(number - 1, 1)), math.nan)
        return means, errors

    def best_probabilities(self, arms: Sequence[int]) -> np.ndarray:
        """For each of the arms the probability that it is the best of them, by the normal approximation.

        All samples count. The joint distribution of the gaps to the first arm follows from the variances of
        the gaps of all pairs; nan where a pair has not two samples in common.
        """
        count = len(arms)
        if count == 1:
            return np.ones(1)
        gaps, errors = self.gaps(np.array(arms))
        variances = errors**2
        np.fill_diagonal(variances, 0.0)
        if not np.isfinite(variances).all():
            return np.full(count, math.nan)
        covariance = (variances[0][:, None] + variances[0][None, :] - variances) / 2
        values, vectors = np.linalg.eigh(covariance)
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        draws = _normal_draws(count) @ root.T - gaps[0]
        # Where nothing varies (all samples alike) the draws tie; ties are shared.
        top = draws >= draws.max(axis=1, keepdims=True) - 1e-12
        shares: np.ndarray = (top / top.sum(axis=1, keepdims=True)).mean(axis=0)
        return shares


_DRAWS = 4_000
"""Draws from the joint distribution of the mean values that give the probability of being the best."""


@functools.lru_cache(maxsize=32)
def _normal_draws(count: int) -> np.ndarray:
    """Standard normal draws, always the same ones."""
    return np.random.default_rng(0).standard_normal((_DRAWS, count))


def student(probability: float, freedom: int) -> float:
    """Upper point of Student's t by its expansion around the normal one (Abramowitz, Stegun, 26.7.5).

    Args:
        probability: of being above it, 0 to 0.5.
        freedom: degrees of freedom, some 8 at least.
    """
    z = -NormalDist().inv_cdf(probability)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
