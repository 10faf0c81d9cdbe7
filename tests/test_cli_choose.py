"""``rattus-ai choose``: the move that an opponent plays, from what the player to decide knows."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from command_process import ROOT, interrupted, needs_signals, wait_for_work
from random_play import looked_at

from rattus_ai import Bot, Position, load_game, read_position
from rattus_ai.bots.levels import DEFAULT_LEVEL, LEVELS

pytestmark = pytest.mark.usefixtures("at_home")

COLUMNS = 110

EXAMPLES = ROOT / "examples"
MIDGAME = "examples/midgame-3p.json"


def hands(seed: int) -> Position:
    """A turn of Istanbul in which everybody holds cards that the others do not know."""
    position = load_game("istanbul", players=3, expansion=True).new_position(seed=seed)
    choose = random.Random(seed).choice
    while position.turn() < 6 or position.is_chance():
        position.push(choose(position.legal_actions()))
    return position


def held(position: Position, player: int) -> bool:
    """Whether a player of Istanbul holds cards that only he knows."""
    return bool(position.view(player).to_document()["seats"][player].get("cards"))


def examples_to_decide() -> list[Path]:
    return [path for path in sorted(EXAMPLES.glob("*.json")) if read_position(path).current_player() >= 0]


@pytest.mark.parametrize("example", examples_to_decide(), ids=lambda path: path.stem)
def test_it_is_the_move_of_the_bot(example: Path, run: Any) -> None:
    position = read_position(example)
    player = position.current_player()
    for level, seed in (("beginner", 1), ("beginner", 2), ("greedy", 1)):
        expected = Bot(level, seed=seed).choose(position.view(player))
        plain = json.loads(run("choose", example, "--level", level, "--seed", seed, "--json"))
        assert (plain["action"], plain["text"]) == (expected, position.text(expected))
        assert (plain["game"], plain["player"]) == (position.game.name, player)
        assert (plain["level"], plain["seed"], plain["complete"]) == (level, seed, True)
    position.push(plain["text"])


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_named_beside_its_move(level: str, run: Any) -> None:
    printed = run("choose", MIDGAME, "--level", level, "--language", "hu", "--player", "red")
    plain = json.loads(run("choose", MIDGAME, "--level", level, "--language", "hu", "--json"))
    assert f"{level} plays for Red: {plain['text']} (action {plain['action']})" in printed
    position = read_position(MIDGAME)
    assert position.parse(plain["text"], "hu") == plain["action"]
    assert plain["text"] == position.text(plain["action"], "hu")


def test_the_level_without_a_word(run: Any) -> None:
    assert run("choose", MIDGAME) == run("choose", MIDGAME, "--level", DEFAULT_LEVEL, "--seed", "1")


@pytest.mark.parametrize("position", [looked_at(3), hands(4)], ids=lambda position: position.game.name)
def test_what_is_hidden_never_changes_the_move(position: Position, run: Any, tmp_path: Path) -> None:
    player = position.current_player()
    file = tmp_path / "position.json"
    documents, answers = set(), set()
    for seed in range(8):
        core = position.resample(player, seed)
        other = Position.of(position.game, core, players=position.players)
        other.write(file)
        documents.add(file.read_text(encoding="utf-8"))
        answers.add(run("choose", file, "--level", "beginner", "--json"))
    position.view(player).write(file)
    answers.add(run("choose", file, "--level", "beginner", "--json"))
    assert len(documents) > 1, "nothing was hidden, so nothing was tested"
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("examples/sweep-3p.json", "chance is next: say what happened"),
        ("examples/game-3p.jsonl", "the game is over, so nobody has to decide"),
        (f"{MIDGAME} --player Blue", "this is the view of player 1, but player 0 has to decide"),
        (f"{MIDGAME} --player public", "this is what everybody knows, but player 0 has to decide"),
        (f"{MIDGAME} --player Blu", '--player: found "Blu"'),
        (f"{MIDGAME} --level casul", '--level: found "casul", expected beginner, casual'),
        (f"{MIDGAME} --level casul", "did you mean casual?"),
        (f"{MIDGAME} --level casual:3", '--level: found "casual:3", but casual takes no settings'),
        (f"{MIDGAME} --seed -1", "--seed: found -1, expected a whole number from 0"),
        (f"{MIDGAME} --seed {1 << 64}", "--seed: found 18446744073709551616"),
        (f"{MIDGAME} --language xx", "language: found"),
    ],
)
def test_bad_words(words: str, message: str, fails: Any) -> None:
    printed = fails("choose", *words.split())
    assert message in printed and printed.count("\n") == 1


def test_a_document_of_another_player_is_refused(fails: Any, tmp_path: Path) -> None:
    position = next(each for each in map(hands, range(50)) if held(each, each.current_player()))
    player = position.current_player()
    other = (player + 1) % 3
    file = tmp_path / "theirs.json"
    position.view(other).write(file)
    assert f"this position holds what player {other} knows" in fails("choose", file)
    assert f"but player {player} has to decide" in fails("choose", file, "--player", other)


@needs_signals
def test_an_interrupted_choice_plays_what_looks_best(start: Any) -> None:
    process = start("choose", "examples/opening-2p.json", "--level", "ismcts:600s", "--json")
    wait_for_work(process, 0.5)
    plain = json.loads(interrupted(process))
    position = read_position("examples/opening-2p.json")
    assert plain["complete"] is False and plain["action"] in position.legal_actions()
