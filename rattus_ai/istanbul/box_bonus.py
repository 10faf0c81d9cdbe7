"""The kinds of bonus cards, read from TOML and checked (rules sections 1.6 and 2.7)."""

from __future__ import annotations

from dataclasses import dataclass

from rattus_ai.data_files.checker import Checker
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import PROVENANCES, Doubtful, Provenance, count_doubts, least_known
from rattus_ai.data_files.toml_file import FilePath, TomlFile, load_checked
from rattus_ai.istanbul.words import BASE_CARDS, CARDS, PRIZE_CARD

BOXES = ("base", "expansion")
MAX_COPIES = 20
_EXAMPLE = '{ name = "lira", copies = 4, box = "base", ... }'


@dataclass(frozen=True, slots=True)
class BonusCard:
    """A kind of bonus cards.

    Attributes:
        copies: how many of it the box holds.
        when: when it may be played, in words.
        effect: one line in this project's words.
        provenance: of the effect; copies_known: of the number, where it is known worse.
    """

    name: str
    copies: int
    box: str
    when: str
    effect: str
    provenance: Provenance
    copies_known: Provenance | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class BonusData(Doubtful):
    """The checked kinds of bonus cards, in the order of their numbers."""

    title: str
    cards: tuple[BonusCard, ...]
    source: str  # the file, for messages
    shipped: bool
    notes: tuple[str, ...] = ()

    def doubts(self) -> list[str]:
        """Return phrases for kinds that are in doubt; empty if none is."""
        return self.doubts_of(len(self.cards), prizes=True)

    def doubts_of(self, kinds: int, prizes: bool) -> list[str]:
        """The same for the first so many kinds, with or without the prize cards."""
        used = [
            least_known(card.provenance, card.copies_known)
            for number, card in enumerate(self.cards[:kinds])
            if prizes or number != PRIZE_CARD
        ]
        return count_doubts("kinds of bonus cards", used)

    def counts(self, expansion: bool, prizes: bool) -> list[int]:
        """Copies of each kind in a game; 0 for what is not in play."""
        return [
            card.copies if (expansion or number < BASE_CARDS) and (prizes or number != PRIZE_CARD) else 0
            for number, card in enumerate(self.cards)
        ]


def load_bonus(path: FilePath | None = None) -> BonusData:
    """Load the bonus cards; without ``path`` the shipped ones.

    Raises:
        DataError: with every problem of the file.
    """
    return load_checked(parse_bonus, path, "istanbul", "bonus-cards.toml")


def parse_bonus(file: TomlFile) -> BonusData:
    """Check a parsed file of bonus cards: every kind once, with its number of copies.

    Raises:
        DataError: with every problem of the file.
    """
    check = Checker(file)
    title = check.head("bonus-cards", ("cards",))
    found: dict[str, BonusCard] = {}
    kinds = len(CARDS)
    for row in check.rows("cards", many="kinds", one="kind", low=kinds, high=kinds, example=_EXAMPLE):
        row.keys(("name", "copies", "box", "when", "effect"), ("provenance", "copies_known", "note"))
        provenance, copies_known = row.provenance(), row.choice("copies_known", PROVENANCES)
        name, box = row.choice("name", CARDS), row.choice("box", BOXES)
        copies = row.number("copies", 0, MAX_COPIES)
        when, effect, note = row.text("when"), row.text("effect"), row.text("note", default="")
        if name in found:
            row.problem("name", show_value(name), "each kind once")
        elif name is not None and box is not None and box != _box(name):
            row.problem("box", show_value(box), f"{_box(name)}, where {name} belongs")
        elif name is not None and box is not None and copies is not None and provenance is not None:
            found[name] = BonusCard(name, copies, box, when, effect, provenance, copies_known, note)
    check.finish()
    return BonusData(title, tuple(found[name] for name in CARDS), file.source, file.shipped)


def _box(name: str) -> str:
    return BOXES[CARDS.index(name) >= BASE_CARDS]
