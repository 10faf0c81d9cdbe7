"""The region cards of Africanus and its diplomats, read from TOML and checked (rules section 9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rattus_ai.data_files.checker import Checker, Row
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import Doubtful, Provenance, count_doubts
from rattus_ai.data_files.toml_file import FilePath, TomlFile, load_checked
from rattus_ai.rattus.box_basics import CLASS_LETTERS
from rattus_ai.text.closest import fold

ANY_CLASS = "?"
MAX_REGION_CARDS = 64  # limit of the engine
MAX_DIPLOMATS = 60
_CARD_EXAMPLE = '{ region = "Gallia", symbols = "PI", provenance = "stated" }'
_DIPLOMATS_EXAMPLE = '{ count = 10, provenance = "stated" }'


@dataclass(frozen=True, slots=True)
class RegionCard:
    """A region card: a region, and the classes it protects."""

    region: str
    symbols: str  # one or two different letters of CLASS_LETTERS in that order, or "?"
    provenance: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class Diplomats:
    """How many diplomats lie ready when the Sultan is in play."""

    count: int
    provenance: Provenance


_NO_DIPLOMATS = Diplomats(0, "stated")


@dataclass(frozen=True, slots=True)
class RegionCardData(Doubtful):
    """The checked region cards, one entry for each card, in the order of the file."""

    title: str
    cards: tuple[RegionCard, ...]
    diplomats: Diplomats
    source: str  # the file, for messages
    shipped: bool
    lines: tuple[int | None, ...] = ()  # of the cards, for messages
    notes: tuple[str, ...] = ()

    def used_in(self, regions: Sequence[str]) -> list[RegionCard]:
        """Return the cards of ``regions``; the others leave the game at set-up (rules section 9)."""
        used = set(map(fold, regions))
        return [card for card in self.cards if fold(card.region) in used]

    def in_game(self, regions: Sequence[str], diplomats: bool) -> RegionCardData:
        """Return the cards of ``regions`` alone, and without ``diplomats`` none of those."""
        cards = tuple(self.used_in(regions))
        return replace(self, cards=cards, lines=(), diplomats=self.diplomats if diplomats else _NO_DIPLOMATS)

    def doubts(self) -> list[str]:
        """Return phrases like ``"51 of 51 region cards are stand-ins"``; empty if nothing is in doubt."""
        one = {"stand-in": "a stand-in", "inferred": "inferred"}.get(self.diplomats.provenance)
        number = [f"the number of diplomats is {one}"] if one else []
        return count_doubts("region cards", self.cards) + number


def load_region_cards(path: FilePath | None = None) -> RegionCardData:
    """Load region cards; without ``path`` the shipped ones (rules section 9).

    Raises:
        DataError: with every problem of the file.
    """
    return load_checked(parse_region_cards, path, "rattus", "region-cards.toml")


def parse_region_cards(file: TomlFile) -> RegionCardData:
    """Check a parsed file of region cards: 1 to 64 cards, each with a region and one or two class symbols or
    ``?``, and the number of diplomats. Whether the regions exist is the matter of the map beside it.

    Raises:
        DataError: with every problem of the file.
    """
    check = Checker(file)
    title = check.head("region-cards", ("cards", "diplomats"))
    cards: list[RegionCard] = []
    lines: list[int | None] = []
    for row in check.rows(
        "cards", many="region cards", one="region card", low=1, high=MAX_REGION_CARDS, example=_CARD_EXAMPLE
    ):
        row.keys(("region", "symbols"), ("provenance", "note"))
        provenance = row.provenance()
        region = row.text("region")
        symbols = _symbols(row)
        note = row.text("note", default="")
        if symbols is not None and provenance is not None:
            cards.append(RegionCard(region, symbols, provenance, note))
            lines.append(file.line((*row.path, "region")))
    diplomats = _diplomats(check)
    check.finish()
    return RegionCardData(title, tuple(cards), diplomats, file.source, file.shipped, tuple(lines))


def _symbols(row: Row) -> str | None:
    if "symbols" not in row.table:
        return None
    value = row.table["symbols"]
    letters = value.strip().upper() if isinstance(value, str) else ""
    if letters == ANY_CLASS:
        return letters
    if (
        1 <= len(letters) <= 2
        and len(set(letters)) == len(letters)
        and all(letter in CLASS_LETTERS for letter in letters)
    ):
        return "".join(sorted(letters, key=CLASS_LETTERS.index))
    expected = f'one or two different letters out of {CLASS_LETTERS}, or "{ANY_CLASS}"'
    row.problem("symbols", show_value(value), expected)
    return None


def _diplomats(check: Checker) -> Diplomats:
    value = check.file.data.get("diplomats", 0)
    table: dict[str, Any] = {"count": value} if type(value) is int else {}
    if not table:
        table = check.table(value, ("diplomats",), "diplomats", _DIPLOMATS_EXAMPLE) or {}
    row = Row(check, table, ("diplomats",), "diplomats")
    if isinstance(value, dict):
        row.keys(("count",), ("provenance",))
    provenance = row.provenance() if table and "diplomats" in check.file.data else None
    count = row.number("count", 0, MAX_DIPLOMATS)
    return Diplomats(count or 0, provenance or "stand-in")
