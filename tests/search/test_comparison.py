"""Samples of turns: variance reduction changes no mean, and intervals contain the exact value."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from random_play import outcomes
from search_oracles import tiny_rules

from rattus_ai import Limit, analyse, load_game
from rattus_ai._core import rattus
from rattus_ai._core.engine import CHANCE, Position
from rattus_ai._core.search import PairedSamples, Search
from rattus_ai.analysis import FURTHER_SAMPLES, analyse_and_keep
from rattus_ai.bots import parse_agent
from rattus_ai.errors import OptionError
from rattus_ai.positions import View

SAMPLES = 6_000


def decision(players: int, seed: int, turns: int = 6) -> View:
    position = load_game("rattus", players=players).new_position(seed=seed)
    choose = random.Random(seed).choice
    while position.turn() < turns or position.is_chance():
        position.push(choose(position.legal_actions()))
    return position.view(position.current_player())


def moments(samples: PairedSamples) -> tuple[np.ndarray, np.ndarray]:
    """Means and standard errors, (turn, player)."""
    sums, squares, _ = (np.array(values) for values in samples.sums())
    shape = (samples.turns, samples.players)
    means = sums.reshape(shape) / samples.samples
    variances = squares.reshape(shape) / samples.samples - means**2
    return means, np.sqrt(np.maximum(variances, 0) / samples.samples)


def sampled(view: View, first: int, count: int = SAMPLES, **settings: object) -> PairedSamples:
    search = Search(view.core, seed=3, memory_mb=16, **{"horizon": 3, **settings})  # type: ignore[arg-type]
    search.run(600)
    turns = [turn for turn, _, _, _ in search.turns(3)]
    batch = search.paired(turns, first)
    search.compare(turns, batch, count)
    return batch


@pytest.mark.parametrize("steady", [True, False])
@pytest.mark.parametrize("horizon", [3, -1])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_taking_the_luck_off_changes_no_mean(players: int, horizon: int, steady: bool) -> None:
    """With and without, on different random numbers; and less variance at the horizon of hints.

    Played to the end by a fixed policy a game says little about the evaluation, so nothing is promised there.
    """
    gained = []
    count = SAMPLES if horizon >= 0 else 1_500
    for seed in (1, 2, 3):
        view = decision(players, seed)
        settings = {"horizon": horizon, "steady": steady, "solver": False}
        with_control, error = moments(sampled(view, 0, count, control=True, **settings))
        without, plain_error = moments(sampled(view, 1 << 30, count, control=False, **settings))
        both = np.sqrt(error**2 + plain_error**2) + 1e-9
        assert (np.abs(with_control - without) < 4.5 * both).all()
        gained.append(float(np.mean(plain_error)) / float(np.mean(error)))
    assert horizon < 0 or np.mean(gained) > 1.02


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_mean_of_the_luck_is_zero(players: int) -> None:
    for seed in (1, 4):
        batch = sampled(decision(players, seed), 0, count=20_000, solver=False)
        sums, squares = (np.array(values) for values in batch.luck())
        errors = np.sqrt(squares / batch.samples**2)
        assert (errors > 0).any(), "no luck was met, so nothing was tested"
        assert (np.abs(sums / batch.samples) < 4.5 * errors + 1e-12).all()
        # What one wins another loses.
        assert sums.reshape(batch.turns, batch.players).sum(axis=1) == pytest.approx(0.0, abs=1e-6)


def test_without_the_control_no_luck_is_taken_off() -> None:
    batch = sampled(decision(3, 1), 0, count=50, control=False)
    assert not np.any(batch.luck())
    means, _ = moments(sampled(decision(3, 1), 0, count=50, objective="margin"))
    assert np.isfinite(means).all()


def sweep_begins(seed: int) -> Position | None:
    """The last decision of the final round of a tiny game."""
    choose = random.Random(seed).choice
    position = Position(tiny_rules(2, ("king", "merchant")))
    while not position.is_terminal():
        fields = rattus.export_state(position)
        if fields["stage"] == "final" and fields["final_left"] == 0:
            return position
        position.apply(choose(position.legal_actions()))
    return None


def exact_wins(position: Position) -> np.ndarray:
    """By walking over every outcome."""
    if position.is_terminal():
        return np.array(position.returns())
    assert position.current_player() == CHANCE
    value = np.zeros(position.rules.num_players)
    for after, chance in outcomes(position):
        value += float(chance) * exact_wins(after)
    return value


def test_samples_of_the_sweep_contain_the_exact_value() -> None:
    """Where only chance is left: the solver is exact, sampling agrees within its error."""
    checked = random_ones = 0
    for seed in range(30):
        position = sweep_begins(seed)
        if position is None:
            continue
        done = position.legal_actions()[:1]
        after = position.clone()
        after.apply(done[0])
        if after.current_player() >= 0:
            continue
        truth = exact_wins(after)
        for solver in (True, False):
            search = Search(position, seed=seed, solver=solver, memory_mb=1)
            batch = search.paired([done])
            search.compare([done], batch, 4_000)
            means, errors = moments(batch)
            if solver:
                assert means[0] == pytest.approx(truth, abs=1e-9)
            else:
                assert (np.abs(means[0] - truth) < 4.5 * errors[0] + 1e-9).all()
                random_ones += errors[0].max() > 0
        checked += 1
    assert checked >= 5 and random_ones >= 2


def test_the_tree_knows_exact_ends() -> None:
    """Where every action leads to the sweep, its value in the tree has no noise."""
    checked = 0
    for seed in range(30):
        position = sweep_begins(seed)
        if position is None:
            continue
        search = Search(position, seed=seed, memory_mb=1)
        search.run(40)
        plain = Search(position, seed=seed, memory_mb=1, solver=False)
        plain.run(40)
        assert search.steps <= plain.steps
        for action, visits, solved, values in search.actions():
            after = position.clone()
            after.apply(action)
            if visits > 0 and after.current_player() == CHANCE:
                assert not solved or sorted(values) == [0.0, 1.0]
                assert values == pytest.approx(list(exact_wins(after)), abs=1e-6)
                checked += 1
    assert checked >= 10


def test_agents_play_with_and_without_the_solver() -> None:
    view = decision(2, 3)
    for text in ("ismcts:50", "ismcts:50,solver=on", "ismcts:50,solver=off"):
        assert parse_agent(text).make(1).choose(view) in view.legal_actions()
    with pytest.raises(OptionError, match="expected on or off"):
        parse_agent("ismcts:50,solver=true")


def test_coupled_chance_has_the_right_distribution() -> None:
    """Uniform play, no trees, no luck taken off: the samples have the mean of plain playouts of the core."""
    view = decision(3, 2)
    search = Search(view.core, seed=1, playout="uniform", control=False, solver=False, memory_mb=1)
    turn = search.finished([])
    batch = search.paired([turn])
    search.compare([turn], batch, 20_000)
    means, errors = moments(batch)
    wins = np.zeros(3)
    count = 20_000
    for seed in range(count):
        played = view.core.resample(view.player, seed)
        for action in turn:
            played.apply(action)
        if not played.is_terminal():
            played.random_playout(seed + 10**9)
        wins += played.returns()
    plain = wins / count
    both = np.sqrt(errors[0] ** 2 + plain * (1 - plain) / count)
    assert (np.abs(means[0] - plain) < 4.5 * both).all()


def test_common_numbers_make_gaps_sharper() -> None:
    """Variance of the gap of the best two turns, against twice independent samples."""
    ratios = []
    for seed in range(1, 7):
        for players in (2, 4):
            batch = sampled(decision(players, seed), 0, count=1_500)
            player = decision(players, seed).player
            sums, _, products = (np.array(values) for values in batch.sums())
            own = sums.reshape(batch.turns, players)[:, player] / batch.samples
            covariance = products.reshape(batch.turns, batch.turns) / batch.samples - np.outer(own, own)
            apart = covariance[0, 0] + covariance[1, 1]
            together = apart - 2 * covariance[0, 1]
            if apart > 1e-9:
                ratios.append(math.log(apart / max(together, apart / 100)))
    assert math.exp(float(np.mean(ratios))) > 1.3


def test_intervals_contain_further_samples() -> None:
    """Values of hints against many further samples of the same search; the bar of the study, loosely."""
    inside = total = 0
    for seed in range(24):
        view = decision(2 + seed % 3, seed, turns=3 + seed % 5)
        analysis, search = analyse_and_keep(view, Limit(simulations=2_000), lines=4, seed=seed)
        turns = [list(line.actions) for line in analysis.lines]
        batch = search.paired(turns, FURTHER_SAMPLES)
        search.compare(turns, batch, 4_000)
        means, errors = moments(batch)
        for i, line in enumerate(analysis.lines):
            if line.error > 0:
                total += 1
                inside += abs(line.value - means[i, view.player]) < 1.96 * math.hypot(
                    line.error, float(errors[i, view.player])
                )
    assert total > 60
    assert inside / total > 0.87


def test_the_answer_says_why_it_ended() -> None:
    view = decision(3, 5)
    loose = analyse(view, Limit(simulations=30_000), confidence=0.5, lines=2)
    strict = analyse(view, Limit(simulations=2_000), confidence=0.9999, lines=2)
    assert strict.reason in ("simulations", "settled")
    for analysis in (loose, strict):
        assert (analysis.reason == "settled") == analysis.settled
        if analysis.settled:
            assert analysis.told_apart and analysis.simulations < 30_000
        assert analysis.candidates >= len(analysis.lines)
    assert loose.confidence == 0.5 and strict.confidence == 0.9999


def test_clear_positions_end_early_and_ties_use_the_budget() -> None:
    reasons = []
    for seed in range(12):
        view = decision(2 + seed % 3, seed + 40)
        analysis = analyse(view, Limit(simulations=12_000), seed=seed)
        reasons.append(analysis.reason)
        if analysis.reason == "settled":
            assert analysis.simulations < 12_000
            assert analysis.best.best_probability > 0.9
        else:
            assert 11_000 < analysis.simulations <= 12_000 + 5
    assert {"settled", "simulations"} == set(reasons)


@pytest.mark.parametrize("confidence", [0.95, 0.6])
def test_the_test_is_the_same_on_two_threads(confidence: float) -> None:
    view = decision(4, 8)
    answers = [
        [
            (line.actions, line.win, line.errors, line.gap, line.gap_error, line.best_probability)
            for line in analysis.lines
        ]
        + [analysis.reason, analysis.simulations]
        for analysis in (
            analyse(view, Limit(simulations=12_000, threads=threads), confidence=confidence)
            for threads in (1, 2)
        )
    ]
    assert answers[0] == answers[1]
