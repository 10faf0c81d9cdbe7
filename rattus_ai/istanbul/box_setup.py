"""Set-up and prices of the box, read from TOML and checked (rules sections 1.2, 1.5 and 2.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rattus_ai.data_files.checker import Checker, Row
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import Doubtful, Provenance, count_doubts
from rattus_ai.data_files.toml_file import FilePath, TomlFile, load_checked
from rattus_ai.istanbul.words import ANY_LETTER, LETTERS, PLAYER_COUNTS

MOST = 99
_ROW_EXAMPLE = "{ players = 2, rubies_to_win = 6, mosque = [2, 4], ... }"
_VALUES_EXAMPLE = '{ values = [2, 3, 4], provenance = "stated" }'
_VALUE_EXAMPLE = '{ value = 6, provenance = "stated" }'


@dataclass(frozen=True, slots=True)
class Fact:
    """Numbers or a text of the box with what is known about them."""

    name: str
    text: str
    provenance: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What depends on the number of players.

    Attributes:
        players: the number.
        rubies_to_win: the game ends when somebody has so many (base game).
        mosque: goods shown by the tiles of each colour, cheapest first.
        mosque_rubies: on each of the two mosques.
        dealer, palace: first and last price, in Lira and in goods.
    """

    players: int
    rubies_to_win: int
    mosque: tuple[int, ...]
    mosque_rubies: int
    dealer: tuple[int, ...]
    palace: tuple[int, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class SetupData(Doubtful):
    """The checked set-up.

    Attributes:
        start_lira: Lira at the start, by seat.
        seats: facts by number of players.
        expansion_rubies: rubies that end a game with the expansion.
        facts: everything that is no row of `seats`, for tables.
    """

    title: str
    start_lira: tuple[int, ...]
    seats: Mapping[int, SeatFacts]
    expansion_rubies: int
    facts: tuple[Fact, ...]
    source: str  # the file, for messages
    shipped: bool
    notes: tuple[str, ...] = ()

    def doubts(self) -> list[str]:
        """Return phrases for facts that are in doubt; empty if none is."""
        return count_doubts("facts of the set-up", [*self.seats.values(), *self.facts])


def load_setup(path: FilePath | None = None) -> SetupData:
    """Load the set-up; without ``path`` the shipped one.

    Raises:
        DataError: with every problem of the file.
    """
    return load_checked(parse_setup, path, "istanbul", "setup.toml")


def parse_setup(file: TomlFile) -> SetupData:
    """Check a parsed file of set-up and prices.

    Raises:
        DataError: with every problem of the file.
    """
    check = Checker(file)
    required = ("start_lira", "players", "expansion_rubies", "palace_order", "post", "wainwright_lira")
    title = check.head("setup", required)
    facts: list[Fact] = []
    most = PLAYER_COUNTS[-1]
    start_lira = numbers_fact(check.section("start_lira", _VALUES_EXAMPLE), facts, 0, MOST, most, most)
    expansion_rubies = number_fact(check.section("expansion_rubies", _VALUE_EXAMPLE), facts, 1, 20)
    number_fact(check.section("wainwright_lira", _VALUE_EXAMPLE), facts, 0, MOST)
    _palace_order(check.section("palace_order", '{ goods = "BRGY?", provenance = "stated" }'), facts)
    _post(check.section("post", '{ top = ["R", "2"], bottom = ["G", "1"], ... }'), facts)
    seats = _seats(check)
    check.finish()
    return SetupData(title, start_lira, seats, expansion_rubies, tuple(facts), file.source, file.shipped)


def numbers_fact(row: Row, facts: list[Fact], low: int, high: int, fewest: int, most: int) -> tuple[int, ...]:
    """The numbers of a section with `values`; a fact of them is noted."""
    if row.table:
        row.keys(("values",), ("provenance", "note"))
    values = row.numbers("values", low, high, fewest, most) or ()
    _note(row, facts, ", ".join(map(str, values)))
    return values


def number_fact(row: Row, facts: list[Fact], low: int, high: int) -> int:
    """The number of a section with `value`; a fact of it is noted."""
    if row.table:
        row.keys(("value",), ("provenance", "note"))
    value = row.number("value", low, high)
    _note(row, facts, str(value))
    return value or 0


def _note(row: Row, facts: list[Fact], text: str) -> None:
    provenance = row.provenance() if row.table else None
    note = row.text("note", default="")
    facts.append(Fact(row.where.replace(", ", " ").replace("_", " "), text, provenance or "stand-in", note))


def _palace_order(row: Row, facts: list[Fact]) -> None:
    if row.table:
        row.keys(("goods",), ("provenance", "note"))
    order = row.text("goods")
    if order and any(letter not in LETTERS + ANY_LETTER for letter in order):
        row.problem("goods", show_value(order), f"letters out of {LETTERS}, or {ANY_LETTER} for any good")
    _note(row, facts, order)


def _post(row: Row, facts: list[Fact]) -> None:
    if row.table:
        row.keys(("top", "bottom"), ("provenance", "note"))
    texts = []
    for key in ("top", "bottom"):
        entries = row.table.get(key, [])
        if not isinstance(entries, list) or not all(
            isinstance(each, str) and (each in LETTERS or each.isdigit()) for each in entries
        ):
            row.problem(key, show_value(entries), 'a list like ["R", "2", "B", "2"]')
        else:
            texts.append(" ".join(entries))
    _note(row, facts, " / ".join(texts))


def _seats(check: Checker) -> dict[int, SeatFacts]:
    seats: dict[int, SeatFacts] = {}
    rows = check.rows(
        "players",
        many="rows",
        one="row",
        low=len(PLAYER_COUNTS),
        high=len(PLAYER_COUNTS),
        example=_ROW_EXAMPLE,
    )
    for row in rows:
        required = ("players", "rubies_to_win", "mosque", "mosque_rubies", "dealer", "palace")
        row.keys(required, ("provenance", "note"))
        provenance = row.provenance()
        players = row.number("players", PLAYER_COUNTS[0], PLAYER_COUNTS[-1])
        rubies, mosque_rubies = row.number("rubies_to_win", 1, 20), row.number("mosque_rubies", 0, 20)
        mosque = row.numbers("mosque", 1, 9, 1, 8)
        dealer, palace = row.numbers("dealer", 1, MOST, 2, 2), row.numbers("palace", 1, MOST, 2, 2)
        if players in seats:
            row.problem("players", show_value(players), "each number of players once")
        if (
            players is None
            or rubies is None
            or mosque_rubies is None
            or mosque is None
            or dealer is None
            or palace is None
            or provenance is None
        ):
            continue
        seats[players] = SeatFacts(players, rubies, mosque, mosque_rubies, dealer, palace, provenance)
    return seats
