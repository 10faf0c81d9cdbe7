"""What is wrong with a data file, each problem with its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rattus_ai.errors import OptionError, RattusAIError
from rattus_ai.text.closest import did_you_mean

MAX_PROBLEMS_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a file."""

    file: str
    line: int | None  # counted from 1; None if the problem has no line (a missing file)
    where: str  # for example "edge 3, between"
    found: str
    expected: str
    close: tuple[str, ...] = ()

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        where = f"{self.where}: " if self.where else ""
        return f"{place}: {where}found {self.found}, expected {self.expected}{did_you_mean(self.close)}"


class DataError(RattusAIError):
    """A data file cannot be used. ``problems`` lists everything that is wrong, in the order of the lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:MAX_PROBLEMS_SHOWN]]
        hidden = len(self.problems) - len(lines)
        return "\n".join([*lines, f"... and {hidden} more problems"] if hidden else lines)


def option_error(option: str, error: DataError) -> OptionError:
    """The error about an option that names a file with problems: the first of them, and how many more.

    It is one line; the command that lists all is named where there are several.
    """
    first, *others = map(str, error.problems)
    if others:
        more = "1 more problem" if len(others) == 1 else f"{len(others)} more problems"
        first += f" (and {more}; `rattus-ai data check` lists all)"
    return OptionError(option, first)


def show_value(value: object) -> str:
    """Return a TOML value as short, printable text for a message."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return repr(value) if len(value) <= 40 else f"{value[:37]!r}... ({len(value)} characters)"
        case int():
            return str(value) if abs(value) < 10**20 else "a very large number"
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "a table"
        case _:
            return str(value)
