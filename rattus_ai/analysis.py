"""The strongest turns in a position, each with its value and the error of that value.

Whole turns are what a player chooses between, so whole turns are what is compared. The search proposes
candidates; a sequential test on common random numbers tells the best of them (`rattus_ai.best_arm`) and
ends the search as soon as it is sure enough. Then further samples, none of which was used to choose, value
the best turns, so that values and gaps have honest standard errors.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.search import PairedSamples, Search
from rattus_ai._core.solver import Solver
from rattus_ai.best_arm import GROWTH, LEAST, BestArm, student
from rattus_ai.errors import OptionError, RattusAIError, listed, shown
from rattus_ai.limits import MAX_SEED, Cancel, Limit, deepening
from rattus_ai.methods import METHODS as METHODS  # part of this module's face
from rattus_ai.methods import OBJECTIVES as OBJECTIVES  # likewise
from rattus_ai.methods import check_belonging
from rattus_ai.positions import View, check_deciding
from rattus_ai.proofs import ended, proved_turns
from rattus_ai.text.closest import closest, did_you_mean

PLAYOUTS = ("guided", "uniform")

CONFIDENCE = 0.95
"""How sure it has to be which turn is best, unless asked otherwise; also for telling the best two apart."""

_Candidate = tuple[list[int], float]
"""A turn, and its share of the simulations."""

_FIRST_LOOK = 160
"""Simulations before the first ranked list: enough for an order, done within a few milliseconds."""

_FIRST_SAMPLES = 10
_POOL = 24
"""Candidate turns that are compared, at least, whatever number of lines is asked for."""

_ROUNDS = ((0.125, 0.2), (0.55, 0.82))
"""Shares of the budget up to which each round grows trees, and then tests; what is left values the lines.

A first round with small trees is enough where one turn is clearly best. Its samples cannot be used by the
second one, whose larger trees continue otherwise, so each has half of the probability of being wrong.
"""

_SETTLED_SAMPLES = 512
"""Samples of each line once it is settled which is best: errors of a few tenths of a percent."""

_TESTED = 1 << 40
_ROUND = 1 << 36
"""Samples of the test are numbered from here, a block a round, so that none is used twice."""

FURTHER_SAMPLES = 1 << 50
"""No sample of an analysis has a number from here on."""

_LAST_SAMPLES = 64
_LAST_SECONDS = 0.0015
"""What a cancelled search still spends on samples of the lines."""

_SLICE = 4_000
"""Simulations between two looks at cancellation from this side; the core looks every 16."""

PROGRESS_SECONDS = 0.25
"""Seconds between two answers on the way, at least."""

_EQUAL = 1e-12
"""Exact values that differ by less are the same up to rounding."""


@dataclass(frozen=True)
class Line:
    """One candidate turn.

    Attributes:
        turn: canonical texts of its actions, in order; it ends where chance or another player comes next.
        actions: their ids.
        win: value of the turn for each player: probabilities of winning (sum 1 up to their errors), or with
            the objective `margin` expected leads over the best other player, in cubes.
        errors: standard error of each entry of `win`, a little wider with few samples (Student's t); zeros
            where the values are exact.
        gap: own value of the first line less own value of this one, from paired samples; 0 for the first
            line. With `ismcts` the order was settled on other samples, so a gap within its error of zero may
            be negative.
        gap_error: standard error of the gap.
        best_probability: probability that this is the best of the lines, given the samples, those of the test
            included, and nothing else.
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
        lines: candidate turns, the best first; never empty.
        player: who is to decide.
        method: `ismcts`, `expectimax` or `greedy`.
        objective: what the values are, `win` or `margin`.
        simulations: simulations in all, samples of the comparison included.
        nodes: nodes of the trees, or visited positions.
        depth: turns that expectimax finished; 0 for other methods.
        horizon: turns after which playouts were cut off and valued by the evaluation; None where they were
            not.
        seconds: time used.
        reason: why it ended: `settled` (the best turn is known at the confidence asked for), `simulations`,
            `seconds`, `cancelled`, `one turn` (there is no choice), `complete`, `solved` (the end of the game
            has come and all lines are exact).
        settled: each other candidate is worse than the first line at `confidence`, after correction for their
            number and for looking again and again (`rattus_ai.best_arm` says how).
        confidence: what was asked for, between 0 and 1.
        candidates: turns that were compared; the lines are the best of them.
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
    settled: bool
    confidence: float
    candidates: int

    @property
    def best(self) -> Line:
        """The first line."""
        return self.lines[0]

    @property
    def told_apart(self) -> bool:
        """Whether the best two lines differ at the confidence asked for; True where there is only one."""
        if len(self.lines) < 2:
            return True
        second = self.lines[1]
        if self.best.exact and second.exact:
            return second.gap > _EQUAL
        if self.settled:
            return True
        return second.gap > _two_sided(self.confidence) * second.gap_error and second.gap_error > 0.0


def analyse(
    view: View,
    limit: Limit | None = None,
    *,
    lines: int = 5,
    seed: int = 1,
    method: str = "ismcts",
    objective: str = "win",
    playout: str = "guided",
    horizon: int | None = None,
    depth: int | None = None,
    width: int | None = None,
    include: Sequence[Sequence[int | str]] = (),
    allow: Sequence[int | str] = (),
    forbid: Sequence[int | str] = (),
    confidence: float = CONFIDENCE,
    solver: bool = True,
    cancel: Cancel | None = None,
    on_progress: Callable[[Analysis], None] | None = None,
    progress_seconds: float = PROGRESS_SECONDS,
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
        objective: `win`, or `margin`: the lead over the best other player in cubes (`ismcts` only; `greedy`
            always goes by it).
        playout: `guided` by the light policy of the game, or `uniform` (`ismcts` only).
        horizon: turns until a playout is cut off and valued by the game's evaluation, an estimate of the
            probability of winning that was fitted to games between equals; -1: played to the end by the
            playout policy; None: as the game recommends for this number of players (`ismcts` with the
            objective `win` only). Standard errors speak of the sampling only, not of the evaluation.
        depth: turns, the own one included, for `expectimax` only; None: as many as the limit allows.
        width: actions considered at each decision, for `expectimax` only, 0 for all; None: 6.
        include: turns that are compared with the candidates in any case (`ismcts` only), each a sequence of
            ids or texts; what a turn leaves open is completed with the likeliest actions. Such a line comes
            in addition to `lines` of them if the search would not have chosen it.
        allow: the turn has to begin with one of these actions, ids or texts (`ismcts` only); empty: with any.
        forbid: actions that may not occur in the turn, ids or texts (`ismcts` only). What is searched with
            `allow` or `forbid` is valued by samples to its end: turns are not proved then.
        confidence: at least 0.5 and below 1. As soon as the best of the candidate turns is known this surely
            the search ends (`ismcts` only), whatever is left of the budget.
        solver: the exact end of the game replaces sampled ones where nothing is left to decide (`ismcts`
            only).
        cancel: ends the search early.
        on_progress: called with answers on the way, the first after a few milliseconds, then one in
            `progress_seconds` at most. The answer does not depend on it.
        progress_seconds: at least 0.

    Raises:
        ViewError: the view is of somebody who has not to decide, or nobody has to.
        OptionError: an argument is out of range, or has no effect with this method (`rattus_ai.methods`).
    """
    return _start(
        view,
        limit,
        lines,
        seed,
        method,
        objective,
        playout,
        horizon,
        depth,
        width,
        include,
        allow,
        forbid,
        confidence,
        solver,
        cancel,
        on_progress,
        progress_seconds,
    )[0]


def analyse_and_keep(
    view: View,
    limit: Limit | None = None,
    *,
    lines: int = 5,
    seed: int = 1,
    horizon: int | None = None,
    confidence: float = CONFIDENCE,
    solver: bool = True,
) -> tuple[Analysis, Search]:
    """`analyse` with `ismcts`, and the search whose trees the answer rests on, for studies of its errors.

    Further samples of a turn from that search, with numbers from `FURTHER_SAMPLES` on, are fresh samples of
    the very value that the answer estimates. Arguments and errors as for `analyse`.
    """
    return _start(
        view,
        limit,
        lines,
        seed,
        "ismcts",
        "win",
        "guided",
        horizon,
        None,
        None,
        (),
        (),
        (),
        confidence,
        solver,
        None,
        None,
        PROGRESS_SECONDS,
    )


def _start(
    view: View,
    limit: Limit | None,
    lines: int,
    seed: int,
    method: str,
    objective: str,
    playout: str,
    horizon: int | None,
    depth: int | None,
    width: int | None,
    include: Sequence[Sequence[int | str]],
    allow: Sequence[int | str],
    forbid: Sequence[int | str],
    confidence: float,
    solver: bool,
    cancel: Cancel | None,
    on_progress: Callable[[Analysis], None] | None,
    progress_seconds: float,
) -> tuple[Analysis, Search]:
    check_deciding(view)
    _check("method", method, METHODS)
    _check("objective", objective, OBJECTIVES)
    _check("playout", playout, PLAYOUTS)
    for name, value, low, high in (
        ("lines", lines, 1, 1000),
        ("seed", seed, 0, MAX_SEED),
        ("horizon", horizon, -1, 10_000),
        ("depth", depth, 1, 1000),
        ("width", width, 0, 10_000),
    ):
        if value is not None and (
            isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high
        ):
            raise OptionError(name, f"found {value!r}, expected a whole number from {low} to {high}")
    if (
        isinstance(confidence, bool)
        or not isinstance(confidence, (int, float))
        or not 0.5 <= confidence <= 0.9999
    ):
        raise OptionError("confidence", f"found {confidence!r}, expected a number from 0.5 to 0.9999")
    if isinstance(progress_seconds, bool) or not progress_seconds >= 0:
        raise OptionError("progress_seconds", f"found {progress_seconds!r}, expected a number of at least 0")
    options: tuple[tuple[str, object, object], ...] = (
        ("playout", playout, "guided"),
        ("horizon", horizon, None),
        ("depth", depth, None),
        ("width", width, None),
        ("include", bool(include), False),
        ("allow", bool(allow), False),
        ("forbid", bool(forbid), False),
        ("confidence", confidence, CONFIDENCE),
        ("solver", solver, True),
    )
    given = {name: value for name, value, left_out in options if value != left_out}
    check_belonging(method, objective, given)
    budget = limit if limit is not None else Limit()
    run = _Run(
        view,
        budget,
        lines,
        seed,
        objective,
        playout,
        horizon,
        cancel or Cancel(),
        on_progress,
        method,
        confidence,
        solver,
        progress_seconds,
    )
    run.restrict(allow, forbid)
    run.include(include)
    if method == "greedy":
        return run.greedy(), run.search
    if method == "expectimax":
        return run.expectimax(depth, 6 if width is None else width), run.search
    return run.ismcts(), run.search


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
        confidence: float,
        solver: bool,
        progress_seconds: float,
    ) -> None:
        self.start = time.perf_counter()
        self.view = view
        self.core: CorePosition = view.core
        self.limit = limit
        self.wanted = lines
        # The lead has no evaluation, so such playouts go to the end.
        ahead = self.core.rules.horizon if horizon is None else horizon
        self.horizon = ahead if method == "ismcts" and objective == "win" and ahead >= 0 else None
        self.objective = objective
        self.cancel = cancel
        self.report = on_progress
        self.report_seconds = progress_seconds
        self.method = method
        self.player = self.core.current_player()
        self.confidence = float(confidence)
        self.solver = solver
        self.compared = 0  # samples of all turns
        self.told = self.start
        self.proposed = self.pool = 0  # candidates of the last round from the trees, and in all
        self.included: list[list[int]] = []
        self.forbidden: frozenset[int] = frozenset()
        self.restricted = False
        self.known_losses: dict[tuple[int, ...], tuple[float, ...] | None] = {}
        self.search = Search(
            self.core,
            seed=seed,
            trees=limit.tree_count if method == "ismcts" else 1,
            memory_mb=limit.memory_mb if method == "ismcts" else 1,
            objective=objective,
            playout=playout,
            horizon=-1 if self.horizon is None else self.horizon,
            solver=solver,
        )

    def restrict(self, allow: Sequence[int | str], forbid: Sequence[int | str]) -> None:
        """Leaves actions out: all but some as the first of the turn, some anywhere in it."""
        if not allow and not forbid:
            return
        notation, legal = self.view.game.notation, self.core.legal_actions()
        allowed = _identified("allow", allow, lambda text: notation.parse(self.core, text))
        for index, identifier in enumerate(allowed):
            if identifier not in legal:
                problem = f"found {shown(identifier)}, which is not legal now"
                raise OptionError("allow", problem).about("allow", index)
        forbidden = _identified("forbid", forbid, lambda text: notation.named_action(self.core, text))
        for index, identifier in enumerate(forbidden):
            if not 0 <= identifier < self.core.rules.num_distinct_actions:
                problem = f"found {shown(identifier)}, which is no action of this game"
                raise OptionError("forbid", problem).about("forbid", index)
        self.forbidden = frozenset(forbidden)
        first = [each for each in legal if allowed and each not in allowed]
        if all(each in self.forbidden or each in first for each in legal):
            raise OptionError("forbid", "it leaves no action that is legal now")
        self.search.restrict(first, sorted(self.forbidden))
        self.restricted = True

    def include(self, turns: Sequence[Sequence[int | str]]) -> None:
        """Turns that are compared in any case."""
        for place, turn in enumerate(turns):
            position = self.core.clone()
            number = position.turn_number()
            actions: list[int] = []
            for index, action in enumerate(turn):
                try:
                    if position.current_player() != self.player or position.turn_number() != number:
                        raise OptionError("include", f"found {shown(action)} after the end of the turn")
                    if isinstance(action, str):
                        action = self.view.game.notation.parse(position, action)
                    if action not in position.legal_actions():
                        raise OptionError("include", f"found {shown(action)}, which is not legal there")
                except RattusAIError as error:
                    raise error.about("include", place, index) from None
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
        self._grow(_ROUNDS[0][0], most=_FIRST_LOOK)
        if self.report is not None:
            candidates = self._candidates(self.wanted)
            quick = self._test_of(candidates)
            self._sample(quick, candidates, self.search.paired(self._turns(candidates)), _FIRST_SAMPLES, 1.0)
            self.compared = 0  # not part of the work that was asked for
            self._tell(self._analysis(candidates, quick, quick.order(), "simulations"))
        if self.solver and self.objective == "win" and not self.restricted and ended(self.core):
            proof = self._proof()
            if proof is not None:
                return proof
        candidates, test = self._contest()
        if self.search.simulations == 0 and not candidates[0][1]:
            candidates = self._legal_at_least()
            self.proposed = self.pool = len(candidates)
            test = self._test_of(candidates)
        order = test.order()
        best_proposed = [arm for arm in order if arm < self.proposed][: self.wanted]
        chosen = [arm for arm in order if arm in best_proposed or candidates[arm][0] in self.included]
        lines = [candidates[arm] for arm in chosen]
        # Nothing below is used for the choice or the order, so the values and gaps are unbiased.
        values = self._test_of(lines)
        batch = self.search.paired(self._turns(lines))
        wanted = _SETTLED_SAMPLES if test.settled else 1 << 62
        while batch.samples < wanted and not self.cancel.cancelled:
            count = min(self._room(1.0, len(lines)), _SLICE // len(lines), wanted - batch.samples)
            if count < 1 or not self._more(1.0):
                break
            self._extend(batch, self._turns(lines), count, 1.0)
            self._tell_now_and_then(candidates, test, order)
        if batch.samples < 2:  # cut short before anything was valued: a handful still gives honest errors
            self.search.resume()
            turns = self._turns(lines)
            seconds = _LAST_SECONDS if self._in_a_hurry() else 0.0
            count = _LAST_SAMPLES if seconds else 2
            self.compared += len(turns) * self.search.compare(
                turns, batch, count, self.limit.threads, seconds
            )
        values.add(range(len(lines)), batch)
        test.add(chosen, batch)
        reason = "simulations"
        if self.cancel.cancelled:
            reason = "cancelled"
        elif test.settled:
            reason = "settled"
        elif self.core.legal_count() == 1 and len(lines) == 1:
            reason = "one turn"
        elif self._in_a_hurry():
            reason = "seconds"
        best = test.best_probabilities(chosen)
        return self._analysis(
            lines, values, range(len(lines)), reason, final=True, best=best, settled=test.settled
        )

    def _proof(self) -> Analysis | None:
        """The answer where the end of the game has come and is solved within the budget."""
        solver = Solver()
        self.cancel.attach(solver)
        try:
            turns = proved_turns(
                self.core,
                self.wanted,
                self.limit.total,
                self.limit.seconds,
                tuple(tuple(turn) for turn in self.included),
                solver,
            )
        finally:
            self.cancel.detach(solver)
        if not turns:
            return None
        flat = [(list(turn.actions), list(turn.win), 0, True) for turn in turns]
        equal = sum(turn.win[self.player] > turns[0].win[self.player] - _EQUAL for turn in turns)
        lines = [self._plain(turn, flat[0], exact=True) for turn in flat]
        shared = [replace(line, best_probability=1 / equal if line.gap < _EQUAL else 0.0) for line in lines]
        done = self._done(shared, self._spent, self.search.nodes, 0, "solved", final=True)
        return replace(done, horizon=None, settled=equal == 1)

    def _contest(self) -> tuple[list[_Candidate], BestArm]:
        """Grows trees and tests their candidates, until it is settled or the budget for it is used up."""
        for number, (grown, tested) in enumerate(_ROUNDS):
            last = number + 1 == len(_ROUNDS)
            if not last and (tested - grown) * self.limit.total < _POOL * LEAST:
                continue  # too little to settle anything
            self._grow(grown)
            candidates = self._candidates(max(self.wanted, _POOL))
            proposed = self._turns(candidates)
            self.proposed = len(proposed)
            candidates += [(turn, self._share(turn)) for turn in self.included if turn not in proposed]
            self.pool = len(candidates)
            test = self._test_of(candidates)
            self._test(test, candidates, number, grown, tested)
            if last or test.settled or self.cancel.cancelled:
                break
        return candidates, test

    def _test(
        self, test: BestArm, candidates: list[_Candidate], number: int, begin: float, end: float
    ) -> None:
        """Best-arm identification by elimination, with the field halved at equal shares of the budget.

        Halving only says where the next samples go (sequential halving: Karnin, Koren, Somekh, ICML 2013).
        Whoever was left behind without proof is taken up again when the rest has been decided.
        """
        halvings = max(1, math.ceil(math.log2(max(2, test.count))))
        first = _TESTED + number * _ROUND
        look = LEAST
        seen = 0
        for halving in range(halvings):
            if self.cancel.cancelled:
                break
            share = begin + (end - begin) * (halving + 1) / halvings
            while not test.settled and test.count > 1:
                if len(test.active) == 1:
                    test.recall()
                arms = list(test.active)
                count = min(look - seen, self._room(share, len(arms)), max(1, _SLICE // len(arms)))
                if count < 1 or not self._more(share):
                    break
                turns = [candidates[arm][0] for arm in arms]
                batch = self.search.paired(turns, first)
                done = self._extend(batch, turns, count, share)
                test.add(arms, batch)
                first += count
                seen += done
                if seen >= look:
                    test.look()
                    look = math.ceil(look * GROWTH)
                if done < count:
                    break
                self._tell_now_and_then(candidates, test, None)
            test.park(max(2, math.ceil(test.count / 2 ** (halving + 1))))
        if seen > 0:
            test.look()

    def _extend(self, batch: PairedSamples, turns: list[list[int]], count: int, share: float) -> int:
        done = self.search.compare(turns, batch, count, self.limit.threads, self._left(share))
        self.compared += done * len(turns)
        return done

    def _sample(
        self, test: BestArm, candidates: list[_Candidate], batch: PairedSamples, count: int, share: float
    ) -> None:
        self._extend(batch, self._turns(candidates), count, share)
        test.add(range(len(candidates)), batch)

    def _test_of(self, candidates: Sequence[_Candidate]) -> BestArm:
        # Each round may be wrong with its part of the probability.
        wrong = (1 - self.confidence) / len(_ROUNDS)
        return BestArm(len(candidates), self.core.rules.num_players, self.player, 1 - wrong)

    @staticmethod
    def _turns(candidates: Sequence[_Candidate]) -> list[list[int]]:
        return [turn for turn, _ in candidates]

    def _legal_at_least(self) -> list[_Candidate]:
        """Cancelled before anything happened: one simulation still gives a legal turn."""
        self.search.resume()
        self.search.run(2)
        return self._candidates(self.wanted)

    def _grow(self, share: float, most: int | None = None) -> None:
        """Simulations up to a share of the budget, or so many."""
        while self._more(share):
            room = max(1, self._room(share, 1)) if self.search.simulations == 0 else self._room(share, 1)
            if most is not None:
                room = min(room, most - self.search.simulations)
            if room < 1:
                break
            self.search.run(min(_SLICE, room), self.limit.threads, self._left(share))
            if self.report is not None and self._due():
                candidates = self._candidates(self.wanted)
                order = range(len(candidates))
                self._tell(self._analysis(candidates, None, order, "simulations"))

    @property
    def _spent(self) -> int:
        return self.search.simulations + self.compared

    def _room(self, share: float, turns: int) -> int:
        """Samples of so many turns each that are left of a share of the simulations."""
        return int(self.limit.total * share - self._spent) // turns

    def _left(self, share: float) -> float:
        """Seconds left of a share of the time, as the core takes them: 0 is no bound."""
        if self.limit.seconds is None:
            return 0.0
        return max(1e-6, self.limit.seconds * share - (time.perf_counter() - self.start))

    def _more(self, share: float) -> bool:
        """Whether nobody cancelled and a share of the time is not used up."""
        if self.cancel.cancelled:
            return False
        return self.limit.seconds is None or time.perf_counter() - self.start < self.limit.seconds * share

    def _in_a_hurry(self) -> bool:
        """Whether the search was cancelled or the time is up."""
        return not self._more(1.0)

    def _due(self) -> bool:
        now = time.perf_counter()
        if now - self.told < self.report_seconds:
            return False
        self.told = now
        return True

    def _tell_now_and_then(
        self, candidates: list[_Candidate], test: BestArm, order: Sequence[int] | None
    ) -> None:
        if self.report is not None and self._due():
            best = (order if order is not None else test.order())[: self.wanted]
            self._tell(self._analysis(candidates, test, best, "simulations"))

    def _share(self, turn: list[int]) -> float:
        """Share of the simulations that went into a turn the search did not propose."""
        visits = {tuple(actions): visits for actions, _, visits, _ in self.search.turns(_POOL * 4)}
        return min(1.0, visits.get(tuple(turn), 0) / max(1, self.search.simulations))

    def _candidates(self, count: int) -> list[_Candidate]:
        """Turns with their share of the simulations."""
        turns = self.search.turns(count)
        total = max(1, self.search.simulations)
        found = [(actions, min(1.0, visits / total)) for actions, _, visits, _ in turns]
        # A later decision of a turn may offer nothing but what is forbidden.
        found = [each for each in found if self.forbidden.isdisjoint(each[0])]
        # No tree yet: what looks best at first sight is an answer all the same.
        return found or [(self._first_sight(), 0.0)]

    def _first_sight(self) -> list[int]:
        turn = self.search.finished([])
        if not self.forbidden.isdisjoint(turn):
            raise OptionError("forbid", "no turn was found that does without these actions")
        return turn

    def _analysis(
        self,
        candidates: Sequence[_Candidate],
        samples: BestArm | None,
        order: Sequence[int],
        reason: str,
        *,
        final: bool = False,
        best: np.ndarray | None = None,
        settled: bool = False,
    ) -> Analysis:
        """The candidates in this order, the first against the others, with the values of the samples."""
        players = self.core.rules.num_players
        count = len(order)
        if samples is not None and samples.samples[list(order)].min() > 1:
            means, errors = samples.values(order)
            gap_table, gap_error_table = samples.gaps(np.array(order))
            gaps, gap_errors = gap_table[0], gap_error_table[0]
            number = [int(value) for value in samples.samples[list(order)]]
            # Widened so that the usual 1.96 errors hold 95 % with few samples too.
            wider = student(0.025, min(number) - 1) / _two_sided(0.95) if min(number) > 8 else 1.0
            errors, gap_errors = errors * wider, gap_errors * wider
            if best is None:
                best = samples.best_probabilities(order)
        else:
            known = {tuple(actions): values for actions, values, _, _ in self.search.turns(self.wanted)}
            flat = [0.5] * players
            means = np.array([known.get(tuple(candidates[arm][0]), flat) for arm in order])
            errors = np.full((count, players), math.nan)
            gaps = means[0, self.player] - means[:, self.player]
            gap_errors = np.full(count, math.nan)
            number = [0] * count
            best = np.full(count, math.nan)
        # The luck that is taken off can move a mean out of the range of probabilities, within its error.
        shown_means = np.clip(means, 0.0, 1.0)
        scale = 1.0 if self.objective == "win" else 40.0
        shift = 0.0 if self.objective == "win" else 0.5
        lines = []
        for i, arm in enumerate(order):
            actions, share = candidates[arm]
            lines.append(
                Line(
                    turn=self._texts(actions),
                    actions=tuple(actions),
                    win=tuple((float(value) - shift) * scale for value in shown_means[i]),
                    errors=tuple(float(error) * scale for error in errors[i]),
                    gap=float(gaps[i]) * scale if i else 0.0,
                    gap_error=float(gap_errors[i]) * scale if i else 0.0,
                    best_probability=float(best[i]),
                    share=share,
                    samples=number[i],
                    exact=False,
                    losses=self._losses(actions),
                    player=self.player,
                )
            )
        pool = max(count, self.pool)
        spent, nodes = self._spent, self.search.nodes
        return self._done(lines, spent, nodes, 0, reason, final, settled=settled, candidates=pool)

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
                if not self._more(1.0):
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
                        if not self._more(1.0)
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
        self,
        lines: Sequence[Line],
        simulations: int,
        nodes: int,
        depth: int,
        reason: str,
        final: bool,
        *,
        settled: bool = False,
        candidates: int | None = None,
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
            settled=settled,
            confidence=self.confidence,
            candidates=len(lines) if candidates is None else candidates,
        )

    def _tell(self, analysis: Analysis) -> None:
        if self.report is not None:
            self.report(analysis)


def _identified(name: str, actions: Sequence[int | str], read: Callable[[str], int]) -> list[int]:
    """The ids of the actions in an argument; an error says which of them is not understood."""
    found = []
    for index, action in enumerate(actions):
        try:
            found.append(read(action) if isinstance(action, str) else action)
        except RattusAIError as error:
            raise error.about(name, index) from None
    return found


@functools.cache
def _two_sided(confidence: float) -> float:
    """Two-sided point of the normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)
