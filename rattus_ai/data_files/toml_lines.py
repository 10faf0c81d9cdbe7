"""The line of every value of a TOML document, which the parser of the standard library does not tell."""

from __future__ import annotations

import bisect
import re
import tomllib
from collections.abc import Sequence

KeyPath = tuple[str | int, ...]  # place of a value in a TOML document: ("edges", 3, "between", 0)

MAX_DEPTH = 12  # lines are known for values nested up to this depth; a box needs four

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_SPACES = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRINGS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)
_SCALAR = re.compile(r"[^,\]}#\n]*")


class _LineFinder:
    """Finds the line of every key and list element of a TOML text that ``tomllib`` has accepted."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [match.start() for match in re.finditer("\n", text)]
        self.lines: dict[KeyPath, int] = {}
        self.latest: dict[KeyPath, int] = {}  # array of tables -> index of its last table

    def run(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        while self._skip(_BLANK) < len(self.text):
            start = self.at
            if self.text[start] == "[":
                many = self.text.startswith("[[", start)
                self.at += 2 if many else 1
                table = self._table_path(self._keys(), many)
                for length in range(1, min(len(table), MAX_DEPTH) + 1):
                    self.lines.setdefault(table[:length], self._line(start))
                self.at += 2 if many else 1
            else:
                self._pair(table)
        return self.lines

    def _line(self, offset: int) -> int:
        return bisect.bisect_left(self.breaks, offset) + 1

    def _skip(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self.text, self.at)
        if match is not None:
            self.at = match.end()
        return self.at

    def _string(self) -> str:
        for pattern in _STRINGS:
            match = pattern.match(self.text, self.at)
            if match is not None:
                self.at = match.end()
                return match.group()
        raise ValueError("no string here")

    def _keys(self) -> list[str]:
        keys: list[str] = []
        while True:
            self._skip(_SPACES)
            if self.text[self.at] in "\"'":
                keys.append(str(tomllib.loads(f"k = {self._string()}")["k"]))
            else:
                start = self.at
                keys.append(self.text[start : self._skip(_BARE_KEY)])
            self._skip(_SPACES)
            if self.text[self.at] != ".":
                return keys
            self.at += 1

    def _table_path(self, keys: Sequence[str], many: bool) -> KeyPath:
        path: KeyPath = ()
        for number, key in enumerate(keys, 1):
            path += (key,)
            if many and number == len(keys):
                self.latest[path] = self.latest.get(path, -1) + 1
            if path in self.latest:
                path += (self.latest[path],)
        return path

    def _pair(self, table: KeyPath) -> None:
        start = self.at
        path = table
        for key in self._keys():
            path = (*path, key)[:MAX_DEPTH]
            self.lines.setdefault(path, self._line(start))
        self.at += 1  # the equals sign
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        self._skip(_BLANK)
        opening = self.text[self.at]
        if opening in "\"'":
            self._string()
        elif opening in "[{":
            self.at += 1
            index = 0
            while self.text[self._skip(_BLANK)] not in "]}":
                if opening == "{":
                    self._pair(path)
                else:
                    element = (*path, index)[:MAX_DEPTH]
                    self.lines.setdefault(element, self._line(self.at))
                    self._value(element)
                    index += 1
                self._skip(_BLANK)
                if self.text[self.at] == ",":
                    self.at += 1
            self.at += 1
        else:
            self._skip(_SCALAR)


def toml_lines(text: str) -> dict[KeyPath, int]:
    """Return the line (from 1) of every key, table and list element of a valid TOML ``text``.

    Nesting too deep for the interpreter, which no data file has, gives what was found so far.
    """
    finder = _LineFinder(text)
    try:
        return finder.run()
    except (RecursionError, IndexError, ValueError):
        return finder.lines
