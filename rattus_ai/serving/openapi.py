"""The OpenAPI document of the service, made from the types of the messages."""

from __future__ import annotations

import functools
from typing import Any

from rattus_ai import __version__
from rattus_ai.protocol.errors import CODES
from rattus_ai.protocol.messages import QUERY_TYPES
from rattus_ai.protocol.schemas import components
from rattus_ai.serving.statuses import STATUSES

PREFIX = "/v1"
CONNECTED = ("cancel", "cancel_all")
"""Queries that need a caller who stays connected: only on the WebSocket."""

_ABOUT = (
    "Opponents, hints, analysis and rules of board games for any frontend. Every message holds all that is"
    " needed to answer it. docs/protocol.md explains each field."
)


@functools.cache
def openapi() -> dict[str, Any]:
    """The document, OpenAPI 3.1."""
    references, definitions = components("#/components/schemas/{name}")
    paths: dict[str, Any] = {
        f"{PREFIX}/query": {"post": _operation("query", "Any query.", _any_query(references), references)}
    }
    for name, kind in QUERY_TYPES.items():
        if name in CONNECTED:
            continue
        # The address says which query it is, so the body need not.
        body = {
            "allOf": [references[f"query:{name}"]],
            "required": [],
            "description": "`query` may be left out.",
        }
        summary = (kind.__doc__ or "").splitlines()[0]
        paths[f"{PREFIX}/{name}"] = {"post": _operation(name, summary, body, references)}
    paths[f"{PREFIX}/socket"] = {
        "get": {
            "summary": "WebSocket: one message a frame each way, answers in any order, all queries.",
            "responses": {"101": {"description": "Switching to the WebSocket protocol."}},
        }
    }
    for path, summary, content in (
        ("/health", "Whether the service takes queries.", "application/json"),
        ("/metrics", "Counts, for Prometheus.", "text/plain"),
        ("/openapi.json", "This document.", "application/json"),
    ):
        paths[path] = {
            "get": {"summary": summary, "responses": {"200": {"description": "OK", "content": {content: {}}}}}
        }
    schemas = {name: _without_query(schema) for name, schema in definitions.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "rattus_ai", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _any_query(references: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {"anyOf": [references[f"query:{name}"] for name in QUERY_TYPES if name not in CONNECTED]}


def _without_query(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a query of which the address may tell the name."""
    if "query" in schema.get("properties", {}) and "query" in schema.get("required", ()):
        return {**schema, "required": [name for name in schema["required"] if name != "query"]}
    return schema


def _operation(
    name: str, summary: str, body: dict[str, Any], references: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    results = [
        reference
        for key, reference in references.items()
        if key.startswith("result:") and (name == "query" or key.split(":")[1] == name)
    ]
    answer = {"allOf": [references["answer"], {"properties": {"result": {"anyOf": results}}}]}
    codes: dict[int, list[str]] = {}
    for code in CODES:
        codes.setdefault(STATUSES[code], []).append(code)
    events = "With `Accept: text/event-stream`: events `partial` and `final`, each an answer."
    responses: dict[str, Any] = {
        "200": {
            "description": f"The final answer. {events}",
            "content": {"application/json": {"schema": answer}, "text/event-stream": {}},
        }
    }
    for status, names in sorted(codes.items()):
        responses[str(status)] = {
            "description": " ".join(f"{code}: {CODES[code]}" for code in names),
            "content": {"application/json": {"schema": references["answer"]}},
        }
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": responses,
    }
