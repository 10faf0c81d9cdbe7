"""JSON Schemas of position documents and records, generated from the types that read them, and shipped.

`python -m rattus_ai.schemas` writes them anew; see `docs/formats.md` for the documents in words.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

DIALECT = "https://json-schema.org/draft/2020-12/schema"
RECORD_FILE = "record.schema.json"


def position_file(game: str) -> str:
    """The file name of the schema of a game's position documents."""
    return f"position-{game}.schema.json"


def generated() -> dict[str, dict[str, Any]]:
    """File name -> schema, for the position documents of every game and for records."""
    import msgspec

    from rattus_ai import records
    from rattus_ai.games import definition, game_names

    schemas: dict[str, dict[str, Any]] = {}
    for name in game_names():
        schema = msgspec.json.schema(definition(name).document_type)
        schemas[position_file(name)] = {"$schema": DIALECT, "title": f"Position document: {name}", **schema}
    kinds = (records.HeaderLine, records.EventLine, records.ResultLine)
    lines, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    title = "A line of a game record: the header first, then events, then the result"
    schemas[RECORD_FILE] = {"$schema": DIALECT, "title": title, "anyOf": list(lines), "$defs": components}
    return schemas


def text(schema: dict[str, Any]) -> str:
    """A schema as it stands in its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def shipped(file_name: str) -> dict[str, Any]:
    """A schema as it is shipped.

    Raises:
        FileNotFoundError: there is no such schema.
    """
    schema: dict[str, Any] = json.loads((resources.files(__name__) / file_name).read_text(encoding="utf-8"))
    return schema
