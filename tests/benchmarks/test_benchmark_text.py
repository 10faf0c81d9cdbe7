"""Speed of documents, notation and records (`pytest --benchmark-only`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rattus_ai import load_game, read_position, read_record
from rattus_ai.bench.positions import example

EXAMPLES = Path(__file__).parents[2] / "examples"
DOCUMENTS = sorted(EXAMPLES.glob("*.json"))


@pytest.mark.benchmark(group="documents")
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_read_position(benchmark: Any, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    benchmark(read_position, text, directory=EXAMPLES)


@pytest.mark.benchmark(group="documents")
def test_read_position_of_a_whole_document(benchmark: Any) -> None:
    text = json.dumps(example().to_document())
    benchmark(read_position, text)


@pytest.mark.benchmark(group="documents")
@pytest.mark.parametrize("viewer", [None, 0], ids=["everything", "one player"])
def test_to_document(benchmark: Any, viewer: int | None) -> None:
    benchmark(example().to_document, viewer)


@pytest.mark.benchmark(group="documents")
def test_read_record(benchmark: Any) -> None:
    (path,) = EXAMPLES.glob("*.jsonl")
    benchmark(lambda: read_record(path).final())


@pytest.mark.benchmark(group="documents")
@pytest.mark.parametrize("players", [2, 4])
def test_load_game(benchmark: Any, players: int) -> None:
    benchmark(load_game, "rattus", players=players)


@pytest.mark.benchmark(group="notation")
def test_texts_of_all_legal_actions(benchmark: Any) -> None:
    benchmark(example().legal_texts)


@pytest.mark.benchmark(group="notation")
@pytest.mark.parametrize("style", ["canonical", "sloppy", "other language"])
def test_parse(benchmark: Any, style: str) -> None:
    position = example()
    action = position.legal_actions()[-1]
    language = "hu" if style == "other language" else "en"
    text = position.text(action, language)
    if style == "sloppy":
        text = f"  {text.upper()} "
    assert benchmark(position.parse, text, language) == action
