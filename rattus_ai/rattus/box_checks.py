"""Files of the box of any kind, and whether those that belong together fit each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rattus_ai.data_files.kinds import FileKinds
from rattus_ai.data_files.problems import DataError, Problem, show_value
from rattus_ai.data_files.reports import Report
from rattus_ai.data_files.toml_file import FilePath
from rattus_ai.rattus.box_basics import MANY_PLAYERS, PLAYER_COUNTS
from rattus_ai.rattus.box_cards import CardData, parse_cards
from rattus_ai.rattus.box_map import MapData, load_map, parse_map
from rattus_ai.rattus.box_region_cards import RegionCardData, parse_region_cards
from rattus_ai.rattus.box_sets import SetData, parse_sets
from rattus_ai.rattus.box_tokens import TokenData, load_tokens, parse_tokens
from rattus_ai.text.closest import closest, fold

BoxData: TypeAlias = MapData | TokenData | CardData | RegionCardData | SetData

_TELLING_KEYS = {
    "map": ("regions", "edges"),
    "tokens": ("starting", "normal"),
    "cards": ("cards",),
    "region-cards": ("diplomats",),
    "sets": ("sets",),
}
KINDS: FileKinds[BoxData] = FileKinds(
    {
        "map": parse_map,
        "tokens": parse_tokens,
        "cards": parse_cards,
        "region-cards": parse_region_cards,
        "sets": parse_sets,
    },
    _TELLING_KEYS,
)
load_any = KINDS.load


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


def check_region_cards(map_data: MapData, cards: RegionCardData, players: int | None = None) -> None:
    """Check that region cards fit a map, for ``players`` (default: for any number the map is for).

    Every card needs a region of this map or of the shipped ones (then it leaves the game at set-up), and some
    card must be left for the regions in use (rules section 9).

    Raises:
        DataError: naming the file of the region cards and its lines.
    """
    problems = _region_card_misfits(map_data, cards, map_data.players if players is None else [players])
    if problems:
        raise DataError(problems)


def _region_card_misfits(map_data: MapData, cards: RegionCardData, players: Iterable[int]) -> list[Problem]:
    names = {fold(region.name): region.name for region in map_data.regions}
    usual = {fold(region.name) for region in load_map(players=PLAYER_COUNTS[-1]).regions}
    problems = [
        Problem(
            cards.source,
            line,
            f"region card {number}, region",
            show_value(card.region),
            f"the name of a region of {map_data.source}",
            closest(card.region, names.values()),
        )
        for number, (card, line) in enumerate(zip(cards.cards, cards.lines, strict=True), 1)
        if fold(card.region) not in names and fold(card.region) not in usual
    ]
    for count in () if problems else players:
        used = [region.name for region in map_data.regions if region.used_with(count)]
        if not cards.used_in(used):
            found = f"no card of a region used with {count} players"
            expected = f"cards of regions of {map_data.source}"
            problems.append(Problem(cards.source, None, "cards", found, expected))
    return problems


def _regions_without_cards(map_data: MapData, cards: RegionCardData) -> list[str]:
    """Return notes about the regions of a map that have no region card."""
    shown = {fold(card.region) for card in cards.cards}
    bare = [region.name for region in map_data.regions if fold(region.name) not in shown]
    return [f"{cards.source}: no card for {', '.join(bare)} of {map_data.source}"] if bare else []


def check_files(paths: Sequence[FilePath]) -> list[Report]:
    """Check files of any kind, one report for each, in their order.

    Maps are also held against the facts of rules section 1.1 (as notes). Each map is compared with each file
    of tokens and region cards; a map or such a file alone is compared with its shipped counterpart, and what
    does not fit is a note.
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
                notes += _mismatches(part, load_tokens(africanus=_with_many_players(part)))
        case TokenData():
            kind = "tokens"
            contents = f"{len(part.starting)} starting, {len(part.normal)} normal"
            problems = [problem for data in maps for problem in _misfits(data, part, data.players)]
            if not maps:
                most = max((row.players for row in part.setup), default=0)
                notes += _mismatches(load_map(players=most), part)
        case CardData():
            kind = "cards"
            contents = f"{len(part.cards)} class cards"
        case RegionCardData():
            kind = "region-cards"
            contents = f"{len(part.cards)} cards, {part.diplomats.count} diplomats"
            beside = maps or [load_map(players=PLAYER_COUNTS[-1])]
            problems = [
                problem for data in beside for problem in _region_card_misfits(data, part, data.players)
            ]
            notes += [note for data in beside for note in _regions_without_cards(data, part)]
        case SetData():
            kind = "sets"
            contents = f"{len(part.sets)} suggested sets"
    remarks = (*part.notes, *notes)
    if problems:
        return Report(part.source, kind, "", tuple(problems), remarks)
    return Report(part.source, kind, f"{kind}, {contents}", (), remarks, part.warning())


def _with_many_players(map_data: MapData) -> bool:
    return max(map_data.players) >= MANY_PLAYERS


def _mismatches(map_data: MapData, tokens: TokenData) -> list[str]:
    misfits = _misfits(map_data, tokens, map_data.players)
    return [f"only fits other tokens or another map: {problem}" for problem in misfits]
