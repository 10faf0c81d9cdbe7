"""Random games of Istanbul, played by the engine and the reference side by side and compared at every step.

What is compared: see `comparison`. A failure names the game, its seed and the moves up to there.

`RATTUS_AI_REFERENCE_GAMES` sets the number of games (default 100): a third without the expansion.
`istanbul_starts` and `istanbul_themes` choose set-ups, beginnings and ways to play, `istanbul_corners` says
what the games must have met once there are enough of them.
"""

from __future__ import annotations

import os
import random

import pytest
from comparison import Comparison
from istanbul_corners import Corners
from istanbul_starts import random_setup, random_start, random_way
from reference.istanbul import Position, Setup
from reference.istanbul_engine import EnginePosition

GAMES = int(os.environ.get("RATTUS_AI_REFERENCE_GAMES", "100"))
# From this many games on, every corner must have been met.
ENOUGH_FOR_COVERAGE = 3000
SHARES = {"base": 1, "mocha": 2}


@pytest.fixture(scope="module")
def corners() -> Corners:
    """What all games of this module have met."""
    return Corners()


def games_of(box: str) -> int:
    return max(GAMES * SHARES[box] // sum(SHARES.values()), 1)


def start(game: str, box: str) -> tuple[random.Random, Setup, Position, Comparison]:
    generator = random.Random(game)
    setup = random_setup(generator, box)
    reference, liked = random_start(generator, setup)
    way = random_way(generator, setup, liked)
    engine = EnginePosition.from_export(setup, reference.export())
    return generator, setup, reference, Comparison(game, setup, reference, engine, way.choose)


@pytest.mark.parametrize("box", SHARES)
def test_random_games_agree_with_the_reference(box: str, corners: Corners) -> None:
    for seed in range(games_of(box)):
        generator, _, _, comparison = start(f"{box} {seed}", box)
        comparison.play(generator, corners)
    corners.met[f"box {box}"] += 1


def test_random_games_have_met_every_corner(corners: Corners) -> None:
    if GAMES < ENOUGH_FOR_COVERAGE or any(not corners.met[f"box {box}"] for box in SHARES):
        pytest.skip("only after all games of both boxes")
    missed = corners.missed()
    assert not missed, f"never met in {GAMES} games: {missed}"


@pytest.mark.parametrize("box", SHARES)
def test_a_game_from_its_beginning_has_the_same_history(box: str) -> None:
    """Without a position handed over: both sides begin by themselves."""
    game = f"history {box}"
    generator = random.Random(game)
    setup = random_setup(generator, box)
    way = random_way(generator, setup, frozenset())
    comparison = Comparison(game, setup, Position(setup), EnginePosition(setup), way.choose)
    comparison.play(generator, Corners())
