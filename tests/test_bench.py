"""The command `bench`: a light run of every measure, and the matches with few simulations."""

from __future__ import annotations

import json
from typing import Any

import pyspiel
import pytest

from rattus_ai.bench import MEASURES, EqualTime, Measurement, Strength, alternate, play_equal_time
from rattus_ai.bench import strength as strength_module
from rattus_ai.bench.equal_time import equal_simulations
from rattus_ai.bench.latency import cancellation_milliseconds, percentile
from rattus_ai.bench.measures import OF_A_GAME
from rattus_ai.cli.main import main
from rattus_ai.games import definition, game_names

LIGHT = ["--rounds", "1", "--scale", "0.002"]


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("NO_COLOR", "1")
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_as_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", name, *LIGHT, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["strength"] == []
    (row,) = printed["speed"]
    assert row["ours"] > 0 and row["bar"] > 0 and isinstance(row["reached"], bool) and row["against"]
    assert (row["yardstick"] is None) == (row["ratio"] is None) == row["at_most"]
    if not row["at_most"]:
        assert row["reached"] == (row["ratio"] >= row["bar"])


@pytest.mark.parametrize("game", game_names()[1:])
def test_every_measure_of_another_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--game", game, *LIGHT, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["speed"]
    bars = definition(game).bars
    assert [row["bar"] for row in rows] == list(bars.values()) and len(rows) >= 3
    assert all(row["ours"] > 0 for row in rows)
    assert main(["bench", "import", "--game", game]) == 2
    assert "expected playouts" in capsys.readouterr().err


def test_bars_are_of_measures_that_exist() -> None:
    for game in game_names():
        variants = {f"playouts-{variant.name}" for variant in definition(game).speed_variants}
        bars = set(definition(game).bars)
        assert bars <= {*OF_A_GAME, *variants} and variants <= bars


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "state", "playouts", *LIGHT]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    for text in ("Speed", "reached", "size of State", "at most 1024 bytes", "hearts, C++ rollouts"):
        assert text in captured.out
    assert "Strength" not in captured.out


def test_strength(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    matches = strength_module.strength_matches
    told: list[tuple[str, int, int]] = []

    def small(games: int, **settings: Any) -> Any:
        show = settings.pop("on_progress")

        def note(what: str, done: int, planned: int, share: float) -> None:
            told.append((what, done, planned))
            show(what, done, planned, share)

        return matches(games, agent="ismcts:8", on_progress=note, **settings)

    monkeypatch.setattr("rattus_ai.cli.bench.strength_matches", small)
    monkeypatch.setattr("rattus_ai.bench.equal_time.equal_simulations", lambda *_: 2)
    monkeypatch.setattr(strength_module, "PLAYERS", (2,))
    arguments = ["bench", "state", "--strength", "--games", "2", "--seed", "3"]
    assert main([*arguments, "--json"]) == 0
    played = json.loads(capsys.readouterr().out)["strength"]
    opponents = [(each["players"], each["opponent"].partition(",")[0]) for each in played]
    python = "OpenSpiel's ISMCTS in Python"
    variants = [(players, opponent) for players in (3, 5) for opponent in ("random", "greedy")]
    assert opponents == [(2, "random"), (2, "greedy"), *variants, (2, python)]
    assert [each["game"] is None for each in played] == [True] * 2 + [False] * 4 + [True]
    for each in played:
        assert 0 <= each["share"] <= 1 and each["games"] == each["players"] * each["deals"] == max(
            2, each["players"]
        )
        assert each["seconds_per_decision"] > 0 and each["seconds_per_decision_of_opponent"] > 0
    games = [(2, 2)] * 2 + [(3, 3)] * 2 + [(5, 5)] * 2 + [(2, 2)]
    assert [(done, planned) for _, done, planned in told] == games
    assert main(arguments) == 0
    assert "Strength" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["playout"], 'measure: found "playout", expected playouts,'),
        (["playout"], "did you mean playouts, playouts-mercatus"),
        (["--rounds", "0"], "rounds: found 0, expected"),
        (["--scale", "0"], "scale: found 0.0, expected"),
        (["--game", "istambul"], 'game: found "istambul", expected rattus'),
        (["--scale", "nan"], "scale: found NaN, expected"),
        (["state", "--strength", "--games", "0"], "games: found 0, expected"),
    ],
)
def test_errors(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err and captured.out == ""


def test_median_of_neighbouring_rounds() -> None:
    ours = iter([99.0, 10.0, 20.0, 90.0])  # the first of each is to warm up
    yardstick = iter([99.0, 5.0, 5.0, 30.0])
    assert alternate(lambda: next(ours), lambda: next(yardstick), 3) == (20.0, 5.0, 3.0)


def test_bars() -> None:
    def measured(ratio: float, at_most: bool) -> bool:
        return Measurement("x", ratio, None, "ms", ratio, 2.0, "y", at_most).reached

    assert measured(2.0, False) and measured(2.5, False) and not measured(1.9, False)
    assert measured(2.0, True) and measured(1.5, True) and not measured(2.1, True)


def test_bars_of_matches() -> None:
    def played(share: float, low: float, bar: float, certain: bool, theirs: float, equal: bool) -> bool:
        return Strength(
            2,
            "a",
            "b",
            10,
            5,
            share,
            low,
            1.0,
            bar,
            certain,
            seconds=1.0,
            their_seconds=theirs,
            equal_time=equal,
        ).reached

    assert played(0.96, 0.9, 0.95, certain=False, theirs=0.1, equal=False)
    assert not played(0.94, 0.9, 0.95, certain=False, theirs=0.1, equal=False)
    assert played(0.6, 0.51, 0.5, certain=True, theirs=0.1, equal=False)
    assert not played(0.6, 0.49, 0.5, certain=True, theirs=0.1, equal=False)
    assert played(1.0, 0.9, 1.0, certain=False, theirs=1.0, equal=True)
    assert not played(1.0, 0.9, 1.0, certain=False, theirs=0.9, equal=True)  # the opponent had less time


def test_percentile() -> None:
    values = [float(value) for value in range(1, 101)]
    assert percentile(values, 0.95) == 95.0 and percentile(values, 1.0) == 100.0
    assert percentile([7.0], 0.95) == 7.0 and percentile([1.0, 2.0], 0.5) == 1.0


def test_work_that_is_done_cannot_be_cancelled() -> None:
    assert cancellation_milliseconds(lambda cancel: None, 0.05) is None


def test_equal_simulations() -> None:
    adapted = pyspiel.load_game("rattus(players=2,turn_limit=2)")
    few, many = (equal_simulations(adapted, f"ismcts:{simulations}") for simulations in (1, 2_000))
    assert 2 <= few < many


def test_equal_time_match_is_the_same_again() -> None:
    def play() -> EqualTime:
        return play_equal_time("rattus(players=3,turn_limit=6)", "ismcts:10", 3, seed=5, simulations=2)

    first, second = play(), play()
    assert (first.games, first.deals, first.simulations) == (3, 1, 2)
    assert first.share == second.share and first.low is None
