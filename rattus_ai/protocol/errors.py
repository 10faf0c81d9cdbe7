"""What is wrong with a query: a code for programs, the place in the message, and words for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rattus_ai.errors import (
    AmbiguousTextError,
    DocumentError,
    IllegalTextError,
    NotationError,
    OptionError,
    Path,
    RattusAIError,
    ViewError,
    dotted,
)

WHOLE = "message"
"""The place of an error that is about the message as a whole."""

CODES = {
    "not_json": "The line or body is not JSON that can be read; `line` and `column` say where.",
    "too_long": "The message is longer than the service reads.",
    "not_received": "The message did not come in whole, or not in time.",
    "bad_field": "A field is missing, has another type, or is out of range.",
    "unknown_query": "There is no such query.",
    "bad_position": "The position document has a wrong shape or contradicts itself.",
    "bad_option": "A game, a rule, a level or an argument is unknown or cannot be used.",
    "bad_action": "The text of an action is not understood; `candidates` are what may be meant.",
    "ambiguous_action": "The text of an action fits several; `candidates` are these.",
    "illegal_action": "The action is not legal there; `candidates` are what is legal.",
    "bad_view": "The position lacks what this player knows, or he has nothing to decide there.",
    "no_end": "The end of the game is not near enough to be solved, or not in the time given.",
    "no_files": "The message names a file of the server, which this service does not read.",
    "over_limit": "The query asks for more than the service gives; `expected` says how much that is.",
    "busy": "Too many queries are unfinished; ask again later.",
    "id_in_use": "An unfinished query of this caller has the same id.",
    "cancelled": "The query was cancelled, or the connection closed, before there was anything to answer.",
    "no_caller": "Only a caller who stays connected (stdio, WebSocket) can cancel queries.",
    "shutting_down": "The service is about to end and takes no further queries.",
    "internal": "A fault of this software; the service goes on.",
}
"""Every code an error can have, and what it means."""


class QueryError(RattusAIError):
    """A query that cannot be answered.

    Attributes:
        code: one of `CODES`.
        path: where in the message.
        problem: what is wrong there.
        found, expected: what stands there and what should, where that helps.
        candidates: texts the writer may have meant, or that are legal.
        others: further places that take part in a contradiction.
        line, column: place in the text of the message, where it is not JSON.
    """

    def __init__(
        self,
        code: str,
        path: Path,
        problem: str,
        *,
        found: str | None = None,
        expected: str | None = None,
        candidates: Sequence[str] = (),
        others: Sequence[Path] = (),
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(code, problem)
        self.code = code
        self.path = path
        self.problem = problem
        self.found = found
        self.expected = expected
        self.candidates = tuple(candidates)
        self.others = tuple(others)
        self.line = line
        self.column = column

    @property
    def place(self) -> str:
        """The path as text, `position.regions.gallia`."""
        return dotted(self.path) if self.path else WHOLE

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}"

    def plain(self) -> dict[str, Any]:
        """The error as a message holds it."""
        told: dict[str, Any] = {"code": self.code, "place": self.place, "problem": self.problem}
        for name, value in (
            ("found", self.found),
            ("expected", self.expected),
            ("candidates", list(self.candidates)),
            ("others", [dotted(path) for path in self.others]),
            ("line", self.line),
            ("column", self.column),
        ):
            if value is not None and value != []:
                told[name] = value
        return told


_NOTATION_CODES: Sequence[tuple[type[NotationError], str]] = (
    (AmbiguousTextError, "ambiguous_action"),
    (IllegalTextError, "illegal_action"),
    (NotationError, "bad_action"),
)


def as_query_error(error: RattusAIError, path: Path = ()) -> QueryError:
    """An error of the library as that of a query.

    Args:
        error: what was raised.
        path: where in the message the thing stands that it is about; without it the error may know.
    """
    if isinstance(error, QueryError):
        return error
    path = path or error.argument
    if isinstance(error, DocumentError):
        return QueryError(
            "bad_position",
            (*path, *error.path),
            error.problem,
            found=error.found,
            expected=error.expected,
            others=[(*path, *other) for other in error.others],
        )
    if isinstance(error, NotationError):
        code = next(code for kind, code in _NOTATION_CODES if isinstance(error, kind))
        return QueryError(code, path, error.problem, candidates=error.candidates)
    if isinstance(error, OptionError):
        place = path or (error.option,)
        return QueryError("bad_option", place, error.problem, expected=_expected(error.problem))
    if isinstance(error, ViewError):
        return QueryError("bad_view", path or ("position",), str(error), expected=_expected(str(error)))
    return QueryError("bad_option", path, str(error), expected=_expected(str(error)))


def _expected(problem: str) -> str | None:
    """What a message says that it expected; all messages of the library say it in the same words."""
    return problem.partition("expected ")[2].partition("; ")[0].partition(". ")[0] or None
