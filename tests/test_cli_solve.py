"""`rattus-ai solve`: what it prints and writes, and that nothing unproved looks proved."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_process import interrupted, needs_signals, wait_for_work

from rattus_ai import read_position
from rattus_ai.cli.main import main
from rattus_ai.cli.percentages import bounds, estimate, percent

pytestmark = pytest.mark.usefixtures("at_home")

COLUMNS = 110

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
WIDE = Path(__file__).parent / "data" / "wide-sweep-3p.json"


def test_numbers_are_never_rounded_to_what_they_are_not() -> None:
    assert [percent(value) for value in (0, 1, 0.5, 1e-9, 1 - 1e-9)] == [
        "0.00", "100.00", "50.00", "<0.01", ">99.99"
    ]  # fmt: skip
    assert bounds(0.12349, 0.56781) == "12.34 to 56.79"
    assert bounds(0.1234, 0.5678) == "12.34 to 56.78"
    assert estimate(0.123, 0.0123) == "12.3 ± 1.2"
    assert estimate(0.123, 0.00001) == "12.3 ± <0.1"


def test_a_proof_is_written_and_shown(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "solved.json"
    printed = run("solve", EXAMPLES / "sweep-3p.json", "--player", "green", "--fractions", "-o", path)
    assert "Solved: the values are proved." in printed and f"wrote {path}" in printed
    assert "16987381/89812800" in printed and "What Green knows counted." in printed
    position = read_position(path)
    assert position.solution is not None and position.solution.proof and position.solution.viewer == 2
    assert position.to_document() == read_position(EXAMPLES / "sweep-3p.json").to_document()
    shown = " ".join(run("show", path).split())
    assert "proved for what Green knows, % of winning: Red 18.91 exact, Blue 62.04 exact" in shown
    assert "proved" not in run("show", path, "--viewer", "blue")  # it rests on what Blue does not know
    assert "proved" in run("show", path, "--viewer", "green")
    assert json.loads(run("show", path, "--json"))["solution"]["proof"] is True
    assert json.loads(run("show", path, "--json", "--viewer", "public"))["solution"] is None
    played = json.loads(run("play", path, "next 1"))
    assert "solution" not in played


def test_bounds_are_written_and_shown(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "bounds.json"
    printed = run("solve", EXAMPLES / "final-round-4p.json", "--memory-mb", 1, "--seconds", 600, "-o", path)
    assert "Not solved, because there was no room for more: the bounds are proved" in printed
    head = printed.split("Turns by what is proved")[0]
    assert "proved bounds" in head and "estimate %" in head and "exact" not in head
    solution = read_position(path).solution
    assert solution is not None and not solution.proof and solution.win is not None
    shown = " ".join(run("show", path).split())
    assert "not proved for what Red knows" in shown and "(estimate " in shown and "exact" not in shown
    again = run("solve", path, "--memory-mb", 1, "--seconds", 600, "--json")
    assert json.loads(again)["reason"] == "memory"


def test_every_number_has_an_error_or_is_exact(run: Any) -> None:
    for words in (
        ("final-round-4p.json", "--seconds", 0.05),
        ("sweep-3p.json", "--seconds", 0.2),
        ("endgame-2p.json", "--seconds", 0.6, "--lines", 3),
        ("sweep-3p.json", "--everything"),
    ):
        plain = json.loads(run("solve", EXAMPLES / words[0], *words[1:], "--json"))
        for each in (plain, *plain["turns"]):
            for value, error in zip(each["win"], each["errors"], strict=True):
                assert (value is None) == (error is None)
                if error == 0 and not each["exact"]:
                    assert each["lower"] == each["upper"] or 0.0 in (value, 1 - value)
            for low, high in zip(each["lower"], each["upper"], strict=True):
                assert 0 <= low <= high <= 1
        assert plain["exact"] == (plain["reason"] == "solved")


def test_what_was_asked_for_and_is_missing_is_said(run: Any) -> None:
    words = ["--fractions", "--distribution"]
    wide = run("solve", EXAMPLES / "sweep-3p.json", "--seconds", 0.2, *words)
    assert "There are no fractions: the position is not solved." in wide
    assert "There is no distribution: the position is not solved." in wide
    final = run("solve", EXAMPLES / "final-round-4p.json", "--distribution", "--seconds", 600)
    assert "There is no distribution: decisions are left." in final
    assert "There " not in run("solve", EXAMPLES / "sweep-3p.json", "--everything", *words)


def test_turns_that_may_end_the_game(run: Any) -> None:
    printed = run("solve", EXAMPLES / "endgame-2p.json", "--seconds", 1, "--lines", 2, "--language", "fr")
    assert "turn that may end the game" in printed and "ends %" in printed
    assert "the turns that may end the game now" in printed
    assert "Solved" not in printed
    rows = [line for line in printed.splitlines() if re.match(r"[12] ", line)]
    assert len(rows) == 2
    for row in rows:
        assert re.search(r"estimate|mean bounds|exact", row)


def test_nothing_is_printed_in_an_unknown_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(EXAMPLES / "sweep-3p.json"), "--language", "xx"]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and "language" in captured.err


@needs_signals
def test_interrupted_it_gives_the_bounds(start: Any) -> None:
    process = start("solve", WIDE, "--seconds", 600)
    wait_for_work(process, 0.3)
    out = interrupted(process)
    assert "it was interrupted" in out and "proved bounds" in out
    assert "nothing was estimated" in out and "Solved" not in out
