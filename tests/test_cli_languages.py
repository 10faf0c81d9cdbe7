"""``--language``: each game has its own languages; help lists them, and so does the error about others."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest
from command_process import ROOT

from rattus_ai import load_game, read_position
from rattus_ai.cli.main import COMMANDS
from rattus_ai.games import game_names
from rattus_ai.registry import game_module

pytestmark = pytest.mark.usefixtures("at_home")

COLUMNS = 200

FILES = {
    "rattus": {
        "solve": ["examples/sweep-3p.json", "--player", "2"],
        "review": ["examples/game-3p.jsonl", "--simulations", "20"],
        "": ["examples/midgame-3p.json"],
    },
    "istanbul": {"": ["examples/istanbul-midgame-4p.json"]},
}
FURTHER = {
    "hint": ["--method", "greedy"],
    "choose": ["--level", "greedy"],
    "cards": [],
    "play": [],
    "risk": [],
    "show": [],
    "solve": [],
    "review": [],
}
SHORT = [
    (name, command)
    for name in FILES
    for command in FURTHER
    if command in FILES[name] or command not in ("solve", "review")
]


def words(name: str, command: str) -> list[str]:
    if command == "cards":
        return ["cards", "--game", name]
    return [command, *FILES[name].get(command, FILES[name][""]), *FURTHER[command]]


def speaking() -> set[str]:
    """The commands that take a language."""
    import importlib

    found = set()
    for command, entry in COMMANDS.items():
        for each in importlib.import_module(entry.module).app.registered_commands:
            if "language" in inspect.signature(each.callback).parameters:
                found.add(command)
    return found


def test_every_command_with_a_language_is_here() -> None:
    assert speaking() == set(FURTHER) and set(FILES) == set(game_names())


@pytest.mark.parametrize("command", FURTHER)
def test_help_lists_the_languages_of_every_game(command: str, run: Any) -> None:
    printed = " ".join(run(command, "--help").replace("│", " ").split())
    for name in game_names():
        codes = load_game(name, players=3).languages
        assert f"{', '.join(codes)} for {name}" in printed


@pytest.mark.parametrize(("name", "command"), SHORT)
def test_an_unknown_language(name: str, command: str, fails: Any) -> None:
    languages = game_module(name, "languages")
    known = ", ".join(f"{code} ({languages.names(code).title})" for code in languages.LANGUAGES)
    printed = fails(*words(name, command), "--language", "xx")
    assert printed == f"--language: found 'xx', expected one of {known}, the languages of {name}\n"
    for wrong, meant in (("Greke", "el"), ("en_US", "en"), ("el-GR", "el"), ("ελληνικα 2", "el")):
        assert fails(*words(name, command), "--language", wrong).endswith(f"did you mean {meant}?\n")


@pytest.mark.parametrize(("name", "command"), SHORT)
def test_a_language_goes_by_its_name_too(name: str, command: str, run: Any) -> None:
    def printed(language: str) -> str:
        return re.sub(
            r"\d+\.\d+ (s|ms|µs)|, [\d,]+ a second", "", run(*words(name, command), "--language", language)
        )

    greek = printed("el")
    assert printed("Greek") == printed("Ελληνικά") == greek
    if command not in ("play", "risk", "solve"):
        assert greek != printed("en")


def test_a_language_of_one_game_is_none_of_the_other(fails: Any, run: Any) -> None:
    assert "expected one of en (English), el (Greek)" in fails(
        "show", ROOT / "examples/istanbul-midgame-4p.json", "--language", "hu"
    )
    run("show", ROOT / "examples/midgame-3p.json", "--language", "hu")


def test_the_library_has_close_matches() -> None:
    position = read_position(ROOT / "examples/midgame-3p.json")
    with pytest.raises(ValueError, match=r"language: found \"eng\", expected en, hu, .*; did you mean en\?"):
        position.legal_texts("eng")
