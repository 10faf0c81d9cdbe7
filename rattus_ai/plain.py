"""Answers as plain JSON values: analyses, solutions, risks, explanations.

What the command line prints with ``--json`` and what the protocol answers is the same, so it is written here
once. Numbers that are not known are None, fractions are texts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rattus_ai.analysis import Analysis, Line
    from rattus_ai.endgame import Solution, SolvedTurn
    from rattus_ai.facts import Fact, Number
    from rattus_ai.games import Risk
    from rattus_ai.positions import Position, View

Plain = dict[str, Any]


def number_or_none(value: float | None) -> float | None:
    """The number; None where it is not known (nan)."""
    return None if value is None or math.isnan(value) else value


def gap_error(line: Line) -> float:
    """Standard error of the gap; nan where the values it is a difference of have none."""
    return math.nan if math.isnan(line.error) else line.gap_error


# --- analyses ------------------------------------------------------------------------------------------


def plain_analysis(view: View, analysis: Analysis) -> Plain:
    """An analysis; its fields are those of `rattus_ai.Analysis`."""
    speed = analysis.simulations / analysis.seconds if analysis.seconds > 0 else None
    return {
        "game": view.game.name,
        "player": analysis.player,
        "players": None if view.players is None else list(view.players),
        "method": analysis.method,
        "objective": analysis.objective,
        "lines": [_plain_line(line) for line in analysis.lines],
        "told_apart": analysis.told_apart,
        "settled": analysis.settled,
        "confidence": analysis.confidence,
        "candidates": analysis.candidates,
        "reason": analysis.reason,
        "simulations": analysis.simulations,
        "nodes": analysis.nodes,
        "depth": analysis.depth,
        "horizon": analysis.horizon,
        "seconds": analysis.seconds,
        "simulations_per_second": speed,
        "warning": analysis.warning,
    }


def _plain_line(line: Line) -> Plain:
    return {
        "turn": list(line.turn),
        "actions": list(line.actions),
        "win": [number_or_none(value) for value in line.win],
        "errors": [number_or_none(error) for error in line.errors],
        "gap": number_or_none(line.gap),
        "gap_error": number_or_none(gap_error(line)),
        "best_probability": number_or_none(line.best_probability),
        "share": number_or_none(line.share),
        "samples": line.samples,
        "exact": line.exact,
        "losses": None if line.losses is None else [number_or_none(loss) for loss in line.losses],
    }


def plain_explanation(sentences: Sequence[Fact]) -> list[Plain]:
    """Sentences with `kind`, `text` and `numbers`.

    Each number: `name`, `value`, `error` (None where exact or not known), `exact`, `fraction` (exact value as
    a text, or None), `text`, `player`, `place` (None where it is about none).
    """
    return [
        {
            "kind": sentence.kind,
            "text": sentence.text,
            "numbers": [_plain_number(number) for number in sentence.numbers],
        }
        for sentence in sentences
    ]


def _plain_number(number: Number) -> Plain:
    return {
        "name": number.name,
        "value": float(number.value),
        "error": number_or_none(number.error),
        "exact": number.exact,
        "fraction": str(number.value) if isinstance(number.value, int | Fraction) else None,
        "text": number.text,
        "player": number.player,
        "place": number.place,
    }


# --- solutions -----------------------------------------------------------------------------------------


def plain_solution(position: Position | View, solution: Solution) -> Plain:
    """A solution; its fields are those of `rattus_ai.Solution`. A `win` without an error is None."""
    ending = solution.ending
    return {
        "game": position.game.name,
        "player": solution.player if solution.player >= 0 else None,
        "players": None if position.players is None else list(position.players),
        "viewer": solution.viewer,
        "kind": solution.kind,
        "exact": solution.exact,
        "win": _known(solution.win, solution.errors),
        "errors": [number_or_none(error) for error in solution.errors],
        "lower": list(solution.lower),
        "upper": list(solution.upper),
        "fractions": None if solution.fractions is None else [str(f) for f in solution.fractions],
        "proved": solution.proved,
        "turns": [_plain_turn(turn) for turn in solution.turns],
        "play": [
            {
                "player": step.player if step.player >= 0 else None,
                "action": step.action,
                "text": step.text,
                "equal": step.equal,
                "others_differ": step.others_differ,
            }
            for step in solution.play
        ],
        "points": None
        if ending is None or ending.points is None
        else [str(points) for points in ending.points],
        "losses": None
        if ending is None
        else {place: [str(loss) for loss in losses] for place, losses in ending.losses.items()},
        "distribution": None
        if solution.distribution is None
        else [
            {"points": list(points), "probability": str(chance)}
            for points, chance in sorted(solution.distribution.items(), key=lambda item: (-item[1], item[0]))
        ],
        "positions": solution.positions,
        "ends": solution.ends,
        "seconds": solution.seconds,
        "reason": solution.reason,
        "warning": solution.warning,
    }


def _plain_turn(turn: SolvedTurn) -> Plain:
    return {
        "turn": list(turn.turn),
        "actions": list(turn.actions),
        "win": _known(turn.win, turn.errors),
        "errors": [number_or_none(error) for error in turn.errors],
        "lower": list(turn.lower),
        "upper": list(turn.upper),
        "exact": turn.exact,
        "ending": turn.ending,
        "ending_error": turn.ending_error,
        "samples": turn.samples,
        "solved": turn.solved,
    }


def _known(values: Sequence[float], errors: Sequence[float]) -> list[float | None]:
    """Values; nothing where there is no error, since then only the bounds are known."""
    return [None if math.isnan(error) else value for value, error in zip(values, errors, strict=True)]


# --- risks ---------------------------------------------------------------------------------------------


def plain_risks(view: View, risks: Sequence[Risk]) -> Plain:
    """The dangers at hand for a view; probabilities and expectations are fractions as texts."""
    return {
        "game": view.game.name,
        "player": view.player,
        "risks": [_plain_risk(each) for each in risks],
        **({"note": view.game.no_risks} if view.game.no_risks else {}),
        "warning": view.game.warning,
    }


def _plain_risk(each: Risk) -> Plain:
    return {
        "place": each.place,
        "reachable": each.reachable,
        "outbreak": str(each.outbreak),
        "losses": [{str(count): str(chance) for count, chance in table.items()} for table in each.losses],
        "expected": [str(expected_loss(table)) for table in each.losses],
        "note": each.note,
    }


def expected_loss(table: Mapping[int, Fraction]) -> Fraction:
    """The mean of a distribution of losses."""
    return sum((count * chance for count, chance in table.items()), Fraction(0))
