"""Sweeps of games of all boxes against plain recursion: goods, region cards, markers, recycled rats."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from random_ends import EndGame, random_end
from random_play import outcomes
from search_oracles import TooLarge, after

from rattus_ai import Position, solve
from rattus_ai._core import rattus
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.rattus.sweep import sweep_distribution, sweep_values

Points = tuple[int, ...]
Ends = dict[
    tuple[Points, int, Points], Fraction
]  # final points, winner, cubes on the board and in the palace

MIXTURES: dict[str, dict[str, Any]] = {
    "goods": {"cards": ["king", "count", "pope", "shaman", "treasurer"], "regions": 5, "rats": 5},
    "region cards": {"cards": ["sultan"], "owned": [], "region_cards": True, "rats": 5},
    "region cards held": {"cards": ["king", "nun"], "region_cards": True, "rats": 4},
    "markers": {"cards": ["sultan", "wizard", "nun", "knight", "baker", "witch"], "rats": 4},
    "recycled": {"cards": ["swindler", "soldier", "wizard"], "recycled": 1, "rats": 3},
    "two recycled": {"cards": ["swindler", "soldier"], "recycled": 2, "rats": 2},
    "all": {
        "cards": ["king", "sultan", "wizard", "nun", "knight", "landowner", "serf"],
        "region_cards": True,
        "recycled": 1,
        "rats": 3,
        "regions": 5,
    },
}


class SweepOracle:
    """Every way a sweep can end, with its probability, where nobody has a choice."""

    def __init__(self, most: int) -> None:
        self.known: dict[str, Ends] = {}
        self.states: list[dict[str, Any]] = []
        self.most = most

    def ends(self, position: CorePosition) -> Ends:
        if position.is_terminal():
            fields = rattus.export_state(position)
            winner = position.returns().index(1.0)
            kept = tuple(20 - supply for supply in fields["supply"])
            return {(tuple(rattus.points(position)), winner, kept): Fraction(1)}
        state = rattus.export_state(position)
        key = repr(state)
        if key not in self.known:
            self.states.append(state)
            if len(self.known) >= self.most:
                raise TooLarge
            self.known[key] = self._ends(position)
        return self.known[key]

    def _ends(self, position: CorePosition) -> Ends:
        if not position.is_chance():
            (only,) = position.legal_actions()
            return self.ends(after(position, only))
        sums: Ends = {}
        for following, probability in outcomes(position):
            for end, chance in self.ends(following).items():
                sums[end] = sums.get(end, Fraction(0)) + chance * probability
        return sums


def begun(position: CorePosition) -> CorePosition:
    """The sweep after the last player of the final round is done, and the cubes on the Baker are unloaded."""
    done = next(a for a in position.legal_actions() if position.rules.describe_action(a)[0] == "done")
    position = after(position, done)
    while not position.is_terminal() and rattus.export_state(position)["stage"] == "baker_unload":
        position.apply(position.legal_actions()[0])
    return position


def check(position: CorePosition, ends: Ends) -> None:
    """Everything that can be asked about a sweep is as the oracle says."""
    players = range(position.rules.num_players)
    win = tuple(sum((c for (_, w, _), c in ends.items() if w == p), Fraction(0)) for p in players)
    points: dict[Points, Fraction] = {}
    for (here, _, _), chance in ends.items():
        points[here] = points.get(here, Fraction(0)) + chance
    fine, _, numbers, upper, _ = rattus.sweep(position)
    assert fine and numbers == pytest.approx([float(value) for value in win], abs=1e-12) and upper == numbers
    values = sweep_values(position)
    assert values is not None and values.win == win
    assert sweep_distribution(position) == points
    mean = [sum((here[p] * c for here, c in points.items()), Fraction(0)) for p in players]
    cubes = [sum((kept[p] * c for (_, _, kept), c in ends.items()), Fraction(0)) for p in players]
    assert values.points == tuple(mean) and list(values.cubes) == cubes
    for most in (1, 3, 10):  # what is dropped stays between the bounds
        fine, _, low, high, _ = rattus.sweep(position, most, bracket=True)
        for p in players:
            assert low[p] - 1e-12 <= win[p] <= high[p] + 1e-12


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("mixture", MIXTURES)
def test_sweeps_equal_plain_recursion(mixture: str, players: int) -> None:
    checked = uncertain = 0
    for seed in range(2_000):
        if checked >= 40 and uncertain >= 15:
            break
        start = begun(random_end(seed, players=players, **MIXTURES[mixture]))
        if start.is_terminal() or not rattus.nobody_decides(start):
            continue
        oracle = SweepOracle(1_500)
        try:
            oracle.ends(start)
        except TooLarge:
            continue
        choose = random.Random(seed)
        position = start
        for step in range(4):
            if position.is_terminal():
                break
            if not step or choose.random() < 0.5:
                ends = oracle.ends(position)
                check(position, ends)
                checked += 1
                uncertain += len({winner for _, winner, _ in ends}) > 1
            position = after(position, choose.choice(position.legal_actions()))
    assert checked >= 40 and uncertain >= 15


def test_forced_answers_and_pairs_of_recycled_rats_come_up() -> None:
    """Who is asked and has no card that fits; a second rat that left before the first one."""
    asked = pairs = drawn = 0
    for seed in range(500):
        for mixture in ("two recycled", "region cards held"):
            start = begun(random_end(seed, players=2 + seed % 3, **MIXTURES[mixture]))
            if start.is_terminal() or not rattus.nobody_decides(start):
                continue
            oracle = SweepOracle(1_000)
            try:
                ends = oracle.ends(start)
            except TooLarge:
                continue
            check(start, ends)
            counts = rattus.token_counts(start.rules)
            asked += any(state["stage"] == "protect" for state in oracle.states)
            pairs += any(
                weight > count
                for state in oracle.states
                for weight, count in zip((state["recycled_pools"] or [[]])[0], counts, strict=False)
            )
            drawn += any(
                state["stage"] == "reveal"
                and state["drawing"] >= 0
                and state["tracked"][state["drawing"]][4] > 0
                for state in oracle.states
            )
    assert asked >= 50 and pairs >= 5 and drawn >= 50


def test_solve_tells_points_and_fractions() -> None:
    solved = 0
    for seed in range(60):
        names = list(MIXTURES)
        mixture = MIXTURES[names[seed % len(names)]]
        core = begun(random_end(seed, players=2 + seed % 4, **mixture))
        if core.is_terminal() or not rattus.nobody_decides(core):
            continue
        oracle = SweepOracle(1_500)
        try:
            ends = oracle.ends(core)
        except TooLarge:
            continue
        position = Position.of(EndGame(core.rules), core)
        solution = solve(position, everything=True, fractions=True, distribution=True)
        players = range(core.rules.num_players)
        win = tuple(sum((c for (_, w, _), c in ends.items() if w == p), Fraction(0)) for p in players)
        assert solution.exact and solution.kind == "chance" and solution.fractions == win
        assert solution.ending is not None and solution.distribution is not None
        mean = [sum((here[p] * c for (here, _, _), c in ends.items()), Fraction(0)) for p in players]
        assert solution.ending.points == tuple(mean)
        assert sum(solution.distribution.values()) == 1
        solved += 1
    assert solved >= 25
