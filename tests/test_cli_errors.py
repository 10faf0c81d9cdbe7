"""Bad input of every kind: exit status 2, one message on stderr that names the place, nothing on stdout."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from rattus_ai.cli.main import main

pytestmark = pytest.mark.usefixtures("at_home")

COLUMNS = 200

ROOT = Path(__file__).parent.parent
MIDGAME = "examples/midgame-3p.json"
SWEEP = "examples/sweep-3p.json"
RECORD = "examples/game-3p.jsonl"


@pytest.mark.parametrize("command", ["show", "hint", "choose", "risk", "solve", "play"])
def test_files_that_are_no_positions(command: str, fails: Any, tmp_path: Path) -> None:
    assert "nowhere.json: document: cannot be read: there is no such file" in fails(command, "nowhere.json")
    assert f"{tmp_path}: document: cannot be read: it is a folder, expected a file" in fails(
        command, tmp_path
    )
    bad = tmp_path / "bad.json"
    bad.write_text('{"game": "rattus",\n "players" 3}', encoding="utf-8")
    assert f"{bad}, line 2" in fails(command, bad)
    bad.write_bytes(b"\xff\xfe\x00")
    assert str(bad) in fails(command, bad)
    bad.write_text("", encoding="utf-8")
    assert str(bad) in fails(command, bad)
    record = tmp_path / "bad.jsonl"
    record.write_text('{"format": "rattus_ai/record", "game": "rattus", "rules": {"players": 2}}\nx')
    assert f"{record}, line 2" in fails(command, record)
    document = json.loads(Path(MIDGAME).read_text(encoding="utf-8"))
    document["regions"]["italia"]["cubes"] = [2, 1, 30]
    bad.write_text(json.dumps(document), encoding="utf-8")
    assert "green" in fails(command, bad).lower()
    bad.write_text(json.dumps({**document, "format": "rattus_ai/record"}), encoding="utf-8")
    assert "a game record is read by read_record" in fails(command, bad)
    document["game"] = "ratus"
    bad.write_text(json.dumps(document), encoding="utf-8")
    assert "did you mean rattus?" in fails(command, bad)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("new", "Missing option '--players'"),
        ("new --players x", "Invalid value for '--players'"),
        ("new --players 1", "players: "),
        ("new --players -3", "players: "),
        ("new --players 7", "players: "),
        ("new --players 3 --seed -1", "seed: found -1, expected a whole number from 0"),
        ("new --players 3 --cards knigth", "did you mean knight?"),
        ("new --players 3 --cards knight|knight", "are the same card"),
        ("new --players 3 --names A,B", "players: found 2 names, expected 3"),
        ("new --players 3 --map nowhere.toml", 'nowhere.toml" cannot be read'),
        ("new --players 3 --option foo=1", "foo"),
        ("new --players 3 --option turn_limit", 'option: found "turn_limit", expected NAME=VALUE'),
        ("new --players 3 --option turn_limit=-5", "turn_limit"),
        ("new --players 3 --option players=2", "option: players is given twice"),
        ("new --players 3 --game chess", 'game: found "chess", expected rattus'),
        ("new --players 3 -o nowhere/game.json", "game.json: cannot be written: there is no folder nowhere"),
        (f"show {MIDGAME} --viewer 3", 'found "3", expected 0 to 2, "Red", "Blue", "Green" or public'),
        (f"show {MIDGAME} --viewer -1", '--viewer: found "-1"'),
        (f"show {MIDGAME} --language xx", "language: found"),
        (f"show {MIDGAME} --svg nowhere/x.svg", "nowhere/x.svg: cannot be written"),
        ("show examples/witch-2p.json --viewer 2", '--viewer: found "2"'),
        (f"hint {MIDGAME} --player Blue", "but player 0 has to decide"),
        (f"hint {MIDGAME} --player nobody", '--player: found "nobody"'),
        (f"hint {MIDGAME} --simulations 0", "simulations: found 0"),
        (f"hint {MIDGAME} --simulations -5", "simulations: found -5"),
        (f"hint {MIDGAME} --seconds 0", "seconds: found 0"),
        (f"hint {MIDGAME} --seconds nan", "seconds: found nan"),
        (f"hint {MIDGAME} --threads 0", "threads: found 0"),
        (f"hint {MIDGAME} --lines 0", "lines: found 0"),
        (f"hint {MIDGAME} --confidence 1", "confidence: found 1.0, expected a number from 0.5 to 0.9999"),
        (f"hint {MIDGAME} --seed -1", "seed: found -1"),
        (f"hint {MIDGAME} --method mcts", "did you mean ismcts?"),
        (f"hint {MIDGAME} --objective winn", "did you mean win?"),
        (f"hint {MIDGAME} --language xx --simulations 10", "language"),
        (f"hint {SWEEP}", "chance is next"),
        (f"hint {RECORD}", "the game is over"),
        (f"risk {MIDGAME} --language xx", "language"),
        (f"risk {MIDGAME} --player 9", '--player: found "9"'),
        (f"solve {MIDGAME} --seconds 0.3", "expected a position in the final round or after it, or a player"),
        (f"solve {RECORD}", "the game is over; expected a position in the final round"),
        (f"solve {SWEEP} --seconds 0", "seconds: found 0"),
        (f"solve {SWEEP} --lines 0", "lines: found 0"),
        (f"solve {SWEEP} --seed -1", "seed: found -1"),
        (f"solve {SWEEP} --memory-mb 0", "memory_mb: found 0"),
        (f"solve {SWEEP} --language xx", "language"),
        (f"solve {SWEEP} --player nobody", '--player: found "nobody"'),
        (f"solve {SWEEP} --player 0 --everything", "--player: stands beside --everything"),
        ("solve examples/endgame-2p.json -o x.json", "--output: only the final round and what follows"),
        (f"solve {SWEEP} --player 2 -o nowhere/x.json", "nowhere/x.json: cannot be written"),
        (f"play {MIDGAME} jump", 'action 1, "jump": "jump" is no verb of this game'),
        (f"play {MIDGAME} take_knight", "action 1"),
        (f"play {MIDGAME} take_monk take_king", 'action 2, "take_king": no "take" is legal now; legal'),
        (f"play {MIDGAME} place_atlantis", "atlantis"),
        (f"play {MIDGAME} --draw -1", "--draw: found -1"),
        (f"play {MIDGAME} take_monk -o nowhere/x.json", "nowhere/x.json: cannot be written"),
        (f"play {MIDGAME} take_monk --record nowhere/x.jsonl", "nowhere/x.jsonl: cannot be written"),
        (f"play {MIDGAME} take_monk --record {MIDGAME}", "line 1, column 1: document: is not JSON"),
        (f"play {MIDGAME} take_monk --record {RECORD}", "the record ends at another position"),
        ("match greedy -n 3", "agents: found 1, expected 2 to 3"),
        ("match greedy random greedy random -n 3", "agents: found 4"),
        ("match greedy randon -n 3", "did you mean random?"),
        ("match greedy ismcts:-5 -n 3", "agent: found \"-5\" in \"ismcts:-5\", expected a positive number"),
        ("match greedy ismcts:10,depth=3 -n 3", "depth"),
        ("match greedy random -n 3 --games 0", "games: found 0"),
        ("match greedy random -n 3 --jobs -1", "jobs: found -1"),
        ("match greedy random -n 3 --seed -1", "seed: found -1"),
        ("match greedy random -n 3 --cards knihgt", "did you mean knight?"),
        ("data show --game chess", "chess"),
        ("hnit", "Did you mean 'hint'?"),
        ("show --colour", "No such option: --colour; `rattus-ai show --help`"),
        ("new --players 4 --cards", "Option '--cards' requires an argument; `rattus-ai new --help`"),
        ("new -n 3 --seed x", "Invalid value for '--seed'"),
        ("show", "Missing argument 'FILE'"),
    ],
)  # fmt: skip
def test_bad_words(words: str, message: str, fails: Any) -> None:
    actions = words.startswith("play")  # there an underscore stands for the space within an action
    printed = fails(*(word.replace("_", " ") if actions else word for word in words.split()))
    assert (message.replace("_", " ") if actions else message) in printed
    assert printed.count("\n") == 1


def test_nothing_is_written_where_an_action_is_illegal(fails: Any, tmp_path: Path) -> None:
    output, record = tmp_path / "out.json", tmp_path / "out.jsonl"
    fails("play", MIDGAME, "take monk", "take king", "-o", output, "--record", record)
    assert not list(tmp_path.iterdir())


WORDS = st.one_of(
    st.sampled_from(
        [
            "new",
            "show",
            "hint",
            "choose",
            "risk",
            "play",
            "match",
            "--players",
            "3",
            "-n",
            "--json",
            MIDGAME,
            SWEEP,
        ]
    ),
    st.sampled_from(
        [
            "-n",
            "--seed",
            "--draw",
            "take monk",
            "reveal 1:BC",
            "greedy",
            "--viewer",
            "--cards",
            "-",
            "--option",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)


@examples(60)
@given(words=st.lists(WORDS, max_size=7))
def test_any_words_end_with_a_status(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if words[:1] in (["hint"], ["match"]) or any(
        "-o" in word or "svg" in word or "record" in word for word in words
    ):
        return  # may take long, or write files
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(b"[]"), encoding="utf-8")
    try:
        assert main(words) in (0, 2)
    finally:
        sys.stdin = before
        capsys.readouterr()
