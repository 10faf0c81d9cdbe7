"""Drawings and tables of Istanbul positions.

`RATTUS_AI_UPDATE_GOLDEN=1` writes the drawing that is compared anew.
"""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from istanbul_games import VARIANTS, busy_positions

from rattus_ai.errors import RattusAIError
from rattus_ai.istanbul.core import export_state
from rattus_ai.positions import Position, read_position
from rattus_ai.text.colours import FILLS

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "istanbul-midgame-4p.json"
GOLDEN = ROOT / "tests" / "golden" / "istanbul-midgame-4p.svg"


def titles(drawing: str) -> list[str]:
    """What the parts of a drawing say when pointed at."""
    tree = ElementTree.fromstring(drawing)
    return [each.text or "" for each in tree.iter("{http://www.w3.org/2000/svg}title")]


def test_golden() -> None:
    position = read_position(EXAMPLE)
    drawing = position.game.draw(position)
    if os.environ.get("RATTUS_AI_UPDATE_GOLDEN") == "1":
        GOLDEN.write_text(drawing, encoding="utf-8")
    assert drawing == GOLDEN.read_text(encoding="utf-8")


def test_everything_on_the_board_is_drawn() -> None:
    position = read_position(EXAMPLE)
    state = export_state(position)
    said = titles(position.game.draw(position))
    for player, name in enumerate(position.players or ()):
        assert said.count(f"{name}: merchant, {state['stack'][player]} assistants") == 1
        assert said.count(f"{name}: assistant") == len(state["assistants"][player])
        assert said.count(f"{name}: family member") == 1
    for figure in ("governor", "smuggler", "coffee trader"):
        assert said.count(figure) == 2  # on its place and in the legend
    assert said.count("barrier (Blue)") == 1
    assert said.count("rubies: 8") == 1
    drawing = position.game.draw(position)
    assert FILLS["red"][0] in drawing and FILLS["green"][0] in drawing


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_random_positions_can_be_drawn_and_printed(options: dict[str, Any]) -> None:
    for step, position in enumerate(busy_positions(6, 1200, **options)):
        if step % 60 and not position.is_terminal():
            continue
        for language in position.game.languages:
            drawing = position.game.draw(position, language)
            root = ElementTree.fromstring(drawing)
            width, height = float(root.get("width", "")), float(root.get("height", ""))
            assert width > 1000 and height > 500
            assert not re.search(r"(?:NaN|inf|None)\b", drawing)
            summary = position.game.summary(position, language)
            grid, players = summary.tables
            assert len(grid.rows) == 4 and len(players.rows) == position.game.num_players
            for table in summary.tables:
                assert all(len(row) == len(table.columns) for row in table.rows)


def test_a_view_shows_no_card_of_others() -> None:
    position = next(
        each.copy()
        for seed in range(20)
        for each in busy_positions(seed, players=3, expansion=True)
        if sum(export_state(each)["secret"][1]) > 1 and export_state(each)["guild_hand"][1]
    )
    seen = position.view(0)
    everything, known = position.game.draw(position), position.game.draw(seen)
    cards = sum(export_state(position)["secret"][1])
    assert f"bonus cards: {cards}</text>" in known and f"bonus cards: {cards}</text>" not in everything
    rows = position.game.summary(seen).tables[1].rows
    assert rows[1][7][0].text.endswith(f"{cards} ?")
    assert position.game.summary(position).tables[1].rows[1][7][0].text.count("?") == 0


def test_languages() -> None:
    position = read_position(EXAMPLE)
    greek = position.game.draw(position, "Greek")
    assert "Καφενείο" in greek and "Coffee House" not in greek
    with pytest.raises(RattusAIError, match="expected one of en"):
        position.game.draw(position, "klingon")
    with pytest.raises(RattusAIError, match="expected one of en"):
        position.game.summary(position, "hu")


def test_texts_are_escaped() -> None:
    document = read_position(EXAMPLE).to_document()
    document["players"] = ["<b>", "a&b", "c", "d"]
    position: Position = read_position(document)
    drawing = position.game.draw(position)
    ElementTree.fromstring(drawing)
    assert "<b>" not in drawing and "&lt;b&gt;" in drawing
