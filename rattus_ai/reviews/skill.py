"""What a decision cost against the best one, as far as the player could know.

A search proposes the best turn. Its own figures for the gap are of no use here: the first of many lines is
first partly by luck, so the gap to it is never negative and too large on average. So the best turn and what
was played are compared again, on samples that had no part in the choice, both on the same random numbers.
Several independent searches do so, and the error holds their differences of opinion too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.search import Search
from rattus_ai.analysis import Analysis, analyse
from rattus_ai.games import Game
from rattus_ai.limits import Cancel
from rattus_ai.positions import View
from rattus_ai.reviews.budget import Budget
from rattus_ai.reviews.outlook import Cancelled, at_least
from rattus_ai.reviews.result import Estimate

SEARCHES = 12
"""Independent searches that compare the turns.

How the game goes on after a turn is up to the tree of a search, and another tree may see it quite
differently, above all near the end. The spread between the searches holds that too; the error of one search
alone can be too small by a factor of ten.
"""

_WIDER = 2.201 / 1.96
"""Errors are widened by this, since they come from twelve numbers: so 1.96 of them give 95 % (Student)."""

_OTHER = 0x5DEECE66D
"""Turns the seed of the proposals into that of the comparison."""

_CANDIDATES = 5
"""Lines of the search that proposes: the best, and others for the margin of the best."""


@dataclass(frozen=True)
class Verdict:
    """What was found about a decision; see `rattus_ai.reviews.result.Decision` for the fields."""

    best_actions: tuple[int, ...]
    loss: float
    error: float
    exact: bool
    margin: float | None
    margin_error: float | None
    before: Estimate
    after: Estimate
    effect: Estimate
    samples: int
    simulations: int


def judge(
    view: View, played: Sequence[int], *, forced: bool, budget: Budget, seed: int, cancel: Cancel
) -> Verdict:
    """Compares what was played with the best turn that can be found.

    Args:
        view: what the player knew.
        played: ids of a whole turn, up to chance or another player.
        forced: nothing else was legal.
        budget: what may be spent.
        seed: decides everything random.
        cancel: ends it early.

    Raises:
        Cancelled: by `cancel`.
    """
    played = tuple(played)
    core = view.core
    if forced:
        value = _exact_after(view.game, core, played)
        simulations = 0
        if value is None:
            alone = _sampled(core, [played], budget, seed, cancel)
            value, simulations = alone.values[0], alone.simulations
        nothing = _difference(value, value)
        return Verdict(played, 0.0, 0.0, True, None, None, value, value, nothing, 0, simulations)
    analysis = analyse(
        view,
        budget.propose,
        lines=_CANDIDATES,
        seed=seed,
        include=[played],
        cancel=cancel,
    )
    if cancel.cancelled:
        raise Cancelled
    best, proved = _best(core, view.player, analysis, played)
    margin, margin_error = _margin(core, view.player, analysis, best) if best == played else (None, None)
    sampled = None
    if proved is not None:
        before, after = proved
    else:
        exact = _exact_after(view.game, core, best), _exact_after(view.game, core, played)
        if exact[0] is not None and exact[1] is not None:
            before, after = exact[0], exact[1]
        else:
            turns = [best] if best == played else [best, played]
            sampled = _sampled(core, turns, budget, seed, cancel)
            before, after = sampled.values[0], sampled.values[-1]
    simulations = analysis.simulations + (0 if sampled is None else sampled.simulations)
    effect = sampled.effect if sampled is not None else _difference(after, before)
    loss = -effect.values[view.player] + 0.0
    return Verdict(
        best_actions=best,
        loss=loss,
        error=effect.errors[view.player],
        exact=sampled is None,
        margin=margin,
        margin_error=margin_error,
        before=before,
        after=after,
        effect=effect,
        samples=0 if sampled is None else sampled.samples,
        simulations=simulations,
    )


def _after(core: CorePosition, turn: Sequence[int]) -> CorePosition:
    """The position after a turn."""
    position = core.clone()
    for action in turn:
        position.apply(action)
    return position


def _best(
    core: CorePosition, player: int, analysis: Analysis, played: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[Estimate, Estimate] | None]:
    """The best line, and the proved values of it and of what was played where both are proved.

    The same actions in another order are the same turn: then it is the one that was played.
    """
    key = _after(core, played).key(player)
    first = analysis.best
    same = first.actions == played or _after(core, first.actions).key(player) == key
    mine = next((line for line in analysis.lines if line.actions == played), None)
    proved = None
    if mine is not None and first.exact and mine.exact:
        proved = Estimate.proved(first.win), Estimate.proved(mine.win)
        same = same or first.value == mine.value
    return (played, (proved[1], proved[1]) if proved else None) if same else (first.actions, proved)


def _margin(
    core: CorePosition, player: int, analysis: Analysis, best: tuple[int, ...]
) -> tuple[float | None, float | None]:
    """How far the best turn that is really another one is behind the first line."""
    key = _after(core, best).key(player)
    for line in analysis.lines:
        if line.actions != best and _after(core, line.actions).key(player) != key:
            if math.isnan(line.gap_error):
                return None, None
            return line.gap, line.gap_error
    return None, None


def _exact_after(game: Game, core: CorePosition, turn: Sequence[int]) -> Estimate | None:
    """The exact value after a turn for the player whose view it is, where the game can compute it."""
    values = game.exact_win(_after(core, turn))
    return None if values is None else Estimate.proved(values)


def _difference(after: Estimate, before: Estimate) -> Estimate:
    """The difference of exact values."""
    values = tuple(late - early for late, early in zip(after.values, before.values, strict=True))
    return Estimate.proved(values)


@dataclass(frozen=True)
class _Sampled:
    values: tuple[Estimate, ...]
    effect: Estimate
    samples: int
    simulations: int


def _sampled(
    core: CorePosition, turns: Sequence[Sequence[int]], budget: Budget, seed: int, cancel: Cancel
) -> _Sampled:
    """One or two turns on fresh samples, over several searches; the effect is the last less the first."""
    lines = [list(turn) for turn in turns]
    each = max(2, math.ceil(budget.compare / SEARCHES))
    grow = max(2, budget.grow // SEARCHES)

    def means(number: int) -> np.ndarray:
        """The mean values of the turns by one search, one row a turn."""
        search = Search(
            core,
            seed=(seed ^ _OTHER) + number,
            memory_mb=max(1, budget.propose.memory_mb // SEARCHES),
            horizon=core.rules.horizon,
        )
        cancel.attach(search)
        try:
            search.run(grow)
            paired = search.paired(lines)
            search.compare(lines, paired, each)
            if paired.samples < each or cancel.cancelled:
                raise Cancelled
            return np.reshape(paired.sums()[0], (len(lines), -1)) / each
        finally:
            cancel.detach(search)

    if budget.threads == 1:
        found = np.array([means(number) for number in range(SEARCHES)])
    else:
        with ThreadPoolExecutor(min(budget.threads, SEARCHES)) as workers:
            found = np.array(list(workers.map(means, range(SEARCHES))))
    count = each * SEARCHES
    values = tuple(_estimate(found[:, line], count) for line in range(len(lines)))
    if len(lines) == 1:
        # The same turn twice: no difference and no error, but whether it is the best is not proved.
        players = core.rules.num_players
        effect = Estimate((0.0,) * players, (0.0,) * players)
    else:
        effect = _estimate(found[:, -1] - found[:, 0], count)
    return _Sampled(values, effect, count, SEARCHES * grow + count * len(lines))


def _estimate(found: np.ndarray, samples: int) -> Estimate:
    """The mean over the searches, one row each, with its standard error."""
    errors = found.std(axis=0, ddof=1) / math.sqrt(SEARCHES) * _WIDER
    return Estimate(
        tuple(map(float, found.mean(axis=0))), tuple(at_least(error, samples) for error in errors)
    )
