"""A review as plain values for JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rattus_ai.reviews.result import Decision, Estimate, Luck, PlayerSummary, Review, Share, TurningPoint
from rattus_ai.reviews.thresholds import LEVELS
from rattus_ai.reviews.words import BALANCE, Words

REVIEW_FORMAT = "rattus_ai/review"
REVIEW_VERSION = 1


def plain(review: Review) -> dict[str, Any]:
    """A review as `rattus-ai review --json` prints it; docs/review.md explains the fields."""
    return {
        "format": REVIEW_FORMAT,
        "version": REVIEW_VERSION,
        "game": review.record.game.name,
        "players": None if review.record.players is None else list(review.record.players),
        "reviewed": review.reviewed,
        "over": review.over,
        "partial": review.partial,
        "start": _estimate(review.start),
        "end": _estimate(review.end),
        "summaries": [_summary(each) for each in review.players],
        "turning_points": [_point(review, each) for each in review.turning_points],
        "decisions": [_decision(each) for each in review.decisions],
        "luck": [_luck(each) for each in review.luck],
        "thresholds": [{"level": level.name, "loss": level.loss, "reason": level.reason} for level in LEVELS],
        "seed": review.seed,
        "simulations": review.simulations,
        "seconds": review.seconds,
        "warning": review.warning,
    }


def _estimate(value: Estimate | None) -> dict[str, Any] | None:
    if value is None:
        return None
    return {"win": list(value.values), "errors": list(value.errors), "exact": value.exact}


def _share(value: Share | None) -> dict[str, float | bool] | None:
    return None if value is None else {"value": value.value, "error": value.error, "exact": value.exact}


def _fractions(values: tuple[Fraction, ...] | None) -> list[str] | None:
    return None if values is None else [str(value) for value in values]


def _summary(each: PlayerSummary) -> dict[str, Any]:
    return {
        "player": each.player,
        **{field: _share(getattr(each, field)) for field, _ in BALANCE},
        "decisions": each.decisions,
        "mean_loss": _share(each.loss),
        "levels": dict(each.levels),
        "expected_losses": None if each.expected is None else str(each.expected),
        "losses": each.lost,
        "luck_in_pieces": None if each.pieces is None else str(each.pieces),
        "worst": each.worst,
        "best": each.best,
    }


def _point(review: Review, each: TurningPoint) -> dict[str, Any]:
    return {
        "kind": each.kind,
        "number": each.number,
        "player": each.player,
        "swing": each.swing,
        "error": each.error,
        "exact": each.exact,
        "text": Words(review).headline(each),
    }


def _decision(each: Decision) -> dict[str, Any]:
    return {
        "number": each.number,
        "player": each.player,
        "turn": each.turn,
        "events": [each.start, each.stop],
        "played": list(each.played),
        "best": list(each.best),
        "loss": each.loss,
        "error": each.error,
        "exact": each.exact,
        "forced": each.forced,
        "level": each.level,
        "margin": each.margin,
        "margin_error": each.margin_error,
        "before": _estimate(each.before),
        "after": _estimate(each.after),
        "effect": _estimate(each.effect),
        "samples": each.samples,
        "note": each.note,
    }


def _luck(each: Luck) -> dict[str, Any]:
    return {
        "number": each.number,
        "player": each.player,
        "turn": each.turn,
        "events": [each.start, each.stop],
        "outcomes": list(each.outcomes),
        "name": each.name,
        "place": each.place,
        "expected_losses": _fractions(each.expected),
        "losses": None if each.lost is None else list(each.lost),
        "luck_in_pieces": _fractions(each.pieces),
        "win": list(each.win.values),
        "errors": list(each.win.errors),
        "exact": each.win.exact,
        "certain": each.certain,
        "samples": each.samples,
    }
