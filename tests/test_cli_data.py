"""``rattus-ai data``: check, show, template."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rattus_ai.cli.data import app
from rattus_ai.rattus.boxdata import templates

runner = CliRunner()

FILES = ["map-africanus.toml", "map.toml", "region-cards.toml", "tokens-africanus.toml", "tokens.toml"]


def run(*arguments: str | Path, width: str = "200") -> Result:
    return runner.invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": width})


def test_template_then_check(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "box"
    result = run("template", folder)
    assert result.exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == FILES
    assert (folder / "map.toml").read_text(encoding="utf-8") == templates()["map.toml"]
    result = run("check", folder / "map.toml", folder / "tokens.toml")
    assert result.exit_code == 0
    assert "map.toml: good (map, 12 regions, 22 borders and arrows)" in result.output
    assert "tokens.toml: good (tokens, 12 starting, 37 normal)" in result.output
    assert "made with stand-in data: 47 of 49 tokens are stand-ins" in result.output
    result = run("check", folder / "map-africanus.toml", folder / "region-cards.toml")
    assert result.exit_code == 0
    assert "map-africanus.toml: good (map, 17 regions, 29 borders and arrows)" in result.output
    assert "region-cards.toml: good (region-cards, 51 cards, 10 diplomats)" in result.output


def test_template_does_not_overwrite(tmp_path: Path) -> None:
    (tmp_path / "tokens.toml").write_text("mine", encoding="utf-8")
    result = run("template", tmp_path)
    assert result.exit_code == 2 and "found a file, expected none; use --force" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["tokens.toml"]
    assert (tmp_path / "tokens.toml").read_text(encoding="utf-8") == "mine"
    assert run("template", tmp_path, "--force").exit_code == 0
    assert (tmp_path / "tokens.toml").read_text(encoding="utf-8") == templates()["tokens.toml"]
    assert sorted(path.name for path in tmp_path.iterdir()) == FILES


def test_template_into_something_that_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    result = run("template", tmp_path / "file")
    assert result.exit_code == 2 and "found a file, expected a directory" in result.output
    result = run("template", tmp_path / "file" / "below")
    assert result.exit_code == 2 and "cannot write" in result.output
    (tmp_path / "map.toml").mkdir()
    result = run("template", tmp_path, "--force")
    assert result.exit_code == 2 and not list(tmp_path.glob(".*"))


def test_check_names_every_problem_with_its_line(tmp_path: Path) -> None:
    text = templates()["map.toml"].replace('["Gallia", "Germania"]', '["Galia", "Germania"]')
    text = text.replace("group = 4", "group = 9")
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    lines = text.split("\n")
    edge = next(number for number, line in enumerate(lines, 1) if "Galia" in line)
    result = run("check", path, width="40")
    assert result.exit_code == 2
    assert (
        f"map.toml:{edge}: edge 8, between: found 'Galia', expected the name of a region of this map"
        in result.output
    )
    assert "did you mean Gallia" in result.output
    assert result.output.count("found 9, expected a whole number from 2 to 6") == 2
    assert "good" not in result.output


def test_check_as_json(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text('kind = "map"\nschema = 3\n', encoding="utf-8")
    result = run("check", path, tmp_path / "none", "--json")
    assert result.exit_code == 2
    answer = json.loads(result.output)
    assert answer["ok"] is False and [file["kind"] for file in answer["files"]] == ["", ""]
    schema = next(problem for problem in answer["files"][0]["problems"] if problem["where"] == "schema")
    assert schema["line"] == 2 and schema["found"] == "3" and schema["expected"] == "1"
    assert schema["message"] == f"{path}:2: schema: found 3, expected 1"


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff\xfe", b"[[[", b"a = 1", b"regions = " + b"[" * 9000, b"[bold]x"]
)
def test_check_never_shows_a_traceback(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "[red]box.toml"
    path.write_bytes(content)
    for arguments in (
        ("check", path),
        ("check", tmp_path),
        ("show", "--map", path),
        ("show", "--tokens", tmp_path),
    ):
        result = run(*arguments)
        assert result.exit_code == 2
        assert isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output and "expected" in result.output
    assert "[red]box.toml" in run("check", path).output


def test_show_tables() -> None:
    result = run("show")
    assert result.exit_code == 0
    for text in (
        "How well the box is known",
        "borders and arrows",
        "worked examples",
        "MAPBW",
        "Peasant",
        "2+ players",
    ):
        assert text in result.output
    summary = next(line.split() for line in result.output.splitlines() if "normal tokens " in line)
    assert summary == ["normal", "tokens", "2", "-", "-", "35", "37"]
    assert "made with stand-in data" in result.output
    assert "the effect of Bishop and Carrier is not known" in result.output
    for text in ("Hanseatic Trader", "dangerous-times", "10 diplomats", "(named in reviews"):
        assert text in result.output
    row = next(line.split() for line in result.output.splitlines() if " class cards " in line)
    assert row == ["class", "cards", "23", "2", "2", "5", "32"]


def test_show_for_many_players(tmp_path: Path) -> None:
    result = run("show", "--players", "6")
    assert result.exit_code == 0 and "Mauretania" in result.output and "not 5" in result.output
    assert "Mauretania" not in run("show", "--players", "4").output.split("Region cards")[0]
    assert "--players: found 7, expected one of 2, 3, 4, 5, 6" in run("show", "--players", "7").output
    path = tmp_path / "region-cards.toml"
    path.write_text(templates()["region-cards.toml"].replace("count = 10", "count = 8"), encoding="utf-8")
    assert "8 diplomats" in run("show", "--region-cards", path).output


def test_show_as_json(tmp_path: Path) -> None:
    answer = json.loads(run("show", "--json").output)
    assert answer["warning"].startswith("made with stand-in data")
    assert len(answer["map"]["regions"]) == 12 and answer["map"]["uncertain"] is True
    assert {"token": "n5:MAKW", "count": 2, "provenance": "stand-in", "note": ""} in answer["tokens"][
        "normal"
    ]
    assert [card["class_letter"] for card in answer["cards"]["cards"]][:6] == list("PBCKWR")
    assert len(answer["cards"]["cards"]) == 34 and len(answer["region_cards"]["cards"]) == 51
    assert answer["region_cards"]["diplomats"] == {"count": 10, "provenance": "stand-in"}
    assert answer["sets"]["sets"][3]["instead"] == [["Carrier", "Swindler"]]
    path = tmp_path / "map.toml"
    path.write_text(templates()["map.toml"], encoding="utf-8")
    assert json.loads(run("show", "--json", "--map", path).output)["map"]["title"] == "My box"


def test_unknown_game() -> None:
    result = run("show", "--game", "ratus")
    assert result.exit_code == 2 and "did you mean rattus?" in result.output
