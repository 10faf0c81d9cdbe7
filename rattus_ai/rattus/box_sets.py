"""Suggested sets of class cards by name, read from TOML and checked (rules section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rattus_ai.data_files.checker import Checker, Row
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import Doubtful, Provenance, count_doubts
from rattus_ai.data_files.toml_file import FilePath, TomlFile, load_checked
from rattus_ai.rattus.box_basics import MOST_CARDS_IN_PLAY
from rattus_ai.rattus.box_cards import load_cards
from rattus_ai.text.closest import closest, fold

MAX_SETS = 64
_SET_EXAMPLE = '{ name = "beginners", cards = ["Peasant", "Monk"], provenance = "stated" }'


@dataclass(frozen=True, slots=True)
class CardSet:
    """A suggested set of class cards."""

    name: str  # small letters, words joined by hyphens: `dangerous-times`
    cards: tuple[str, ...]  # names as in the card file
    provenance: Provenance
    note: str = ""
    instead: tuple[tuple[str, str], ...] = ()  # a card that cannot be played, and one that takes its place


@dataclass(frozen=True, slots=True)
class SetData(Doubtful):
    """The checked suggested sets, in the order of the file."""

    title: str
    sets: tuple[CardSet, ...]
    source: str  # the file, for messages
    shipped: bool
    notes: tuple[str, ...] = ()

    def doubts(self) -> list[str]:
        """Return phrases for sets that are in doubt; empty if none is."""
        return count_doubts("suggested sets", self.sets)


def load_sets(path: FilePath | None = None) -> SetData:
    """Load suggested sets; without ``path`` the shipped ones (rules section 8).

    Raises:
        DataError: with every problem of the file.
    """
    return load_checked(parse_sets, path, "rattus", "sets.toml")


def parse_sets(file: TomlFile) -> SetData:
    """Check a parsed file of sets: different names, 1 to 8 different cards of the shipped card file in each.

    Raises:
        DataError: with every problem of the file.
    """
    check = Checker(file)
    title = check.head("sets", ("sets",))
    known = {fold(card.name): card.name for card in load_cards().cards}
    sets: list[CardSet] = []
    seen: dict[str, int | None] = {}
    for row in check.rows("sets", many="sets", one="set", low=1, high=MAX_SETS, example=_SET_EXAMPLE):
        row.keys(("name", "cards"), ("provenance", "note", "instead"))
        provenance = row.provenance()
        name = row.new_text("name", seen)
        note = row.text("note", default="")
        cards = _cards(row, known)
        instead = _instead(row, known, cards)
        if provenance is not None:
            sets.append(CardSet("-".join(fold(name).split()), tuple(cards), provenance, note, instead))
    check.finish()
    return SetData(title, tuple(sets), file.source, file.shipped)


def _cards(row: Row, known: Mapping[str, str]) -> list[str]:
    value = row.table.get("cards", [])
    path, where = row.spot("cards")
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_CARDS_IN_PLAY:
        if "cards" in row.table:
            row.problem("cards", show_value(value), f"a list of 1 to {MOST_CARDS_IN_PLAY} names of cards")
        return []
    cards: list[str] = []
    for index, entry in enumerate(value):
        name = _card(row.check, entry, (*path, index), where, known)
        if name in cards:
            row.check.problem((*path, index), where, f"{name} again", "each card once")
        if name is not None:
            cards.append(name)
    return cards


def _instead(row: Row, known: Mapping[str, str], cards: list[str]) -> tuple[tuple[str, str], ...]:
    if "instead" not in row.table:
        return ()
    path, where = row.spot("instead")
    table = row.check.table(row.table["instead"], path, where, '{ Carrier = "Swindler" }') or {}
    result: dict[str, str] = {}
    for key, value in table.items():
        place = (*path, key)
        old = _card(row.check, key, place, where, known)
        new = _card(row.check, value, place, where, known)
        if old is not None and old not in cards:
            row.check.problem(place, where, old, "a card of this set", closest(old, cards))
        elif new is not None and new in cards:
            row.check.problem(place, where, new, "a card that is not in this set")
        elif old is not None and new is not None:
            result[old] = new
    return tuple(result.items())


def _card(
    check: Checker, value: object, path: tuple[str | int, ...], where: str, known: Mapping[str, str]
) -> str | None:
    name = known.get(fold(value)) if isinstance(value, str) else None
    if name is None:
        near = closest(value, known.values()) if isinstance(value, str) else ()
        check.problem(path, where, show_value(value), "the name of a card", near)
    return name
