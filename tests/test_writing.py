"""Files are written whole or not at all, and what is no file is not replaced by one."""

from __future__ import annotations

import os
import stat
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rattus_ai.bots import parse_agent
from rattus_ai.cli.play import app as play
from rattus_ai.errors import RattusAIError
from rattus_ai.schemas.writing import write_atomically
from rattus_ai.text.colours import COLOURS, player_colours

EXAMPLE = str(Path(__file__).parent.parent / "examples" / "midgame-3p.json")


def test_an_old_file_is_replaced_in_one_step(tmp_path: Path) -> None:
    target = tmp_path / "a.json"
    write_atomically(target, "old")
    write_atomically(target, "new")
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    thread = threading.Thread(target=lambda: read.append(pipe.read_text()))
    thread.start()
    write_atomically(pipe, "through")
    thread.join(10)
    assert read == ["through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_record_is_not_begun_when_the_position_cannot_be_written(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    words = [EXAMPLE, "place gallia", "-o", str(tmp_path / "missing" / "x.json"), "--record", str(record)]
    assert CliRunner().invoke(play, words).exit_code != 0
    assert not record.exists()


def test_one_file_for_two_things_is_refused(tmp_path: Path) -> None:
    same = str(tmp_path / "x.jsonl")
    result = CliRunner().invoke(play, [EXAMPLE, "place gallia", "-o", same, "--record", same])
    assert isinstance(result.exception, RattusAIError)
    assert "same file" in str(result.exception)


def test_players_named_like_a_colour_have_it() -> None:
    assert player_colours(None, 3) == COLOURS[:3]
    assert player_colours(["Anna", "green", "blue"], 3) == ("red", "green", "blue")
    assert player_colours(["Zöld", "BLUE", "x", "y"], 4)[1] == "blue"
    assert len(set(player_colours(["green", "a", "red", "b", "c", "d"], 6))) == 6


@pytest.mark.parametrize(
    "text",
    [
        "ismcts:5,exploration=nan",
        "ismcts:5,exploration=-1",
        "ismcts:5,horizon=-5",
        "ismcts:5,horizon=99999999999",
        "ismcts:5,horizon=3,horizon=4",
        "expectimax:1,nodes=-1",
        "expectimax:1,width=-3",
        "expectimax:1,width=99999999999",
    ],
)
def test_settings_out_of_range_are_named(text: str) -> None:
    with pytest.raises(RattusAIError, match=r"exploration|horizon|nodes|width"):
        parse_agent(text)
