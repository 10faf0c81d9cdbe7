"""Files of the box of any kind: which kind one is, what is wrong with it, what it holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rattus_ai.data_files.kinds import FileKinds
from rattus_ai.data_files.problems import DataError
from rattus_ai.data_files.reports import Report
from rattus_ai.data_files.toml_file import FilePath
from rattus_ai.istanbul.box_bonus import BonusData, parse_bonus
from rattus_ai.istanbul.box_guild import GuildData, parse_guild
from rattus_ai.istanbul.box_layouts import LayoutData, parse_layouts
from rattus_ai.istanbul.box_markets import MarketData, parse_markets
from rattus_ai.istanbul.box_setup import SetupData, parse_setup

BoxData: TypeAlias = LayoutData | SetupData | MarketData | BonusData | GuildData

KINDS: FileKinds[BoxData] = FileKinds(
    {
        "layouts": parse_layouts,
        "setup": parse_setup,
        "markets": parse_markets,
        "bonus-cards": parse_bonus,
        "guild": parse_guild,
    },
    {
        "layouts": ("layouts",),
        "setup": ("start_lira", "expansion_rubies"),
        "markets": ("large", "small"),
        "guild": ("baksheesh", "prizes"),
    },
)


def check_files(paths: Sequence[FilePath]) -> list[Report]:
    """Check files of any kind, one report for each, in their order. Each stands for itself."""
    return [_report(path) for path in paths]


def _report(path: FilePath) -> Report:
    try:
        part = KINDS.load(path)
    except DataError as error:
        return Report(error.problems[0].file, "", "", error.problems)
    match part:
        case LayoutData():
            kind, contents = "layouts", f"{len(part.layouts)} layouts"
        case SetupData():
            kind, contents = "setup", f"{len(part.seats)} numbers of players"
        case MarketData():
            kind, contents = "markets", f"{len(part.large)} large and {len(part.small)} small demand tiles"
        case BonusData():
            copies = sum(card.copies for card in part.cards)
            kind, contents = "bonus-cards", f"{copies} cards of {len(part.cards)} kinds"
        case GuildData():
            kind, contents = "guild", f"{len(part.cards)} guild cards, {len(part.prizes)} prizes"
    return Report(part.source, kind, f"{kind}, {contents}", (), part.notes, part.warning())
