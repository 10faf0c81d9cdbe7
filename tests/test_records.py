"""Game records: writing, exact replay, errors with their line."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from random_play import finish

from rattus_ai._core.rattus import export_state
from rattus_ai.errors import RecordError
from rattus_ai.games import load_game
from rattus_ai.positions import Position, read_position
from rattus_ai.records import Record, RecordWriter, read_record

EXAMPLES = Path(__file__).parent.parent / "examples"
GAME = EXAMPLES / "game-3p.jsonl"


def played(seed: int, **options: Any) -> Position:
    names = ["Red", "Blue", "Green", "Yellow"][: options["players"]]
    position = load_game("rattus", **options).new_position(seed=seed, players=names)
    finish(position, seed)
    return position


def refused(lines: list[str] | str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record("\n".join(lines) if isinstance(lines, list) else lines)
    return caught.value


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_record_replays_exactly(players: int, seed: int, tmp_path: Path) -> None:
    position = played(seed, players=players, reveal_order="active_player" if seed == 1 else "random")
    record = Record.of(position)
    record.write(tmp_path / "game.jsonl")
    again = read_record(tmp_path / "game.jsonl")
    assert again == record
    assert again.final().history() == position.history()
    assert export_state(again.final()) == export_state(position)
    assert again.final().returns() == position.returns()
    assert again.players == position.players and again.seed == seed
    assert "\n".join(again.lines()) == "\n".join(record.lines())


def test_positions_follow_the_events() -> None:
    record = read_record(GAME)
    positions = list(record.positions())
    assert len(positions) == len(record.events) + 1
    assert positions[0].history() == [] and positions[-1].is_terminal()
    for position, event in zip(positions, record.events, strict=False):
        assert position.is_chance() == (event.player is None)
        assert position.text(event.identifier) == event.text
        if event.player is not None:
            assert position.current_player() == event.player


def test_the_example_is_a_complete_game() -> None:
    record = read_record(GAME)
    assert record.final().is_terminal()
    assert record.players == ("Red", "Blue", "Green")
    lines = GAME.read_text(encoding="utf-8").splitlines()
    assert list(record.lines()) == lines
    assert "result" in json.loads(lines[-1])


def test_looks_are_marked_with_who_saw_them() -> None:
    seen = [
        event
        for seed in range(3)
        for event in Record.of(played(seed, players=3)).events
        if event.seen is not None
    ]
    assert seen and all(event.text.startswith("see ") and len(event.seen or ()) == 1 for event in seen)
    position = read_position(EXAMPLES / "midgame-3p.json")
    position.push("look germania")
    position.push("see n1:BC")
    assert json.loads(Record.of(position).events[-1].line()) == {"chance": "see n1:BC", "seen": [0]}


def test_a_record_may_begin_anywhere(tmp_path: Path) -> None:
    for path in sorted(EXAMPLES.glob("*.json")):
        position = read_position(path)
        position.seed = 5
        finish(position, 1)
        record = Record.of(position)
        record.write(tmp_path / "rest.jsonl")
        again = read_record(tmp_path / "rest.jsonl")
        assert again.events == record.events
        assert again.players == position.players and again.viewer == position.viewer
        assert again.final().to_document() == position.to_document()


def test_a_writer_keeps_up_with_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    position = load_game("rattus", players=2).new_position(seed=9)
    with RecordWriter(file, position) as writer:
        assert len(read_record(file).events) == 1
        chooser = random.Random(3)
        while not position.is_terminal():
            before = len(position.history())
            with pytest.raises(ValueError):
                writer.push("no such thing")
            choices = position.legal_actions()
            weights = [weight for _, weight in position.chance_weights()] if position.is_chance() else None
            writer.push(chooser.choices(choices, weights)[0])
            assert len(position.history()) == before + 1
        assert len(read_record(file).events) == len(position.history())
    assert list(Record.of(position).lines()) == file.read_text(encoding="utf-8").splitlines()


def test_hand_written_events_are_lenient() -> None:
    head = (
        '{"format": "rattus_ai/record", "game": "rattus", "rules": {"players": 2}, "players": ["Ann", "Bob"]}'
    )
    events = [
        '{"chance": "Plague ITA"}',
        "",
        '{"action": "place Gallia", "player": "Ann"}',
        '{"action": "place germ"}',
    ]
    record = read_record("\n".join([head, *events]))
    assert [event.text for event in record.events] == ["plague italia", "place gallia", "place germania"]
    assert [event.player for event in record.events] == [None, 0, 1]


HEAD = '{"format": "rattus_ai/record", "version": 1, "game": "rattus", "rules": {"players": 2}}'
PLAGUE = '{"chance": "plague italia"}'
PLACE = '{"player": 0, "action": "place gallia"}'


@pytest.mark.parametrize(
    ("lines", "line", "place", "words"),
    [
        ([], 1, "document", "empty"),
        (["{"], 1, "document", "not JSON"),
        ([HEAD, "{"], 2, "document", "not JSON"),
        ([HEAD, PLAGUE, '{"player": 0, "action": "place gallia", "action": "x"}'], 3, "action", "twice"),
        (['{"format": "rattus_ai/position"}'], 1, "format", "read_position"),
        (['{"format": "rattus_ai/record", "game": "chess"}'], 1, "game", "expected rattus"),
        (['{"format": "rattus_ai/record"}'], 1, "game", "missing"),
        (['{"format": "rattus_ai/record", "game": "rattus"}'], 1, "rules.players", "missing"),
        ([HEAD.replace("1", "2", 1)], 1, "version", "expected 1"),
        ([HEAD.replace("2}", "9}")], 1, "rules.players", "from 2 to 6"),
        ([HEAD.replace('"rules"', '"rule"')], 1, "rule", "did you mean rules"),
        ([HEAD[:-1] + ', "players": ["a"]}'], 1, "players", "expected 2"),
        ([HEAD[:-1] + ', "seed": -1}'], 1, "seed", "2**64"),
        ([HEAD[:-1] + ', "start": {}}'], 1, "rules", "rules of its own"),
        (
            ['{"format": "rattus_ai/record", "game": "rattus", "start": {"plague": 1}}'],
            1,
            "start.plague",
            "a text",
        ),
        ([HEAD, "[]"], 2, "document", "expected an object"),
        ([HEAD, "{}"], 2, "document", "neither"),
        ([HEAD, '{"action": "x", "chance": "y"}'], 2, "document", "both"),
        ([HEAD, PLACE], 2, "action", "chance is next"),
        ([HEAD, PLAGUE, PLAGUE], 3, "chance", "player 0 is next"),
        ([HEAD, PLAGUE, "", PLACE, PLACE], 5, "player", "player 1 is to act"),
        ([HEAD, PLAGUE, PLACE.replace("gallia", "galia")], 3, "action", "did you mean gallia"),
        ([HEAD, PLAGUE, PLACE.replace("place", "take")], 3, "action", "no card"),
        ([HEAD, PLAGUE.replace("}", ', "seen": [0]}')], 2, "seen", "everybody can see"),
        ([HEAD, PLAGUE.replace("}", ', "player": 0}')], 2, "player", "no player decides"),
        ([HEAD, PLAGUE, PLACE.replace("0", "7")], 3, "player", "expected a player"),
        ([HEAD, '{"result": [1, 0]}'], 2, "result", "not over"),
        ([HEAD, PLAGUE, '{"acton": "place gallia"}'], 3, "acton", "did you mean action"),
    ],
)
def test_errors_name_the_line(lines: list[str], line: int, place: str, words: str) -> None:
    text = "\n".join(lines)
    error = refused(text if text.startswith("{") else text.encode())
    assert (error.line, error.place, words in error.problem) == (line, place, True), str(error)
    assert f"line {line}" in str(error)


def test_the_end_is_checked() -> None:
    lines = GAME.read_text(encoding="utf-8").splitlines()
    wrong = json.loads(lines[-1])
    wrong["result"] = wrong["result"][::-1]
    assert "the game ended with" in refused([*lines[:-1], json.dumps(wrong)]).problem
    error = refused([*lines, lines[-1]])
    assert (error.line, "last line" in error.problem) == (len(lines) + 1, True)
    assert "after the end" in refused([*lines[:-1], PLACE]).problem
    assert read_record("\n".join(lines[:50])).final().is_terminal() is False


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for source in (tmp_path / "none.jsonl", tmp_path, "a\0b", ""):
        with pytest.raises(RecordError, match="cannot be read"):
            read_record(source)
    with pytest.raises(RecordError, match="expected a path"):
        read_record({"format": "rattus_ai/record"})


@examples(150)
@given(st.data())
def test_damaged_records_give_only_record_errors(data: st.DataObject) -> None:
    lines = GAME.read_bytes().splitlines()[:40]
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(lines) - 1))
        line = bytearray(lines[index])
        at = data.draw(st.integers(0, max(0, len(line) - 1)))
        line[at : at + data.draw(st.integers(0, 6))] = data.draw(st.binary(max_size=6))
        lines[index] = bytes(line)
        if data.draw(st.booleans()):
            lines.insert(
                data.draw(st.integers(0, len(lines))), lines[data.draw(st.integers(0, len(lines) - 1))]
            )
    try:
        read_record(b"\n".join(lines))
    except RecordError as error:
        assert error.line is not None and error.problem and str(error)
