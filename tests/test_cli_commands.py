"""The commands as a person types them: golden transcripts, round trips, JSON, what is printed and where.

Golden files hold a command and what it prints. `RATTUS_AI_UPDATE_GOLDEN=1 pytest tests/test_cli_commands.py`
writes them anew; look at the difference before it is kept.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_process import PATIENCE, interrupted, needs_signals, wait_for_work

from rattus_ai import read_position, read_record
from rattus_ai.cli.main import COMMANDS, main

pytestmark = pytest.mark.usefixtures("at_home")

COLUMNS = 110

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
GOLDEN = Path(__file__).parent / "golden" / "cli"
PROMPT = "$ rattus-ai "
TIMES = re.compile(r'("seconds"|"simulations_per_second"): [\d.e+-]+')
TIME_IN_WORDS = re.compile(r" in \d+\.\d\d s\b")


def golden_files() -> list[Path]:
    return sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)
def test_golden(path: Path, run: Any) -> None:
    command, _, expected = path.read_text(encoding="utf-8").partition("\n")
    assert command.startswith(PROMPT)
    printed = "\n".join(line.rstrip() for line in run(*shlex.split(command.removeprefix(PROMPT))).split("\n"))
    printed = TIME_IN_WORDS.sub(" in 0 s", TIMES.sub(r"\1: 0", printed))
    if os.environ.get("RATTUS_AI_UPDATE_GOLDEN"):
        path.write_text(f"{command}\n{printed}", encoding="utf-8")
    else:
        assert printed == expected


def test_there_are_golden_files() -> None:
    assert {path.stem.split("-")[0] for path in golden_files()} >= {
        "new",
        "show",
        "choose",
        "risk",
        "play",
        "hint",
        "solve",
    }


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_every_example_can_be_shown_drawn_and_weighed(example: Path, run: Any, tmp_path: Path) -> None:
    position = read_position(example)
    shown = run("show", example)
    assert position.turn_text in shown and "Traceback" not in shown
    plain = json.loads(run("show", example, "--json"))
    assert plain["document"] == position.to_document()
    assert [each["text"] for each in plain["legal"]] == position.legal_texts()
    if plain["next"] == "chance":
        assert sum(Fraction(each["probability"]) for each in plain["legal"]) == 1
    run("show", example, "--svg", tmp_path / "drawing.svg", "--language", "el")
    assert (tmp_path / "drawing.svg").read_text(encoding="utf-8").startswith("<svg")
    weighed = json.loads(run("risk", example, "--json"))
    for risk in weighed["risks"]:
        for table, mean in zip(risk["losses"], risk["expected"], strict=True):
            assert sum(map(Fraction, table.values())) == 1
            assert sum(int(count) * Fraction(chance) for count, chance in table.items()) == Fraction(mean)
    run("risk", example)


def test_views_hide(run: Any) -> None:
    assert "s3:CKW (Green)" in run("show", EXAMPLES / "sweep-3p.json")
    for viewer in ("1", "blue", "public"):
        assert "s3:CKW" not in run("show", EXAMPLES / "sweep-3p.json", "--viewer", viewer)
    plain = json.loads(run("show", EXAMPLES / "sweep-3p.json", "--viewer", "Blue", "--json"))
    assert plain["document"]["viewer"] == 1 and "s3:CKW" not in json.dumps(plain)


def test_new_writes_what_was_asked_for(run: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    options = ["--option", "turn_limit=30", "--option", "reveal_order=active_player"]
    words = ["new", "-n", "2", "--cards", "knight|szerzetes", "--names", "Ann, Bob", "--seed", "5", *options]
    assert main([*words, "-o", str(path)]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith(f"wrote {path}: turn 1, Ann: place")
    assert "stand-in data" in captured.err
    position = read_position(path)
    assert position.game.options["cards"] == ["monk", "knight"] and position.players == ("Ann", "Bob")
    assert position.game.options["turn_limit"] == 30
    assert position.game.options["reveal_order"] == "active_player"
    assert not position.is_chance()
    assert run(*words) == path.read_text(encoding="utf-8")


def test_a_game_can_be_played_and_recorded(run: Any, tmp_path: Path) -> None:
    game, record = tmp_path / "game.json", tmp_path / "game.jsonl"
    game.write_text(run("new", "-n", "2", "--seed", "7", "--option", "turn_limit=2"), encoding="utf-8")
    start = game.read_text(encoding="utf-8")
    first = run(
        "play",
        game,
        "place ital",
        "place gal",
        "place gallia",
        "place italia",
        "-o",
        game,
        "--record",
        record,
    )
    assert "player 0: place italia\n" in first and "wrote" in first
    steps = 0
    while not read_position(game).is_terminal():
        steps += 1
        position = read_position(game)
        text = position.text(position.legal_actions()[-1])
        run("play", game, text, "-o", game, "--draw", steps, "--record", record)
        assert steps < 200
    replayed = read_record(record)
    assert replayed.final().to_document() == read_position(game).to_document()
    assert json.loads(record.read_text(encoding="utf-8").splitlines()[-1]).keys() == {"result", "margins"}
    texts = [event.text for event in replayed.events]
    again = tmp_path / "again.json"
    again.write_text(start, encoding="utf-8")
    assert json.loads(run("play", again, *texts)) == read_position(game).to_document()
    assert again.read_text(encoding="utf-8") == start  # FILE is not touched without -o


def test_chance_is_drawn_where_it_is_not_told(run: Any) -> None:
    example = EXAMPLES / "worked-example-4p.json"
    words = ["play", example, "plague italia", "rat hispania", "--json"]
    drawn = json.loads(run(*words, "--draw", 3))
    assert drawn == json.loads(run(*words, "--draw", 3))
    assert [each for each in drawn["events"] if "chance" in each]
    read_position(drawn["document"])
    told = json.loads(run(*words))
    assert told["turn"].endswith("chance (ring)")
    chosen = json.loads(
        run("play", example, "plague italia", "rat hispania", "ring n", "--draw", 3, "--json")
    )
    assert {"chance": "ring n"} in chosen["events"]


def test_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    document = (EXAMPLES / "midgame-3p.json").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(document), encoding="utf-8"))
    assert "turn 13, Red" in run("show", "-")


def test_a_record_stands_for_its_last_position(run: Any) -> None:
    assert "the game is over" in run("show", EXAMPLES / "game-3p.jsonl")
    assert "Nothing can strike here." in run("risk", EXAMPLES / "game-3p.jsonl")


def test_hint_table(run: Any) -> None:
    printed = run(
        "hint", EXAMPLES / "midgame-3p.json", "--simulations", 1500, "--lines", 3, "--language", "fr"
    )
    assert "win %" in printed and " ± " in printed and "expected" in printed
    assert "told apart" in printed or "is better than" in printed
    assert "The search ended because the simulations were used up." in printed
    assert "made with stand-in data" in printed


@pytest.mark.parametrize("width", ["60", "80", "200"])
def test_narrow_terminals_lose_nothing(run: Any, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    printed = run("hint", EXAMPLES / "worked-example-4p.json", "--simulations", 500, "--lines", 2)
    for word in ("gap", "best", "share", "losses"):
        assert word in printed


def test_hint_json_is_the_same_for_the_same_seed(run: Any) -> None:
    words = ["hint", EXAMPLES / "endgame-2p.json", "--simulations", 2400, "--json", "--seed", 9]
    answers = [json.loads(run(*words, "--threads", threads)) for threads in (1, 2)]
    for answer in answers:
        assert answer.pop("seconds") > 0 and answer.pop("simulations_per_second") > 0
    assert answers[0] == answers[1]
    assert 2300 < answers[0]["simulations"] <= 2400 and answers[0]["player"] == 1
    for line in answers[0]["lines"]:
        assert sum(line["win"]) == pytest.approx(1.0)
        assert line["samples"] > 0 and len(line["turn"]) == len(line["actions"])


def test_hint_ends_once_it_is_settled(run: Any) -> None:
    words = ["hint", EXAMPLES / "witch-2p.json", "--simulations", 20_000]
    printed = run(*words)
    assert "Settled at 95 % confidence: the first turn is better than each of the other" in printed
    assert "The search ended because it is settled which turn is best." in printed
    plain = json.loads(run(*words, "--json", "--confidence", "0.9"))
    assert plain["settled"] and plain["told_apart"] and plain["reason"] == "settled"
    assert plain["confidence"] == 0.9 and plain["candidates"] >= 24 and plain["simulations"] < 20_000


def test_hint_by_other_methods(run: Any) -> None:
    greedy = run("hint", EXAMPLES / "endgame-2p.json", "--method", "greedy")
    assert "exact" in greedy and "lead" in greedy and "share" not in greedy
    final = EXAMPLES / "final-round-4p.json"
    margin = json.loads(run("hint", final, "--objective", "margin", "--simulations", 400, "--json"))
    assert margin["objective"] == "margin"
    short = run("hint", EXAMPLES / "endgame-2p.json", "--method", "expectimax", "--simulations", 10)
    assert "this is no advice" in short


def test_match(run: Any) -> None:
    words = ["match", "greedy", "random", "-n", "2", "--games", "6", "--option", "turn_limit=12"]
    printed = run(*words)
    assert "6 games of 2 players: 3 deals in 2 arrangements, seed 1" in printed and "win share" in printed
    plain = json.loads(run(*(word for word in words if word not in ("-n", "2")), "--json"))
    assert plain["players"] == 2
    assert [each["agent"] for each in plain["agents"]] == ["greedy", "random"]


def test_help_is_quick_and_lists_everything() -> None:
    code = (
        "import sys; from rattus_ai.cli.main import main; status = main(['--help']);"
        "heavy = [m for m in ('numpy', 'msgspec', 'networkx', 'rattus_ai._core.engine') if m in sys.modules];"
        "sys.exit(status or (str(heavy) if heavy else 0))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(COMMANDS) > 10
    for command in COMMANDS:
        assert f" {command} " in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_commands(command: str, run: Any) -> None:
    assert "Usage: rattus-ai " + command in run(command, "--help")


def test_version(run: Any) -> None:
    assert run("--version").startswith("rattus-ai ")


@needs_signals
def test_an_interrupted_hint_says_what_it_has(start: Any) -> None:
    process = start("hint", EXAMPLES / "opening-2p.json", "--seconds", 600)
    wait_for_work(process, 0.5)
    out = interrupted(process)
    assert "it was interrupted" in out and "win %" in out


@needs_signals
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_match_ends(jobs: str, start: Any) -> None:
    words = ["ismcts:100000", "greedy", "-n", "2", "--games", "1000", "--jobs", jobs]
    process = start("match", *words)
    time.sleep(3.0)
    assert interrupted(process) == ""


def test_nobody_reads(start: Any) -> None:
    process = start("new", "-n", "4", "--seed", "1")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.wait(timeout=PATIENCE) == 1
    assert process.stderr.read() == ""
