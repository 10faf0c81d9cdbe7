"""The command: what it prints, what it writes, what it refuses."""

from __future__ import annotations

import functools
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from command_process import interrupted, needs_signals, wait_for_work

from rattus_ai.cli.main import main

pytestmark = pytest.mark.usefixtures("at_home")

COLUMNS = 150

ROOT = Path(__file__).parents[2]
RECORD = "examples/game-3p.jsonl"
TINY = "tests/data/final-round-4p.jsonl"


@pytest.fixture
def run(run: Any) -> Any:
    return functools.partial(run, "review")


@pytest.fixture
def fails(fails: Any) -> Any:
    return functools.partial(fails, "review")


def test_tables(run: Any) -> None:
    printed = run(RECORD, "--simulations", 800, "--language", "hu")
    assert printed.startswith("Red won by 2 after 25 turns.")
    for title in (
        "Where the result came from",
        "Skill and luck",
        "Turning points",
        "Losses",
        "Luck with cubes",
    ):
        assert title in printed
    assert "final sweep" in printed and " ± " in printed and "exact" in printed
    assert "made with stand-in data" in printed
    lines = printed.splitlines()
    everything = run(RECORD, "--simulations", 800, "--all").splitlines()
    assert len(everything) > len(lines) and any("best found" in line for line in everything)
    assert any("no choice" in line for line in everything)


@pytest.mark.parametrize("width", ["60", "90"])
def test_narrow_terminals_hold(run: Any, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert "Red" in run(RECORD, "--simulations", 200)


def test_json_and_page_in_one_go(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    words = [TINY, "--simulations", 400, "--json", "--html", target, "--player", "yellow"]
    found = json.loads(run(*words))
    assert found["reviewed"] == 3 and [each["decisions"] for each in found["summaries"]] == [0, 0, 0, 1]
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert [path.name for path in tmp_path.iterdir()] == ["game.html"]
    assert f"wrote {target}" in run(TINY, "--simulations", 400, "--html", target)


def test_threads_make_no_difference(run: Any) -> None:
    answers = [
        re.sub(r'"seconds": [\d.e-]+', "", run(TINY, "--simulations", 900, "--json", "-j", jobs))
        for jobs in (1, 2)
    ]
    assert answers[0] == answers[1]


def test_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path(TINY).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    assert "Blue won by 3" in run("-", "--simulations", 200)


def test_records_that_cannot_be_read(fails: Any, tmp_path: Path) -> None:
    assert "nowhere.jsonl: document: cannot be read: there is no such file" in fails("nowhere.jsonl")
    assert "found a position document, expected" in fails("examples/midgame-3p.json")
    bad = tmp_path / "bad.jsonl"
    lines = Path(RECORD).read_text(encoding="utf-8").splitlines()
    bad.write_text("\n".join([*lines[:3], '{"player": 1, "action": "place nowhere"}']), encoding="utf-8")
    assert f"{bad}, line 4" in fails(bad) and "nowhere" in fails(bad)
    bad.write_text("\n".join([*lines[:3], "{"]), encoding="utf-8")
    assert f"{bad}, line 4" in fails(bad)
    bad.write_text(lines[0], encoding="utf-8")
    assert "holds no events" in fails(bad)
    bad.write_text("", encoding="utf-8")
    assert f"{bad}, line 1: document: is empty" in fails(bad)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--player 3", '--player: found "3", expected 0 to 2, "Red", "Blue", "Green"'),
        ("--player public", "--player: found public, expected a player"),
        ("--turning-points -1", "--turning-points: found -1, expected a whole number from 0 to 20"),
        ("--simulations 0", "simulations: found 0"),
        ("--seconds 0", "seconds: found 0"),
        ("--threads 0", "threads: found 0"),
        ("--seed -1", "seed: found -1"),
        ("--language xx", "xx"),
        ("--simulatons 3", "No such option"),
    ],
)
def test_options_that_cannot_be_used(words: str, message: str, fails: Any) -> None:
    assert message in fails(RECORD, *words.split())


def test_a_page_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "nowhere" / "game.html"
    assert main(["review", TINY, "--simulations", "200", "--html", str(target)]) == 2
    assert f"{target}: cannot be written: there is no folder" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@needs_signals
def test_an_interrupted_review_says_what_it_has(start: Any, tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    process = start("review", RECORD, "--simulations", 4_000_000, "--html", target)
    wait_for_work(process, 1.5)
    out = interrupted(process)
    assert out.startswith("This review was ended early")
    assert ">partial</span>" in target.read_text(encoding="utf-8")
