"""Exploration where a game is all but won: the part of the usual one, and equal answers on any threads."""

from __future__ import annotations

import math
import os
import random
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from rattus_ai import Limit, analyse, load_game
from rattus_ai.games import game_names
from rattus_ai.positions import Position

ROOT = Path(__file__).parents[2]
COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")

PROGRAM = """
#include <cstdio>
#include "search/spread.hpp"

// Reads values of two players, one line each, and prints the part of the usual exploration for both.
int main() {
    rattus_ai::search::Spread<2> spread;
    double first = 0.0, second = 0.0;
    while (std::scanf("%lf %lf", &first, &second) == 2) {
        spread.add({first, second}, 2);
        std::printf("%.9g %.9g\\n", static_cast<double>(spread.part(0)), static_cast<double>(spread.part(1)));
    }
    spread.clear();
    std::printf("%.9g\\n", static_cast<double>(spread.part(0)));
}
"""


def expected(values: list[float]) -> float:
    """The part as the header describes it: straight from the mean and the deviation of all values."""
    mean = statistics.fmean(values)
    if mean <= 0.9:
        return 1.0
    squares = sum((value - mean) ** 2 for value in values)
    deviation = math.sqrt((squares + 16 * 0.05**2) / (len(values) + 16))
    narrow = min(1.0, max(0.002, deviation / 0.05))
    return 1.0 + min(1.0, (mean - 0.9) / 0.05) * (narrow - 1.0)


@pytest.mark.skipif(COMPILER is None or sys.platform == "win32", reason="needs a compiler with GCC's options")
def test_the_part_of_the_usual_exploration(tmp_path: Path) -> None:
    """Open games, nearly won ones, won ones with all values alike, and what lies between."""
    (tmp_path / "spread.cpp").write_text(PROGRAM, encoding="utf-8")
    program = tmp_path / "spread"
    command = [
        str(COMPILER),
        "-std=c++20",
        f"-I{ROOT / 'csrc'}",
        str(tmp_path / "spread.cpp"),
        "-o",
        str(program),
    ]
    subprocess.run(command, check=True, capture_output=True)
    source = random.Random(1)
    for centre, width in (
        (0.5, 0.2),
        (0.89, 0.1),
        (0.92, 0.05),
        (0.93, 0.001),
        (0.97, 0.03),
        (0.999, 0.0001),
    ):
        values = [min(1.0, max(0.0, source.gauss(centre, width))) for _ in range(2000)]
        lines = "".join(f"{value!r} {1 - value!r}\n" for value in values)
        told = subprocess.run([str(program)], input=lines, capture_output=True, text=True, check=True).stdout
        *rows, cleared = told.split("\n")[:-1]
        for number in (1, 2, 10, 100, 1000, 2000):
            ours, theirs = map(float, rows[number - 1].split())
            assert ours == pytest.approx(expected(values[:number]), rel=1e-4)
            assert theirs == expected([1 - value for value in values[:number]]) == 1.0
        assert float(cleared) == 1.0
    assert float(rows[-1].split()[0]) < 0.1  # the last game is won, and its values lie close together


def nearly_won(game: str) -> Position:
    """A position whose player to decide is nearly sure to win, and has a choice."""
    source = random.Random(5)
    for seed in range(300):
        position = load_game(game, players=2).new_position(seed=seed)
        met = []
        while not position.is_terminal():
            if position.is_chance():
                position.draw_chance()
                continue
            if position.legal_count() > 1:
                met.append(position.copy())
            position.apply(source.choice(position.legal_actions()))
        for here in met[-12:]:
            player = here.current_player()
            if here.evaluate()[player] > 0.93:
                best = analyse(here.view(player), Limit(simulations=300)).best
                if best.win[player] > 0.95 and not best.exact:
                    return here
    raise AssertionError("no game came near its end with one player far ahead")


@pytest.mark.parametrize("game", game_names())
def test_a_nearly_won_position_is_searched_alike_on_any_threads(game: str) -> None:
    here = nearly_won(game)
    view = here.view(here.current_player())
    found = [analyse(view, Limit(simulations=4000, trees=2, threads=threads), seed=3) for threads in (1, 2)]
    one, two = ([(line.actions, line.win, line.share) for line in each.lines] for each in found)
    assert one == two
