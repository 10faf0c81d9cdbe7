"""Exact endgames: what a position is worth when the end of the game has come, proved.

Where only chance is left the game itself knows the exact values. Where final decisions are left, the solver
of the core (csrc/search/solver.hpp) closes a bracket of lower and upper bounds until they meet. One turn
earlier, the turns that end the game now are valued by drawing what chance does in this turn and solving what
follows.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from rattus_ai._core.engine import CHANCE
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.solver import ended
from rattus_ai.analysis import analyse
from rattus_ai.errors import OptionError, ViewError, shown
from rattus_ai.games import PUBLIC, EndValues, Game
from rattus_ai.limits import MAX_SEED, Cancel, Limit
from rattus_ai.positions import Position, View
from rattus_ai.schemas.seats import PUBLIC_NAME
from rattus_ai.watch import Watch

DEFAULT_SECONDS = 10.0
"""Time of `solve` without a limit: most final rounds are proved within it."""

MAX_SAMPLES = 400
"""Samples of the chance of a turn that ends the game; the error of a probability is then 2.5 % at most."""

ESTIMATE_SHARE = 0.1
"""Share of the time that is kept for an estimate, or for fractions, while a proof is looked for."""

LEAST_SECONDS = 0.05
"""Time for an estimate by a search even where none is left."""

ESTIMATE_SAMPLES = 4_000
"""Samples behind an estimate where only chance is left and there is time: an error of 0.8 % at most."""

FEWEST_SAMPLES = 100
"""So many are drawn even where no time is left: a few milliseconds."""

ESTIMATE_SIMULATIONS = 8_000
"""Simulations behind an estimate where decisions are left."""

_EXPECTED = "a position in the final round or after it, or a player to decide whose turn may end the game"

_BYTES_A_POSITION = 400
_SAME = 1e-12


@dataclass(frozen=True)
class SolvedTurn:
    """A turn and what it is worth.

    Attributes:
        turn: texts of its actions.
        actions: their ids.
        win: probability of winning for each player: exact, or the mean over samples (see `solved`), or in
            the final round the middle of the bracket; `errors` tells which.
        errors: standard error of each entry of `win`: 0 where it is exact, nan where nothing was sampled
            or one sample only.
        lower, upper: bounds for each player; proved where `samples` is 0, else means of proved bounds over
            the samples that ended the game.
        exact: `win` is proved.
        ending: probability that the turn ends the game: 1 in the final round.
        ending_error: its standard error.
        samples: samples of chance behind the numbers; 0: none was needed.
        solved: share of the samples that ended the game whose end was solved exactly; the others count with
            a few playouts by the light policy of the game, moved into their proved bounds.
    """

    turn: tuple[str, ...]
    actions: tuple[int, ...]
    win: tuple[float, ...]
    errors: tuple[float, ...]
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    exact: bool
    ending: float = 1.0
    ending_error: float = 0.0
    samples: int = 0
    solved: float = 1.0

    @property
    def text(self) -> str:
        """The turn on one line."""
        return "; ".join(self.turn)


@dataclass(frozen=True)
class PlayStep:
    """A step of the play that is best for everybody.

    Attributes:
        player: who acts; `CHANCE` where the likeliest of several outcomes is followed.
        action: id of the action or outcome.
        text: its text.
        equal: how many other actions are known to be worth the same to the player.
        others_differ: some of these are, or may be, worth something else to another player.
    """

    player: int
    action: int
    text: str
    equal: int
    others_differ: bool


@dataclass(frozen=True)
class Solution:
    """What a position at the end of the game is worth.

    Equal choices are broken by taking the first in the order of the action ids; `play` says where there were
    any. Every player decides on what he knows himself, and nobody reads anything into what the others did.

    Attributes:
        kind: `chance` (only chance is left), `decisions` (the final decisions), or `turn` (a turn that may
            end the game; see `turns`).
        viewer: whose knowledge counts; `PUBLIC`, or None: everything that the position holds.
        player: who is to decide; `CHANCE` where nobody is.
        lower, upper: proved bounds of each player's probability of winning.
        exact: they meet.
        win: the probabilities: exact, or an estimate, which lies within the bounds.
        errors: standard error of each entry of `win`, 0 where it is exact; nan where nothing was sampled. It
            covers sampling, and how far the estimate had to be moved into the bounds; not what better play
            would change.
        fractions: the exact probabilities as fractions, where asked for, `exact`, and there was time for them
            before the limit or a cancellation; else None.
        turns: turns of the player to decide, best first; none where another player's view counts, or after
            a cancellation.
        play: the play that is best for everybody, as far as it is settled.
        ending: what the sweep does to whom and where, where only chance is left and there was time for it;
            else None.
        distribution: joint distribution of the final points, {(points of player 0, ...): probability}, where
            asked for, only chance is left and it was found in time; else None.
        positions, ends: decisions and ends that were worked out.
        seconds: time used.
        reason: `solved`, `seconds`, `memory`, `cancelled`, or `samples`.
        warning: one line about data that is not certain, or None.
    """

    kind: str
    viewer: int | None
    player: int
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    exact: bool
    win: tuple[float, ...]
    errors: tuple[float, ...]
    fractions: tuple[Fraction, ...] | None
    turns: tuple[SolvedTurn, ...]
    play: tuple[PlayStep, ...]
    ending: EndValues | None
    distribution: Mapping[tuple[int, ...], Fraction] | None
    positions: int
    ends: int
    seconds: float
    reason: str
    warning: str | None

    @property
    def proved(self) -> float:
        """Share of the probability that is given to a winner for sure, 0 to 1; 1 where it is exact."""
        return min(1.0, math.fsum(self.lower))

    def to_document(self) -> dict[str, Any]:
        """The field `solution` of a position document: plain JSON values, see docs/formats.md.

        Raises:
            OptionError: the solution is of a turn that may end the game, which says nothing certain about the
                position.
        """
        if self.kind == "turn":
            raise OptionError(
                "solution", "what a turn is worth that may end the game is no solution of the position"
            )
        document: dict[str, Any] = {"proof": self.exact}
        if self.viewer is not None:
            document["viewer"] = PUBLIC_NAME if self.viewer == PUBLIC else self.viewer
        if self.exact:
            document["win"] = list(self.win) if self.fractions is None else [str(f) for f in self.fractions]
        else:
            document["lower"], document["upper"] = list(self.lower), list(self.upper)
            if not any(math.isnan(error) for error in self.errors):
                document["win"], document["errors"] = list(self.win), list(self.errors)
        if self.exact and self.turns:
            document["turn"] = list(self.turns[0].turn)
        return document


def solve(
    position: Position | View,
    limit: Limit | None = None,
    *,
    viewer: int | None = None,
    everything: bool = False,
    lines: int = 5,
    fractions: bool = False,
    distribution: bool = False,
    seed: int = 1,
    cancel: Cancel | None = None,
) -> Solution:
    """The value of a position at the end of the game, as a proof or as a proved bracket with an estimate.

    Args:
        position: in the final round, in the sweep, or one turn before the end. For a turn that may end the
            game the answer is what each such turn is worth (`Solution.turns`).
        limit: seconds (10 if left out) and memory. They bound all that is computed: a proof, then fractions
            and distribution, or an estimate. `simulations` bounds the samples of a turn before the end.
        viewer: whose knowledge counts; the player to decide if left out, and what everybody knows where
            nobody has to decide. A view is solved for its own player.
        everything: what the position holds counts, whoever knows it (not for views).
        lines: how many turns, at least 1.
        fractions: work the probabilities out as exact fractions too, where they are proved.
        distribution: work the joint distribution of the final points out too, where only chance is left.
        seed: of the estimates and samples, from 0 to 2**64 - 1.
        cancel: ends the computation early; the bracket found so far is the answer.

    Raises:
        ViewError: the game is over, or chance is in the middle of a turn before the end, or of an end that
            has too many ways for a proof.
        OptionError: an argument is out of range, no turn can end the game now, or its end has too many ways.
    """
    run = _Run(position, limit, viewer, everything, lines, seed, cancel)
    with run.watch:
        return run.end(fractions, distribution) if ended(run.core) else run.turn()


class _Run:
    """One question from its start to its answer."""

    def __init__(
        self,
        position: Position | View,
        limit: Limit | None,
        viewer: int | None,
        everything: bool,
        lines: int,
        seed: int,
        cancel: Cancel | None,
    ) -> None:
        self.start = time.perf_counter()
        if not isinstance(position, Position | View):
            raise ViewError(f"found {shown(position)}, expected a position or a view")
        for name, kind, found in (("limit", Limit, limit), ("cancel", Cancel, cancel)):
            if found is not None and not isinstance(found, kind):
                raise OptionError(name, f"found {shown(found)}, expected a {kind.__name__}")
        for name, value, low, high in (("lines", lines, 1, 1000), ("seed", seed, 0, MAX_SEED)):
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise OptionError(name, f"found {value!r}, expected a whole number from {low} to {high}")
        self.game: Game = position.game
        if position.is_terminal():
            raise ViewError(f"the game is over; expected {_EXPECTED}")
        self.view: View | None
        if isinstance(position, View):
            if viewer is not None or everything:
                raise OptionError("viewer", "a view is solved for its own player")
            self.view = position
        elif everything:
            if viewer is not None:
                raise OptionError("viewer", f"found {viewer} beside everything, expected one of the two")
            self.view = None
        else:
            player = position.current_player()
            chosen = viewer if viewer is not None else player if player >= 0 else PUBLIC
            if isinstance(chosen, bool) or not isinstance(chosen, int) or not PUBLIC <= chosen < self.players:
                raise OptionError(
                    "viewer", f"found {shown(chosen)}, expected a player from 0 to {self.players - 1} or -1"
                )
            self.view = position.view(chosen)
        self.core: CorePosition
        if self.view is not None:
            self.core = self.view.core
        elif isinstance(position, Position):
            self.core = position.clone()
        self.limit = limit or Limit(seconds=DEFAULT_SECONDS)
        self.lines = lines
        self.seed = seed
        self.cancel = cancel or Cancel()
        bound = self.limit.seconds if self.limit.seconds is not None else DEFAULT_SECONDS
        self.watch = Watch(self.cancel, bound)

    @property
    def players(self) -> int:
        return self.game.num_players

    def end(self, fractions: bool, distribution: bool) -> Solution:
        """The end has come: final decisions or chance."""
        most = self.limit.memory_mb * (1 << 20) // _BYTES_A_POSITION
        watch, core = self.watch, self.core
        found = watch.solver.solve(core, self.lines, most, (1 - ESTIMATE_SHARE) * watch.left)
        exact = found["exact"]
        # First what was asked for, then what is only good to know.
        told = spread = values = None
        if exact and fractions:
            told = exact_fractions(self.game, core, watch, found["play"])
        if exact and distribution:
            spread = self.game.end_distribution(core, watch)
        if exact:
            values = self.game.end_values(core, watch)
        reason = "solved"
        if not exact:
            reason = "cancelled" if self.cancel.cancelled else "seconds"
            if found["full"] or not found["stopped"]:
                reason = "memory"
        lower, upper = tuple(found["lower"]), tuple(found["upper"])
        if exact:
            win, errors = lower, (0.0,) * self.players
        else:
            win, errors = within_bounds(lower, upper, *self._estimate(lower, upper))
        return Solution(
            kind="chance" if self.game.only_chance_left(self.core) else "decisions",
            viewer=None if self.view is None else self.view.player,
            player=self.core.current_player(),
            lower=lower,
            upper=upper,
            exact=exact,
            win=win,
            errors=errors,
            fractions=told,
            turns=self._ranked(found["turns"], found["play"], lower) if exact else self._all(found["turns"]),
            play=self._play(found["play"]),
            ending=values,
            distribution=spread,
            positions=found["positions"],
            ends=found["ends"],
            seconds=time.perf_counter() - self.start,
            reason=reason,
            warning=self.game.warning,
        )

    def turn(self) -> Solution:
        """A turn that may end the game."""
        player = self.core.current_player()
        obstacle = self.game.no_proof(self.core)
        if player < 0 and obstacle is not None:
            raise ViewError(
                f"{obstacle}, and chance is next; once a player decides, hint says what is strongest"
            )
        if player < 0:
            raise ViewError(f"chance is next in a turn before the end; expected {_EXPECTED}")
        samples = min(MAX_SAMPLES, self.limit.simulations or MAX_SAMPLES)
        found = self.watch.solver.closing(self.core, self.lines, samples, self.seed, self.watch.left)
        if self.cancel.cancelled and not any(turn["ending"] for turn in found["turns"]):
            raise OptionError("cancel", "it was cancelled before anything was solved")
        if not found["turns"] and obstacle is not None:
            raise OptionError("position", f"{obstacle}; hint says which turn is strongest")
        if not found["turns"]:
            raise OptionError(
                "position",
                f"no turn that was looked at ends the game now; expected {_EXPECTED}. "
                "hint says which turn is strongest",
            )
        turns = [self._closing(turn) for turn in found["turns"] if turn["ending"]]
        turns.sort(key=lambda turn: -turn.win[player])
        if not turns:
            raise OptionError("limit", "nothing could be solved within it; give more time")
        nothing = (0.0,) * self.players
        return Solution(
            kind="turn",
            viewer=None if self.view is None else self.view.player,
            player=player,
            lower=nothing,
            upper=(1.0,) * self.players,
            exact=False,
            win=turns[0].win,
            errors=turns[0].errors,
            fractions=None,
            turns=tuple(turns),
            play=(),
            ending=None,
            distribution=None,
            positions=0,
            ends=sum(turn["ending"] for turn in found["turns"]),
            seconds=time.perf_counter() - self.start,
            reason="cancelled" if self.cancel.cancelled else "seconds" if found["stopped"] else "samples",
            warning=self.game.warning,
        )

    def _all(
        self, turns: Sequence[tuple[list[int], list[float], list[float], bool]]
    ) -> tuple[SolvedTurn, ...]:
        return tuple(self._solved(*turn) for turn in turns)

    def _ranked(
        self,
        turns: Sequence[tuple[list[int], list[float], list[float], bool]],
        play: Sequence[tuple[int, int, int, bool]],
        win: Sequence[float],
    ) -> tuple[SolvedTurn, ...]:
        """The turns with that of the best play first, which is the one that settles ties."""
        player = self.core.current_player()
        best = [action for _, action, _, _ in itertools.takewhile(lambda step: step[0] == player, play)]
        if not turns or not best:
            return self._all(turns)
        first = self._solved(best, win, win, True)
        rest = [turn for turn in self._all(turns) if turn.actions != first.actions]
        return (first, *rest)[: self.lines]

    def _solved(
        self, actions: Sequence[int], lower: Sequence[float], upper: Sequence[float], exact: bool
    ) -> SolvedTurn:
        return SolvedTurn(
            turn=tuple(self.game.action_text(action) for action in actions),
            actions=tuple(actions),
            win=tuple((low + high) / 2 for low, high in zip(lower, upper, strict=True)),
            errors=tuple(
                0.0 if high - low <= _SAME else math.nan for low, high in zip(lower, upper, strict=True)
            ),
            lower=tuple(lower),
            upper=tuple(upper),
            exact=exact,
        )

    def _closing(self, turn: Mapping[str, object]) -> SolvedTurn:
        actions = cast("list[int]", turn["actions"])
        samples = cast(int, turn["samples"])
        ending = cast(int, turn["ending"])
        certain = cast(bool, turn["certain"])
        lower = [value / ending for value in cast("list[float]", turn["lower"])]
        upper = [value / ending for value in cast("list[float]", turn["upper"])]
        squares = [value / ending for value in cast("list[float]", turn["squares"])]
        win = [value / ending for value in cast("list[float]", turn["values"])]
        solved = cast(int, turn["exact"])
        exact = certain and solved == ending
        errors = [
            0.0 if exact else _error(mean, square, ending) if ending > 1 else math.nan
            for square, mean in zip(squares, win, strict=True)
        ]
        share = ending / samples
        return SolvedTurn(
            turn=tuple(self.game.action_text(action) for action in actions),
            actions=tuple(actions),
            win=tuple(win),
            errors=tuple(errors),
            lower=tuple(lower),
            upper=tuple(upper),
            exact=exact,
            ending=share,
            ending_error=0.0 if certain else _error(share, share, samples),
            samples=0 if exact else samples,
            solved=solved / ending,
        )

    def _play(self, steps: Sequence[tuple[int, int, int, bool]]) -> tuple[PlayStep, ...]:
        return tuple(
            PlayStep(
                player,
                action,
                self.game.outcome_text(action) if player == CHANCE else self.game.action_text(action),
                equal,
                differ,
            )
            for player, action, equal, differ in steps
        )

    def _estimate(
        self, lower: Sequence[float], upper: Sequence[float]
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Sampled probabilities with their errors, where no proof was found."""
        player = self.core.current_player()
        if self.cancel.cancelled:
            return self._middle(lower, upper)
        if player >= 0 and self.view is not None and player == self.view.player:
            seconds = max(LEAST_SECONDS, self.watch.left)
            best = analyse(
                self.view,
                Limit(simulations=ESTIMATE_SIMULATIONS, seconds=seconds, threads=self.limit.threads),
                lines=1,
                seed=self.seed,
                horizon=None,
                cancel=self.cancel,
            ).best
            samples = max(1, best.samples)
            return best.win, tuple(
                error or _error(share, share, samples)
                for share, error in zip(best.win, best.errors, strict=True)
            )
        if player >= 0 or not self.game.only_chance_left(self.core):
            return self._middle(lower, upper)
        counts = [0] * self.players
        samples = 0
        for number in range(ESTIMATE_SAMPLES):
            if self.watch.over and (samples >= FEWEST_SAMPLES or self.cancel.cancelled):
                break
            position = self.core.clone()
            position.random_playout((self.seed + number * 0x9E3779B97F4A7C15) % (1 << 64))
            for index, value in enumerate(position.returns()):
                counts[index] += value > 0
            samples += 1
        if samples < FEWEST_SAMPLES:
            return self._middle(lower, upper)
        win = [count / samples for count in counts]
        return tuple(win), tuple(_error(share, share, samples) for share in win)

    def _middle(
        self, lower: Sequence[float], upper: Sequence[float]
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Not an estimate: the middle of the bounds, without an error."""
        middle = tuple((low + high) / 2 for low, high in zip(lower, upper, strict=True))
        return middle, (math.nan,) * self.players


def _error(mean: float, square: float, count: int) -> float:
    """Standard error of a mean of numbers from 0 to 1; never 0, though all that was drawn may be the same.

    One more sample is counted, at 0 or at 1, whichever is farther from the mean.

    Args:
        mean: of the samples.
        square: mean of their squares.
        count: samples, at least 1.
    """
    spread = max(0.0, square - mean * mean) * count + max(mean, 1.0 - mean) ** 2
    return math.sqrt(spread / (count + 1) / max(1, count - 1))


def within_bounds(
    lower: Sequence[float], upper: Sequence[float], win: Sequence[float], errors: Sequence[float]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """An estimate moved into bounds that are proved, where it lies outside; the errors grow by the moves.

    Args:
        lower, upper: proved bounds of the probability of each player.
        win: an estimate of them; sums to 1.
        errors: its standard errors.

    Returns:
        The estimate, which still sums to 1, and its errors: 0 where the bounds meet.
    """
    moved = [min(max(share, low), high) for share, low, high in zip(win, lower, upper, strict=True)]
    rest = 1.0 - math.fsum(moved)
    ends = upper if rest > 0 else lower
    room = [abs(end - share) for end, share in zip(ends, moved, strict=True)]
    if abs(rest) > _SAME and math.fsum(room) > 0:
        moved = [share + rest * space / math.fsum(room) for share, space in zip(moved, room, strict=True)]
    spread = tuple(
        0.0 if high - low <= _SAME else math.hypot(error, after - before) if after != before else error
        for low, high, before, after, error in zip(lower, upper, win, moved, errors, strict=True)
    )
    return tuple(moved), spread


def exact_fractions(
    game: Game,
    position: CorePosition,
    watch: Watch | None = None,
    play: Sequence[tuple[int, int, int, bool]] = (),
) -> tuple[Fraction, ...] | None:
    """The exact win probabilities of a solved end: of the play that the solver settles, summed over chance.

    Args:
        game: the game.
        position: at its end, holding what its solver may know; not changed.
        watch: ends the computation early.
        play: the first steps of the best play, as the solver of the core gives them, where they are known.

    Returns:
        None where the solver does not settle the play, or the computation was ended.
    """
    watch = watch or Watch()
    position = position.clone()
    while not watch.over:
        values = game.end_values(position, watch)
        if values is not None:
            return values.win
        if position.is_terminal():
            return tuple(Fraction(int(value)) for value in position.returns())
        player = position.current_player()
        ways = _after_chance(position) if player == CHANCE else position.missing_ways(player)
        if ways:
            return _averaged(game, ways, watch)
        if not play:
            found = watch.solver.solve(position, 1, seconds=watch.left)
            play = found["play"] if found["exact"] else ()
        if not play:
            return None
        for player, action, _, _ in play:
            if player == CHANCE:
                break
            position.apply(action)
        play = ()
    return None


def _after_chance(position: CorePosition) -> list[tuple[CorePosition, int]]:
    """Every position that chance leads to, with its weight."""
    ways = []
    for outcome, weight in position.chance_weights():
        after = position.clone()
        after.apply(outcome)
        ways.append((after, weight))
    return ways


def _averaged(
    game: Game, ways: Sequence[tuple[CorePosition, int]], watch: Watch
) -> tuple[Fraction, ...] | None:
    total = sum(weight for _, weight in ways)
    sums = [Fraction(0)] * game.num_players
    for position, weight in ways:
        part = exact_fractions(game, position, watch)
        if part is None:
            return None
        sums = [old + new * Fraction(weight, total) for old, new in zip(sums, part, strict=True)]
    return tuple(sums)
