"""Random games of Istanbul, played by the engine and the reference side by side and compared at every step.

What is compared: see `comparison`. A failure names the game, its seed and the moves up to there.

`RATTUS_AI_REFERENCE_GAMES` sets the number of games (default 300): a third without the expansion.
`istanbul_starts` and `istanbul_themes` choose set-ups, beginnings and ways to play, `istanbul_corners` says
what the games must have met once there are enough of them.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from typing import Any

import pytest
from comparison import Comparison
from istanbul_corners import Corners
from istanbul_starts import random_setup, random_start, random_way
from reference.istanbul import Position, Setup
from reference.istanbul.engine import EnginePosition

GAMES = int(os.environ.get("RATTUS_AI_REFERENCE_GAMES", "300"))
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


# The test of the corners asks what the others have met, so that one process must run them all.
together = pytest.mark.xdist_group("random games of Istanbul")


@together
@pytest.mark.parametrize("box", SHARES)
def test_random_games_agree_with_the_reference(box: str, corners: Corners) -> None:
    for seed in range(games_of(box)):
        generator, _, _, comparison = start(f"{box} {seed}", box)
        comparison.play(generator, corners)
    corners.met[f"box {box}"] += 1


@together
def test_random_games_have_met_every_corner(corners: Corners) -> None:
    if GAMES < ENOUGH_FOR_COVERAGE or any(not corners.met[f"box {box}"] for box in SHARES):
        pytest.skip("only after all games of both boxes")
    missed = corners.missed()
    assert not missed, f"never met in {GAMES} games: {missed}"


@pytest.mark.parametrize("box", SHARES)
def test_positions_around_a_beginning_agree_with_the_reference(box: str) -> None:
    """Not one way through the turn but many, so that every action that is offered is also tried."""
    for seed in range(max(games_of(box) // 3, 1)):
        generator, _, _, comparison = start(f"around {box} {seed}", box)
        assert comparison.explore(generator, most=150) > 1


def known_to(exported: Mapping[str, Any], player: int) -> dict[str, Any]:
    """The state as a player knows it, -1: as somebody does who holds nothing.

    Secret cards of others are a number and lie in the pool of the draws.
    """
    fields = dict(exported)
    for name in ("deck", "guild_deck", "unknown", "guild_unknown", "secret", "guild_hand"):
        fields[name] = list(exported[name])
    for other, (secret, guild) in enumerate(zip(exported["secret"], exported["guild_hand"], strict=True)):
        if other != player:
            fields["deck"] = [one + two for one, two in zip(fields["deck"], secret, strict=True)]
            fields["unknown"][other] += sum(secret)
            fields["secret"][other] = [0] * len(secret)
            fields["guild_deck"] = sorted(fields["guild_deck"] + guild)
            fields["guild_unknown"][other] += len(guild)
            fields["guild_hand"][other] = []
    return fields


@pytest.mark.parametrize("box", SHARES)
def test_views_and_games_that_may_lie_behind_them(box: str) -> None:
    """At a random moment everything that a player cannot know is hidden, and drawn anew: the game goes on."""
    unknown = 0
    corners = Corners()
    for seed in range(max(games_of(box) // 5, 1)):
        game = f"view {box} {seed}"
        generator, setup, reference, comparison = start(game, box)
        for _ in range(generator.randint(0, 60)):
            if not reference.is_terminal():
                actions = sorted(reference.legal_actions())
                chance = reference.is_chance()
                reference.apply(
                    generator.choice(actions) if chance else comparison.choose(generator, actions)
                )
        engine = EnginePosition.from_export(setup, reference.export())
        for player in range(-1, setup.players):
            expected = known_to(reference.export(), player)
            view = EnginePosition(setup, engine.core.view(player))
            assert view.export() == expected, f"game {game!r}, view of {player}"
            unknown += sum(expected["unknown"]) + sum(expected["guild_unknown"])
        player = generator.randrange(setup.players)
        if reference.current_player() == player:
            view = EnginePosition(setup, engine.core.view(player))
            assert sorted(view.legal_actions()) == sorted(reference.legal_actions())
        possible = EnginePosition(setup, engine.core.resample(player, generator.getrandbits(60)))
        following = Position.from_export(setup, possible.export())
        assert known_to(following.export(), player) == known_to(reference.export(), player)
        possible = EnginePosition.from_export(setup, following.export())
        comparison = Comparison(game, setup, following, possible, comparison.choose)
        comparison.play(generator, corners)
    assert unknown > 0


@pytest.mark.parametrize("box", SHARES)
def test_a_game_from_its_beginning_has_the_same_history(box: str) -> None:
    """Without a position handed over: both sides begin by themselves."""
    game = f"history {box}"
    generator = random.Random(game)
    setup = random_setup(generator, box)
    way = random_way(generator, setup, frozenset())
    comparison = Comparison(game, setup, Position(setup), EnginePosition(setup), way.choose)
    comparison.play(generator, Corners())
