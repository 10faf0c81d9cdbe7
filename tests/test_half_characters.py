"""A Python text may hold half of a character; no document, option or name may."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from game_options import options_of_games

from rattus_ai import RattusAIError, load_game, read_position
from rattus_ai.games import definition

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.json"))
HALF = "\ud800"


def changed(value: Any) -> Iterator[Any]:
    """The value with each of its texts replaced in turn."""
    if isinstance(value, str):
        yield HALF
        yield value + HALF
    elif isinstance(value, dict):
        for name, part in value.items():
            yield {(HALF if name == each else each): below for each, below in value.items()}
            for other in changed(part):
                yield {**value, name: other}
    elif isinstance(value, list):
        for place, part in enumerate(value):
            for other in changed(part):
                yield [*value[:place], other, *value[place + 1 :]]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_documents(path: Path) -> None:
    document = read_position(path).to_document()
    game = definition(json.loads(path.read_text(encoding="utf-8"))["game"])
    documents = list(changed(document))
    assert len(documents) > 20
    for wrong in documents:
        with pytest.raises(RattusAIError):
            game.read_document(wrong)


@pytest.mark.parametrize(("game", "options"), options_of_games())
def test_options(game: str, options: dict[str, Any]) -> None:
    """Texts of the options as they are given and in full, names of options, and names of files."""
    full = dict(load_game(game, **options).options)
    files = [{**options, key: HALF} for key in definition(game).file_options]
    wrong = [*changed(options), *changed(full), *files]
    assert len(wrong) > len(full)
    for each in wrong:
        with pytest.raises(RattusAIError):
            load_game(game, **each)
