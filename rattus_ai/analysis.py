"""The strongest turns in a position, each with its value and the error of that value.

Whole turns are what a player chooses between, so whole turns are what is compared. The search proposes
candidates; then further simulations, none of which was used to choose them, value all candidates on the same
random numbers, so that the values have honest standard errors and their differences small ones.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.search import PairedSamples, Search
from rattus_ai.errors import OptionError, ViewError, listed, shown
from rattus_ai.limits import DEFAULT_HORIZON, Cancel, Limit, deepening
from rattus_ai.positions import View
from rattus_ai.text.closest import closest, did_you_mean

METHODS = ("ismcts", "expectimax", "greedy")
OBJECTIVES = ("win", "margin")
PLAYOUTS = ("guided", "uniform")

CONFIDENCE = 0.95
"""Two turns count as told apart when the interval of their gap at this confidence leaves out zero."""

_Z = 1.959963984540054
"""Two-sided 95 % point of the normal distribution."""

_FIRST_LOOK = 160
"""Simulations before the first ranked list: enough for an order, done within a few milliseconds."""

_FIRST_SAMPLES = 16
_POOL = 24
"""Candidate turns that are compared, at least, whatever number of lines is asked for."""

_SCREENING = 0.4
"""Share of what is left after the trees that goes into choosing among the candidates."""

_GROWING = 0.5
"""Share of the time that the trees get, and of the simulations."""

_SCREENED = 0.7
"""Share of the time after which the screening is over."""

_FRESH = 1 << 40
_ROUND = 1 << 32
"""Samples of the screening are numbered from here, a block a round, so that no sample is used twice."""

_LAST_SAMPLES = 12
"""Samples that a cancelled search still takes of each candidate: one or two milliseconds."""
_SLICE = 4_000
"""Simulations between two looks at cancellation from this side; the core looks every 16."""

_BEST_DRAWS = 10_000
"""Draws from the joint distribution of the mean values that give the probability of being the best."""


@dataclass(frozen=True)
class Line:
    """One candidate turn.

    Attributes:
        turn: canonical texts of its actions, in order; it ends where chance or another player comes next.
        actions: their ids.
        win: value of the turn for each player: probabilities of winning (sum 1), or with the objective
            `margin` expected leads over the best other player, in cubes.
        errors: standard error of each entry of `win`; zeros where the values are exact.
        gap: own value of the first line less own value of this one; 0 for the first line.
        gap_error: standard error of the gap, from paired samples.
        best_probability: probability that this is the best of the lines, given the samples and nothing else.
        share: share of the tree's simulations that went into this turn, 0 to 1; None where there was no tree.
        samples: samples behind `win`; 0 where the values are exact or come from a horizon.
        exact: the values are proved, not estimated.
        losses: cubes each player loses on average when the plague strikes in this turn, exact; None where
            that is not settled yet.
    """

    turn: tuple[str, ...]
    actions: tuple[int, ...]
    win: tuple[float, ...]
    errors: tuple[float, ...]
    gap: float
    gap_error: float
    best_probability: float
    share: float | None
    samples: int
    exact: bool
    losses: tuple[float, ...] | None
    player: int

    @property
    def text(self) -> str:
        """The turn on one line."""
        return "; ".join(self.turn)

    @property
    def error(self) -> float:
        """Standard error of the own value."""
        return self.errors[self.player]

    @property
    def value(self) -> float:
        """Own value."""
        return self.win[self.player]


@dataclass(frozen=True)
class Analysis:
    """The answer of a search.

    Attributes:
        lines: candidate turns, best own value first; never empty.
        player: who is to decide.
        method: `ismcts`, `expectimax` or `greedy`.
        objective: what the values are, `win` or `margin`.
        simulations: simulations in all, samples of the comparison included.
        nodes: nodes of the trees, or visited positions.
        depth: turns that expectimax finished; 0 for other methods.
        horizon: turns after which playouts were cut off and valued by the evaluation; None where they were
            not.
        seconds: time used.
        reason: why it ended: `simulations`, `seconds`, `cancelled`, `one turn` (there is no choice),
            `complete`.
        final: False for an answer on the way.
        warning: one line about data that is not certain, or None.
    """

    lines: tuple[Line, ...]
    player: int
    method: str
    objective: str
    simulations: int
    nodes: int
    depth: int
    horizon: int | None
    seconds: float
    reason: str
    final: bool
    warning: str | None

    @property
    def best(self) -> Line:
        """The first line."""
        return self.lines[0]

    @property
    def told_apart(self) -> bool:
        """Whether the best two lines differ at 95 % confidence; True where there is only one."""
        if len(self.lines) < 2:
            return True
        second = self.lines[1]
        if self.best.exact and second.exact:
            return second.gap > 0.0
        return second.gap > _Z * second.gap_error and second.gap_error > 0.0


def analyse(
    view: View,
    limit: Limit | None = None,
    *,
    lines: int = 5,
    seed: int = 1,
    method: str = "ismcts",
    objective: str = "win",
    playout: str = "guided",
    horizon: int | None = DEFAULT_HORIZON,
    depth: int | None = None,
    width: int | None = None,
    include: Sequence[Sequence[int | str]] = (),
    cancel: Cancel | None = None,
    on_progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The strongest turns for the player to decide.

    Args:
        view: what that player knows; nothing else can be searched.
        limit: the budget; 20,000 simulations (for `expectimax` visited positions) if left out.
        lines: how many candidate turns, at least 1.
        seed: from 0 to 2**64 - 1. The same view, seed and simulations give the same answer on any number of
            threads.
        method: `ismcts` (information-set Monte Carlo tree search), `expectimax` (whole turns with exact
            chance, deepened turn by turn), or `greedy` (best expected lead at the end of this turn).
        objective: `win`, or `margin`: the lead over the best other player in cubes (`ismcts` only).
        playout: `guided` by the light policy of the game, or `uniform`.
        horizon: turns until a playout is cut off and valued by the game's evaluation, an estimate of the
            probability of winning that was fitted to games between equals; None: played to the end by the
            playout policy. Standard errors speak of the sampling only, not of the evaluation.
        depth: turns for expectimax, the own one included; None: as many as the limit allows.
        width: actions that expectimax considers at each decision, 0 for all; None: 6.
        include: turns that are compared with the candidates in any case (`ismcts` only), each a sequence of
            ids or texts; what a turn leaves open is completed with the likeliest actions. Such a line comes
            in addition to `lines` of them if the search would not have chosen it.
        cancel: ends the search early.
        on_progress: called with answers on the way, the first after a few milliseconds, about four a second.

    Raises:
        ViewError: the view is of somebody who has not to decide, or nobody has to.
        OptionError: an argument is out of range.
    """
    if not isinstance(view, View):
        raise ViewError(
            f"found a {type(view).__name__}, expected the view of the player to decide: position.view(player)"
        )
    _check("method", method, METHODS)
    _check("objective", objective, OBJECTIVES)
    _check("playout", playout, PLAYOUTS)
    for name, value, low, high in (
        ("lines", lines, 1, 1000),
        ("seed", seed, 0, (1 << 64) - 1),
        ("horizon", horizon, 0, 10_000),
        ("depth", depth, 1, 1000),
        ("width", width, 0, 10_000),
    ):
        if value is not None and (
            isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high
        ):
            raise OptionError(name, f"found {value!r}, expected a whole number from {low} to {high}")
    player = view.current_player()
    if player < 0:
        raise ViewError(
            "the game is over"
            if view.is_terminal()
            else "chance is next: say what happened, then a player decides"
        )
    if view.player != player:
        raise ViewError(f"this is the view of player {view.player}, but player {player} has to decide")
    budget = limit if limit is not None else Limit()
    run = _Run(
        view, budget, lines, seed, objective, playout, horizon, cancel or Cancel(), on_progress, method
    )
    if include and method != "ismcts":
        raise OptionError("include", f"only ismcts compares given turns, found method {method}")
    run.include(include)
    if method == "greedy":
        return run.greedy()
    if method == "expectimax":
        if objective != "win":
            raise OptionError("objective", "expectimax knows probabilities of winning only, found margin")
        return run.expectimax(depth, 6 if width is None else width)
    return run.ismcts()


def _check(name: str, value: object, known: Sequence[str]) -> None:
    if value not in known:
        hint = did_you_mean(closest(value, known)) if isinstance(value, str) else ""
        raise OptionError(name, f"found {shown(value)}, expected {listed(known)}{hint}")


class _Run:
    """One search from its start to its answer."""

    def __init__(
        self,
        view: View,
        limit: Limit,
        lines: int,
        seed: int,
        objective: str,
        playout: str,
        horizon: int | None,
        cancel: Cancel,
        on_progress: Callable[[Analysis], None] | None,
        method: str,
    ) -> None:
        self.start = time.perf_counter()
        self.view = view
        self.core: CorePosition = view.core
        self.limit = limit
        self.wanted = lines
        # The lead has no evaluation, so such playouts go to the end.
        self.horizon = horizon if method == "ismcts" and objective == "win" else None
        self.objective = objective
        self.cancel = cancel
        self.report = on_progress
        self.method = method
        self.player = self.core.current_player()
        self.screened = 0
        self.included: list[list[int]] = []
        self.known_losses: dict[tuple[int, ...], tuple[float, ...] | None] = {}
        self.search = Search(
            self.core,
            seed=seed,
            trees=limit.tree_count if method == "ismcts" else 1,
            memory_mb=limit.memory_mb if method == "ismcts" else 1,
            objective=objective,
            playout=playout,
            horizon=-1 if self.horizon is None else self.horizon,
        )

    def include(self, turns: Sequence[Sequence[int | str]]) -> None:
        """Turns that are compared in any case."""
        for turn in turns:
            position = self.core.clone()
            number = position.turn_number()
            actions: list[int] = []
            for action in turn:
                if position.current_player() != self.player or position.turn_number() != number:
                    raise OptionError(
                        "include",
                        f"found {shown(action)} after the end of a turn",
                    )
                if isinstance(action, str):
                    action = self.view.game.notation.parse(position, action)
                if action not in position.legal_actions():
                    raise OptionError("include", f"found {action}, which is not legal there")
                position.apply(action)
                actions.append(action)
            whole = self.search.finished(actions)
            if whole not in self.included:
                self.included.append(whole)

    # --- Monte Carlo ---

    def ismcts(self) -> Analysis:
        self.cancel.attach(self.search)
        try:
            return self._ismcts()
        finally:
            self.cancel.detach(self.search)

    def _ismcts(self) -> Analysis:
        total = self.limit.total
        # Half of the work finds the candidates, half tells them apart.
        grow = max(1, int(total * _GROWING))
        self._grow(min(_FIRST_LOOK, grow), self._left(_GROWING))
        candidates = self._candidates(self.wanted)
        if self.report is not None:
            quick = self.search.paired([turn for turn, _, _ in candidates])
            self.search.compare(
                [turn for turn, _, _ in candidates], quick, _FIRST_SAMPLES, self.limit.threads
            )
            self._tell(self._analysis(candidates, quick, "simulations", final=False))
        last = time.perf_counter()
        while self.search.simulations < grow and self._running(_GROWING):
            self._grow(min(_SLICE, grow - self.search.simulations), self._left(_GROWING))
            if self.report is not None and time.perf_counter() - last > 0.25:
                last = time.perf_counter()
                self._tell(self._analysis(self._candidates(self.wanted), None, "simulations", final=False))
        if (
            self.search.simulations == 0
        ):  # cancelled before anything happened: one simulation still gives a legal turn
            self.search.resume()
            self.search.run(2)
        candidates = self._screened(total)
        turns = [turn for turn, _, _ in candidates]
        samples = self.search.paired(turns)
        left = total - self.search.simulations - self.screened
        wanted = max(2, math.ceil(left / len(turns)))
        last = time.perf_counter()
        while samples.samples < wanted and self._running(1.0):
            count = min(max(16, _SLICE // len(turns)), wanted - samples.samples)
            self.search.compare(turns, samples, count, self.limit.threads, self._left(1.0))
            if self.report is not None and time.perf_counter() - last > 0.25:
                last = time.perf_counter()
                self._tell(self._analysis(candidates, samples, "simulations", final=False))
        if samples.samples < 2:  # cut short before anything was compared: a handful still gives honest errors
            self.search.resume()
            self.search.compare(turns, samples, _LAST_SAMPLES, self.limit.threads)
        reason = "simulations"
        if self.cancel.cancelled:
            reason = "cancelled"
        elif samples.samples < wanted:
            reason = "seconds"
        elif self.core.legal_count() == 1 and len(turns) == 1:
            reason = "one turn"
        return self._analysis(candidates, samples, reason, final=True)

    def _grow(self, simulations: int, seconds: float) -> None:
        self.search.run(simulations, self.limit.threads, seconds)

    def _left(self, share: float) -> float:
        """Seconds left of a share of the time, as the core takes them: 0 is no bound."""
        if self.limit.seconds is None:
            return 0.0
        return max(1e-6, self.limit.seconds * share - (time.perf_counter() - self.start))

    def _running(self, share: float) -> bool:
        if self.cancel.cancelled:
            return False
        return self.limit.seconds is None or time.perf_counter() - self.start < self.limit.seconds * share

    def _screened(self, total: int) -> list[tuple[list[int], float, bool]]:
        """The most promising of many candidates, by halving on samples that are not used again.

        The visits of a tree say little about a long turn: they are spread over the orders of its actions.
        So more turns are looked at than asked for, and the number asked for does not decide which is best.
        """
        candidates = self._candidates(max(self.wanted, _POOL))
        budget = int((total - self.search.simulations) * _SCREENING)
        rounds = max(1, math.ceil(math.log2(max(2.0, len(candidates) / self.wanted))))
        for number in range(rounds):
            turns = [turn for turn, _, _ in candidates]
            samples = self.search.paired(turns, _FRESH + number * _ROUND)
            wanted = min(_ROUND, max(2, budget // rounds // len(turns)))
            share = _GROWING + (_SCREENED - _GROWING) * (number + 1) / rounds
            while len(turns) > self.wanted and samples.samples < wanted and self._running(share):
                count = min(max(16, _SLICE // len(turns)), wanted - samples.samples)
                self.search.compare(turns, samples, count, self.limit.threads, self._left(share))
            self.screened += samples.samples * len(turns)
            if samples.samples == 0:
                break
            players = self.core.rules.num_players
            own = samples.sums()[0][self.player :: players]
            keep = sorted(range(len(turns)), key=lambda i, own=own: -own[i])  # type: ignore[misc]
            candidates = [candidates[i] for i in sorted(keep[: max(self.wanted, len(turns) // 2)])]
        candidates = candidates[: self.wanted]
        chosen = [turn for turn, _, _ in candidates]
        return candidates + [(turn, self._share(turn), False) for turn in self.included if turn not in chosen]

    def _share(self, turn: list[int]) -> float:
        """Share of the simulations that went into a turn the search did not propose."""
        visits = {tuple(actions): visits for actions, _, visits, _ in self.search.turns(_POOL * 4)}
        return min(1.0, visits.get(tuple(turn), 0) / max(1, self.search.simulations))

    def _candidates(self, count: int) -> list[tuple[list[int], float, bool]]:
        """Turns with their share of the simulations, and whether the tree has solved them."""
        turns = self.search.turns(count)
        total = max(1, self.search.simulations)
        if turns:
            return [(actions, min(1.0, visits / total), exact) for actions, _, visits, exact in turns]
        # No tree yet: what looks best at first sight is an answer all the same.
        return [(self._first_sight(), 0.0, False)]

    def _first_sight(self) -> list[int]:
        return self.search.finished([])

    def _analysis(
        self,
        candidates: Sequence[tuple[list[int], float, bool]],
        samples: PairedSamples | None,
        reason: str,
        *,
        final: bool,
    ) -> Analysis:
        players = self.core.rules.num_players
        count = len(candidates)
        number = samples.samples if samples is not None else 0
        if samples is not None and number > 1:
            sums, squares, products = (np.array(values) for values in samples.sums())
            means = sums.reshape(count, players) / number
            variances = squares.reshape(count, players) / number - means**2
            errors = np.sqrt(np.maximum(variances, 0.0) / (number - 1))
            own = means[:, self.player]
            covariance = (products.reshape(count, count) / number - np.outer(own, own)) / (number - 1)
        else:
            known = {tuple(actions): values for actions, values, _, _ in self.search.turns(self.wanted)}
            flat = [0.5] * players
            means = np.array([known.get(tuple(actions), flat) for actions, _, _ in candidates])
            errors = np.full((count, players), math.nan)
            covariance = np.full((count, count), math.nan)
            own = means[:, self.player]
        order = sorted(range(count), key=lambda i: -own[i])
        first = order[0]
        best = _best_probabilities(own, covariance)
        scale = 1.0 if self.objective == "win" else 40.0
        lines = []
        for i in order:
            actions, share, _ = candidates[i]
            gap_variance = covariance[first, first] + covariance[i, i] - 2 * covariance[first, i]
            shifted = means[i] if self.objective == "win" else means[i] - 0.5
            lines.append(
                Line(
                    turn=self._texts(actions),
                    actions=tuple(actions),
                    win=tuple(float(value) * scale for value in shifted),
                    errors=tuple(float(error) * scale for error in errors[i]),
                    gap=float(own[first] - own[i]) * scale,
                    gap_error=0.0 if i == first else _root(gap_variance) * scale,
                    best_probability=float(best[i]),
                    share=share,
                    samples=number,
                    exact=False,
                    losses=self._losses(actions),
                    player=self.player,
                )
            )
        return self._done(
            lines,
            self.search.simulations + self.screened + number * count,
            self.search.nodes,
            0,
            reason,
            final,
        )

    # --- without trees ---

    def greedy(self) -> Analysis:
        self.cancel.attach(self.search)
        try:
            found = self.search.greedy(self.wanted)
        finally:
            self.cancel.detach(self.search)
        turns = found or [(self._first_sight(), self.core.margins(), 0, False)]
        reason = "cancelled" if self.cancel.cancelled else "complete"
        analysis = self._done(
            [self._plain(turn, turns[0], exact=bool(found)) for turn in turns], 0, 0, 1, reason, final=True
        )
        return replace(analysis, objective="margin")

    def expectimax(self, depth: int | None, width: int) -> Analysis:
        """Deepens turn by turn, and within a depth from few actions at each decision to `width` of them."""
        self.cancel.attach(self.search)
        visited = 0
        best: Analysis | None = None
        visits: dict[int, int] = {}
        reason = "complete"
        try:
            for turns_deep, actions_wide in deepening(depth, width):
                if not self._running(1.0):
                    reason = "cancelled" if self.cancel.cancelled else "seconds"
                    break
                budget = (
                    0
                    if self.limit.simulations is None and self.limit.seconds is not None
                    else self.limit.total - visited
                )
                if budget < 0 or (budget == 0 and self.limit.simulations is not None):
                    reason = "simulations"
                    break
                found, nodes, _ = self.search.expectimax(
                    self.wanted,
                    depth=turns_deep,
                    width=actions_wide,
                    exact_chance=actions_wide == 0,  # a search of everything is meant as a proof
                    nodes=budget,
                    seconds=self._left(1.0),
                )
                visited += nodes
                if not found:
                    reason = (
                        "cancelled"
                        if self.cancel.cancelled
                        else "seconds"
                        if not self._running(1.0)
                        else "simulations"
                    )
                    break
                if (
                    visits.get(actions_wide) == nodes
                ):  # a turn more changed nothing: the game was searched out
                    break
                visits[actions_wide] = nodes
                lines = [self._plain(turn, found[0], exact=turn[3]) for turn in found]
                best = self._done(lines, visited, visited, turns_deep, "complete", final=True)
                self._tell(replace(best, final=False))
                if best.best.exact:
                    break
        finally:
            self.cancel.detach(self.search)
        if best is None:
            turn = (self._first_sight(), self.core.evaluate(), 0, False)
            best = self._done([self._plain(turn, turn, exact=False)], visited, visited, 0, reason, final=True)
        return replace(
            best, reason=reason, nodes=visited, simulations=visited, seconds=time.perf_counter() - self.start
        )

    def _plain(
        self,
        turn: tuple[list[int], list[float], int, bool],
        first: tuple[list[int], list[float], int, bool],
        *,
        exact: bool,
    ) -> Line:
        actions, values, _, _ = turn
        error = 0.0 if exact else math.nan
        return Line(
            turn=self._texts(actions),
            actions=tuple(actions),
            win=tuple(values),
            errors=tuple(error for _ in values),
            gap=first[1][self.player] - values[self.player],
            gap_error=error,
            best_probability=1.0 if turn is first else 0.0,
            share=None,
            samples=0,
            exact=exact,
            losses=self._losses(actions),
            player=self.player,
        )

    # --- common ---

    def _losses(self, actions: Sequence[int]) -> tuple[float, ...] | None:
        """Expected losses of a turn, worked out once: answers on the way ask again and again."""
        turn = tuple(actions)
        if turn not in self.known_losses:
            self.known_losses[turn] = self.view.game.expected_losses(self.core, turn)
        return self.known_losses[turn]

    def _texts(self, actions: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.view.game.action_text(action) for action in actions)

    def _done(
        self, lines: Sequence[Line], simulations: int, nodes: int, depth: int, reason: str, final: bool
    ) -> Analysis:
        return Analysis(
            lines=tuple(lines),
            player=self.player,
            method=self.method,
            objective=self.objective,
            simulations=simulations,
            nodes=nodes,
            depth=depth,
            horizon=self.horizon,
            seconds=time.perf_counter() - self.start,
            reason=reason,
            final=final,
            warning=self.view.game.warning,
        )

    def _tell(self, analysis: Analysis) -> None:
        if self.report is not None:
            self.report(analysis)


def _root(variance: float) -> float:
    """Square root of a variance that rounding may have made negative; nan stays nan."""
    return math.sqrt(variance) if variance > 0.0 else 0.0 if variance <= 0.0 else math.nan


@functools.lru_cache(maxsize=16)
def _normal_draws(count: int) -> np.ndarray:
    """Standard normal draws, always the same ones."""
    return np.random.default_rng(0).standard_normal((_BEST_DRAWS, count))


def _best_probabilities(own: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """For each line the probability that its true value is the largest, by the normal approximation."""
    count = len(own)
    if count == 1:
        return np.ones(1)
    if not np.isfinite(covariance).all():
        return np.full(count, math.nan)
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    draws = _normal_draws(count) @ root.T + own
    # Where nothing varies (all samples alike) the draws tie; ties are shared.
    top = draws >= draws.max(axis=1, keepdims=True) - 1e-12
    shares: np.ndarray = (top / top.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares
