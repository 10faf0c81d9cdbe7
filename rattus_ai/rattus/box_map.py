"""The map of the box: regions, borders and arrows, read from TOML and checked (rules section 1.1)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rattus_ai.data_files.checker import Checker, Row
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import Doubtful, Provenance, count_doubts
from rattus_ai.data_files.toml_file import FilePath, TomlFile, load_checked
from rattus_ai.rattus.box_basics import MANY_PLAYERS, PLAYER_COUNTS
from rattus_ai.text.closest import closest, did_you_mean, fold

EDGE_KINDS = ("border", "arrow")
USUAL_PLAYERS = (2, 3, 4)  # of a map that does not say
MAX_REGIONS = 17  # limit of the engine: the board with North Africa (rules section 9)
MAX_NAME = 24  # letters of a region's name, so that it fits on the drawing
MAX_COORDINATE = 1e6
RESERVED_NAMES = ("palace", "supply")  # places that are no regions

_REGION_NAME = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_REGION_EXAMPLE = '{ name = "Gallia", group = 2, at = [290, 420], provenance = "stated" }'
_EDGE_EXAMPLE = '{ between = ["Gallia", "Hispania"], kind = "border", provenance = "stated" }'


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the map. ``x`` grows to the east, ``y`` to the south, in any unit (own drawing)."""

    name: str
    group: int  # smallest number of players with which it is used, 2 to 6
    x: float
    y: float
    provenance: Provenance
    not_with: tuple[int, ...] = ()  # larger numbers of players that leave it out all the same
    note: str = ""

    def used_with(self, players: int) -> bool:
        """Say whether the region is used with ``players`` players (rules sections 1.1 and 9)."""
        return players >= self.group and players not in self.not_with


@dataclass(frozen=True, slots=True)
class Edge:
    """Two neighbouring regions, joined by a border or by an arrow across water."""

    first: str
    second: str
    kind: str  # "border" or "arrow"
    provenance: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class MapData(Doubtful):
    """A checked map. ``notes`` are remarks for the user that are no errors, one line each."""

    title: str
    players: tuple[int, ...]  # the numbers of players the map is for, ascending
    regions: tuple[Region, ...]
    edges: tuple[Edge, ...]
    source: str  # the file, for messages
    shipped: bool
    notes: tuple[str, ...] = ()

    def doubts(self) -> list[str]:
        """Return phrases like ``"20 of 22 borders and arrows are inferred"``; empty without doubts."""
        return count_doubts("regions", self.regions) + count_doubts("borders and arrows", self.edges)


def load_map(path: FilePath | None = None, players: int | None = None) -> MapData:
    """Load a map; without ``path`` the shipped one (rules section 1.1).

    Args:
        path: the file.
        players: of the shipped maps the one for this number of players: with North Africa for 5 and 6 (rules
            section 9), else the base board.

    Raises:
        DataError: with every problem of the file.
    """
    name = "map-africanus.toml" if (players or 0) >= MANY_PLAYERS else "map.toml"
    return load_checked(parse_map, path, "rattus", name)


def parse_map(file: TomlFile) -> MapData:
    """Check a parsed map file.

    Hard facts are errors: 2 to 17 regions with usable, different names; neighbours that exist, differ and
    are named once; for every number of players at least two regions, all connected. Unusual names are notes.

    Raises:
        DataError: with every problem of the file.
    """
    check = Checker(file)
    title = check.head("map", ("regions", "edges"), ("players",))
    counts = _player_counts(Row(check, file.data, (), ""), "players", USUAL_PLAYERS, may_be_empty=False)
    players = tuple(sorted(counts))
    regions = _regions(check)
    edges = _edges(check, regions)
    if not check.problems:
        _check_connected(check, players, regions, edges)
    check.finish()
    if not file.shipped:
        _note_unusual_names(check, regions)
    return MapData(
        title, players, tuple(regions), tuple(edges), file.source, file.shipped, tuple(check.notes)
    )


def _player_counts(row: Row, key: str, default: Sequence[int], may_be_empty: bool) -> set[int]:
    if key not in row.table:
        return set(default)
    value = row.table[key]
    if not isinstance(value, list) or not (value or may_be_empty):
        row.problem(key, show_value(value), "a list of numbers of players like [2, 3, 4]")
        return set()
    path, where = row.spot(key)
    counts: set[int] = set()
    for index, entry in enumerate(value):
        number = row.check.number(entry, (*path, index), where, PLAYER_COUNTS[0], PLAYER_COUNTS[-1])
        if number in counts:
            row.check.problem((*path, index), where, f"{number} again", "each number of players once")
        if number is not None:
            counts.add(number)
    return counts


def _regions(check: Checker) -> list[Region]:
    regions: list[Region] = []
    seen: dict[str, tuple[str, int | None]] = {}
    for row in check.rows(
        "regions", many="regions", one="region", low=2, high=MAX_REGIONS, example=_REGION_EXAMPLE
    ):
        called = row.table.get("name")
        if isinstance(called, str) and called.strip():
            row.where += f" ({show_value(called.strip())[1:-1]})"
        row.keys(("name", "group", "at"), ("provenance", "not_with", "note"))
        provenance = row.provenance() or "stand-in"
        note = row.text("note", default="")
        name = row.text("name")
        group = row.number("group", PLAYER_COUNTS[0], PLAYER_COUNTS[-1]) or PLAYER_COUNTS[0]
        x, y = _coordinates(row) or (0.0, 0.0)
        not_with = tuple(sorted(_player_counts(row, "not_with", (), may_be_empty=True)))
        if not name:
            continue
        expected = ""
        if _REGION_NAME.fullmatch(name) is None or len(name) > MAX_NAME:
            expected = f"one word of 1 to {MAX_NAME} letters"
        elif fold(name) in RESERVED_NAMES:
            expected = f"a region; {name} is no region"
        elif fold(name) in seen:
            other, line = seen[fold(name)]
            expected = f"names that differ; line {line} has {other} already"
        if expected:
            row.problem("name", show_value(name), expected)
        seen.setdefault(fold(name), (name, check.file.line(row.path)))
        # A region with a problem still counts as known, so that its edges are not reported as well.
        regions.append(Region(name, group, x, y, provenance, not_with, note))
    return regions


def _coordinates(row: Row) -> tuple[float, float] | None:
    if "at" not in row.table:
        return None
    match row.table["at"]:
        case [x, y] if all(
            type(value) in (int, float) and math.isfinite(value) and abs(value) <= MAX_COORDINATE
            for value in (x, y)
        ):
            return float(x), float(y)
    expected = f"two numbers like [290, 420], each at most {MAX_COORDINATE:.0f} in size"
    row.problem("at", _show_pair(row.table["at"]), expected)
    return None


def _show_pair(value: object) -> str:
    if isinstance(value, list) and 0 < len(value) <= 3:
        return f"[{', '.join(show_value(item) for item in value)}]"
    return show_value(value)


def _edges(check: Checker, regions: Sequence[Region]) -> list[Edge]:
    names = {fold(region.name): region.name for region in regions}
    seen: dict[frozenset[str], int | None] = {}
    edges: list[Edge] = []
    most = MAX_REGIONS * (MAX_REGIONS - 1) // 2
    for row in check.rows("edges", many="edges", one="edge", low=1, high=most, example=_EDGE_EXAMPLE):
        row.keys(("between", "kind"), ("provenance", "note"))
        provenance = row.provenance() or "stand-in"
        note = row.text("note", default="")
        kind = row.choice("kind", EDGE_KINDS) or "border"
        ends = _ends(row, names)
        if ends is None:
            continue
        first, second = ends
        pair = frozenset(ends)
        if first == second:
            row.problem("between", f"{first} twice", "two different regions")
        elif pair in seen:
            expected = f"each pair once; line {seen[pair]} has it already"
            row.problem("between", f"{first} and {second} again", expected)
        else:
            seen[pair] = check.file.line((*row.path, "between"))
            edges.append(Edge(first, second, kind, provenance, note))
    return edges


def _ends(row: Row, names: dict[str, str]) -> tuple[str, str] | None:
    """Return the two regions of an edge; ``names`` holds folded name -> name."""
    if "between" not in row.table:
        return None
    between = row.table["between"]
    if not (isinstance(between, list) and len(between) == 2):
        row.problem("between", _show_pair(between), "two names of regions")
        return None
    path, where = row.spot("between")
    ends = [names.get(fold(end)) if isinstance(end, str) else None for end in between]
    for index, (end, name) in enumerate(zip(between, ends, strict=True)):
        if name is None:
            near = closest(end, names.values()) if isinstance(end, str) else ()
            expected = "the name of a region of this map"
            row.check.problem((*path, index), where, show_value(end), expected, near)
    first, second = ends
    return None if first is None or second is None else (first, second)


def _check_connected(
    check: Checker, players: Sequence[int], regions: Sequence[Region], edges: Sequence[Edge]
) -> None:
    for count in players:
        used = [region.name for region in regions if region.used_with(count)]
        if len(used) < 2:
            found = f"{len(used)} regions used with {count} players"
            check.problem(("regions",), "regions", found, "at least 2, so that the plague piece can move")
            continue
        neighbours: dict[str, list[str]] = {name: [] for name in used}
        for edge in edges:
            if edge.first in neighbours and edge.second in neighbours:
                neighbours[edge.first].append(edge.second)
                neighbours[edge.second].append(edge.first)
        reached = {used[0]}
        waiting = [used[0]]
        while waiting:
            new = [name for name in neighbours[waiting.pop()] if name not in reached]
            reached.update(new)
            waiting += new
        cut_off = [name for name in used if name not in reached]
        if cut_off:
            found = f"no way from {used[0]} to {', '.join(cut_off)} with {count} players"
            check.problem(("edges",), "edges", found, "a connected map for every number of players")


def _note_unusual_names(check: Checker, regions: Sequence[Region]) -> None:
    usual = {fold(region.name): region.name for region in load_map(players=PLAYER_COUNTS[-1]).regions}
    for index, region in enumerate(regions):
        if fold(region.name) not in usual:
            near = did_you_mean(closest(region.name, usual.values()))
            text = "not a name of the shipped map (allowed; it has no translations)"
            check.note(("regions", index, "name"), f"region {region.name}: {text}{near}")
