"""Why a turn is proposed, in sentences that are made of computed facts and nothing else.

What holds for any game is said here: the value, which differences are established and which are not, what the
next player is likely to answer. What only the game knows comes from `Game.facts`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from rattus_ai.analysis import CONFIDENCE, Analysis, Line
from rattus_ai.answers import Answer, Answers, answers
from rattus_ai.errors import ViewError, listed, shown
from rattus_ai.facts import Fact, Number, counted, percent, plus_minus
from rattus_ai.notation import ENGLISH
from rattus_ai.positions import View

LIKELY = 1 / 3
"""Least share of the simulations from which an answer is called likely: most turns hold several actions, and
below a third something else happens at least twice as often."""

MOST_ANSWERS = 3
"""Most answers that are named: what to take, where to place and where the plague goes."""

MOST_OPEN = 3
"""Most turns after the second that are named as not established; the rest are counted."""

_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True)
class Explanation:
    """Why the first turn of an analysis is proposed.

    Attributes:
        sentences: at least one; each states its numbers. Their kinds are listed in `docs/explanations.md`.
        note: what has to be said about the language of the sentences, or None.
    """

    sentences: tuple[Fact, ...]
    note: str | None = None

    @property
    def text(self) -> str:
        """The sentences, each on a line of its own."""
        return "\n".join(sentence.text for sentence in self.sentences)


def explain(view: View, analysis: Analysis, language: str = ENGLISH) -> Explanation:
    """Why the first turn of an analysis is proposed, and how sure that is.

    Always the same for the same view and analysis; takes a fraction of a second, most of it for the answers.

    >>> import rattus_ai
    >>> view = rattus_ai.load_game("rattus", players=2).new_position(seed=1).view(0)
    >>> analysis = rattus_ai.analyse(view, rattus_ai.Limit(simulations=2_000))
    >>> rattus_ai.explain(view, analysis).sentences[0].kind
    'value'

    Args:
        view: the view that was analysed.
        analysis: the answer of `rattus_ai.analyse`.
        language: of the names; the sentences themselves are in English.

    Raises:
        ViewError: the analysis is of another view.
        OptionError: the language is not one of the game.
    """
    if not isinstance(view, View) or not isinstance(analysis, Analysis):
        raise ViewError(f"found {shown(view)} and {shown(analysis)}, expected a view and the analysis of it")
    _check(view, analysis)
    view.legal_texts(language)  # an unknown language is an error before anything is computed
    best, second = analysis.best, analysis.lines[1] if len(analysis.lines) > 1 else None
    sentences = [_value(view, analysis, language), _comparison(view, analysis, language)]
    sentences += view.game.facts(view, best.actions, None if second is None else second.actions, language)
    if analysis.reason != "solved":  # a proof knows what everybody does; a small search would only guess it
        sentences.append(_answers(view, answers(view, best.actions), language))
    sentences += _open(view, analysis, language)
    note = None
    if language != ENGLISH:
        note = "The sentences are in English; names and turns are in the language asked for."
    return Explanation(tuple(sentences), note)


def established(line: Line) -> bool | None:
    """Whether the gap of a line to the first one is established at 95 % confidence.

    None where no error is known. A sampled gap without any spread establishes nothing: that all samples are
    alike says little about what is rare.
    """
    if line.exact:
        return line.gap > 0.0
    if math.isnan(line.gap_error) or math.isnan(line.error):
        return None
    return line.gap_error > 0.0 and line.gap > _Z * line.gap_error


def _check(view: View, analysis: Analysis) -> None:
    if view.current_player() != analysis.player or view.player != analysis.player:
        raise ViewError(
            f"found the view of player {view.player} with player {view.current_player()} to decide, expected "
            f"the one that was analysed, of player {analysis.player} who decides there"
        )
    for line in analysis.lines[:2]:
        position = view.core
        for action in line.actions:
            if position.is_terminal() or position.is_chance() or action not in position.legal_actions():
                raise ViewError(
                    f"found the turn {line.text!r}, which is not legal in this view; expected its analysis"
                )
            position.apply(action)


# --- value and gaps ------------------------------------------------------------------------------------


def _player(view: View, player: int) -> str:
    return view.players[player] if view.players is not None else f"player {player}"


def _named(view: View, line: Line, number: int, language: str) -> str:
    turn = "; ".join(view.game.action_text(action, language) for action in line.actions)
    return f"turn {number} ({turn})"


def _error(line: Line, error: float) -> float | None:
    """None where the line is exact, nan where nothing is known."""
    return None if line.exact else error


def _value(view: View, analysis: Analysis, language: str) -> Fact:
    best = analysis.best
    who = _player(view, analysis.player)
    error = _error(best, best.error)
    if analysis.objective == "win":
        number = percent("probability of winning", best.value, error, player=analysis.player)
        says = f"wins {number.text} for {who}"
    else:
        text = plus_minus(best.value, error, 2)
        number = Number("expected lead", best.value, error, text, analysis.player)
        says = f"gives {who} an expected lead of {number.text}"
    named = _named(view, best, 1, language)
    return Fact("value", f"{named[:1].upper()}{named[1:]} {says}{_known(error)}.", (number,))


def _known(error: float | None) -> str:
    """What has to be added where no standard error is printed."""
    if error is None:
        return " (exact)"
    return " (how far off that is is not known)" if math.isnan(error) else ""


def _gap(analysis: Analysis, line: Line) -> tuple[Number, str]:
    """The gap of a line to the first, and the same in words."""
    error = None if line.exact and analysis.best.exact else line.gap_error
    if not line.exact and math.isnan(line.error):
        error = math.nan
    if analysis.objective == "win":
        text = plus_minus(100 * line.gap, None if error is None else 100 * error, 1)
        unit = "percentage points"
    else:
        text = plus_minus(line.gap, error, 2)
        unit = "points of lead"
    return Number("gap to the first turn", line.gap, error, text, analysis.player), f"{text} {unit}"


def _comparison(view: View, analysis: Analysis, language: str) -> Fact:
    """The second turn against the first: `better`, `equal`, `open` (not established) or `unknown`."""
    if len(analysis.lines) < 2:
        number = counted("turns compared", len(analysis.lines))
        return Fact(
            "missing",
            f"Not computed: what an alternative would cost; {number.text} turn was looked at.",
            (number,),
        )
    line = analysis.lines[1]
    number, gap = _gap(analysis, line)
    named = _named(view, line, 2, language)
    sure = established(line)
    if line.exact and analysis.best.exact:
        if sure:
            return Fact("better", f"It is better than {named} by {gap} (exact).", (number,))
        return Fact("equal", f"It is worth the same as {named}: the gap is {gap} (exact).", (number,))
    if sure is None:
        text = f"Whether it is better than {named} is not known: the gap is {gap}, of unknown error."
        return Fact("unknown", text, (number,))
    if sure:
        text = f"It is better than {named} by {gap}, established at {CONFIDENCE:.0%} confidence."
        return Fact("better", text, (number,))
    text = f"Not established: that it is better than {named}; {_interval(gap, number)}."
    return Fact("open", text, (number,))


def _interval(gap: str, number: Number) -> str:
    if number.error == 0.0:
        return f"the gap is {gap}, and all samples are alike"
    return f"the gap of {gap} may be 0 at {CONFIDENCE:.0%} confidence"


def _open(view: View, analysis: Analysis, language: str) -> list[Fact]:
    """The turns after the second whose gap is not established, by name."""
    found = [
        (number, line)
        for number, line in enumerate(analysis.lines[2:], 3)
        if not line.exact and established(line) is False
    ]
    facts = []
    for number, line in found[:MOST_OPEN]:
        value, gap = _gap(analysis, line)
        named = _named(view, line, number, language)
        text = f"Not established either: that it is better than {named}; {_interval(gap, value)}."
        facts.append(Fact("open", text, (value,)))
    rest = [number for number, _ in found[MOST_OPEN:]]
    if rest:
        more = counted("further turns whose gap is not established", len(rest))
        turns = "1 further turn" if len(rest) == 1 else f"{more.text} further turns"
        which = listed(map(str, rest), "and")
        facts.append(Fact("open", f"Not established either: {turns}, number {which}.", (more,)))
    return facts


# --- answers -------------------------------------------------------------------------------------------


def _answers(view: View, found: Answers, language: str) -> Fact:
    """What the next player is likely to do (`answer`)."""
    drawn = counted("continuations drawn", found.drawn)
    among = counted("continuations in which this player is next", found.continuations)
    if found.player is None:
        text = f"Nobody answers: the game is over first in {among.text} of {drawn.text} drawn continuations."
        return Fact("answer", text, (among, drawn))
    who = _player(view, found.player)
    likely = [answer for answer in found.answers if answer.share >= LIKELY][:MOST_ANSWERS]
    basis = f"shares of the simulations in {among.text} of {drawn.text} drawn continuations"
    if not likely:
        number, text = _answer(view, found.answers[0], found.player, language)
        text = f"No answer of {who} stands out: the most frequent is {text}; {basis}."
        return Fact("answer", text, (number, among, drawn))
    parts = [_answer(view, answer, found.player, language) for answer in likely]
    text = f"Likely answers of {who}: {', '.join(text for _, text in parts)}; {basis}."
    return Fact("answer", text, (*(number for number, _ in parts), among, drawn))


def _answer(view: View, answer: Answer, player: int, language: str) -> tuple[Number, str]:
    text = view.game.action_text(answer.action, language)
    number = percent(f"share of {text}", answer.share, answer.error, 0, player)
    return number, f"{text} ({number.text})"
