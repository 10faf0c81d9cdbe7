"""The things of Istanbul by number: how they are called in English, in data, documents and texts.

Everything is numbered as in the core: goods and mosque colours from 0, places and guild cards from 1.
"""

from __future__ import annotations

GOODS = ("fabric", "spice", "fruit", "jewelry")
COFFEE = "coffee"
LIRA = "lira"
ITEMS = (*GOODS, COFFEE)
"""What a swap may give and take."""

LETTERS = "RGYB"
"""Letters of the goods by their colours: red fabric, green spice, yellow fruit, blue jewelry."""

ANY_LETTER = "?"

COLOURS = ("red", "green", "yellow", "blue")
"""Colours of the mosque tiles."""

SMALL_MOSQUE_COLOURS = (0, 1)

PLACES = (
    "Wainwright",
    "Fabric Warehouse",
    "Spice Warehouse",
    "Fruit Warehouse",
    "Post Office",
    "Caravansary",
    "Fountain",
    "Black Market",
    "Tea House",
    "Large Market",
    "Small Market",
    "Police Station",
    "Sultan's Palace",
    "Small Mosque",
    "Great Mosque",
    "Gemstone Dealer",
    "Roasting Plant",
    "Guild Hall",
    "Tavern",
    "Coffee House",
)
"""The places in the order of their numbers, from 1."""

BASE_PLACES = 16
FOUNTAIN, POLICE, PALACE, DEALER, TAVERN, HOUSE = 7, 12, 13, 16, 19, 20

CARDS = (
    "good",
    "lira",
    "far",
    "stay",
    "recall",
    "family",
    "palace",
    "post",
    "dealer",
    "market",
    "coffee",
    "guild",
    "trade",
    "prize",
    "swap",
    "six",
    "corner",
    "wainwright",
    "house",
)
"""Kinds of bonus cards; those from `BASE_CARDS` on belong to the expansion."""

BASE_CARDS = 10
PRIZE_CARD = CARDS.index("prize")

GUILD_CARDS = 20

WARES = ("movement", "encounter")
"""Kinds of tavern tiles."""

TRACKS = ("palace", "dealer", "house")
"""Where the baksheesh may take a ruby."""

TAVERN_OPTIONS = ("barrier", "movement", "encounter", "baksheesh")
DICE = ("low", "high")
FIGURES = ("governor", "smuggler", "trader")
EXTRA = ("nothing", *GOODS)
"""What is delivered on a space for any good."""

COLUMNS = {False: 4, True: 5}
"""Columns of the grid, without and with the expansion; it has 4 rows."""

PLAYER_COUNTS = (2, 3, 4, 5)


def printed(name: str) -> str:
    """A name as texts and documents print it: small letters, one word, `sultans_palace`."""
    return "_".join(name.lower().replace("'", "").split())


PLACE_NAMES = tuple(map(printed, PLACES))
"""The places as texts and documents print them."""


def letters(goods: tuple[int, ...] | list[int]) -> str:
    """Goods by their letters, `RRB` for two fabric and one jewelry."""
    return "".join(letter * count for letter, count in zip(LETTERS, goods, strict=True))


def goods_of(text: str) -> tuple[int, ...] | None:
    """Goods given by letters in any order and case; None if it is no such text."""
    upper = text.strip().upper()
    if not upper or any(letter not in LETTERS for letter in upper):
        return None
    return tuple(upper.count(letter) for letter in LETTERS)


def sales() -> list[tuple[int, ...]]:
    """Every sale of 1 to 5 goods, as counts of the four goods, in the order of the core's numbers."""
    most = 5
    counts = range(most + 1)
    return [
        (r, g, y, b)
        for r in counts
        for g in counts
        for y in counts
        for b in counts
        if 1 <= r + g + y + b <= most
    ]
