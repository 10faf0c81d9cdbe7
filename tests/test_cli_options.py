"""Options that a game lacks, and files with mistakes: the message names the option, not the document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_process import ROOT

from rattus_ai import read_position
from rattus_ai.games import definition, game_names

pytestmark = pytest.mark.usefixtures("at_home")

COLUMNS = 110

EXAMPLES = {
    name: min(
        path for path in sorted((ROOT / "examples").glob("*.json")) if read_position(path).game.name == name
    )
    for name in game_names()
}
FILES = [(name, option) for name in game_names() for option in definition(name).file_options]
SWITCHES = {"rattus": ["--africanus"], "istanbul": ["--option", "expansion=true"]}
"""What the games need for all of their files to be used."""

READING = ("show", "hint", "choose", "risk", "solve", "play")
OF_READING = ("map", "tokens")
OF_NEW = (*OF_READING, "region-cards", "cards", "mercatus", "africanus")


def words(name: str, option: str) -> list[str]:
    """How `rattus-ai new` is told of a file."""
    known = f"--{option.replace('_', '-')}"
    return [known] if known[2:] in OF_NEW else ["--option", option]


def lacking(options: tuple[str, ...]) -> list[tuple[str, str]]:
    return [
        (name, option)
        for name in game_names()
        for option in options
        if option.replace("-", "_") not in definition(name).option_names
    ]


@pytest.mark.parametrize(("name", "option"), lacking(OF_READING))
@pytest.mark.parametrize("command", READING)
def test_a_game_without_such_a_file(command: str, name: str, option: str, fails: Any, tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    file.write_text("", encoding="utf-8")
    for given in (file, tmp_path / "nowhere.toml"):
        printed = fails(command, EXAMPLES[name], f"--{option}", given)
        assert printed.startswith(f"--{option}: the game {name} has none; its options are players")
        assert printed.count("\n") == 1 and str(EXAMPLES[name]) not in printed


@pytest.mark.parametrize(("name", "option"), lacking(OF_NEW))
def test_a_new_game_without_such_an_option(name: str, option: str, fails: Any) -> None:
    value = [] if option in ("mercatus", "africanus") else ["something"]
    expected = f"--{option}: the game {name} has none; its options are players"
    assert fails("new", "--game", name, "-n", "3", f"--{option}", *value).startswith(expected)
    if option in (*OF_READING, "cards"):
        match = ["match", "random", "greedy", "--game", name, "--games", "2", f"--{option}", *value]
        assert fails(*match).startswith(expected)
    if option in (*OF_READING, "region-cards"):
        assert fails("data", "show", "--game", name, f"--{option}", *value).startswith(expected)


def test_some_game_lacks_something() -> None:
    assert lacking(OF_READING) and lacking(OF_NEW)


BROKEN = {
    "syntax": (b'schema = 1\nkind = "x"\n[[[broken\n', 3, "'[[[broken'"),
    "unfinished": (b'schema = 1\nkind = "x', 2, "'kind = \"x'"),
    "wrong kind": (b'schema = 1\ntitle = "a"\nkind = "nothing"\n', 3, "'nothing'"),
    "no text": (b"schema = 1\n\xff\n", 2, "0xff"),
    "empty": (b"", None, "an empty file"),
}


@pytest.mark.parametrize("mistake", BROKEN)
@pytest.mark.parametrize(("name", "option"), FILES)
def test_a_file_with_a_mistake(name: str, option: str, mistake: str, fails: Any, tmp_path: Path) -> None:
    content, line, found = BROKEN[mistake]
    file = tmp_path / "own.toml"
    file.write_bytes(content)
    given = words(name, option)
    value = [str(file)] if len(given) == 1 else [f"{option}={file}"]
    printed = fails("new", "--game", name, "-n", "4", *SWITCHES[name], given[0], *value)
    place = str(file) if line is None else f"{file}:{line}"
    # The first problem of a file of the wrong kind may be that something is missing, which has no line.
    start = f"{' '.join(given)}: {file}" if mistake == "wrong kind" else f"{' '.join(given)}: {place}: found "
    assert printed.startswith(start)
    assert printed.count("\n") == 1 and printed.count(str(file)) == 1 and "expected" in printed
    if mistake != "wrong kind":
        assert found in printed
    if len(given) == 1 and given[0][2:] in OF_READING:
        assert fails("hint", EXAMPLES[name], *given, file) == printed


def test_several_mistakes_are_counted(fails: Any, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('schema = 2\nkind = "map"\ntitle = 3\n', encoding="utf-8")
    printed = fails("new", "-n", "3", "--map", file)
    listed = fails("data", "check", file)
    first, *others = listed.splitlines()
    assert len(others) > 1
    assert printed == f"--map: {first} (and {len(others)} more problems; `rattus-ai data check` lists all)\n"


@pytest.mark.parametrize(
    ("given", "start"),
    [
        ("--option foo=1", "--option foo: "),
        ("--option turn_limit=0", "--option turn_limit: found 0"),
        ("--option map=nowhere.toml", "--option map: "),
        ("--cards knigth", "--cards: found"),
        ("--cards knight|knight", "--cards"),
    ],
)
def test_the_word_that_was_given_is_the_one_that_is_named(given: str, start: str, fails: Any) -> None:
    assert fails("new", "-n", "3", *given.split()).startswith(start)
