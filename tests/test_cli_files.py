"""Files that are given to commands: folders, misspelt names, empty files, what cannot be read or written."""

from __future__ import annotations

import builtins
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from command_process import ROOT

pytestmark = pytest.mark.usefixtures("at_home")

COLUMNS = 110

MIDGAME = ROOT / "examples" / "midgame-3p.json"
RECORD = ROOT / "examples" / "game-3p.jsonl"
ENDED = ROOT / "examples" / "sweep-3p.json"

READ = [
    *((command, "@.json") for command in ("show", "hint", "choose", "risk", "solve", "play")),
    *((command, "@.jsonl") for command in ("show", "hint", "choose", "risk", "solve", "play", "review")),
    *(
        (f"{command} {MIDGAME} {option}", "@.toml")
        for command in ("show", "hint", "choose", "risk", "solve", "play")
        for option in ("--map", "--tokens")
    ),
    *((f"new -n 3 {option}", "@.toml") for option in ("--map", "--tokens", "--africanus --region-cards")),
    ("match random greedy -n 3 --games 2 --map", "@.toml"),
    *(
        (f"new --game istanbul -n 3 --option expansion=true --option {option}=@.toml", "")
        for option in ("layouts", "markets", "bonus_cards", "guild")
    ),
    ("data check", "@.toml"),
    ("data show --map", "@.toml"),
    (f"play {MIDGAME} --record", "@.jsonl"),
]
"""Words of commands that read a file, and the file; @ stands for a name in the folder of the test."""

WRITTEN = [
    ("new -n 3 -o", "@.json"),
    (f"play {MIDGAME} -o", "@.json"),
    (f"play {MIDGAME} --record", "@.jsonl"),
    (f"show {MIDGAME} --svg", "@.svg"),
    (f"solve {ENDED} --player 2 -o", "@.json"),
    (f"review {RECORD} --html", "@.html"),
]


def filled(words: tuple[str, str], name: Path) -> list[str]:
    return [part.replace("@", str(name)) for part in " ".join(words).split()]


def file_of(words: tuple[str, str], name: Path) -> Path:
    return Path(filled(words, name)[-1].rpartition("=")[2])


def one_line(printed: str) -> str:
    assert printed.count("\n") == 1
    return printed


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_a_folder_is_no_file(words: tuple[str, str], fails: Any, tmp_path: Path) -> None:
    file_of(words, tmp_path / "thing").mkdir()
    printed = one_line(fails(*filled(words, tmp_path / "thing")))
    assert "it is a folder, expected a file" in printed or "found a directory, expected a TOML" in printed
    assert "{" not in printed


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_a_misspelt_file_has_close_matches(words: tuple[str, str], fails: Any, tmp_path: Path) -> None:
    if "--record" in words[0]:
        return  # a new record is begun
    right, wrong = file_of(words, tmp_path / "position"), tmp_path / "positoin"
    right.write_text("", encoding="utf-8")
    file_of(words, tmp_path / "unlike").write_text("", encoding="utf-8")
    printed = one_line(fails(*filled(words, wrong)))
    assert "no such file" in printed and f"{right.name}?" in printed
    assert "did you mean" in printed and "unlike" not in printed


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_a_missing_folder_is_named(words: tuple[str, str], fails: Any, tmp_path: Path) -> None:
    if words[0].startswith("data"):
        return  # says that there is no such file
    (tmp_path / "games").mkdir()
    printed = one_line(fails(*filled(words, tmp_path / "gmaes" / "one")))
    if "--record" in words[0]:
        assert f"cannot be written: there is no folder {tmp_path / 'gmaes'}" in printed
    else:
        assert f"cannot be read: there is no folder {tmp_path / 'gmaes'}" in printed
    assert f"did you mean {tmp_path / 'games'}?" in printed


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_an_empty_file_is_said_to_be_empty(words: tuple[str, str], fails: Any, tmp_path: Path) -> None:
    for content in ("", " \n\n"):
        file_of(words, tmp_path / "thing").write_text(content, encoding="utf-8")
        printed = one_line(fails(*filled(words, tmp_path / "thing")))
        assert "empty" in printed and "expected" in printed and str(tmp_path / "thing") in printed


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_what_may_not_be_read(
    words: tuple[str, str], fails: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = file_of(words, tmp_path / "thing")
    file.write_text("{}", encoding="utf-8")
    really, really_of_path = builtins.open, Path.open

    def refuse(name: Any, *rest: Any, **further: Any) -> Any:
        if not isinstance(name, int) and os.fspath(name) == str(file):
            raise PermissionError(13, "Permission denied", str(file))
        return really(name, *rest, **further)

    def refuse_path(self: Path, *rest: Any, **further: Any) -> Any:
        if self == file:
            raise PermissionError(13, "Permission denied", str(file))
        return really_of_path(self, *rest, **further)

    monkeypatch.setattr(builtins, "open", refuse)
    monkeypatch.setattr(Path, "open", refuse_path)
    printed = one_line(fails(*filled(words, tmp_path / "thing")))
    assert "no permission" in printed and str(file) in printed


@pytest.mark.parametrize("words", WRITTEN, ids=" ".join)
def test_what_cannot_be_written(words: tuple[str, str], fails: Any, tmp_path: Path) -> None:
    folder = file_of(words, tmp_path / "thing")
    folder.mkdir()
    printed = one_line(fails(*filled(words, tmp_path / "thing")))
    assert f"{folder}: " in printed and "it is a folder, expected a file" in printed
    printed = one_line(fails(*filled(words, tmp_path / "nowhere" / "thing")))
    assert f"cannot be written: there is no folder {tmp_path / 'nowhere'}" in printed
    shutil.copy(MIDGAME, tmp_path / "file")
    printed = one_line(fails(*filled(words, tmp_path / "file" / "thing")))
    assert f"{tmp_path / 'file'} is a file, expected a folder" in printed
    assert {path.name for path in tmp_path.iterdir()} == {folder.name, "file"} and not list(folder.iterdir())


def test_a_text_in_the_place_of_a_name_is_told_from_json() -> None:
    from rattus_ai import RattusAIError, read_position

    with pytest.raises(RattusAIError, match=r"a JSON text would start with \{"):
        read_position("[1, 2]")
    with pytest.raises(RattusAIError) as caught:
        read_position(Path("[1, 2]"))
    assert "JSON" not in str(caught.value)
