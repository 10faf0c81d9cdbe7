"""Data files of any kind of one game: which kind a file is, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from rattus_ai.data_files.problems import DataError, Problem, show_value
from rattus_ai.data_files.toml_file import FilePath, TomlFile, read_toml
from rattus_ai.text.closest import closest

Data = TypeVar("Data")


class FileKinds(Generic[Data]):
    """The kinds of data files of one game.

    Attributes:
        parsers: kind, as a file names it -> what checks a parsed file.
    """

    def __init__(
        self, parsers: Mapping[str, Callable[[TomlFile], Data]], telling_keys: Mapping[str, Sequence[str]]
    ) -> None:
        """The kinds.

        Args:
            parsers: kind -> what checks a parsed file.
            telling_keys: kind -> keys that give it away where a file does not name its kind.
        """
        self.parsers = parsers
        self._telling_keys = telling_keys

    def __contains__(self, kind: object) -> bool:
        """Whether a file of this kind belongs to the game."""
        return kind in self.parsers

    def load(self, path: FilePath) -> Data:
        """Load a file of any kind, going by its ``kind`` or else by the keys it has.

        Raises:
            DataError: with every problem of the file, also if its kind cannot be told.
        """
        file = read_toml(path)
        kind = file.data.get("kind")
        if isinstance(kind, str) and kind in self.parsers:
            return self.parsers[kind](file)
        likely = [name for name, keys in self._telling_keys.items() if any(key in file.data for key in keys)]
        if len(likely) == 1:
            return self.parsers[likely[0]](file)
        found = show_value(kind) if "kind" in file.data else "no key 'kind'"
        near = closest(kind, self.parsers) if isinstance(kind, str) else ()
        expected = f"one of {', '.join(self.parsers)}"
        raise DataError([Problem(file.source, file.line(("kind",)), "kind", found, expected, near)])
