"""Who wins, from facts about each player: the fit that evaluations at the horizon are made with.

A conditional logit: one linear form of the facts for each player, softmax over the players, the weights
linear in a share between 0 and 1 that tells how far the game is. Maximum likelihood by Newton's method with
a little ridge; four fifths of the games train, the rest tests. McFadden, Conditional logit analysis of
qualitative choice behavior (1974).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RIDGE = 3e-3
TEST_PART = 5
"""Every fifth game tests, so that of 2, 3 or 4 numbers of players in turn all are tested."""

_STEPS = 30

Observation = tuple[list[list[float]], float, list[float]]
"""Facts of each player, how far the game is, what each player won of it in the end."""


@dataclass(frozen=True)
class Fit:
    """Weights, and how well they tell the winner.

    Attributes:
        constant: weight of each fact where the share is 0.
        change: what is added to it where the share is 1.
        training, test: mean log-likelihood of the winner.
        nothing: the same for somebody who knows nothing.
        observations: how many there were.
    """

    constant: np.ndarray
    change: np.ndarray
    training: float
    test: float
    nothing: float
    observations: int


def _arrays(
    games: Sequence[Sequence[Observation]], players: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Facts (rows, players, facts), whether there is such a player, what he won; filled up with 0."""
    rows = [observation for game in games for observation in game]
    facts = len(rows[0][0][0])
    x = np.zeros((len(rows), players, 2 * facts))
    there = np.zeros((len(rows), players), dtype=bool)
    won = np.zeros((len(rows), players))
    for row, (features, share, returns) in enumerate(rows):
        part = np.array(features)
        x[row, : len(features)] = np.hstack([part, part * share])
        there[row, : len(features)] = True
        won[row, : len(features)] = returns
    return x, there, won


def fit(games: Sequence[Sequence[Observation]]) -> Fit:
    """The weights from games, each a list of observations; players may differ in number.

    Raises:
        ValueError: there are no games to train with and to test with.
    """
    if len(games) < TEST_PART:
        raise ValueError(f"found {len(games)} games, expected {TEST_PART} at least")
    players = max(len(features) for game in games for features, _, _ in game)
    train, there, won = _arrays([game for number, game in enumerate(games) if number % TEST_PART], players)
    scale = np.sqrt((train[there] ** 2).mean(axis=0)) + 1e-9
    z = train / scale
    weights = np.zeros(train.shape[2])

    def chances(x: np.ndarray, known: np.ndarray) -> np.ndarray:
        forms = np.where(known, x @ weights, -np.inf)
        shifted = np.exp(forms - forms.max(axis=1, keepdims=True))
        out: np.ndarray = shifted / shifted.sum(axis=1, keepdims=True)
        return out

    for _ in range(_STEPS):
        p = chances(z, there)
        gradient = np.einsum("ij,ijk->k", won - p, z) / len(p) - RIDGE * weights
        mean = np.einsum("ij,ijk->ik", p, z)
        weighted = p[:, :, None] * z
        curvature = np.tensordot(weighted, z, axes=([0, 1], [0, 1])) / len(p) - mean.T @ mean / len(p)
        weights = weights + np.linalg.solve(curvature + RIDGE * np.eye(len(weights)), gradient)

    def likelihood(part: tuple[np.ndarray, np.ndarray, np.ndarray]) -> float:
        x, known, returns = part
        p = np.where(known, chances(x / scale, known), 1.0)
        return float((returns * np.log(p)).sum(axis=1).mean())

    test = _arrays([game for number, game in enumerate(games) if not number % TEST_PART], players)
    found = weights / scale
    half = len(found) // 2
    return Fit(
        found[:half],
        found[half:],
        likelihood((train, there, won)),
        likelihood(test),
        -float(np.log(test[1].sum(axis=1)).mean()),
        sum(map(len, games)),
    )
