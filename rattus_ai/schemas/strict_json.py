"""JSON text to Python values, strictly, with the line and column of everything that is wrong.

Duplicate keys, NaN and infinities, text that is not UTF-8, deep nesting and oversize input are refused. Good
text takes the fast way through `msgspec`; what that leaves open is read again by the standard library, and a
still slower scanner only names a place.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

import msgspec

from rattus_ai.errors import DocumentError, Path, shown

MAX_DEPTH = 32
"""Deepest nesting that is always read: the documents of this library need 6.

Nobody counts the levels of a text in which nothing else is wrong, so deeper ones are read as far as the
parsers go, which is some hundred levels; what is deeper yet is refused.
"""

MAX_BYTES = 1 << 20
"""Longest document, in bytes: a long position has about 8 KiB."""

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?", re.ASCII)
_WORD = re.compile(r"\w+")
_CONSTANTS = ("true", "false", "null")
_MAX_DIGITS = 40
_HALF = re.compile(r"\\u[dD]|[\ud800-\udfff]")
_SURROGATES = ("\ud800", "\udfff")
_DECODER = json.JSONDecoder()


class JsonText:
    """A JSON text and its value.

    Attributes:
        value: what `json.loads` would give.
    """

    def __init__(self, text: str | bytes, *, max_bytes: int = MAX_BYTES) -> None:
        """Parses the text.

        Raises:
            DocumentError: the text is no JSON; `line` and `column` say where.
        """
        self._text = _decoded(text, max_bytes)
        found = _plain_value(self._text)
        if found is not None:
            self.value: Any = found
            return
        try:
            self.value = json.loads(self._text, object_pairs_hook=_unique, parse_constant=_refused)
        except (ValueError, RecursionError) as error:
            _Scanner(self._text).scan()
            problem = f"is not JSON that can be read: {error}"
            raise DocumentError((), problem).at(line=1, column=1) from None
        if _HALF.search(self._text):
            self._check_characters()

    def _check_characters(self) -> None:
        """Makes sure that escapes make whole characters: half of one can be neither printed nor written."""
        for path, text in _texts(self.value, ()):
            if any(_SURROGATES[0] <= character <= _SURROGATES[1] for character in text):
                problem = "is not text: an escape stands for half of a character"
                raise self.placed(
                    DocumentError(path, problem, found=shown(text), expected="whole characters")
                )

    def placed(self, error: DocumentError) -> DocumentError:
        """The error with the line and the column of its path in this text."""
        scanner = _Scanner(self._text)
        try:
            scanner.scan()
        except DocumentError as worse:  # the standard library is more tolerant than the scanner
            return worse
        path = error.path
        while path not in scanner.offsets and path:
            path = path[:-1]
        line, column = _line_and_column(self._text, scanner.offsets.get(path, 0))
        return error.at(line=line, column=column)


def _texts(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Every text in a value, keys too, and where it stands."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield path, key
            yield from _texts(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _texts(each, (*path, index))


def _decoded(text: str | bytes, max_bytes: int) -> str:
    if len(text) > max_bytes:
        problem = f"is too long: {len(text)} bytes, at most {max_bytes} are read"
        raise DocumentError((), problem).at(line=1, column=1)
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    text = text.removeprefix(codecs.BOM_UTF8)
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        before = text[: error.start].decode("utf-8", "replace")
        line, column = _line_and_column(before, len(before))
        problem = f"is not UTF-8 text: found the byte 0x{text[error.start]:02x}"
        raise DocumentError((), problem, expected="UTF-8 text").at(line=line, column=column) from None


def _plain_value(text: str) -> object:
    """The value of a text in which nothing can be wrong; None where that takes a closer look.

    Without escapes every colon of the text stands in the value too, unless a key stood twice and one member
    was dropped with its colon.
    """
    if "\\" in text:
        return None
    try:
        value: object = msgspec.json.decode(text)
        return value if msgspec.json.encode(value).count(b":") == text.count(":") else None
    except (ValueError, OverflowError, TypeError, RecursionError):
        return None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key stands twice")
    return members


def _refused(constant: str) -> NoReturn:
    raise ValueError(constant)


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - start + 1


class _Scanner:
    """Reads JSON and remembers where each value starts."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self.offsets: dict[Path, int] = {}

    def scan(self) -> None:
        self._value((), 0)
        self._skip()
        if self._at < len(self._text):
            self._fail((), "the end of the text")

    def _skip(self) -> None:
        match = _SPACE.match(self._text, self._at)
        self._at = match.end() if match else self._at

    def _peek(self) -> str:
        self._skip()
        return self._text[self._at : self._at + 1]

    def _fail(self, path: Path, expected: str, problem: str | None = None) -> NoReturn:
        line, column = _line_and_column(self._text, self._at)
        rest = self._text[self._at : self._at + 20].split("\n")[0]
        end = "the end of the line" if self._at < len(self._text) else "the end of the text"
        found = shown(rest) if rest else end
        problem = problem or f"is not JSON: found {found}, expected {expected}"
        raise DocumentError(path, problem, found=found, expected=expected).at(line=line, column=column)

    def _value(self, path: Path, depth: int) -> None:
        first = self._peek()
        self.offsets[path] = self._at
        if depth > MAX_DEPTH:
            self._fail(path[:4], f"at most {MAX_DEPTH} levels", f"is nested deeper than {MAX_DEPTH} levels")
        if first == "{":
            self._object(path, depth)
        elif first == "[":
            self._array(path, depth)
        elif first == '"':
            self._string(path)
        else:
            self._scalar(path)

    def _object(self, path: Path, depth: int) -> None:
        self._at += 1
        keys: set[str] = set()
        if self._peek() == "}":
            self._at += 1
            return
        while True:
            if self._peek() != '"':
                self._fail(path, "a key in double quotes")
            start = self._at
            key = self._string(path)
            if key in keys:
                self._at = start
                self._fail((*path, key), "each key once", f"the key {shown(key)} stands twice in this object")
            keys.add(key)
            if self._peek() != ":":
                self._fail((*path, key), '":"')
            self._at += 1
            self._value((*path, key), depth + 1)
            following = self._peek()
            if following not in ("}", ","):
                self._fail(path, '"," or "}"')
            self._at += 1
            if following == "}":
                return

    def _array(self, path: Path, depth: int) -> None:
        self._at += 1
        if self._peek() == "]":
            self._at += 1
            return
        index = 0
        while True:
            self._value((*path, index), depth + 1)
            index += 1
            following = self._peek()
            if following not in ("]", ","):
                self._fail(path, '"," or "]"')
            self._at += 1
            if following == "]":
                return

    def _string(self, path: Path) -> str:
        try:
            value, self._at = _DECODER.raw_decode(self._text, self._at)
        except json.JSONDecodeError as error:
            self._at = min(error.pos, len(self._text))
            self._fail(path, "a text in double quotes", f"is not JSON: {error.msg}")
        return str(value)

    def _scalar(self, path: Path) -> None:
        number = _NUMBER.match(self._text, self._at)
        if number and number.end() > self._at:
            if len(number.group()) > _MAX_DIGITS:
                self._fail(path, "a number", f"is a number of {len(number.group())} digits")
            self._at = number.end()
            return
        word = _WORD.match(self._text, self._at)
        if word and word.group() in _CONSTANTS:
            self._at = word.end()
            return
        self._fail(path, "a value")
