"""What decisions and luck come to: the balance of each player, and the turning points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from rattus_ai.reviews.result import Decision, Estimate, Luck, PlayerSummary, Share, TurningPoint
from rattus_ai.reviews.thresholds import LEVELS, established

MOST_TURNING_POINTS = 20
"""Turning points that a review keeps."""


def turning_points(decisions: Sequence[Decision], luck: Sequence[Luck]) -> tuple[TurningPoint, ...]:
    """The largest swings, by a mistake or by chance, that differ from zero at 95 % confidence."""
    found = []
    for decision in decisions:
        # A negative loss is no swing: the search had thought too little of what was played.
        if decision.loss is not None and decision.error is not None and decision.loss > 0:
            swing = TurningPoint(
                "decision", decision.number, decision.player, -decision.loss, decision.error, decision.exact
            )
            found.append(swing)
    for stretch in luck:
        values, errors = stretch.win.values, stretch.win.errors
        sizes = [round(abs(value), 12) for value in values]  # two may differ by rounding only
        player = sizes.index(max(sizes))
        found.append(
            TurningPoint("luck", stretch.number, player, values[player], errors[player], stretch.win.exact)
        )
    clear = [point for point in found if point.swing and established(point.swing, point.error)]
    return tuple(sorted(clear, key=lambda point: -abs(point.swing))[:MOST_TURNING_POINTS])


def summaries(
    players: int, decisions: Sequence[Decision], luck: Sequence[Luck], start: Estimate, end: Estimate
) -> tuple[PlayerSummary, ...]:
    """The summary of each player; see `PlayerSummary` for the balance."""
    return tuple(_summary(player, decisions, luck, start, end) for player in range(players))


def _summary(
    player: int, decisions: Sequence[Decision], luck: Sequence[Luck], start: Estimate, end: Estimate
) -> PlayerSummary:
    begun = Share(start.values[player], start.errors[player], start.exact)
    ended = Share(end.values[player], end.errors[player], end.exact)
    effects = [(each.player == player, each.effect) for each in decisions if each.effect is not None]
    own = _total(player, (effect for mine, effect in effects if mine))
    others = _total(player, (effect for mine, effect in effects if not mine))
    chance = _total(player, (stretch.win for stretch in luck))
    parts = (begun, own, others, chance, ended)
    rest = Share(
        ended.value - begun.value - own.value - others.value - chance.value,
        math.hypot(*(part.error for part in parts)),
        all(part.exact for part in parts),
    )
    mine = [each for each in decisions if each.player == player and not each.forced]
    losses = [(each.loss, each.error) for each in mine if each.loss is not None and each.error is not None]
    mean = None
    if losses:
        total = math.fsum(loss for loss, _ in losses)
        mean = Share(total / len(losses), math.hypot(*(error for _, error in losses)) / len(losses), False)
    struck = [stretch for stretch in luck if stretch.expected is not None and stretch.lost is not None]
    return PlayerSummary(
        player=player,
        start=begun,
        own=own,
        others=others,
        luck=chance,
        rest=rest,
        end=ended,
        decisions=len(losses),
        loss=mean,
        levels=tuple((level.name, sum(each.level == level.name for each in mine)) for level in LEVELS),
        expected=sum((each.expected[player] for each in struck if each.expected), Fraction(0))
        if struck
        else None,
        lost=sum(each.lost[player] for each in struck if each.lost) if struck else None,
        worst=_worst(mine),
        best=_best(mine),
    )


def _total(player: int, parts: Iterable[Estimate]) -> Share:
    """The sum for one player; the parts come from different random numbers, so variances add."""
    known = list(parts)
    value = math.fsum(part.values[player] for part in known)
    return Share(
        value, math.hypot(*(part.errors[player] for part in known)), all(part.exact for part in known)
    )


def _worst(mine: Sequence[Decision]) -> int | None:
    clear = [
        each
        for each in mine
        if each.loss is not None
        and each.error is not None
        and each.loss > 0
        and established(each.loss, each.error)
    ]
    return max(clear, key=lambda each: each.loss or 0.0).number if clear else None


def _best(mine: Sequence[Decision]) -> int | None:
    found = [
        each
        for each in mine
        if each.margin is not None
        and each.margin_error is not None
        and each.margin > 0
        and established(each.margin, each.margin_error)
    ]
    return max(found, key=lambda each: each.margin or 0.0).number if found else None
