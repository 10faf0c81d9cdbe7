"""Taking values out of a TOML file while collecting everything that is wrong with them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rattus_ai.data_files.problems import DataError, Problem, show_value
from rattus_ai.data_files.provenance import PROVENANCES, Provenance
from rattus_ai.data_files.toml_file import TomlFile
from rattus_ai.data_files.toml_lines import KeyPath
from rattus_ai.text.closest import closest, fold

SCHEMA = 1  # version of the data files

Text = TypeVar("Text", bound=str)


class Checker:
    """Collects the problems of one TOML file while its values are taken out, so that all are reported."""

    def __init__(self, file: TomlFile) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.default: Provenance | None = None  # the document's own, for entries without one; see `head`

    def problem(
        self, path: KeyPath, where: str, found: str, expected: str, close: tuple[str, ...] = ()
    ) -> None:
        """Note a problem at ``path``."""
        self.problems.append(Problem(self.file.source, self.file.line(path), where, found, expected, close))

    def note(self, path: KeyPath, text: str) -> None:
        """Note a remark at ``path`` that is no error."""
        line = self.file.line(path)
        self.notes.append(f"{self.file.source}:{line}: {text}" if line else f"{self.file.source}: {text}")

    def finish(self) -> None:
        """Raise :class:`DataError` if any problem was noted."""
        if self.problems:
            raise DataError(sorted(self.problems, key=lambda problem: problem.line or 0))

    def keys(
        self,
        table: Mapping[str, Any],
        path: KeyPath,
        where: str,
        required: Sequence[str],
        optional: Sequence[str],
    ) -> None:
        """Note missing and unknown keys of ``table``."""
        known = (*required, *optional)
        for key in table:
            if key not in known:
                expected = f"one of the keys {', '.join(known)}"
                self.problem((*path, key), where, f"the key {show_value(key)}", expected, closest(key, known))
        for key in required:
            if key not in table:
                self.problem(path, where, f"no key '{key}'", f"a line {key} = ...")

    def head(self, kind: str, required: Sequence[str], optional: Sequence[str] = ()) -> str:
        """Check the keys of the document, its schema version, kind and provenance; return the title."""
        data = self.file.data
        self.keys(data, (), "", ("schema", "kind", *required), ("title", *optional, "provenance"))
        if "schema" in data and (type(data["schema"]) is not int or data["schema"] != SCHEMA):
            self.problem(("schema",), "schema", show_value(data["schema"]), f"{SCHEMA}")
        if "kind" in data and data["kind"] != kind:
            self.problem(("kind",), "kind", show_value(data["kind"]), f'"{kind}"')
        title = self.text(data, "title", (), "", default="")
        self.default = self.choice(data, "provenance", (), "", PROVENANCES)
        return title

    def rows(
        self, key: str, *, many: str, one: str, low: int, high: int, example: str, short: str | None = None
    ) -> Iterator[Row]:
        """Yield the tables of the list at the document's ``key``, noting what is no list or no table.

        Args:
            key: the list; a missing one has no rows (:meth:`keys` notes missing keys).
            many, one: what messages call the entries and, with its number, a single entry.
            low, high: how many entries there may be.
            example: an entry, for messages.
            short: an entry that is a text alone stands for a table with the text at this key.
        """
        entries = self.file.data.get(key, ())
        if key in self.file.data and not isinstance(entries, list):
            self.problem((key,), key, show_value(entries), f"a list of {many}")
            return
        if key in self.file.data and not low <= len(entries) <= high:
            self.problem((key,), key, f"{len(entries)} {many}", f"{low} to {high}")
        for index, entry in enumerate(entries):
            where = f"{one} {index + 1}"
            if short is not None and isinstance(entry, str):
                entry = {short: entry}
            table = self.table(entry, (key, index), where, example)
            if table is not None:
                yield Row(self, table, (key, index), where)

    def section(self, key: str, example: str) -> Row:
        """Return the table at the document's ``key``, an empty one where it is missing.

        Args:
            key: of the table.
            example: a table, for messages.
        """
        return self._row(self.file.data, key, (key,), key, example)

    def _row(self, holder: Mapping[str, Any], key: str, path: KeyPath, where: str, example: str) -> Row:
        found = self.table(holder[key], path, where, example) if key in holder else None
        return Row(self, found or {}, path, where)

    def text(
        self, table: Mapping[str, Any], key: str, path: KeyPath, where: str, default: str | None = None
    ) -> str:
        """Return the text at ``key``; a missing key gives ``default`` (:meth:`keys` notes missing keys)."""
        if key not in table:
            return default or ""
        value = table[key]
        if not isinstance(value, str) or (default is None and not value.strip()):
            self.problem((*path, key), _join(where, key), show_value(value), "a text in quotation marks")
            return default or ""
        return unicodedata.normalize("NFC", value.strip())

    def choice(
        self, table: Mapping[str, Any], key: str, path: KeyPath, where: str, choices: Sequence[Text]
    ) -> Text | None:
        """Return the value at ``key`` if it is one of ``choices``, else note the problem and return None."""
        if key not in table:
            return None
        value = table[key]
        for known in choices:
            if known == value:
                return known
        near = closest(value, choices) if isinstance(value, str) else ()
        self.problem((*path, key), _join(where, key), show_value(value), f"one of {', '.join(choices)}", near)
        return None

    def number(self, value: object, path: KeyPath, where: str, low: int, high: int) -> int | None:
        """Return ``value`` if it is a whole number from ``low`` to ``high``, else note the problem."""
        if type(value) is int and low <= value <= high:
            return value
        self.problem(path, where, show_value(value), f"a whole number from {low} to {high}")
        return None

    def table(self, value: object, path: KeyPath, where: str, example: str) -> dict[str, Any] | None:
        """Return ``value`` if it is a table, else note the problem."""
        if isinstance(value, dict):
            return value
        self.problem(path, where, show_value(value), f"a table like {example}")
        return None

    def provenance(
        self, table: Mapping[str, Any], path: KeyPath, where: str, default: Provenance | None
    ) -> Provenance | None:
        """Return the provenance of an entry, noting the problem if there is none."""
        if "provenance" in table:
            return self.choice(table, "provenance", path, where, PROVENANCES)
        if default is None and "provenance" not in self.file.data:
            expected = f"provenance = one of {', '.join(PROVENANCES)}"
            self.problem(path, where, "no key 'provenance'", expected)
        return default


@dataclass(slots=True)
class Row:
    """A table of the document with its place; its methods are those of :class:`Checker` at that place."""

    check: Checker
    table: Mapping[str, Any]
    path: KeyPath
    where: str  # what messages call it

    def spot(self, key: str) -> tuple[KeyPath, str]:
        """Return the path of ``key`` and what messages call it."""
        return (*self.path, key), _join(self.where, key)

    def keys(self, required: Sequence[str], optional: Sequence[str]) -> None:
        """Note missing and unknown keys."""
        self.check.keys(self.table, self.path, self.where, required, optional)

    def problem(self, key: str, found: str, expected: str) -> None:
        """Note a problem with the value at ``key``."""
        self.check.problem(*self.spot(key), found, expected)

    def text(self, key: str, default: str | None = None) -> str:
        """Return the text at ``key``; a missing key gives ``default``."""
        return self.check.text(self.table, key, self.path, self.where, default)

    def new_text(self, key: str, seen: dict[str, int | None]) -> str:
        """Return the text at ``key``, which no other row may have, not even in other letters.

        Args:
            key: of the text.
            seen: folded texts of the rows before with their lines; this one is added.
        """
        text = self.text(key)
        folded = fold(text)
        if text and folded in seen:
            expected = f"{key}s that differ; line {seen[folded]} has it already"
            self.problem(key, show_value(text), expected)
        seen.setdefault(folded, self.check.file.line((*self.path, key)))
        return text

    def choice(self, key: str, choices: Sequence[Text]) -> Text | None:
        """Return the value at ``key`` if it is one of ``choices``."""
        return self.check.choice(self.table, key, self.path, self.where, choices)

    def number(self, key: str, low: int, high: int) -> int | None:
        """Return the number at ``key`` if it is from ``low`` to ``high``; None for a missing key."""
        return self.check.number(self.table[key], *self.spot(key), low, high) if key in self.table else None

    def numbers(self, key: str, low: int, high: int, fewest: int, most: int) -> tuple[int, ...] | None:
        """Return the list at ``key`` of numbers from ``low`` to ``high``; None for a missing or wrong one."""
        if key not in self.table:
            return None
        value = self.table[key]
        path, where = self.spot(key)
        if not isinstance(value, list) or not fewest <= len(value) <= most:
            count = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            self.problem(key, show_value(value), f"a list of {count} whole numbers")
            return None
        found = [
            self.check.number(each, (*path, index), where, low, high) for index, each in enumerate(value)
        ]
        numbers = tuple(number for number in found if number is not None)
        return numbers if len(numbers) == len(found) else None

    def section(self, key: str, example: str) -> Row:
        """Return the table at ``key``; an empty one where there is none (:meth:`keys` notes it)."""
        return self.check._row(self.table, key, *self.spot(key), example)

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false at ``key``; a missing key gives ``default``."""
        value = self.table.get(key, default)
        if isinstance(value, bool):
            return value
        self.problem(key, show_value(value), "true or false")
        return default

    def provenance(self) -> Provenance | None:
        """Return the provenance of the entry, or the document's own."""
        return self.check.provenance(self.table, self.path, self.where, self.check.default)


def _join(where: str, key: str) -> str:
    return f"{where}, {key}" if where else key
