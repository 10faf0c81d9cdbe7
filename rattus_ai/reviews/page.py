"""A review as one self-contained HTML page: no scripts, nothing from elsewhere.

The page is well-formed XML too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from rattus_ai.positions import Position, View
from rattus_ai.reviews.graph import graph
from rattus_ai.reviews.page_style import style
from rattus_ai.reviews.result import Decision, Luck, PlayerSummary, Review, TurningPoint
from rattus_ai.reviews.words import (
    BALANCE,
    Words,
    loss,
    luck_percent,
    percent,
    pieces,
    share,
    swing,
    thresholds,
)
from rattus_ai.text.colours import player_colours


def page(review: Review, *, points: int = 5, language: str = "en") -> str:
    """The whole page as text.

    Args:
        review: what is shown.
        points: how many turning points; each has a map picture of some 20 KiB.
        language: language of names; sentences are English.

    Raises:
        RattusAIError: the language is unknown.
    """
    words = Words(review, language)
    game = review.record.game
    title = f"Review: {', '.join(words.names)}"
    colours = player_colours(review.record.players, game.num_players)
    maps = _Positions(review)
    cards = [
        _card(words, maps, number, point)
        for number, point in enumerate(review.turning_points[:points], start=1)
    ]
    return "".join(
        [
            '<!DOCTYPE html>\n<html lang="en" xmlns="http://www.w3.org/1999/xhtml">\n<head>\n',
            '<meta charset="utf-8"/>\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n',
            f"<title>{_safe(title)}</title>\n<style>{style(colours)}</style>\n</head>\n<body>\n",
            _head(words),
            "<main>\n",
            _section("Probability of winning", _figure(words, points)),
            _section("Where the result came from", _balance(words)),
            _section("Skill and luck", _skill(words)),
            _section("Turning points", *cards) if cards else "",
            _section("Every decision", _decisions(words)) if review.decisions else "",
            _section("All luck", _luck(words)) if review.luck else "",
            "</main>\n",
            _foot(words),
            "</body>\n</html>\n",
        ]
    )


class _Positions:
    """The positions of the game by the number of events before them, each replayed once."""

    def __init__(self, review: Review) -> None:
        self._record = review.record
        self._position = review.record.beginning()
        self._done = 0

    def at(self, event: int) -> Position:
        if event < self._done:
            self._position, self._done = self._record.beginning(), 0
        for each in self._record.events[self._done : event]:
            self._position.apply(each.identifier)
        self._done = event
        return self._position.copy()


def _safe(text: str) -> str:
    """Text for the page: no markup, nothing that XML forbids."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))


def _section(title: str, *parts: str) -> str:
    return f"<section>\n<h2>{_safe(title)}</h2>\n{''.join(parts)}</section>\n"


def _head(words: Words) -> str:
    review = words.review
    partial = ' <span class="mark">partial</span>' if review.partial else ""
    names = ", ".join(
        f'<strong class="p{player}">{_safe(name)}</strong>' for player, name in enumerate(words.names)
    )
    only = (
        ""
        if review.reviewed is None
        else f"<p>Only the decisions of {_safe(words.names[review.reviewed])} were looked at.</p>\n"
    )
    warning = f'<p class="soft">{_safe(review.warning)}</p>\n' if review.warning else ""
    return (
        f"<header>\n<h1>A game looked at again{partial}</h1>\n"
        f'<p class="lead">{names}. {_safe(words.result())}</p>\n{only}{warning}</header>\n'
    )


def _figure(words: Words, points: int) -> str:
    caption = (
        "One line a player, with the 95 % interval of sampling around it. Before each decision a position is "
        "worth what the best turn is worth. A fall at a player's own decision is a mistake; the rest is "
        "luck, what the others did, and what the search saw only later. Numbers mark the turning points."
    )
    return (
        '<figure><div class="wide" tabindex="0" role="region" aria-label="Graph, scrolls sideways">'
        f"{graph(words, points)}</div>\n<figcaption>{_safe(caption)}</figcaption></figure>\n"
    )


# --- tables --------------------------------------------------------------------------------------------


def _table(label: str, heads: Sequence[tuple[str, str]], rows: Iterable[str]) -> str:
    """A table that scrolls sideways where it is too wide; heads are pairs of class and text."""
    titles = "".join(f'<th scope="col"{_class(kind)}>{_safe(text)}</th>' for kind, text in heads)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{_safe(label)}"><table>\n'
        f"<thead><tr>{titles}</tr></thead>\n<tbody>\n{''.join(rows)}</tbody></table></div>\n"
    )


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _cell(text: str, kind: str = "", inside: str = "") -> str:
    return f"<td{_class(kind)}>{_safe(text)}{inside}</td>"


def _who(words: Words, player: int) -> str:
    return f'<th scope="row" class="p{player}">{_safe(words.names[player])}</th>'


def _balance(words: Words) -> str:
    heads = [("", "player"), *(("n", f"{title}, %") for _, title in BALANCE)]
    rows = []
    for each in words.review.players:
        cells = [_who(words, each.player)]
        for field, _ in BALANCE:
            part = getattr(each, field)
            kind = "bar" if part.value >= 0 else "bar down"
            width = min(100.0, 100 * abs(part.value))
            bar = f'<span class="{kind}" style="width:{width:.0f}%"></span>'
            cells.append(_cell(share(part, sign=field not in ("start", "end")), "n", bar))
        rows.append(f"<tr>{''.join(cells)}</tr>\n")
    return _table("Balance of each player", heads, rows) + f'<p class="soft">{_safe(words.notes[2])}</p>\n'


def _skill(words: Words) -> str:
    unit = words.unit
    heads = [("", "player"), ("n", "decisions"), ("n", "mean loss, %")]
    levels = [level for level, _ in words.review.players[0].levels]
    heads += [("n", f"{'inaccuracies' if level == 'inaccuracy' else level + 's'}") for level in levels]
    heads += [("n", f"{unit} lost to chance"), ("n", "expected"), ("n", f"luck in {unit}")]
    rows = [_skill_row(words, each) for each in words.review.players]
    extremes = [text for each in words.review.players for text in _extremes(words, each)]
    listed = f'<ul class="plain">{"".join(extremes)}</ul>\n' if extremes else ""
    return _table("Skill and luck of each player", heads, rows) + listed


def _skill_row(words: Words, each: PlayerSummary) -> str:
    cells = [
        _who(words, each.player),
        _cell(str(each.decisions), "n"),
        _cell(share(each.loss), "n"),
        *(_cell(str(count), "n") for _, count in each.levels),
        _cell("-" if each.lost is None else str(each.lost), "n"),
        _cell("-" if each.expected is None else f"{float(each.expected):.2f}", "n"),
        _cell(pieces(each.pieces), "n"),
    ]
    return f"<tr>{''.join(cells)}</tr>\n"


def _extremes(words: Words, each: PlayerSummary) -> list[str]:
    """The worst and the best turn of a player, as items of a list."""
    found = []
    name = f'<strong class="p{each.player}">{_safe(words.names[each.player])}</strong>'
    if each.worst is not None:
        worst = words.review.decisions[each.worst]
        text = f", worst decision: turn {worst.turn}, {loss(worst)} % lost by {words.played(worst)}"
        found.append(f"<li>{name}{_safe(text)}</li>")
    if each.best is not None:
        best = words.review.decisions[each.best]
        ahead = percent(best.margin or 0.0, best.margin_error or 0.0, unit=" %")
        text = f", best decision: turn {best.turn}, {ahead} ahead of the next best: {words.played(best)}"
        found.append(f"<li>{name}{_safe(text)}</li>")
    return found


def _decisions(words: Words) -> str:
    heads = [
        ("n", "turn"),
        ("", "player"),
        ("n", "loss, %"),
        ("", ""),
        ("text", "played"),
        ("text", "compared with"),
    ]
    heads += [("n", f"{name} before, %") for name in words.names]
    rows = [_decision_row(words, each) for each in words.review.decisions]
    return _table("Every decision", heads, rows)


def _decision_row(words: Words, each: Decision) -> str:
    cells = [
        _cell(str(each.turn), "n"),
        _who(words, each.player),
        _cell(loss(each), "n" if each.note is None else ""),
        _cell(each.level or "", "level"),
        _cell(words.played(each), "text"),
        _cell("" if each.best == each.played else words.best(each), "text"),
        *(
            _cell(percent(value, error, exact=each.before.exact), "n")
            for value, error in zip(each.before.values, each.before.errors, strict=True)
        ),
    ]
    return f"<tr{_class(each.level or '')}>{''.join(cells)}</tr>\n"


def _luck(words: Words) -> str:
    heads = [("n", "turn"), ("", "what"), ("text", "what happened")]
    for name in words.names:
        heads += [("n", f"{name}: win, %"), ("n", f"{name}: {words.unit}")]
    rows = [_luck_row(words, each) for each in words.review.luck]
    return _table("All luck", heads, rows)


def _luck_row(words: Words, each: Luck) -> str:
    cells = [_cell(str(each.turn), "n"), _cell(words.happening(each)), _cell(words.outcomes(each), "text")]
    for player in range(len(words.names)):
        cells.append(_cell(luck_percent(each, player), "n"))
        cells.append(_cell(pieces(None if each.pieces is None else each.pieces[player]), "n"))
    return f"<tr>{''.join(cells)}</tr>\n"


# --- turning points ------------------------------------------------------------------------------------


def _card(words: Words, maps: _Positions, number: int, point: TurningPoint) -> str:
    review = words.review
    direction = "up" if point.swing > 0 else "down-text"
    size = swing(point, " %")
    if point.kind == "decision":
        decision = review.decisions[point.number]
        seen: Position | View = maps.at(decision.start).view(decision.player)
        caption = f"Before the decision, as {words.names[decision.player]} knew it."
        facts = [
            ("Played", words.played(decision)),
            ("Better", words.best(decision)),
            ("Loss", f"{loss(decision)} % of winning, {decision.samples:,} samples of each turn"),
        ]
    else:
        luck = review.luck[point.number]
        seen = maps.at(luck.start)
        caption = "Before chance spoke, with everything that anybody at the table knew."
        changes = "; ".join(f"{name} {luck_percent(luck, player)}" for player, name in enumerate(words.names))
        facts = [("What happened", words.outcomes(luck)), ("Changes, %", changes)]
        if luck.expected is not None:
            facts.append((words.unit.capitalize(), words.pieces(luck)))
    listed = "".join(f"<dt>{_safe(term)}</dt><dd>{_safe(text)}</dd>" for term, text in facts)
    picture = _described(review.record.game.draw(seen, words.language), f"{caption} {seen.turn_text}.")
    return (
        f'<article class="card" id="point-{number}" aria-labelledby="head-{number}">\n<header>'
        f'<span class="number" aria-hidden="true">{number}</span>'
        f'<h3 id="head-{number}">{_safe(words.headline(point))}</h3>'
        f'<span class="swing {direction}">{size}</span></header>\n<dl>{listed}</dl>\n'
        f'<figure class="map"><div class="wide" tabindex="0" role="region" aria-label="Map {number}">'
        f"{picture}</div>"
        f"<figcaption>{_safe(caption)}</figcaption></figure>\n</article>\n"
    )


def _described(drawing: str, text: str) -> str:
    """The drawing with a description after its title."""
    head, title, rest = drawing.strip().partition("</title>")
    return f"{head}{title}<desc>{_safe(text)}</desc>{rest}" if title else drawing


def _foot(words: Words) -> str:
    review = words.review
    notes = "".join(f"<p>{_safe(note)}</p>\n" for note in (*words.notes[:2], thresholds()))
    work = f"{review.simulations:,} simulations in {review.seconds:.0f} s, seed {review.seed}."
    return f"<footer>\n<h2>How to read this</h2>\n{notes}<p>{_safe(work)}</p>\n</footer>\n"
