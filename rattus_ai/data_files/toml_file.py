"""TOML files read safely, the user's own and those of the package, with the line of every value."""

from __future__ import annotations

import functools
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from rattus_ai.data_files.problems import DataError, Problem, show_value
from rattus_ai.data_files.toml_lines import KeyPath, toml_lines
from rattus_ai.text.closest import closest
from rattus_ai.text.file_names import unreadable

FilePath: TypeAlias = "str | os.PathLike[str]"
Data = TypeVar("Data")

MAX_FILE_BYTES = 262_144  # some twenty times a full box; larger files are not data of a board game
MAX_LINE_DOTS = 200  # a key with thousands of dotted parts would keep the TOML parser busy for hours
_WANTED = "a TOML text file"


@dataclass(frozen=True, slots=True)
class TomlFile:
    """A parsed TOML document together with where everything stands in it."""

    source: str  # the file, for messages
    data: Mapping[str, Any]
    lines: Mapping[KeyPath, int]
    shipped: bool

    def line(self, path: KeyPath) -> int | None:
        """Return the line of ``path``, or of the nearest thing around it that has one."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path[:-1]
        return None


def read_toml(path: FilePath) -> TomlFile:
    """Read a TOML file of the user's.

    Raises:
        DataError: the file is missing, no ordinary file, unreadable, too large, empty, not UTF-8 or not TOML.
    """
    source = "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in os.fspath(path)
    )
    try:
        content = _content(Path(path), source)
    except OSError as error:
        raise _failure(source, f"an error of the operating system ({unreadable(path, error)})") from None
    except DataError:
        raise
    except ValueError as error:
        found = f"no usable file name ({error})"
        raise _failure(source, found, "the path of a TOML text file") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"the byte 0x{content[error.start]:02x}, which is no UTF-8 text"
        raise _failure(source, found, line=content.count(b"\n", 0, error.start) + 1) from None
    return _parse(text, source, shipped=False)


def read_shipped(*names: str) -> TomlFile:
    """Read a TOML file of the package, named by its path below ``rattus_ai/data``."""
    text = resources.files("rattus_ai.data").joinpath(*names).read_text(encoding="utf-8")
    return _parse(text, f"shipped {names[-1]}", shipped=True)


def load_checked(parse: Callable[[TomlFile], Data], path: FilePath | None, *shipped: str) -> Data:
    """Return what a file holds, checked: the user's own, or the shipped one, which is checked once.

    Args:
        parse: checks a parsed file; raises DataError with every problem.
        path: a file of the user's; None for the shipped one.
        shipped: the path of that one below ``rattus_ai/data``.

    Raises:
        DataError: with every problem of the file.
    """
    return _shipped(parse, shipped) if path is None else parse(read_toml(path))


@functools.cache
def _shipped(parse: Callable[[TomlFile], Data], names: tuple[str, ...]) -> Data:
    return parse(read_shipped(*names))


def _failure(
    source: str,
    found: str,
    expected: str = _WANTED,
    line: int | None = None,
    where: str = "",
    close: tuple[str, ...] = (),
) -> DataError:
    return DataError([Problem(source, line, where, found, expected, close)])


def _content(file: Path, source: str) -> bytes:
    if file.is_dir():
        raise _failure(source, "a directory")
    if not file.exists():
        try:
            beside = [entry.name for entry in file.parent.iterdir()]
        except OSError:
            beside = []
        raise _failure(source, "no such file", close=closest(file.name, beside))
    if not file.is_file():
        raise _failure(source, "a device or pipe")
    with file.open("rb") as stream:
        content = stream.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        expected = f"{_WANTED} of at most {MAX_FILE_BYTES} bytes"
        raise _failure(source, f"more than {MAX_FILE_BYTES} bytes", expected)
    return content


def _parse(text: str, source: str, shipped: bool) -> TomlFile:
    text = text.replace("\r\n", "\n")
    if not text.strip():
        raise _failure(source, "an empty file")
    for number, line_text in enumerate(text.split("\n"), 1):
        dots = line_text.count(".")
        if dots > MAX_LINE_DOTS:
            raise _failure(source, f"a line with {dots} dots", f"at most {MAX_LINE_DOTS}", number)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise _failure(source, "lists nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, and numbers beyond the interpreter's limit
        message = str(error)
        line, where = None, ""
        place = re.search(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)", message)
        if place is not None:
            message = message[: place.start()]
            line = int(place[1]) if place[1] else text.rstrip("\n").count("\n") + 1
            where = f" at column {place[2]}" if place[2] else " at the end of the file"
        wrong = "" if line is None else f" in {show_value(text.split(chr(10))[line - 1].strip())}"
        found = f"a mistake in the TOML syntax{where}{wrong} ({message[:1].lower()}{message[1:]})"
        raise _failure(source, found, "valid TOML", line) from None
    return TomlFile(source, data, toml_lines(text), shipped)
