"""Layouts with a name, read from TOML and checked (rules sections 1.3 and 2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rattus_ai.data_files.checker import Checker, Row
from rattus_ai.data_files.provenance import Doubtful, Provenance, count_doubts
from rattus_ai.data_files.toml_file import FilePath, TomlFile, load_checked
from rattus_ai.istanbul import core
from rattus_ai.istanbul.words import BASE_PLACES, COLUMNS, PLACES
from rattus_ai.text.closest import fold

MAX_LAYOUTS = 64
ROWS = 4
_SIZES = {columns: BASE_PLACES + 4 * expansion for expansion, columns in COLUMNS.items()}
assert _SIZES[COLUMNS[True]] == len(PLACES)
_EXAMPLE = '{ name = "mine", columns = 4, places = [1, 2, ...], provenance = "stated" }'


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout: the numbers of the places row by row."""

    name: str
    columns: int
    places: tuple[int, ...]
    provenance: Provenance
    note: str = ""

    @property
    def expansion(self) -> bool:
        """Whether it is for the expansion."""
        return self.columns == COLUMNS[True]


@dataclass(frozen=True, slots=True)
class LayoutData(Doubtful):
    """The checked layouts, in the order of the file."""

    title: str
    layouts: tuple[Layout, ...]
    source: str  # the file, for messages
    shipped: bool
    notes: tuple[str, ...] = ()

    def doubts(self) -> list[str]:
        """Return phrases for layouts that are in doubt; empty if none is."""
        return count_doubts("layouts", self.layouts)

    def names(self, expansion: bool) -> tuple[str, ...]:
        """The names of the layouts with or without the expansion."""
        return tuple(layout.name for layout in self.layouts if layout.expansion == expansion)


def load_layouts(path: FilePath | None = None) -> LayoutData:
    """Load layouts; without ``path`` the shipped ones.

    Raises:
        DataError: with every problem of the file.
    """
    return load_checked(parse_layouts, path, "istanbul", "layouts.toml")


def parse_layouts(file: TomlFile) -> LayoutData:
    """Check a parsed file of layouts: different names, each place once. A layout that could not be drawn at
    random gets a note, for it can be played all the same (rules sections 1.3 and 2.3).

    Raises:
        DataError: with every problem of the file.
    """
    check = Checker(file)
    title = check.head("layouts", ("layouts",))
    layouts: list[Layout] = []
    seen: dict[str, int | None] = {}
    for row in check.rows("layouts", many="layouts", one="layout", low=1, high=MAX_LAYOUTS, example=_EXAMPLE):
        row.keys(("name", "columns", "places"), ("provenance", "note"))
        provenance = row.provenance()
        name, note = row.new_text("name", seen), row.text("note", default="")
        places = _places(row)
        if provenance is not None and places is not None:
            columns = row.table["columns"]
            layouts.append(Layout("-".join(fold(name).split()), columns, places, provenance, note))
            if not core.allowed_layout(list(places), columns == COLUMNS[True]):
                remark = "the rules would not allow this layout if it were drawn; it can be played"
                check.note((*row.path, "places"), f"{row.where}: {remark}")
    check.finish()
    return LayoutData(title, tuple(layouts), file.source, file.shipped, tuple(check.notes))


def _places(row: Row) -> tuple[int, ...] | None:
    columns = row.number("columns", min(_SIZES), max(_SIZES))
    if columns is None:
        return None
    size = _SIZES[columns]
    places = row.numbers("places", 1, size, size, size)
    if places is None:
        return None
    problem = misplaced(places)
    if problem is not None:
        row.problem("places", problem, f"each place from 1 to {size} once")
        return None
    return places


def misplaced(places: Sequence[int]) -> str | None:
    """What keeps places from being a layout in which each stands once, in words; None if nothing does."""
    twice = sorted({place for place in places if places.count(place) > 1})
    missing = [place for place in range(1, len(places) + 1) if place not in places]
    if not twice and not missing:
        return None
    return f"{_numbers(twice)} twice and {_numbers(missing)} nowhere"


def _numbers(places: Sequence[int]) -> str:
    return ", ".join(map(str, places)) or "none"
