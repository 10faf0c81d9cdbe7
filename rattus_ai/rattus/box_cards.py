"""The class cards of the boxes, read from TOML and checked (rules sections 4 and 8 to 10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from rattus_ai.data_files.checker import Checker, Row
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import (
    PROVENANCES,
    Doubtful,
    HasProvenance,
    Provenance,
    count_doubts,
    least_known,
)
from rattus_ai.data_files.toml_file import FilePath, TomlFile, load_checked
from rattus_ai.errors import listed
from rattus_ai.rattus.box_basics import CLASS_LETTERS

MAX_CARDS = 255
BASE_BOX = "base"
MERCATUS_BOX = "mercatus"  # its cards need goods and coins
AFRICANUS_BOX = "africanus"  # its cards need region cards and the tokens with the Islam symbol
UNKNOWN: Literal["unknown"] = "unknown"
CARD_PROVENANCES = (*PROVENANCES, UNKNOWN)

_CARD_EXAMPLE = '{ name = "King", class = "R", box = "base", ... }'


@dataclass(frozen=True, slots=True)
class Card:
    """A class card."""

    name: str
    class_letter: str  # one of CLASS_LETTERS
    box: str
    provenance: Provenance | Literal["unknown"]  # unknown: what it does is not known
    effect: str  # one line in this project's words; "" where it is not known
    note: str = ""
    playable: bool = True
    details: Provenance | None = None  # of the details, where they are known worse than the card as a whole


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
        unknown = [card.name for card in self.cards if card.provenance == UNKNOWN]
        doubts = count_doubts("cards", self.knowledge())
        return [*doubts, f"the effect of {listed(unknown, 'and')} is not known"] if unknown else doubts

    def knowledge(self) -> list[HasProvenance]:
        """Return how well each card is known with its details; those not known at all are left out."""
        return [
            least_known(card.provenance, card.details) for card in self.cards if card.provenance != UNKNOWN
        ]

    def only(self, cards: Iterable[Card]) -> CardData:
        """Return the same with these cards alone, for example those in play."""
        return replace(self, cards=tuple(cards))

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes that the cards come from, in the order of the file."""
        return tuple(dict.fromkeys(card.box for card in self.cards))


def load_cards(path: FilePath | None = None) -> CardData:
    """Load the class cards; without ``path`` the shipped ones (rules section 4).

    Raises:
        DataError: with every problem of the file.
    """
    return load_checked(parse_cards, path, "rattus", "cards.toml")


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
        row.keys(("name", "class", "box"), ("effect", "provenance", "note", "playable", "details"))
        provenance = _provenance(row)
        name = row.new_text("name", seen)
        letter = row.choice("class", CLASS_LETTERS)
        box = row.text("box")
        effect = row.text("effect", default="")
        note = row.text("note", default="")
        details = row.choice("details", PROVENANCES)
        playable = row.flag("playable", default=True)
        if playable and not effect:
            found = show_value(row.table["effect"]) if "effect" in row.table else "no key 'effect'"
            row.problem("effect", found, "what the card does, in one line")
        if playable and provenance == UNKNOWN:
            row.problem(
                "provenance", show_value(UNKNOWN), "playable = false for a card whose effect is not known"
            )
        if letter is not None and provenance is not None:
            cards.append(Card(name, letter, box, provenance, effect, note, playable, details))
    check.finish()
    return CardData(title, tuple(cards), file.source, file.shipped)


def _provenance(row: Row) -> Provenance | Literal["unknown"] | None:
    """The provenance of a card, which may be unknown, or the document's own."""
    return UNKNOWN if row.table.get("provenance") == UNKNOWN else row.provenance()
