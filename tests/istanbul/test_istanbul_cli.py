"""The command line with the second game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rattus_ai.cli.main import main
from rattus_ai.istanbul.boxdata import templates
from rattus_ai.positions import read_position
from rattus_ai.records import Record

EXAMPLE = Path(__file__).parents[2] / "examples" / "istanbul-midgame-4p.json"


COLUMNS = 200

pytestmark = pytest.mark.usefixtures("at_home")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Calls a command, which must succeed; only the warning about data may stand on standard error."""

    def call(*arguments: object) -> str:
        status = main([str(each) for each in arguments])
        captured = capsys.readouterr()
        lines = captured.err.splitlines()
        assert status == 0 and all(line.startswith("made with") for line in lines), captured
        return captured.out

    return call


def test_new_show_play(run: Any, tmp_path: Path) -> None:
    path, later = tmp_path / "game.json", tmp_path / "later.json"
    options = ("--option", "expansion=true", "--option", "layout=random", "--option", "max_rounds=30")
    run("new", "--game", "istanbul", "--players", 3, *options, "--seed", 5, "--names", "A,B,C", "-o", path)
    first = path.read_text(encoding="utf-8")
    run("new", "--game", "istanbul", "--players", 3, *options, "--seed", 5, "--names", "A,B,C", "-o", path)
    assert path.read_text(encoding="utf-8") == first
    document = json.loads(first)
    assert document["rules"]["max_rounds"] == 30 and len(document["rules"]["layout"]) == 20
    move = next(text for text in read_position(path).legal_texts() if text.startswith("move "))
    run("play", path, move, "-o", later)
    assert read_position(later).to_document()["turn"]["stage"] in ("assistant", "pay", "action")
    printed = run("show", later, "--language", "el")
    assert "Καφενείο" in printed and "made with stand-in data" in printed
    svg = tmp_path / "board.svg"
    run("show", later, "--viewer", "A", "--svg", svg)
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    plain = json.loads(run("show", later, "--viewer", "public", "--json"))
    assert plain["game"] == "istanbul" and plain["document"]["viewer"] == "public"
    assert all(isinstance(seat["cards"], int) for seat in plain["document"]["seats"])


def test_the_game_of_a_document_without_one(run: Any, fails: Any, tmp_path: Path) -> None:
    document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    del document["game"]
    path = tmp_path / "unnamed.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert "Istanbul, Mocha & Baksheesh" in run("show", path, "--game", "istanbul")
    assert "no such field" in fails("show", path)


def test_hint(run: Any) -> None:
    analysis = json.loads(run("hint", EXAMPLE, "--simulations", 300, "--json", "--seed", 2))
    assert analysis["lines"] and "stand-in" in analysis["warning"]
    again = json.loads(run("hint", EXAMPLE, "--simulations", 300, "--json", "--seed", 2))
    assert again["lines"] == analysis["lines"]
    assert "πήγαινε" in run("hint", EXAMPLE, "--simulations", 200, "--language", "el")


def test_risk_says_why_there_is_none(run: Any) -> None:
    assert "Nothing in Istanbul strikes at what players have" in run("risk", EXAMPLE)
    answer = json.loads(run("risk", EXAMPLE, "--json"))
    assert answer["risks"] == [] and answer["note"].startswith("nothing in Istanbul")


def test_solve_says_what_it_expects(fails: Any) -> None:
    assert "hint says which turn is strongest" in fails("solve", EXAMPLE)


def test_match_and_review(run: Any, tmp_path: Path) -> None:
    rounds = ("--option", "max_rounds=4")
    printed = run(
        "match", "random", "random", "--game", "istanbul", "--players", 2, "--games", 4, "--jobs", 1, *rounds
    )
    assert "4 games of 2 players" in printed
    position = read_position(EXAMPLE)
    while len(position.history()) < 40:
        if position.is_chance():
            position.draw_chance()
        else:
            position.push(position.legal_actions()[0])
    path = tmp_path / "game.jsonl"
    Record.of(position).write(path)
    page = tmp_path / "review.html"
    run("review", path, "--simulations", 60, "--html", page)
    assert "<svg" in page.read_text(encoding="utf-8")


def test_cards(run: Any, fails: Any) -> None:
    plain = json.loads(run("cards", "--game", "istanbul", "--json"))
    assert len(plain["cards"]) == 19 and len(plain["guild_cards"]) == 20
    assert plain["guild_cards"][0]["provenance"] == "stand-in"
    assert plain["guild_cards"][8]["improvement"] == "4 Lira for a failed call"
    base = json.loads(run("cards", "--game", "istanbul", "--json", "--box", "BASE"))
    assert [card["box"] for card in base["cards"]] == ["base"] * 10 and base["guild_cards"] == []
    greek = run("cards", "--game", "istanbul", "--language", "el")
    assert "Καφενείο" in greek and "stand-in" in greek
    assert "did you mean expansion" in fails("cards", "--game", "istanbul", "--box", "expanson")
    assert "have no classes" in fails("cards", "--game", "istanbul", "--class", "K")


def test_data(run: Any, fails: Any, tmp_path: Path) -> None:
    run("data", "template", "--game", "istanbul", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(templates())
    checked = run("data", "check", *sorted(tmp_path.iterdir()))
    assert checked.count(": good (") == 4 and "16 of 20 guild cards are stand-ins" in checked
    changed = (tmp_path / "guild.toml").read_text(encoding="utf-8").replace("RRR", "BBB")
    (tmp_path / "guild.toml").write_text(changed, encoding="utf-8")
    shown = run("data", "show", "--game", "istanbul", "--option", f"guild={tmp_path / 'guild.toml'}")
    assert "baksheesh, back" in shown and "BBB" in shown
    plain = json.loads(run("data", "show", "--game", "istanbul", "--json"))
    assert plain["warning"].endswith("`rattus-ai data template --game istanbul`")
    assert "did you mean guild" in fails("data", "show", "--game", "istanbul", "--option", "gild=x")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--option", "expanson=true"), "did you mean expansion"),
        (("--option", "expansion"), "expected NAME=VALUE"),
        (("--option", "layout=shrt"), "did you mean short"),
        (("--option", "expansion=yes"), 'expansion: found "yes", expected true or false'),
        (("--cards", "king"), "--cards: the game istanbul has none; its options are players, expansion"),
        (("--option", "players=3"), "players is given twice"),
    ],
)
def test_wrong_options(fails: Any, options: tuple[str, ...], message: str) -> None:
    assert message in fails("new", "--game", "istanbul", "--players", "4", *options)
    assert message in fails(
        "match", "random", "random", "--game", "istanbul", "--players", "4", "--games", "4", *options
    )
