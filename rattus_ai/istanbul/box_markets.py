"""Demand tiles and what the markets pay, read from TOML and checked (rules section 1.5)."""

from __future__ import annotations

from dataclasses import dataclass

from rattus_ai.data_files.checker import Checker
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import Doubtful, Provenance, count_doubts
from rattus_ai.data_files.toml_file import FilePath, TomlFile, load_checked
from rattus_ai.istanbul.box_setup import MOST, Fact, numbers_fact
from rattus_ai.istanbul.words import LETTERS, goods_of

MARKETS = ("large", "small")
MAX_TILES = 8
ICONS = 5
_EXAMPLE = '{ goods = "RRGBB", provenance = "stated" }'
_PAY_EXAMPLE = '{ values = [3, 7, 12, 18, 25], provenance = "stated" }'


@dataclass(frozen=True, slots=True)
class DemandTile:
    """A demand tile: how many of each good it shows."""

    goods: tuple[int, ...]
    provenance: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class MarketData(Doubtful):
    """The checked markets: tiles and pay (for 1 to 5 goods) of the Large and of the Small Market."""

    title: str
    large: tuple[DemandTile, ...]
    small: tuple[DemandTile, ...]
    pay_large: tuple[int, ...]
    pay_small: tuple[int, ...]
    facts: tuple[Fact, ...]
    source: str  # the file, for messages
    shipped: bool
    notes: tuple[str, ...] = ()

    def doubts(self) -> list[str]:
        """Return phrases for tiles and pays that are in doubt; empty if none is."""
        return [
            *count_doubts("demand tiles", [*self.large, *self.small]),
            *count_doubts("rows of pay", self.facts),
        ]


def load_markets(path: FilePath | None = None) -> MarketData:
    """Load the markets; without ``path`` the shipped ones.

    Raises:
        DataError: with every problem of the file.
    """
    return load_checked(parse_markets, path, "istanbul", "markets.toml")


def parse_markets(file: TomlFile) -> MarketData:
    """Check a parsed file of markets: 1 to 8 different tiles in each, with up to five icons.

    Raises:
        DataError: with every problem of the file.
    """
    check = Checker(file)
    title = check.head("markets", ("large", "small", "large_pay", "small_pay"))
    facts: list[Fact] = []
    pay = [
        numbers_fact(check.section(f"{market}_pay", _PAY_EXAMPLE), facts, 0, MOST, ICONS, ICONS)
        for market in MARKETS
    ]
    large, small = (_tiles(check, market) for market in MARKETS)
    check.finish()
    return MarketData(title, large, small, pay[0], pay[1], tuple(facts), file.source, file.shipped)


def _tiles(check: Checker, market: str) -> tuple[DemandTile, ...]:
    tiles: list[DemandTile] = []
    for row in check.rows(
        market,
        many="demand tiles",
        one=f"{market} demand tile",
        low=1,
        high=MAX_TILES,
        example=_EXAMPLE,
        short="goods",
    ):
        row.keys(("goods",), ("provenance", "note"))
        provenance = row.provenance()
        text, note = row.text("goods"), row.text("note", default="")
        goods = goods_of(text)
        if text and (goods is None or sum(goods) > ICONS):
            row.problem("goods", show_value(text), f"1 to {ICONS} letters out of {LETTERS}")
        elif any(tile.goods == goods for tile in tiles):
            row.problem("goods", show_value(text), "tiles that differ")
        elif goods is not None and provenance is not None:
            tiles.append(DemandTile(goods, provenance, note))
    return tuple(tiles)
