"""Messages read: JSON text or plain values in, a typed query or an error out, and always the caller's id."""

from __future__ import annotations

import functools
import logging
from collections.abc import Mapping
from typing import Any

import msgspec

from rattus_ai.errors import DocumentError, Path, listed, shown
from rattus_ai.limits import MAX_SEED
from rattus_ai.protocol.errors import WHOLE, QueryError
from rattus_ai.protocol.messages import MAX_ID, MAX_ID_TEXT, QUERY_TYPES, Query, Seed
from rattus_ai.schemas.strict_json import JsonText
from rattus_ai.schemas.typed import decode, described
from rattus_ai.text.closest import closest, did_you_mean

Message = bytes | str | Mapping[str, Any]
"""JSON text, or what `json.loads` makes of it."""

_ID_EXPECTED = f"a whole number below 2^53, or a printable text of 1 to {MAX_ID_TEXT} characters"
log = logging.getLogger("rattus_ai.protocol")

MAX_WARNINGS = 20
"""Most unknown fields that are told one by one."""


class Received(msgspec.Struct, frozen=True):
    """What came in.

    Attributes:
        id: the caller's, None if there is none that can be used.
        name: which query it is, None if that cannot be told.
        query: the query; None if there is an `error`.
        error: why it cannot be answered, or None.
        warnings: what was passed over, as `place` and `problem`.
    """

    id: int | str | None
    name: str | None
    query: Query | None
    error: QueryError | None
    warnings: tuple[Mapping[str, str], ...] = ()


def read_message(message: Message, max_bytes: int, name: str | None = None) -> Received:
    """A message as a query. Never raises for what somebody may have written.

    Args:
        message: JSON text or plain values.
        max_bytes: longest text that is read.
        name: which query it is, where the message need not say it (the address of a request does).
    """
    identifier: int | str | None = None
    found_name: str | None = name
    try:
        value = _parsed(message, max_bytes) if isinstance(message, (str, bytes)) else message
        if not isinstance(value, Mapping):
            found = shown(value)
            raise QueryError(
                "bad_field", (), f"found {found}, expected an object", found=found, expected="an object"
            )
        identifier = _identifier(value)
        found_name = _name(value, name)
        known = {key: each for key, each in value.items() if key in _fields(found_name)}
        warnings = tuple(_warnings(value, found_name))
        query = _typed({**known, "query": found_name}, found_name)
        return Received(identifier, found_name, query, None, warnings)
    except QueryError as error:
        problem = error
    except Exception as error:
        log.error("fault while reading a message", exc_info=error)
        problem = QueryError("internal", (), f"a fault of this software ({type(error).__name__})")
    return Received(identifier, found_name if found_name in QUERY_TYPES else None, None, problem)


def _parsed(text: bytes | str, max_bytes: int) -> Any:
    if len(text) > max_bytes:
        raise too_long(len(text), max_bytes)
    try:
        return JsonText(text, max_bytes=max_bytes).value
    except DocumentError as error:
        raise QueryError(
            "not_json",
            error.path,
            error.problem,
            found=error.found,
            expected=error.expected,
            line=error.line,
            column=error.column,
        ) from None


def too_long(found: int | None, most: int) -> QueryError:
    """The error about a message of so many bytes; None: more than anybody counted."""
    expected = f"at most {most} bytes"
    size = f"{found} bytes" if found is not None else f"more than {most} bytes"
    return QueryError("too_long", (), f"found {size}, expected {expected}", found=size, expected=expected)


def _identifier(message: Mapping[str, Any]) -> int | str | None:
    """The id of a message; None where it has none.

    Raises:
        QueryError: it cannot be repeated as it stands.
    """
    found = message.get("id")
    if found is None:
        return None
    if isinstance(found, int) and not isinstance(found, bool) and abs(found) <= MAX_ID:
        return found
    if isinstance(found, str) and 1 <= len(found) <= MAX_ID_TEXT and found.isprintable():
        return found
    raise QueryError(
        "bad_field",
        ("id",),
        f"found {shown(found)}, expected {_ID_EXPECTED}",
        found=shown(found),
        expected=_ID_EXPECTED,
    )


def _name(message: Mapping[str, Any], address: str | None) -> str:
    """Which query a message is.

    Raises:
        QueryError: there is no such query, none is named, or the address names another one.
    """
    found = message.get("query", address)
    expected = listed(QUERY_TYPES)
    if found is None:
        raise QueryError(
            "bad_field", ("query",), f"is missing; expected {expected}", found="nothing", expected=expected
        )
    if not isinstance(found, str) or found not in QUERY_TYPES:
        hint = did_you_mean(closest(found, QUERY_TYPES)) if isinstance(found, str) else ""
        problem = f"found {shown(found)}, expected {expected}{hint}"
        raise QueryError("unknown_query", ("query",), problem, found=shown(found), expected=expected)
    if address is not None and found != address:
        problem = f"found {shown(found)}, expected {address}, as the address says"
        raise QueryError("bad_field", ("query",), problem, found=shown(found), expected=address)
    return found


@functools.cache
def _fields(name: str) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(QUERY_TYPES[name]))


def _warnings(message: Mapping[str, Any], name: str) -> list[dict[str, str]]:
    fields = _fields(name)
    unknown = [key for key in message if key not in fields]
    warnings = []
    for key in unknown[:MAX_WARNINGS]:
        hint = did_you_mean(closest(key, fields)) if isinstance(key, str) else ""
        error = QueryError("bad_field", (str(key),), f"{name} has no such field{hint}; it was passed over")
        warnings.append({"place": error.place, "problem": error.problem})
    if len(unknown) > MAX_WARNINGS:
        more = f"{len(unknown) - MAX_WARNINGS} further unknown fields were passed over"
        warnings.append({"place": WHOLE, "problem": more})
    return warnings


def _typed(message: dict[str, Any], name: str) -> Query:
    try:
        query: Query = decode(message, QUERY_TYPES[name])
    except DocumentError as error:
        path: Path = error.path
        raise QueryError(
            "bad_field", path, error.problem, found=error.found, expected=error.expected
        ) from None
    seed = getattr(query, "seed", None)
    if seed is not None and seed > MAX_SEED:
        found, expected = shown(seed), described(Seed)
        problem = f"found {found}, expected {expected}"
        raise QueryError("bad_field", ("seed",), problem, found=found, expected=expected)
    return query
