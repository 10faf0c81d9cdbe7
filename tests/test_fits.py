"""The fits in analysis/ that evaluations at the horizon come from: they find what made the data."""

from __future__ import annotations

import math
import random
import re
import runpy
import types
from pathlib import Path

import pytest

import evaluation_games
from conditional_logit import Observation, fit
from rattus_ai import Position, load_game
from rattus_ai._core import rattus
from rattus_ai.games import game_names
from rattus_ai.registry import DEFAULT_GAME

ANALYSIS = Path(__file__).parent.parent / "analysis"
CONSTANT = (1.0, -0.5)
CHANGE = (-0.8, 1.5)


def made_up(count: int, seed: int) -> list[list[Observation]]:
    """Games of one observation whose winner is drawn from known weights, 2 to 4 players."""
    source = random.Random(seed)
    games = []
    for _ in range(count):
        share = source.random()
        features = [[source.uniform(-2, 2) for _ in CONSTANT] for _ in range(source.randint(2, 4))]
        weights = [a + share * b for a, b in zip(CONSTANT, CHANGE, strict=True)]
        chances = [
            math.exp(sum(w * value for w, value in zip(weights, row, strict=True))) for row in features
        ]
        winner = source.choices(range(len(features)), chances)[0]
        games.append([(features, share, [float(player == winner) for player in range(len(features))])])
    return games


def test_the_weights_that_made_the_data_are_found() -> None:
    found = fit(made_up(8000, 3))
    assert list(found.constant) == pytest.approx(CONSTANT, abs=0.15)
    assert list(found.change) == pytest.approx(CHANGE, abs=0.25)
    assert found.observations == 8000
    assert found.nothing < found.test < 0 and abs(found.test - found.training) < 0.05


def test_nothing_is_found_in_noise() -> None:
    games = made_up(4000, 5)
    source = random.Random(1)
    noise: list[list[Observation]] = []
    for ((features, share, returns),) in games:
        winner = source.randrange(len(returns))
        noise.append([(features, share, [float(player == winner) for player in range(len(returns))])])
    found = fit(noise)
    assert max(map(abs, [*found.constant, *found.change])) < 0.15
    assert abs(found.test - found.nothing) < 0.03


@pytest.mark.parametrize("name", game_names())
def test_observed_games_tell_the_starts_of_turns_and_the_end(name: str) -> None:
    game = load_game(name, players=2)
    play = evaluation_games.Play(simulations=8, horizon=2, random_actions=0.3)
    turns: list[int] = []

    def look(position: Position) -> evaluation_games.Facts | None:
        turns.append(position.turn_number())
        return [[1.0], [2.0]], 0.5

    seen = evaluation_games.observed_game(game, 4, play, look)
    assert len(seen) == len(turns) == len(set(turns)) > 5
    assert all(sum(returns) == pytest.approx(1.0) for _, _, returns in seen)
    again = evaluation_games.observed_game(game, 4, play, look)
    assert again == seen


def test_facts_of_rattus_are_those_of_the_core() -> None:
    import fit_evaluation

    position = load_game("rattus", players=3).new_position(seed=2)
    while rattus.export_state(position)["stage"] != "main":
        position.push(position.legal_actions()[0])
        position.draw_chances()
    facts = fit_evaluation.look(position)
    assert facts == (rattus.evaluation_features(position), rattus.supply_left(position))
    assert len(facts[0]) == 3 and all(len(row) == len(fit_evaluation.FEATURES) for row in facts[0])


@pytest.mark.parametrize("name", game_names())
def test_the_shipped_weights_are_as_the_study_writes_them(name: str) -> None:
    """Every character but the numbers, and those in the same shape."""
    folder = ANALYSIS if name == DEFAULT_GAME else ANALYSIS / name
    study = runpy.run_path(str(folder / "fit_evaluation.py"))
    text = study["HEADER"].read_text(encoding="utf-8")
    found = [float(number) for number in re.findall(r"(-?\d+\.\d{3})f", text)]
    size = len(study["FEATURES"])
    rows = [
        types.SimpleNamespace(constant=found[at : at + size], change=found[at + size : at + 2 * size])
        for at in range(0, len(found), 2 * size)
    ]
    keys = study.get("PLAYER_COUNTS") or tuple(study["TITLES"])
    assert study["header"](dict(zip(keys, rows, strict=True))) == text
