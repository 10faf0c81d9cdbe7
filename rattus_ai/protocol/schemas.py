"""JSON Schemas of the messages, made from their types."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from rattus_ai.protocol.errors import CODES
from rattus_ai.protocol.messages import QUERY_TYPES
from rattus_ai.protocol.results import RESULT_TYPES, AnswerFields
from rattus_ai.schemas import DIALECT


@functools.cache
def query_schemas() -> dict[str, Any]:
    """Name of a query -> the schema of its message."""
    return {
        name: {"$schema": DIALECT, "title": f"Query: {name}", **msgspec.json.schema(kind)}
        for name, kind in QUERY_TYPES.items()
    }


@functools.cache
def answer_schema() -> dict[str, Any]:
    """The schema of an answer, with the results of all queries among its definitions."""
    parts, definitions = components("#/$defs/{name}")
    codes = {"description": " ".join(f"{code}: {meaning}" for code, meaning in CODES.items())}
    return {
        "$schema": DIALECT,
        "title": "Answer",
        **parts["answer"],
        "$defs": {**definitions, "codes": {"enum": list(CODES), **codes}},
    }


def components(template: str) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """References to the schemas of all messages, and what they refer to.

    Args:
        template: how a reference is written, with `{name}` in it.

    Returns:
        `answer`, `query:NAME` and `result:NAME` -> reference, and name -> schema.
    """
    names = ["answer", *(f"query:{name}" for name in QUERY_TYPES)]
    kinds: list[Any] = [AnswerFields, *QUERY_TYPES.values()]
    for name, types in RESULT_TYPES.items():
        for number, kind in enumerate(types):
            names.append(f"result:{name}" if number == 0 else f"result:{name}:{number}")
            kinds.append(kind)
    references, definitions = msgspec.json.schema_components(kinds, ref_template=template)
    return dict(zip(names, references, strict=True)), definitions
