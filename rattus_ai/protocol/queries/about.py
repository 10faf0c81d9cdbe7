"""`version` and `schema`: what the service is, and what its messages look like."""

from __future__ import annotations

from rattus_ai import __version__, schemas
from rattus_ai.bots.levels import DEFAULT_LEVEL, LEVELS
from rattus_ai.games import game_names
from rattus_ai.protocol.asking import no_such_game
from rattus_ai.protocol.messages import QUERY_TYPES, SchemaFields, VersionFields
from rattus_ai.protocol.schemas import answer_schema, query_schemas
from rattus_ai.protocol.work import Result, Work
from rattus_ai.registry import DEFAULT_GAME

PROTOCOL_VERSION = 1


def version(query: VersionFields, work: Work) -> Result:
    """Versions, games, levels, queries and limits."""
    limits = work.limits
    return {
        "version": __version__,
        "protocol": PROTOCOL_VERSION,
        "games": list(game_names()),
        "levels": list(LEVELS),
        "default_level": DEFAULT_LEVEL,
        "queries": list(QUERY_TYPES),
        "limits": {
            "threads": limits.threads,
            "queries": limits.queries,
            "queries_a_caller": limits.queries_a_caller,
            "message_bytes": limits.message_bytes,
            "positions": limits.positions,
            "simulations": limits.simulations,
            "seconds": limits.seconds,
            "memory_mb": limits.memory_mb,
            "files": limits.files,
        },
    }


def schema(query: SchemaFields, work: Work) -> Result:
    """The schema that is asked for."""
    if query.of == "queries":
        return {"schema": query_schemas()}
    if query.of == "answers":
        return {"schema": answer_schema()}
    if query.of == "record":
        return {"schema": schemas.shipped(schemas.RECORD_FILE)}
    name = query.game if query.game is not None else DEFAULT_GAME
    if name not in game_names():
        raise no_such_game(name)
    return {"schema": schemas.shipped(schemas.position_file(name))}
