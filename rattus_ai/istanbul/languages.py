"""Names of everything in English and Greek, for printing and for reading.

The canonical names are those of `rattus_ai.istanbul.words`, verbs are those of the core.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rattus_ai.data_files.languages import Dictionary, LanguageNames

Kind = Literal["places", "goods", "cards", "card_titles", "things", "verbs", "words"]

LANGUAGES = ("en", "el")
KINDS = {
    "places": "place",
    "goods": "good",
    "cards": "bonus card",
    "card_titles": "bonus card",
    "things": "word",
    "verbs": "verb",
    "words": "word",
}


@dataclass(frozen=True)
class Names(LanguageNames):
    """The names of one language."""

    def place(self, canonical: str) -> str:
        """Return the name of a place."""
        return self.name("places", canonical)

    def goods(self, canonical: str) -> str:
        """Return the name of a good, or of coffee."""
        return self.name("goods", canonical)

    def card(self, canonical: str) -> str:
        """Return what a kind of bonus cards is called in texts, one word."""
        return self.name("cards", canonical)

    def card_title(self, canonical: str) -> str:
        """Return what a kind of bonus cards is called for people."""
        return self.name("card_titles", canonical)

    def thing(self, canonical: str) -> str:
        """Return a word for a colour, a tavern tile, a track, a die or a figure."""
        return self.name("things", canonical)

    def verb(self, canonical: str) -> str:
        """Return the first word of the text of an action or outcome."""
        return self.name("verbs", canonical)


_DICTIONARY = Dictionary("istanbul", LANGUAGES, KINDS, Names)


def names(language: str = "en") -> Names:
    """Return the names of a language, given by code (``el``) or by name (``Greek``, ``ελληνικά``).

    Raises:
        LanguageError: the language is none of the two.
    """
    return _DICTIONARY.names(language)


def spellings(kind: Kind, among: Iterable[str]) -> dict[str, str]:
    """Return folded spelling -> canonical name for everything in ``among``; see `Dictionary.spellings`."""
    return _DICTIONARY.spellings(kind, among)
