"""Speed of the core from Python (`pytest --benchmark-only`): playouts, stepping, views, copies, risks."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from rattus_ai._core import rattus
from rattus_ai._core.engine import TERMINAL
from rattus_ai.bench.positions import example, game, speed_variants, variant_game
from rattus_ai.games import Variant

PLAYERS = (2, 3, 4)
PLAYOUTS = 500


@pytest.mark.benchmark(group="playouts, 500 games")
@pytest.mark.parametrize("guided", [False, True], ids=["uniform", "guided"])
@pytest.mark.parametrize("players", PLAYERS)
def test_playouts(benchmark: Any, players: int, guided: bool) -> None:
    start = game(players).initial_position()
    steps = benchmark(start.playouts, PLAYOUTS, guided=guided)
    benchmark.extra_info["steps_per_second"] = steps / benchmark.stats.stats.min


@pytest.mark.benchmark(group="playouts with other options, 500 games")
@pytest.mark.parametrize("guided", [False, True], ids=["uniform", "guided"])
@pytest.mark.parametrize("variant", speed_variants(), ids=lambda variant: variant.name)
def test_playouts_of_variants(benchmark: Any, variant: Variant, guided: bool) -> None:
    start = variant_game(variant).initial_position()
    steps = benchmark(start.playouts, PLAYOUTS, guided=guided)
    benchmark.extra_info["steps_per_second"] = steps / benchmark.stats.stats.min


@pytest.mark.benchmark(group="one game stepped from Python")
@pytest.mark.parametrize("players", PLAYERS)
def test_stepping(benchmark: Any, players: int) -> None:
    def play() -> int:
        choose = random.Random(1).choice
        position = game(players).initial_position()
        legal, push, player = position.legal_actions, position.push, position.current_player
        steps = 0
        while player() != TERMINAL:
            push(choose(legal()))
            steps += 1
        return steps

    steps = benchmark(play)
    benchmark.extra_info["steps_per_second"] = steps / benchmark.stats.stats.min


CALLS: dict[str, Callable[[Any], Any]] = {
    "clone": lambda position: position.clone(),
    "copy of everything": lambda position: position.copy(),
    "core view": lambda position: position.knowledge(0),
    "view": lambda position: position.view(0),
    "key": lambda position: position.key(0),
    "resample": lambda position: position.resample(0, 1),
    "legal_actions": lambda position: position.legal_actions(),
    "legal_count": lambda position: position.legal_count(),
    "evaluate": lambda position: position.evaluate(),
    "export_state": rattus.export_state,
}


@pytest.mark.benchmark(group="one call")
@pytest.mark.parametrize("name", CALLS)
def test_calls(benchmark: Any, name: str) -> None:
    benchmark(CALLS[name], example())


@pytest.mark.benchmark(group="exact losses of a ravage")
@pytest.mark.parametrize("rats", [1, 2, 3])
@pytest.mark.parametrize("name", ["ravage_outcomes", "ravage_distribution"])
def test_ravage(benchmark: Any, name: str, rats: int) -> None:
    """Where cubes of most players lie with so many rats."""
    position, region = max(
        ((place, region) for place in map(example_of, range(20)) for region in regions_with(place, rats)),
        key=lambda found: players_in(*found),
    )
    found = benchmark(getattr(rattus, name), position, region, False)
    assert len(found) > 0
    benchmark.extra_info["outcomes"] = len(found)


def example_of(seed: int) -> Any:
    return example(seed=seed)


def regions_with(position: Any, rats: int) -> list[int]:
    fields = rattus.export_state(position)
    looked = [rat[0] for rat in fields["tracked"]]
    return [
        region
        for region, unlooked in enumerate(fields["unlooked"])
        if sum(unlooked) + looked.count(region) == rats
    ]


def players_in(position: Any, region: int) -> int:
    return sum(cubes > 0 for cubes in rattus.export_state(position)["cubes"][region])
