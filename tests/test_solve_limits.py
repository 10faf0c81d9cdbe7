"""Proofs, fractions and distributions end with their time: counted in work, not measured."""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rattus_ai import Cancel, Limit, Position, endgame, read_position, solve
from rattus_ai._core import rattus
from rattus_ai._core.solver import Solver
from rattus_ai.endgame import exact_fractions
from rattus_ai.rattus.sweep import PRIMES, sweep_distribution, sweep_values
from rattus_ai.watch import Watch

EXAMPLES = Path(__file__).parent.parent / "examples"


SWEEP = 1000.0
"""Seconds that a sweep takes on the clock of these tests; far more than anything takes really."""


class Work:
    """A clock that goes on with every sweep that is worked out, and with nothing else."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sweeps = 0
        for name in ("sweep", "sweep_modulo"):
            monkeypatch.setattr(rattus, name, self.counted(getattr(rattus, name)))

    def counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*arguments: Any, **options: Any) -> Any:
            self.sweeps += 1
            return function(*arguments, **options)

        return call

    def now(self) -> float:
        return SWEEP * self.sweeps


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    return Work(monkeypatch)


def example(name: str) -> Position:
    return read_position(EXAMPLES / f"{name}.json")


def test_fractions_end_with_their_time(work: Work) -> None:
    position = example("final-round-4p")
    view = position.view(position.current_player())
    whole = exact_fractions(position.game, view.core, Watch(clock=work.now))
    needed = work.sweeps
    assert whole == (Fraction(523, 6930), Fraction(6407, 6930), 0, 0) and needed > 10
    for sweeps in (1, 4):
        work.sweeps = 0
        watch = Watch(None, (sweeps - 0.5) * SWEEP, work.now)
        assert exact_fractions(position.game, view.core, watch) is None
        assert work.sweeps == sweeps


def test_a_proof_stands_without_its_fractions(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame, "Watch", functools.partial(Watch, clock=work.now))
    position = example("final-round-4p")
    solution = solve(position, Limit(seconds=5.5 * SWEEP), fractions=True)
    assert solution.exact and solution.reason == "solved"
    assert solution.fractions is None and solution.ending is None
    assert work.sweeps == 6
    sweep = example("sweep-3p")
    work.sweeps = 0
    solution = solve(sweep, Limit(seconds=100 * SWEEP), viewer=2, fractions=True, distribution=True)
    needed = work.sweeps
    assert solution.fractions is not None and solution.distribution is not None
    assert solution.ending is not None and needed <= 3 * (len(PRIMES) + 1)
    for sweeps in range(1, needed):
        work.sweeps = 0
        cut = solve(sweep, Limit(seconds=(sweeps - 0.5) * SWEEP), viewer=2, fractions=True, distribution=True)
        assert work.sweeps <= sweeps and cut.exact and cut.win == solution.win
        assert cut.fractions in (None, solution.fractions)
        assert cut.distribution in (None, solution.distribution)
        assert None in (cut.fractions, cut.distribution, cut.ending)


def test_nothing_goes_on_after_a_cancellation(work: Work) -> None:
    cancel = Cancel()
    position = example("sweep-3p")
    with Watch(cancel) as watch:
        cancel.cancel()
        assert watch.over and watch.solver.stopped
        assert sweep_values(position.view(-1).core, watch=watch) is None
        assert sweep_distribution(position.view(-1).core, watch=watch) is None
        assert exact_fractions(position.game, position.view(-1).core, watch) is None
    assert work.sweeps == 0


def test_a_sweep_in_the_core_hears_that_it_is_stopped() -> None:
    """It gives up among its first states, of tens of thousands."""
    position = read_position(Path(__file__).parent / "data" / "wide-sweep-3p.json").view(-1).core
    stopped = Solver()
    stopped.stop()
    for joint in (False, True):
        solved, states, *_ = rattus.sweep(position, 200_000, joint=joint, stopper=stopped)
        assert not solved and states < 5_000
        assert not rattus.sweep_modulo(position, PRIMES[0], 200_000, joint=joint, stopper=stopped)[0]
    _, states, *_ = rattus.sweep(position, 200_000)
    assert states > 25_000
