"""Guild cards, baksheesh tile, prizes and prices in coffee, read from TOML and checked (rules section 2, 5).

Most of it is not known to us. The file says which, and can be replaced.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rattus_ai.data_files.checker import Checker, Row
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import Doubtful, Provenance, count_doubts
from rattus_ai.data_files.toml_file import FilePath, TomlFile, load_checked
from rattus_ai.istanbul.box_setup import Fact, number_fact, numbers_fact
from rattus_ai.istanbul.words import COFFEE, GUILD_CARDS, ITEMS, LETTERS, LIRA, goods_of

MAX_COFFEE = 20
MAX_GAIN = 20
PRIZES = (*ITEMS, LIRA)
"""What a die of a prize card may bring, in the order of the core's numbers."""

_CARD_EXAMPLE = '{ number = 9, effect = "...", improvement = { failed_call = 4 }, provenance = "stated" }'
_SPECIAL = {9: "failed_call", 14: "any_stock", 15: "any_stock", 19: "cheaper"}
"""The improvement that only one card (or two) can have."""


@dataclass(frozen=True, slots=True)
class GuildCard:
    """A guild card: the action of the place with its number, from anywhere, with what it adds to it.

    Attributes:
        number: of the card and of its place.
        effect: one line in this project's words.
        lira, coffee: gained on top.
        special: card 9: Lira of a failed call; 14, 15: 1 if one good is enough whatever the tile shows;
            19: coffee less for both options; else 0.
    """

    number: int
    effect: str
    lira: int
    coffee: int
    special: int
    provenance: Provenance
    note: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the baksheesh tile: the goods it asks for."""

    goods: tuple[int, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Prize:
    """What a number of a die brings: an index of `PRIZES` and how many."""

    item: int
    count: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class GuildData(Doubtful):
    """The checked file, guild cards in the order of their numbers, prizes in that of the die."""

    title: str
    cards: tuple[GuildCard, ...]
    sides: tuple[Side, ...]  # front, back
    prizes: tuple[Prize, ...]
    baksheesh_coffee: int
    tavern_costs: tuple[int, ...]
    barrier_coffee: int
    house_costs: tuple[int, ...]
    source: str  # the file, for messages
    shipped: bool
    facts: tuple[Fact, ...] = ()
    notes: tuple[str, ...] = field(default=())

    def doubts(self) -> list[str]:
        """Return phrases for what is in doubt; empty if nothing is."""
        return self.doubts_of(prizes=True)

    def doubts_of(self, prizes: bool) -> list[str]:
        """The same with or without the prizes, which only some games use."""
        return [
            *count_doubts("guild cards", self.cards),
            *count_doubts("sides of the baksheesh tile", self.sides),
            *count_doubts("prices in coffee", self.facts),
            *(count_doubts("prizes", self.prizes) if prizes else ()),
        ]


def load_guild(path: FilePath | None = None) -> GuildData:
    """Load the guild file; without ``path`` the shipped one.

    Raises:
        DataError: with every problem of the file.
    """
    return load_checked(parse_guild, path, "istanbul", "guild.toml")


def parse_guild(file: TomlFile) -> GuildData:
    """Check a parsed guild file: cards 1 to 20, both sides of the baksheesh tile, six prizes, prices.

    Raises:
        DataError: with every problem of the file.
    """
    check = Checker(file)
    title = check.head("guild", ("cards", "baksheesh", "coffee", "prizes"))
    cards = _cards(check)
    facts: list[Fact] = []
    baksheesh = check.section("baksheesh", "{ coffee = ..., front = ..., back = ... }")
    if baksheesh.table:
        baksheesh.keys(("coffee", "front", "back"), ())
    value, values = '{ value = 4, provenance = "stated" }', '{ values = [1, 2], provenance = "stated" }'
    price = number_fact(baksheesh.section("coffee", value), facts, 0, MAX_COFFEE)
    sides = tuple(_side(baksheesh, key) for key in ("front", "back"))
    coffee = check.section("coffee", "{ tavern_tiles = ..., barrier = ..., coffee_house = ... }")
    if coffee.table:
        coffee.keys(("tavern_tiles", "barrier", "coffee_house"), ())
    tiles = numbers_fact(coffee.section("tavern_tiles", values), facts, 0, MAX_COFFEE, 4, 4)
    barrier = number_fact(coffee.section("barrier", value), facts, 0, MAX_COFFEE)
    house = numbers_fact(coffee.section("coffee_house", values), facts, 0, MAX_COFFEE, 5, 5)
    prizes = _prizes(check)
    check.finish()
    return GuildData(
        title, cards, sides, prizes, price, tiles, barrier, house, file.source, file.shipped, tuple(facts)
    )


def _cards(check: Checker) -> tuple[GuildCard, ...]:
    found: dict[int, GuildCard] = {}
    rows = check.rows(
        "cards",
        many="guild cards",
        one="guild card",
        low=GUILD_CARDS,
        high=GUILD_CARDS,
        example=_CARD_EXAMPLE,
    )
    for row in rows:
        row.keys(("number", "effect"), ("improvement", "provenance", "note"))
        provenance = row.provenance()
        number = row.number("number", 1, GUILD_CARDS)
        effect, note = row.text("effect"), row.text("note", default="")
        if number in found:
            row.problem("number", show_value(number), "each card once")
        elif number is not None and provenance is not None:
            gains = _improvement(row, number)
            found[number] = GuildCard(number, effect, *gains, provenance, note)
    return tuple(found[number] for number in sorted(found))


def _improvement(row: Row, number: int) -> tuple[int, int, int]:
    """Lira and coffee on top, and what only this card can have."""
    if "improvement" not in row.table:
        return 0, 0, 0
    part = row.section("improvement", "{ coffee = 3 }")
    special = _SPECIAL.get(number)
    if part.table:
        part.keys((), ("lira", "coffee", *([special] if special else [])))
    if special == "any_stock":
        value = int(part.flag(special, default=False))
    else:
        value = (part.number(special, 0, MAX_GAIN) or 0) if special else 0
    return part.number("lira", 0, MAX_GAIN) or 0, part.number("coffee", 0, MAX_GAIN) or 0, value


def _side(baksheesh: Row, key: str) -> Side:
    row = baksheesh.section(key, '{ goods = "YYY", provenance = "stated" }')
    if row.table:
        row.keys(("goods",), ("provenance", "note"))
    provenance = row.provenance() if row.table else None
    text = row.text("goods", default="")
    goods = goods_of(text) if text else (0,) * len(LETTERS)
    if goods is None or max(goods) > 5:
        row.problem("goods", show_value(text), f"letters out of {LETTERS}, at most 5 of each")
    return Side(goods or (0,) * len(LETTERS), provenance or "stand-in")


def _prizes(check: Checker) -> tuple[Prize, ...]:
    section = check.section("prizes", f'{{ 1 = {{ prize = "{COFFEE}" }}, ... }}')
    faces = tuple(map(str, range(1, 7)))
    if section.table:
        section.keys(faces, ())
    prizes = []
    for face in faces:
        row = section.section(face, f'{{ prize = "{COFFEE}", provenance = "stated" }}')
        if row.table:
            row.keys(("prize",), ("count", "provenance", "note"))
        provenance = row.provenance() if row.table else None
        item = row.choice("prize", PRIZES)
        count = row.number("count", 0, MAX_GAIN) if "count" in row.table else 1
        prizes.append(Prize(PRIZES.index(item) if item else 0, count or 0, provenance or "stand-in"))
    return tuple(prizes)
