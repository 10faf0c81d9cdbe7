"""What a review says: decisions, luck, turning points, players.

All values are probabilities of winning, 0 to 1, one number for each player, unless said otherwise. Every
estimate has a standard error beside it, or is marked as exact and has an error of 0.0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rattus_ai.records import Record


@dataclass(frozen=True)
class Estimate:
    """Numbers of all players with their standard errors; `exact` where nothing is estimated."""

    values: tuple[float, ...]
    errors: tuple[float, ...]
    exact: bool = False

    @classmethod
    def proved(cls, values: Iterable[float | Fraction]) -> Estimate:
        """Exact values."""
        known = tuple(map(float, values))
        return cls(known, (0.0,) * len(known), exact=True)


@dataclass(frozen=True)
class Decision:
    """All decisions of a player in a row, up to chance or another player.

    Attributes:
        number: place among the decisions of the game, from 0.
        player: who decided.
        turn: number of the turn, from 1; turns of the set-up are 1 too.
        start, stop: the events of the record that it consists of, `record.events[start:stop]`.
        played: canonical texts of what was played.
        best: texts of the best turn that the search found; the same as `played` if it was that one.
        best_actions: ids of its actions.
        loss: probability of winning that the player gave up against the best turn, as he could know it, from
            samples that had no part in finding that turn. It may be negative where the two are close. None
            where the decision was not looked at.
        error: standard error of the loss; 0.0 where it is exact, or what was played was the best turn found.
        exact: both turns were valued exactly, or there was only one.
        forced: nothing else was legal.
        level: name of the loss, see `rattus_ai.reviews.thresholds`; None for small ones and for those not
            established.
        margin: how far the second best turn that was found is behind the best, if the best was played; None
            otherwise.
        margin_error: its standard error.
        before: what the position was worth before the decision, by the best turn if the decision was looked
            at.
        after: what it was worth after what was played; None where the decision was not looked at.
        effect: how the decision changed everybody's chances, `after` less `before`.
        samples: samples behind the loss.
        note: why the decision was not looked at, or None.
    """

    number: int
    player: int
    turn: int
    start: int
    stop: int
    played: tuple[str, ...]
    best: tuple[str, ...]
    best_actions: tuple[int, ...]
    loss: float | None
    error: float | None
    exact: bool
    forced: bool
    level: str | None
    margin: float | None
    margin_error: float | None
    before: Estimate
    after: Estimate | None
    effect: Estimate | None
    samples: int
    note: str | None


@dataclass(frozen=True)
class Luck:
    """Chance events in a row, between two decisions.

    Attributes:
        number: place among the stretches of chance, from 0.
        player: whose turn it was.
        turn: number of the turn, from 1.
        start, stop: the events of the record.
        outcomes: canonical texts of what happened.
        name: what it was, `ravage`, where pieces could be lost; None elsewhere.
        place: canonical name of the place, None for many or none.
        expected: pieces that each player loses on average, exactly; None where none could be lost or it is
            not known.
        lost: pieces that each player did lose; None where `expected` is.
        win: change of everybody's probability of winning between before and after. Positive is good luck. Its
            mean over all that could have happened is zero.
        certain: only one thing could happen, so there was no luck.
        samples: samples behind `win`; 0 where it is exact.
    """

    number: int
    player: int
    turn: int
    start: int
    stop: int
    outcomes: tuple[str, ...]
    name: str | None
    place: str | None
    expected: tuple[Fraction, ...] | None
    lost: tuple[int, ...] | None
    win: Estimate
    certain: bool
    samples: int

    @property
    def pieces(self) -> tuple[Fraction, ...] | None:
        """Luck of each player in pieces, exact: expected losses less losses. Positive is good luck."""
        if self.expected is None or self.lost is None:
            return None
        return tuple(mean - lost for mean, lost in zip(self.expected, self.lost, strict=True))


@dataclass(frozen=True)
class TurningPoint:
    """A large swing.

    Attributes:
        kind: `decision` or `luck`.
        number: of the decision or the stretch of chance.
        player: who decided, or whose chances chance changed most.
        swing: what his probability of winning changed by; negative is bad for him.
        error: its standard error.
        exact: nothing of it is estimated.
    """

    kind: Literal["decision", "luck"]
    number: int
    player: int
    swing: float
    error: float
    exact: bool


@dataclass(frozen=True)
class Share:
    """A part of what led from the start to the result; `exact` where nothing of it is estimated."""

    value: float
    error: float
    exact: bool


@dataclass(frozen=True)
class PlayerSummary:
    """One player's game.

    The balance adds up by construction: `start + own + others + luck + rest = end`.

    Attributes:
        player: number.
        start: probability of winning at the start of the record.
        own: what the player's own decisions changed, against the best turns; what he lost by mistakes.
        others: what the mistakes of the others changed for him.
        luck: what chance changed for him.
        rest: what is left: the search judged later positions differently, as it saw further.
        end: 1 or 0 at the end of the game, else what the last position is worth.
        decisions: decisions that were looked at and where there was a choice.
        loss: mean loss of a decision; None without decisions.
        levels: how many losses of each name, the names in the order of `thresholds.LEVELS`.
        expected: pieces he had to expect to lose to chance, exact; None where the game knows no such luck.
        lost: pieces he lost to chance.
        worst: number of the decision with the largest established loss; None if there is none.
        best: number of the decision where the best turn was found and the second best was furthest behind.
    """

    player: int
    start: Share
    own: Share
    others: Share
    luck: Share
    rest: Share
    end: Share
    decisions: int
    loss: Share | None
    levels: tuple[tuple[str, int], ...]
    expected: Fraction | None
    lost: int | None
    worst: int | None
    best: int | None

    @property
    def pieces(self) -> Fraction | None:
        """Luck in pieces, exact; positive is good luck."""
        return None if self.expected is None or self.lost is None else self.expected - self.lost


@dataclass(frozen=True)
class Review:
    """A finished game, looked at again.

    Attributes:
        record: the game.
        decisions: in the order of play.
        luck: stretches of chance in the order of play.
        start: what the first position is worth.
        end: what the last one is worth: the result where the game is over.
        turning_points: largest swings first; only those that are established.
        players: a summary for each player.
        reviewed: the player whose decisions were looked at; None: everybody's.
        seed: what drove the search.
        simulations: simulations used in all.
        seconds: time used.
        partial: the review was ended early; decisions and luck stop where it had come to.
        over: the record holds the end of the game.
        warning: one line about data that is not certain, or None.
    """

    record: Record
    decisions: tuple[Decision, ...]
    luck: tuple[Luck, ...]
    start: Estimate
    end: Estimate
    turning_points: tuple[TurningPoint, ...]
    players: tuple[PlayerSummary, ...]
    reviewed: int | None
    seed: int
    simulations: int
    seconds: float
    partial: bool
    over: bool
    warning: str | None
