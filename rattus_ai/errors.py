"""The errors that reach a user, each with the place, what was found and what was expected.

All of them are `RattusAIError`, which is a `ValueError`; catching that one class is enough for a program that
reads what other people wrote.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Self

Path = tuple[str | int, ...]
"""Where a value stands in a JSON document: keys and indices from the outside in."""

_PLAIN_KEY = re.compile(r"[^\W\d]\w*\Z")
_SHOWN = 60
"""Longest piece of somebody's input that a message repeats, in characters."""


def dotted(path: Path) -> str:
    """A path as text, `regions.gallia.rats[1].token`; the whole document is `document`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif len(step) <= _SHOWN and _PLAIN_KEY.match(step):
            text += f".{step}" if text else step
        else:
            text += f"[{shown(step)}]"
    return text or "document"


def shown(value: object) -> str:
    """A value as JSON, cut to one short line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    text = "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text
    )
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def listed(items: Iterable[str], last: str = "or") -> str:
    """`a, b or c`; an empty list is `nothing`."""
    words = list(items)
    if len(words) < 2:
        return words[0] if words else "nothing"
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


class RattusAIError(ValueError):
    """Base of all errors of this library that are about somebody's input.

    Attributes:
        argument: which argument of a call it is about and where in it, `("include", 0, 2)`; empty where that
            is not known or said otherwise.
    """

    argument: Path = ()

    def about(self, *argument: str | int) -> Self:
        """This error with what is known about the argument."""
        self.argument = argument
        return self


class OptionError(RattusAIError):
    """A game or one of its options is unknown or cannot be used.

    Attributes:
        option: name of the option, or "game".
        problem: what is wrong with it.
    """

    def __init__(self, option: str, problem: str) -> None:
        super().__init__(option, problem)
        self.option = option
        self.problem = problem

    def __str__(self) -> str:
        return f"{dotted(self.argument) if self.argument else self.option}: {self.problem}"


class DocumentError(RattusAIError):
    """A position document or a record is not JSON, has a wrong shape, or contradicts itself.

    Attributes:
        path: where, as keys and indices; `place` is the same as text.
        others: further places that take part in a contradiction.
        found: what stands there, as JSON; None if the message needs no repetition.
        expected: what should stand there, in words; None for contradictions.
        source: name of the file, if there is one.
        line, column: place in the text, counted from 1, if there is a text.
    """

    def __init__(
        self,
        path: Path,
        problem: str,
        *,
        found: str | None = None,
        expected: str | None = None,
        others: Sequence[Path] = (),
    ) -> None:
        super().__init__(problem)
        self.path = path
        self.problem = problem
        self.found = found
        self.expected = expected
        self.others = tuple(others)
        self.source: str | None = None
        self.line: int | None = None
        self.column: int | None = None

    @property
    def place(self) -> str:
        """The path as text, for example `regions.gallia.rats[1].token`."""
        return dotted(self.path)

    @property
    def other_places(self) -> tuple[str, ...]:
        """The other places of a contradiction as text."""
        return tuple(dotted(path) for path in self.others)

    def at(
        self, *, source: str | None = None, line: int | None = None, column: int | None = None
    ) -> DocumentError:
        """This error with what is known about the file and the place in its text."""
        self.source = source if source is not None else self.source
        self.line = line if line is not None else self.line
        self.column = column if column is not None else self.column
        return self

    def __str__(self) -> str:
        where = self.source or ""
        if self.line is not None:
            where += f"{', ' if where else ''}line {self.line}"
            if self.column is not None:
                where += f", column {self.column}"
        return f"{where}: {self.place}: {self.problem}" if where else f"{self.place}: {self.problem}"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.path, self.problem, self.__dict__.copy(), type(self))


class RecordError(DocumentError):
    """A game record cannot be read or does not replay; `line` is the line of the record."""


def _restored(
    path: Path, problem: str, fields: dict[str, object], kind: type[DocumentError]
) -> DocumentError:
    error = kind(path, problem)
    error.__dict__.update(fields)
    return error


class NotationError(RattusAIError):
    """Base of the errors about the text of an action or a chance outcome.

    Attributes:
        text: what was to be understood.
        candidates: canonical texts the writer may have meant.
    """

    def __init__(self, text: str, problem: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(text, problem, tuple(candidates))
        self.text = text
        self.problem = problem
        self.candidates = tuple(candidates)

    def __str__(self) -> str:
        return self.problem


class UnknownTextError(NotationError):
    """A word of the text is no verb or no name of this game."""


class AmbiguousTextError(NotationError):
    """The text fits more than one action."""


class IllegalTextError(NotationError):
    """The text is understood, but the action is not legal in this position."""


class ViewError(RattusAIError):
    """The position does not hold what the asked-for view needs."""
