"""The class cards of the box, read from TOML and checked (rules section 4)."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from rattus_ai.data_files.checker import Checker
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import Doubtful, Provenance, count_doubts
from rattus_ai.data_files.toml_file import FilePath, TomlFile, read_toml
from rattus_ai.rattus.box_basics import CLASS_LETTERS, read_shipped
from rattus_ai.text.closest import fold

MAX_CARDS = 255
_CARD_EXAMPLE = '{ name = "King", class = "R", box = "base", ... }'


@dataclass(frozen=True, slots=True)
class Card:
    """A class card."""

    name: str
    class_letter: str  # one of CLASS_LETTERS
    box: str
    provenance: Provenance
    effect: str  # one line in this project's words
    note: str = ""


@dataclass(frozen=True, slots=True)
class CardData(Doubtful):
    """The checked class cards, in the order in which they are numbered."""

    title: str
    cards: tuple[Card, ...]
    source: str  # the file, for messages
    shipped: bool
    notes: tuple[str, ...] = ()

    def doubts(self) -> list[str]:
        """Return phrases for cards that are in doubt; empty if none is."""
        return count_doubts("cards", self.cards)


def load_cards(path: FilePath | None = None) -> CardData:
    """Load the class cards; without ``path`` the shipped ones (rules section 4).

    Raises:
        DataError: with every problem of the file.
    """
    return _shipped_cards() if path is None else parse_cards(read_toml(path))


@functools.cache
def _shipped_cards() -> CardData:
    return parse_cards(read_shipped("cards.toml"))


def parse_cards(file: TomlFile) -> CardData:
    """Check a parsed card file.

    Raises:
        DataError: with every problem of the file.
    """
    check = Checker(file)
    title = check.head("cards", ("cards",))
    cards: list[Card] = []
    seen: dict[str, int | None] = {}
    for row in check.rows("cards", many="cards", one="card", low=1, high=MAX_CARDS, example=_CARD_EXAMPLE):
        row.keys(("name", "class", "box", "effect"), ("provenance", "note"))
        provenance = row.provenance()
        name = row.text("name")
        letter = row.choice("class", CLASS_LETTERS)
        box = row.text("box")
        effect = row.text("effect")
        note = row.text("note", default="")
        if name and fold(name) in seen:
            expected = f"names that differ; line {seen[fold(name)]} has it already"
            row.problem("name", show_value(name), expected)
        seen.setdefault(fold(name), file.line((*row.path, "name")))
        if letter is not None and provenance is not None:
            cards.append(Card(name, letter, box, provenance, effect, note))
    check.finish()
    return CardData(title, tuple(cards), file.source, file.shipped)
