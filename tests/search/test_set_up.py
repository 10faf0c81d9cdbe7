"""Hints in a set-up that players play: they look into the game, and their errors hold for other seeds too."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import pytest
from effort import times

from rattus_ai import Limit, View, analyse, load_game
from rattus_ai._core.search import Search
from rattus_ai.cli.hint import _comparison

GAMES: dict[str, dict[str, Any]] = {
    "base": {"players": 3},
    "goods": {"players": 3, "cards": ["dangerous-times"]},
    "africanus": {"players": 5, "cards": ["astronomer", "sultan", "witch", "monk", "king"]},
}


def first_placement(name: str) -> View:
    position = load_game("rattus", **GAMES[name]).new_position(seed=3)
    return position.view(position.current_player())


@pytest.mark.parametrize("name", GAMES)
def test_other_seeds_agree_within_the_errors(name: str) -> None:
    """Not so if each search went on as its own trees like best, where nearly all is worth the same."""
    view = first_placement(name)
    found: dict[str, list[tuple[float, float]]] = {}
    for seed in range(times(5)):
        analysis = analyse(view, Limit(simulations=4_000), lines=4, seed=seed + 1, confidence=0.999)
        for line in analysis.lines:
            assert min(line.errors) > 1e-5 and line.samples > 100
            found.setdefault(line.text, []).append((line.value, line.error))
        assert all(line.gap_error > 1e-5 for line in analysis.lines[1:])
    compared = 0
    for values in found.values():
        for i, (first, error) in enumerate(values):
            for second, other in values[:i]:
                assert abs(first - second) < 4.5 * math.hypot(error, other)
                compared += 1
    assert compared >= 10


def test_some_places_are_better_than_others() -> None:
    """The evaluation tells placements apart, since it is asked some turns after the set-up."""
    view = first_placement("base")
    search = Search(view.core, seed=1, horizon=3, memory_mb=16)
    search.run(500)
    turns = [[action] for action in view.core.legal_actions()]
    batch, samples = search.paired(turns), 2_000
    search.compare(turns, batch, samples)
    sums, squares, _ = batch.sums()
    means = [total / samples for total in sums[view.player :: 3]]
    errors = [
        math.sqrt((square / samples - mean * mean) / samples)
        for square, mean in zip(squares[view.player :: 3], means, strict=True)
    ]
    best, worst = max(means), min(means)
    assert best - worst > 4 * math.hypot(max(errors), max(errors))


def test_samples_that_are_all_alike_are_no_proof() -> None:
    analysis = analyse(first_placement("base"), Limit(simulations=400), lines=2)
    first, second = analysis.lines
    assert "confidence" in _comparison(analysis)
    alike = dataclasses.replace(second, gap=0.0, gap_error=0.0)
    told = _comparison(dataclasses.replace(analysis, lines=(first, alike)))
    assert f"{second.samples:,} samples" in told and "no proof" in told and "confidence" not in told
