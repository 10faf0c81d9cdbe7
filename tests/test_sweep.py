"""The exact sweep against the cases, against brute force, and in the middle of a sweep."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from reference.rattus.engine import EnginePosition
from search_oracles import BruteForce, tiny_rules
from test_cases import Case, before_the_sweep, numbered, read, read_position

from rattus_ai._core import rattus
from rattus_ai._core.engine import Position
from rattus_ai._core.search import Search
from rattus_ai.rattus.sweep import sweep_distribution, sweep_values


@pytest.mark.parametrize("case", numbered(read("sweep")))
def test_cases_as_exact_fractions(case: Case) -> None:
    asked = [(None, case["observer"])]
    if "knower" in case:
        asked.append((case["knower"]["player"], case["knower"]))
    for knower, expected in asked:
        reference = before_the_sweep(case, knower)
        position = EnginePosition.from_export(reference.setup, reference.export())
        for core in (position.core, after_done(position)):
            values = sweep_values(core)
            assert values is not None
            assert list(values.win) == [Fraction(text) for text in expected["win"]]
            assert list(values.cubes) == [Fraction(text) for text in expected["expected_cubes"]]


@pytest.mark.parametrize("case", numbered(read("final_round")))
def test_expectimax_solves_the_final_round(case: Case) -> None:
    """With every action considered, the sweep at the leaves is exact, and so is the whole."""
    mover = case["mover"]
    last = case["position"]["last"]
    fields = {"stage": "final", "active": mover, "last": last, "ending": True, "final_left": 0, "turn": 20}
    reference = read_position(case, mover, **fields)
    core = EnginePosition.from_export(reference.setup, reference.export()).core
    turns, _, _ = Search(core, memory_mb=1).expectimax(1, depth=4)
    assert turns[0][3]
    assert turns[0][1][mover] == pytest.approx(float(Fraction(case["value"][mover])), abs=1e-9)


def after_done(position: EnginePosition) -> Position:
    position.apply("done")
    return position.core


def sweeping(rules: Any, seed: int) -> list[Position]:
    """All positions of the sweep of one random game, and its end."""
    choose = random.Random(seed).choice
    position = Position(rules)
    found = []
    while not position.is_terminal():
        fields = rattus.export_state(position)
        if fields["ending"] and fields["stage"] in ("next", "reveal"):
            found.append(position.clone())
        position.apply(choose(position.legal_actions()))
    return [*found, position]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cards", [("king", "monk"), ("knight", "witch", "peasant")], ids=str)
def test_every_point_of_a_sweep_equals_brute_force(players: int, cards: tuple[str, ...]) -> None:
    rules = tiny_rules(players, cards)
    checked = 0
    for seed in range(12):
        for position in sweeping(rules, seed):
            values = sweep_values(position)
            assert values is not None
            assert values.win == BruteForce().value(position)
            assert sum(values.win) == 1
            checked += 1
    assert checked > 30


def wins_of(position: Position, joint: dict[tuple[int, ...], Fraction]) -> tuple[Fraction, ...]:
    """Who wins by a joint distribution of cubes, ties settled by the rule."""
    last = rattus.export_state(position)["last"]
    players = position.rules.num_players
    order = [(last + 1 + i) % players for i in range(players)]
    wins = [Fraction(0)] * players
    for cubes, chance in joint.items():
        wins[max(order, key=lambda player: (cubes[player], -order.index(player)))] += chance
    return tuple(wins)


def test_numbers_and_fractions_agree_on_the_whole_map() -> None:
    from rattus_ai import load_game

    solved = 0
    for players in (2, 3, 4):
        rules = load_game("rattus", players=players).rules
        for seed in range(4):
            position = sweeping(rules, seed)[0]
            fine, _, win, upper, _ = rattus.sweep(position, 20_000)
            if not fine:
                continue
            values = sweep_values(position, 20_000)
            assert values is not None
            assert win == pytest.approx([float(value) for value in values.win], abs=1e-12)
            assert upper == win
            joint = sweep_distribution(position, 100_000)
            if joint is None:
                continue
            assert sum(joint.values()) == 1
            for player in range(players):
                mean = sum(cubes[player] * chance for cubes, chance in joint.items())
                assert mean == values.cubes[player]
            assert values.win == wins_of(position, joint)
            solved += 1
    assert solved >= 6


def test_what_is_too_wide_is_not_solved() -> None:
    from rattus_ai import load_game

    position = sweeping(load_game("rattus", players=4).rules, 1)[0]
    assert sweep_values(position, 1) is None
    assert rattus.sweep(position, 1)[0] is False


def test_only_endings_have_a_sweep() -> None:
    with pytest.raises(ValueError, match="final round"):
        sweep_values(Position(tiny_rules()))
