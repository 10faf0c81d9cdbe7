"""The shipped JSON Schemas: as generated, and true to the examples."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rattus_ai import schemas
from rattus_ai.games import game_names, load_game
from rattus_ai.positions import read_position
from rattus_ai.schemas.__main__ import main

EXAMPLES = Path(__file__).parent.parent / "examples"
TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
KNOWN = {
    "$ref",
    "$defs",
    "$schema",
    "title",
    "description",
    "default",
    "examples",
    "anyOf",
    "enum",
    "type",
    "minimum",
} | {
    "maximum",
    "minItems",
    "maxItems",
    "items",
    "properties",
    "required",
    "additionalProperties",
}


def valid(value: Any, schema: Any, root: Any) -> bool:
    """A validator of the part of JSON Schema that the shipped files use."""
    if schema in (True, {}):
        return True
    if schema is False:
        return False
    assert set(schema) <= KNOWN, schema
    if "$ref" in schema:
        return valid(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in schema:
        return any(valid(value, each, root) for each in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    kind = schema.get("type")
    if kind is not None and (
        not isinstance(value, TYPES[kind]) or (kind != "boolean" and isinstance(value, bool))
    ):
        return False
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return schema.get("minimum", value) <= value <= schema.get("maximum", value)
    if isinstance(value, list):
        count = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        return count and all(valid(each, schema.get("items", {}), root) for each in value)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        other = schema.get("additionalProperties", {})
        return all(key in value for key in schema.get("required", ())) and all(
            valid(each, known.get(key, other), root) for key, each in value.items()
        )
    return True


def test_shipped_schemas_are_the_generated_ones(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    names = {schemas.RECORD_FILE, *map(schemas.position_file, game_names())}
    assert {path.name for path in tmp_path.iterdir()} == names
    folder = Path(schemas.__file__).parent
    for name in names:
        assert (folder / name).read_text(encoding="utf-8") == (tmp_path / name).read_text(encoding="utf-8"), (
            f"{name} is old: run `python -m rattus_ai.schemas`"
        )
    assert main(["--help"]) == 2


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_examples_are_valid(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    schema = schemas.shipped(schemas.position_file(document["game"]))
    assert valid(document, schema, schema)
    assert valid(json.loads(json.dumps(read_position(path).to_document())), schema, schema)


def test_record_lines_are_valid() -> None:
    schema = schemas.shipped(schemas.RECORD_FILE)
    for line in (EXAMPLES / "game-3p.jsonl").read_text(encoding="utf-8").splitlines():
        assert valid(json.loads(line), schema, schema)


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn": {"stage": "mian"}},
        {"palace": [-1]},
        {"owner": {}},
        {"regions": {"gallia": {"rats": [1]}}},
        {"version": 2},
    ],
    ids=str,
)
def test_wrong_documents_are_invalid(wrong: dict[str, Any]) -> None:
    schema = schemas.shipped("position-rattus.schema.json")
    document = load_game("rattus", players=2).new_position(seed=1).to_document()
    assert valid(json.loads(json.dumps(document)), schema, schema)
    assert not valid({**document, **wrong}, schema, schema)


def test_the_example_in_the_documentation_is_the_example() -> None:
    text = (EXAMPLES.parent / "docs" / "formats.md").read_text(encoding="utf-8")
    block = text.split("```json\n")[1].split("```")[0]
    assert block == (EXAMPLES / "worked-example-4p.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", game_names())
def test_every_field_is_described_in_the_documentation(game: str) -> None:
    docs = EXAMPLES.parent / "docs"
    pages = (path for path in (docs / "formats.md", docs / f"{game}.md") if path.exists())
    text = "".join(path.read_text(encoding="utf-8") for path in pages)
    for name in (schemas.position_file(game), schemas.RECORD_FILE):
        for component in schemas.shipped(name)["$defs"].values():
            for field in component.get("properties", {}):
                assert re.search(rf"`{field}`", text), f"{name}: {component['title']}.{field}"
