"""The probability of winning over the game as an SVG that stands inside the page and takes its colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from rattus_ai.reviews.result import Estimate, Review
from rattus_ai.reviews.thresholds import CONFIDENCE_POINT
from rattus_ai.reviews.words import Words, percent, swing

_WIDTH, _HEIGHT = 1000.0, 400.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 120.0, 18.0, 40.0
_DASHES = ("", "8 4", "2 4", "10 4 2 4", "14 4", "5 3")
"""Lines differ by more than their colours."""

_LABEL = 17.0
"""Least distance between two names at the right edge."""

_TICK = 30.0
"""Least distance between two numbers of turns."""

_MOST_TICKS = 14


@dataclass(frozen=True)
class _Knot:
    """A point of all lines: after so many events, so much is the position worth."""

    event: int
    value: Estimate


def graph(words: Words, points: int) -> str:
    """The graph with a line, an error band and a name for each player, and the numbered turning points."""
    review = words.review
    knots = _knots(review)
    span = max(knot.event for knot in knots) or 1
    first, last = knots[0].value, knots[-1].value
    name = f"Probability of winning of {', '.join(words.names)}"
    ends = "; ".join(
        f"{player} from {_percent(first, number)} to {_percent(last, number)}"
        for number, player in enumerate(words.names)
    )
    what = f"One line a player over the events of the game, in percent: {ends}. The table has all values."
    parts = [
        f'<svg class="graph" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(_WIDTH)} {_n(_HEIGHT)}" '
        'role="img" aria-labelledby="graph-title graph-desc">',
        f'<title id="graph-title">{escape(name)}</title><desc id="graph-desc">{escape(what)}</desc>',
        *_grid(review, span),
    ]
    for player in range(len(words.names)):
        parts.append(_band(knots, player, span))
    for player in range(len(words.names)):
        parts.append(_line(knots, player, span))
    parts += _labels(words, knots[-1].value)
    parts += _markers(words, knots, points, span)
    return "".join([*parts, "</svg>"])


def _knots(review: Review) -> list[_Knot]:
    knots = [_Knot(0, review.start)]
    for decision in review.decisions:
        knots.append(_Knot(decision.start, decision.before))
        knots.append(_Knot(decision.stop, decision.after or decision.before))
    stops = [decision.stop for decision in review.decisions] + [luck.stop for luck in review.luck]
    stop = max(stops, default=0)
    knots.append(_Knot(stop, review.end))
    return knots


def _percent(value: Estimate, player: int) -> str:
    return percent(value.values[player], value.errors[player], exact=value.exact)


def _x(event: float, span: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * event / span


def _y(value: float) -> float:
    """Values outside 0 to 1, which only bands have, are drawn at the edge."""
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1.0 - min(1.0, max(0.0, value)))


def _grid(review: Review, span: int) -> list[str]:
    """Lines for every quarter, and the numbers of turns where they have room."""
    parts = []
    right = _WIDTH - _RIGHT
    for level in (0, 25, 50, 75, 100):
        y = _y(level / 100)
        label = f"{level} %" if level == 100 else str(level)
        parts.append(_rule(_LEFT, y, right, y))
        parts.append(_tick(_LEFT - 8, y + 4, label, "end"))
    firsts: dict[int, int] = {}
    for decision in review.decisions:
        firsts.setdefault(decision.turn, decision.start)
    step = max(1, -(-len(firsts) // _MOST_TICKS))
    last = -_TICK
    foot = _y(0.0)
    for number, (turn, event) in enumerate(firsts.items()):
        x = _x(event, span)
        if number % step == 0 and x - last >= _TICK:
            last = x
            parts.append(_rule(x, foot, x, foot + 5))
            parts.append(_tick(x, foot + 19, str(turn), "middle"))
    parts.append(_tick((_LEFT + right) / 2, _HEIGHT - 4, "turn", "middle"))
    return parts


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line class="grid" stroke="currentColor" x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"/>'
    )


def _tick(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="tick" x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}">{escape(text)}</text>'


def _band(knots: Sequence[_Knot], player: int, span: int) -> str:
    """The 95 % interval around a line."""
    upper, lower = [], []
    for knot in knots:
        reach = CONFIDENCE_POINT * knot.value.errors[player]
        x = _n(_x(knot.event, span))
        upper.append(f"{x},{_n(_y(knot.value.values[player] + reach))}")
        lower.append(f"{x},{_n(_y(knot.value.values[player] - reach))}")
    corners = " ".join([*upper, *reversed(lower)])
    return f'<polygon class="p{player}" fill="currentColor" fill-opacity="0.16" points="{corners}"/>'


def _line(knots: Sequence[_Knot], player: int, span: int) -> str:
    corners = " ".join(f"{_n(_x(knot.event, span))},{_n(_y(knot.value.values[player]))}" for knot in knots)
    dashes = _DASHES[player % len(_DASHES)]
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    look = 'fill="none" stroke="currentColor" stroke-width="2.4" stroke-linejoin="round"'
    return f'<polyline class="p{player}" {look}{dashed} points="{corners}"/>'


def _labels(words: Words, end: Estimate) -> list[str]:
    """The names at the right edge with the last values, moved apart where they would overlap."""
    order = sorted(range(len(words.names)), key=lambda player: -end.values[player])
    heights: list[float] = []
    for player in order:
        wanted = _y(end.values[player])
        heights.append(max(wanted, heights[-1] + _LABEL) if heights else wanted)
    excess = max(0.0, heights[-1] - _y(0.0))
    for number in range(len(heights) - 1, -1, -1):
        limit = _y(0.0) if number == len(heights) - 1 else heights[number + 1] - _LABEL
        heights[number] = min(heights[number], limit) if excess else heights[number]
    x = _n(_WIDTH - _RIGHT + 10)
    return [
        f'<text class="name p{player}" fill="currentColor" x="{x}" y="{_n(height)}" dy="4">'
        f"{escape(_short(words.names[player]))} {100 * end.values[player]:.0f}</text>"
        for player, height in zip(order, heights, strict=True)
    ]


def _markers(words: Words, knots: Sequence[_Knot], points: int, span: int) -> list[str]:
    review = words.review
    parts = []
    for number, point in enumerate(review.turning_points[:points], start=1):
        stop = (
            review.decisions[point.number] if point.kind == "decision" else review.luck[point.number]
        ).stop
        knot = next((each for each in knots[1:] if each.event >= stop), knots[-1])
        x, y = _x(knot.event, span), _y(knot.value.values[point.player])
        text = f"{number}. {words.headline(point)}: {swing(point)}"
        parts.append(
            f'<a href="#point-{number}" aria-label="{escape(text)}"><g class="marker p{point.player}" '
            'fill="currentColor">'
            f"<title>{escape(text)}</title>"
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="10"/>'
            f'<text x="{_n(x)}" y="{_n(y)}" dy="4" text-anchor="middle">{number}</text></g></a>'
        )
    return parts


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
