"""A game record looked at again: skill and luck, decision by decision."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rattus_ai.errors import OptionError, RecordError, ViewError, shown
from rattus_ai.limits import Cancel, Limit
from rattus_ai.positions import Position, View
from rattus_ai.records import Record
from rattus_ai.reviews.budget import Budget
from rattus_ai.reviews.chance import luck_of
from rattus_ai.reviews.outlook import Cancelled, outlook
from rattus_ai.reviews.replay import Stretch, stretches
from rattus_ai.reviews.result import Decision, Estimate, Luck, Review
from rattus_ai.reviews.skill import judge
from rattus_ai.reviews.summing_up import summaries, turning_points
from rattus_ai.reviews.thresholds import level_of

_MASK = (1 << 64) - 1

_QUICK = 512
"""Samples for a value that has to be there when the review is cancelled; some 5 ms."""

_FIRST, _LAST = -1, -2
"""Numbers of the values of the first and the last position, beside those of the stretches."""

UNFINISHED = "the record ends in the middle of it"
NOT_ASKED = "only the decisions of another player are reviewed"


@dataclass(frozen=True)
class Progress:
    """How far a review has come.

    Attributes:
        done: stretches that are finished.
        total: stretches in all: decisions and chance between them.
        turn: number of the turn being looked at, from 1.
    """

    done: int
    total: int
    turn: int


def review(
    record: Record,
    limit: Limit | None = None,
    *,
    seed: int = 1,
    player: int | None = None,
    cancel: Cancel | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Review:
    """What a game was decided by: the loss of every decision, and the luck of every stretch of chance.

    Every decision is judged by what the player knew. A record of one player's knowledge may lack what another
    one knew; his decisions are then left out with a note.

    Args:
        record: a game, finished or not.
        limit: the budget for each decision with the chance that follows it; 100,000 simulations if left out.
        seed: from 0 to 2**64 - 1. The same record, seed and simulations give the same review on any number of
            threads.
        player: whose decisions are looked at; None: everybody's. Luck is worked out for all.
        cancel: ends the review early; what is finished is returned, marked as partial.
        on_progress: called before each stretch and at the end.

    Raises:
        OptionError: an argument is out of range.
        RecordError: the record holds no events.
    """
    if not isinstance(record, Record):
        raise OptionError("record", f"found {shown(record)}, expected a record as read_record gives it")
    if limit is not None and not isinstance(limit, Limit):
        raise OptionError("limit", f"found {shown(limit)}, expected a Limit")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= _MASK:
        raise OptionError("seed", f"found {shown(seed)}, expected a whole number from 0 to 2**64 - 1")
    count = record.game.num_players
    if player is not None and (
        isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < count
    ):
        raise OptionError("player", f"found {shown(player)}, expected a player from 0 to {count - 1}")
    if not record.events:
        raise RecordError((), "holds no events; expected a game to review", expected="events")
    budget = Budget.of(limit if limit is not None else Limit())
    return _Run(record, budget, seed, player, cancel or Cancel(), on_progress).review()


class _Run:
    """One review from its start to its end."""

    def __init__(
        self,
        record: Record,
        budget: Budget,
        seed: int,
        player: int | None,
        cancel: Cancel,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self.began = time.perf_counter()
        self.record, self.budget, self.seed = record, budget, seed
        self.player, self.cancel, self.on_progress = player, cancel, on_progress
        self.decisions: list[Decision] = []
        self.luck: list[Luck] = []
        self.simulations = 0

    def review(self) -> Review:
        """Goes through the record; see the function of this name."""
        pieces = list(stretches(self.record))
        start = self._start(pieces[0])
        done = 0
        for piece in pieces:
            self._tell(done, len(pieces), piece.before.turn() + 1)
            try:
                if piece.player is None:
                    self._chance(piece, done)
                else:
                    self._decision(piece, done, piece.player)
            except Cancelled:
                break
            done += 1
        self._tell(done, len(pieces), pieces[-1].after.turn() + 1)
        partial = done < len(pieces)
        if self.decisions and self.decisions[0].after is not None:
            start = _before_luck(self.decisions[0], self.luck)
        end = self._end(pieces[done - 1], start, partial) if done else start
        return Review(
            record=self.record,
            decisions=tuple(self.decisions),
            luck=tuple(self.luck),
            start=start,
            end=end,
            turning_points=turning_points(self.decisions, self.luck),
            players=summaries(self.record.game.num_players, self.decisions, self.luck, start, end),
            reviewed=self.player,
            seed=self.seed,
            simulations=self.simulations,
            seconds=time.perf_counter() - self.began,
            partial=partial,
            over=not partial and pieces[-1].after.is_terminal(),
            warning=self.record.game.warning,
        )

    def _start(self, first: Stretch) -> Estimate:
        """A quick value of the beginning, for a review that comes to no decision it could judge."""
        return self._outlook(first.before, _FIRST, Cancel(), _QUICK)

    def _end(self, last: Stretch, start: Estimate, partial: bool) -> Estimate:
        """What the position after the last finished stretch is worth."""
        after = self.decisions[-1].after if last.player is not None else None
        if after is not None and not last.after.is_terminal():
            return after
        return self._outlook(last.after, _LAST, Cancel(), _QUICK if partial else self.budget.luck)

    def _chance(self, piece: Stretch, number: int) -> None:
        """One stretch of chance."""
        found, used = luck_of(
            self.record,
            piece,
            len(self.luck),
            budget=self.budget,
            seed=self._seed(number),
            cancel=self.cancel,
        )
        self.simulations += used
        self.luck.append(found)

    def _decision(self, piece: Stretch, number: int, player: int) -> None:
        """One decision, judged if it can be."""
        events = self.record.events[piece.start : piece.stop]
        played = tuple(event.identifier for event in events)
        forced = all(choices == 1 for choices in piece.choices)
        view, note = self._view(piece, player)
        verdict = None
        if view is not None:
            verdict = judge(
                view,
                played,
                forced=forced,
                budget=self.budget,
                seed=self._seed(number),
                cancel=self.cancel,
            )
            self.simulations += verdict.simulations
        texts = tuple(event.text for event in events)
        game = self.record.game
        before = (
            self._outlook(piece.before, number, self.cancel, self.budget.luck)
            if verdict is None
            else verdict.before
        )
        decision = Decision(
            number=len(self.decisions),
            player=player,
            turn=piece.before.turn() + 1,
            start=piece.start,
            stop=piece.stop,
            played=texts,
            best=texts if verdict is None else tuple(map(game.action_text, verdict.best_actions)),
            best_actions=played if verdict is None else verdict.best_actions,
            loss=None if verdict is None else verdict.loss,
            error=None if verdict is None else verdict.error,
            exact=verdict is not None and verdict.exact,
            forced=forced,
            level=None if verdict is None else level_of(verdict.loss, verdict.error),
            margin=None if verdict is None else verdict.margin,
            margin_error=None if verdict is None else verdict.margin_error,
            before=before,
            after=None if verdict is None else verdict.after,
            effect=None if verdict is None else verdict.effect,
            samples=0 if verdict is None else verdict.samples,
            note=note,
        )
        self.decisions.append(decision)

    def _view(self, piece: Stretch, player: int) -> tuple[View | None, str | None]:
        """What the player knew, or why his decision is left out."""
        if self.player is not None and player != self.player:
            return None, NOT_ASKED
        if not piece.whole:
            return None, UNFINISHED
        try:
            return piece.before.view(player), None
        except ViewError as error:
            return None, str(error)

    def _outlook(self, position: Position, number: int, cancel: Cancel, samples: int) -> Estimate:
        """The value of a position by the yardstick of luck."""
        self.simulations += samples
        return outlook(
            position,
            samples,
            horizon=position.rules.horizon,
            seed=self._seed(number) ^ _MASK,
            threads=self.budget.threads,
            cancel=cancel,
        )

    def _seed(self, number: int) -> int:
        """A seed for each stretch (the finaliser of splitmix64)."""
        value = (self.seed + (number + 1) * 0x9E3779B97F4A7C15) & _MASK
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
        return (value ^ (value >> 31)) & (_MASK >> 1)

    def _tell(self, done: int, total: int, turn: int) -> None:
        if self.on_progress is not None:
            self.on_progress(Progress(done, total, turn))


def _before_luck(first: Decision, luck: Sequence[Luck]) -> Estimate:
    """The value of the start: that of the first decision, less the luck before it."""
    earlier = [stretch.win for stretch in luck if stretch.stop <= first.start]
    return Estimate(
        tuple(
            value - math.fsum(win.values[player] for win in earlier)
            for player, value in enumerate(first.before.values)
        ),
        tuple(
            math.hypot(error, *(win.errors[player] for win in earlier))
            for player, error in enumerate(first.before.errors)
        ),
        first.before.exact and all(win.exact for win in earlier),
    )
