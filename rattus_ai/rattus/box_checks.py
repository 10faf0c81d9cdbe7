"""Files of the box of any kind, and whether those that belong together fit each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from rattus_ai.data_files.problems import DataError, Problem, show_value
from rattus_ai.data_files.reports import Report
from rattus_ai.data_files.toml_file import FilePath, TomlFile, read_toml
from rattus_ai.rattus.box_cards import CardData, parse_cards
from rattus_ai.rattus.box_map import MapData, load_map, parse_map
from rattus_ai.rattus.box_tokens import TokenData, load_tokens, parse_tokens
from rattus_ai.text.closest import closest

BoxData: TypeAlias = MapData | TokenData | CardData

_PARSERS: dict[str, Callable[[TomlFile], BoxData]] = {
    "map": parse_map,
    "tokens": parse_tokens,
    "cards": parse_cards,
}
_TELLING_KEYS = {"map": ("regions", "edges"), "tokens": ("starting", "normal"), "cards": ("cards",)}


def load_any(path: FilePath) -> BoxData:
    """Load a file of any kind, going by its ``kind`` or else by the keys it has.

    Raises:
        DataError: with every problem of the file, also if its kind cannot be told.
    """
    file = read_toml(path)
    kind = file.data.get("kind")
    if isinstance(kind, str) and kind in _PARSERS:
        return _PARSERS[kind](file)
    likely = [name for name, keys in _TELLING_KEYS.items() if any(key in file.data for key in keys)]
    if len(likely) == 1:
        return _PARSERS[likely[0]](file)
    found = show_value(kind) if "kind" in file.data else "no key 'kind'"
    near = closest(kind, _PARSERS) if isinstance(kind, str) else ()
    expected = f"one of {', '.join(_PARSERS)}"
    raise DataError([Problem(file.source, file.line(("kind",)), "kind", found, expected, near)])


def check_together(map_data: MapData, tokens: TokenData, players: Iterable[int] | None = None) -> None:
    """Check that a map and tokens fit each other for ``players`` (default: all the map is for).

    Each number of players needs a row of set-up facts, a starting token for every used region, and at least
    one token in the supply (rules section 2).

    Raises:
        DataError: naming the token file and every number of players that does not work.
    """
    problems = _misfits(map_data, tokens, map_data.players if players is None else players)
    if problems:
        raise DataError(problems)


def _misfits(map_data: MapData, tokens: TokenData, players: Iterable[int]) -> list[Problem]:
    problems: list[Problem] = []

    def problem(line: int | None, where: str, found: str, expected: str) -> None:
        problems.append(Problem(tokens.source, line, where, found, expected))

    starting = len(tokens.starting)
    known = {row.players: row.removed for row in tokens.setup}
    for count in players:
        if count not in map_data.players:
            expected = f"one of {', '.join(map(str, map_data.players))}, for which the map is"
            problems.append(Problem(map_data.source, None, "players", str(count), expected))
            continue
        used = sum(region.used_with(count) for region in map_data.regions)
        if used > starting:
            expected = f"at least {used}, one for each region of {map_data.source} used with {count} players"
            problem(tokens.starting_line, "starting", f"{starting} starting tokens", expected)
        if count not in known:
            expected = f"one, because {map_data.source} is for {count} players"
            problem(tokens.setup_line, "setup", f"no row for {count} players", expected)
        elif used <= starting and starting + len(tokens.normal) - known[count] - used < 1:
            found = f"no token left for the supply with {count} players"
            problem(tokens.setup_line, "setup", found, "at least one")
    return problems


def check_files(paths: Sequence[FilePath]) -> list[Report]:
    """Check files of any kind, one report for each, in their order.

    Maps are also held against the facts of rules section 1.1 (as notes). Each map is compared with each token
    file; a map or token file alone is compared with the shipped counterpart, and what does not fit is a note.
    """
    loaded = [_loaded(path) for path in paths]
    maps = [part for part in loaded if isinstance(part, MapData)]
    return [_report(part, maps, alone=len(loaded) == 1) for part in loaded]


def _loaded(path: FilePath) -> BoxData | DataError:
    try:
        return load_any(path)
    except DataError as error:
        return error


def _report(part: BoxData | DataError, maps: Sequence[MapData], alone: bool) -> Report:
    """Return the report of one file out of several; ``maps`` are the maps among them."""
    problems: list[Problem] = []
    notes: list[str] = []
    match part:
        case DataError():
            return Report(part.problems[0].file, "", "", part.problems)
        case MapData():
            from rattus_ai.rattus.maps import broken_facts  # networkx takes long to import

            kind = "map"
            contents = f"{len(part.regions)} regions, {len(part.edges)} borders and arrows"
            notes += [f"{part.source}: a rulebook says otherwise: {fact}" for fact in broken_facts(part)]
            if alone:
                notes += _mismatches(part, load_tokens())
        case TokenData():
            kind = "tokens"
            contents = f"{len(part.starting)} starting, {len(part.normal)} normal"
            problems = [problem for data in maps for problem in _misfits(data, part, data.players)]
            if not maps:
                notes += _mismatches(load_map(), part)
        case CardData():
            kind = "cards"
            contents = f"{len(part.cards)} class cards"
    remarks = (*part.notes, *notes)
    if problems:
        return Report(part.source, kind, "", tuple(problems), remarks)
    return Report(part.source, kind, f"{kind}, {contents}", (), remarks, part.warning())


def _mismatches(map_data: MapData, tokens: TokenData) -> list[str]:
    misfits = _misfits(map_data, tokens, map_data.players)
    return [f"only fits other tokens or another map: {problem}" for problem in misfits]
