"""Random games, played by the engine and by the reference side by side and compared at every step.

What is compared: see `comparison`. A failure names the box, the seed and the moves up to there.

`RATTUS_AI_REFERENCE_GAMES` sets the number of games in all (default 1000). They are shared out evenly among
the four boxes and the mixtures of all boxes, so 10000 plays 2000 games of each box and 2000 mixtures.
`reference_corners` chooses the set-ups and says what the games must have met.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from comparison import Comparison
from reference.rattus import Position, Setup, base_setup
from reference.rattus.engine import EnginePosition
from reference_corners import BOXES, Corners, choose, random_policy, random_setup, random_start

GAMES = int(os.environ.get("RATTUS_AI_REFERENCE_GAMES", "1000"))
# From this many games on, every corner in `reference_corners` must have been met.
ENOUGH_FOR_COVERAGE = 1000


def known_to(setup: Setup, exported: Mapping[str, Any], player: int) -> dict[str, Any]:
    """The state as a player knows it (-1: as somebody does who has seen nothing): rules section 6 and 9."""
    fields = dict(exported)
    fields["unseen"] = list(exported["unseen"])
    fields["tracked"] = []
    for region, ring, kind, looked, pool in exported["tracked"]:
        if kind >= 0 and player not in looked:
            # What a recycled rat can be is said by its pool alone.
            fields["unseen"][kind] += pool == 0
            kind = -1
        fields["tracked"].append((region, ring, kind, looked, pool))
    if exported["hands"] and exported["stage"] not in ("hands", "terminal"):
        hide_region_cards(fields, player)
    return fields


def hide_region_cards(fields: dict[str, Any], player: int) -> None:
    """Hands are known to their owner, drawn cards to the active player; the others may be anything unseen."""
    fields["pile"] = list(fields["pile"])
    fields["hands"] = [list(hand) for hand in fields["hands"]]
    fields["hands_unknown"] = list(fields["hands_unknown"])
    for owner, hand in enumerate(fields["hands"]):
        if owner != player:
            for kind in hand:
                fields["pile"][kind] += 1
            fields["hands_unknown"][owner] += len(hand)
            fields["hands"][owner] = []
    if fields["active"] != player:
        for kind in fields["drawn"]:
            fields["pile"][kind] += 1
        fields["drawn_unknown"] += len(fields["drawn"])
        fields["drawn"] = []


@pytest.fixture(scope="module")
def corners() -> Corners:
    """What all games of this module have met."""
    return Corners()


# The last test asks what the others have met, so that one process must run them all.
together = pytest.mark.xdist_group("random games")


@together
@pytest.mark.parametrize("box", BOXES)
def test_random_games_agree_with_the_reference(box: str, corners: Corners) -> None:
    for seed in range(max(GAMES // len(BOXES), 1)):
        game = f"{box} {seed}"
        generator = random.Random(game)
        setup = random_setup(generator, box)
        policy = partial(choose, random_policy(generator))
        reference = random_start(generator, setup)
        engine = EnginePosition.from_export(setup, reference.export())
        Comparison(game, setup, reference, engine, policy).play(generator, corners)
    corners.met[f"box {box}"] += 1


@together
def test_random_games_have_met_every_corner(corners: Corners) -> None:
    if GAMES < ENOUGH_FOR_COVERAGE or any(not corners.met[f"box {box}"] for box in BOXES):
        pytest.skip("only after all games of every box")
    missed = corners.missed()
    assert not missed, f"never met in {GAMES} games: {missed}"


def test_a_game_from_its_beginning_has_the_same_history() -> None:
    """Without a position handed over: both sides begin by themselves."""
    for box in BOXES:
        game = f"history {box}"
        generator = random.Random(game)
        setup = random_setup(generator, box)
        comparison = Comparison(game, setup, Position(setup), EnginePosition(setup), partial(choose, "verbs"))
        comparison.play(generator, Corners())


@pytest.mark.parametrize("box", BOXES)
def test_views_and_games_that_go_on_from_them_agree_with_the_reference(box: str) -> None:
    """At a random moment everything that a player cannot know is taken away; the game goes on from there."""
    unknown = 0
    corners = Corners()
    for seed in range(max(GAMES // (5 * len(BOXES)), 1)):
        game = f"view {box} {seed}"
        generator = random.Random(game)
        setup = random_setup(generator, box)
        reference = random_start(generator, setup)
        engine = EnginePosition.from_export(setup, reference.export())
        for _ in range(generator.randint(20, 200)):
            ids = engine.numbers()
            text = (
                generator.choice(sorted(ids))
                if engine.is_chance()
                else choose(generator.choice(["witch", "rats", "verbs"]), generator, sorted(ids))
            )
            engine.core.apply(ids[text])
            reference.apply(text)
            if reference.is_terminal():
                break
        for player in range(-1, setup.players):
            expected = known_to(setup, reference.export(), player)
            view = EnginePosition(setup, engine.core.view(player))
            assert view.export() == expected, f"game {game!r}, view of {player}"
        player = generator.randrange(-1, setup.players)
        expected = known_to(setup, reference.export(), player)
        unknown += sum(rat[2] < 0 for rat in expected["tracked"]) + sum(expected["hands_unknown"])
        following = Position.from_export(setup, expected)
        comparison = Comparison(
            game,
            setup,
            following,
            EnginePosition.from_export(setup, following.export()),
            partial(choose, random_policy(generator)),
        )
        comparison.moves = [f"(view of player {player})"]
        comparison.play(generator, corners)
    assert unknown > 0 or GAMES < ENOUGH_FOR_COVERAGE
    if box == "africanus" and GAMES >= ENOUGH_FOR_COVERAGE:
        assert corners.met["stage hands"] > 0


def losses_if_ravaged(
    setup: Setup, exported: Mapping[str, Any], region: int, neutral: bool
) -> dict[tuple[int, ...], Fraction]:
    """Distribution of the losses when the rats lying in a region now are revealed, by trying every way."""
    ravage = {**exported, "stage": "ravage", "revealing": region, "plague": region, "neutral": neutral}
    before = exported["cubes"][region]
    found: dict[tuple[int, ...], Fraction] = {}
    waiting = [(Position.from_export(setup, ravage), Fraction(1))]
    while waiting:
        position, weight = waiting.pop()
        if position.state.stage in ("next", "reveal"):
            for text, probability in position.probabilities():
                following = position.clone()
                following.apply(text)
                waiting.append((following, weight * probability))
        else:
            after = position.state.cubes[region]
            lost = tuple(had - has for had, has in zip(before, after, strict=True))
            found[lost] = found.get(lost, Fraction(0)) + weight
    return found


def test_exact_ravage_distributions_agree_with_the_reference() -> None:
    """In random positions and in views of them, with looked-at rats, in regions with at most two rats."""
    from rattus_ai._core import rattus

    compared = looked_at = 0
    for seed in range(40):
        generator = random.Random(20_000_000 + seed)
        setup = base_setup(generator.choice([2, 3, 4]))
        reference, engine = Position(setup), EnginePosition(setup)
        left = generator.randint(60, 160)
        while not reference.is_terminal() and (left > 0 or reference.state.stage != "main"):
            ids = engine.numbers()
            policy = generator.choice(["witch", "uniform"])
            chance = engine.is_chance()
            text = generator.choice(sorted(ids)) if chance else choose(policy, generator, sorted(ids))
            engine.core.apply(ids[text])
            reference.apply(text)
            left -= 1
        if reference.is_terminal():
            continue
        player = generator.randrange(-1, setup.players)
        for core in (engine.core, engine.core.view(player)):
            exported = EnginePosition(setup, core).export()
            for region in generator.sample(range(len(setup.regions)), 4):
                if reference.state.rats_in(region) > 2:
                    continue
                for neutral in (False, True):
                    rows = rattus.ravage_distribution(core, region, neutral)
                    found = {tuple(lost): Fraction(*probability) for lost, probability in rows}
                    assert len(found) == len(rows)
                    expected = losses_if_ravaged(setup, exported, region, neutral)
                    assert found == expected, f"seed {seed}, region {region}, neutral {neutral}"
                    compared += len(expected) > 1
                looked_at += any(rat[0] == region for rat in exported["tracked"])
    assert compared > 50
    assert looked_at > 10
