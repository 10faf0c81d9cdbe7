"""The study of how many turns Istanbul takes alone, in small."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import pytest

from rattus_ai import load_game
from rattus_ai.istanbul import core

sys.path.append(str(Path("analysis/istanbul").resolve()))

import alone


@pytest.mark.parametrize(
    ("count", "ranks"),
    [(1, None), (5, None), (6, (1, 6)), (10, (2, 9)), (25, (8, 18)), (40, (14, 27))],
)
def test_interval_of_the_median_as_in_the_tables(count: int, ranks: tuple[int, int] | None) -> None:
    """Ranks of the order statistics from the binomial distribution, as printed in tables of the sign test."""
    values = list(range(1, count + 1))
    random.Random(count).shuffle(values)
    assert alone.median_interval(values) == ranks


def test_games_that_are_not_won_count_as_the_longest() -> None:
    shown = dict(alone.table("x", [10, None, 12, None, None, 11, 30]).rows)
    assert shown["won"] == "4" and shown["median of the turns"] == "30"
    assert shown["95 % interval of the median"] == "10 to inf"


def test_passive_players_get_nothing() -> None:
    position = load_game("istanbul", players=2, layout="short", rubies=5, max_rounds=30).new_position(seed=4)
    source = random.Random(2)
    while not position.is_terminal():
        if position.is_chance():
            position.draw_chance()
        else:
            position.push(alone.pass_the_time(position, source))
    state = core.export_state(position)
    assert state["rubies"] == [0, 0] and not any(map(any, state["goods"]))


def test_the_study_writes_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = argparse.Namespace(jobs=1, seed=3, write=True, games=2, agent="greedy")
    alone.run(arguments, tmp_path / "pages")
    assert "median of the turns" in capsys.readouterr().out
    text = (tmp_path / "pages" / "istanbul_alone.md").read_text(encoding="utf-8")
    assert "analysis/istanbul/alone.py" in text and "--games 2 --agent greedy" in text
    assert (tmp_path / "pages" / "istanbul_alone.svg").exists() and (tmp_path / "README.md").exists()


def test_a_search_wins_alone_and_soon() -> None:
    """`ismcts:2000` needs about 18 turns; with a tenth of it, it may need more."""
    turns = [alone.turns_needed(("ismcts:200", seat, seat)) for seat in range(2)]
    assert all(count is not None and 12 <= count <= 40 for count in turns)
    assert turns[0] == alone.turns_needed(("ismcts:200", 0, 0))
