"""Names of everything in five languages, for printing and for reading: cards, regions, goods, a few words.

The canonical name of a thing is the one in ``map.toml`` and ``cards.toml``; classes go by their letter.
For printing, :func:`names` gives the words of one language. For reading, :func:`find` understands every
language at once, whatever the case and the accents.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rattus_ai.data_files.languages import Dictionary, LanguageError, LanguageNames, Name, UnknownName

__all__ = [
    "KINDS",
    "LANGUAGES",
    "LanguageError",
    "Name",
    "Names",
    "UnknownName",
    "find",
    "names",
    "parse_language",
    "spellings",
    "vocabulary",
]

Kind = Literal["cards", "regions", "classes", "phases", "words", "goods", "sets"]

LANGUAGES = ("en", "hu", "el", "fr", "es")
KINDS = {
    "cards": "card",
    "regions": "region",
    "classes": "class",
    "phases": "phase",
    "words": "word",
    "goods": "goods",
    "sets": "suggested set",
}


@dataclass(frozen=True)
class Names(LanguageNames):
    """The names of one language. A thing without a name there goes by its canonical name."""

    def card(self, canonical: str) -> str:
        """Return the name of a class card."""
        return self.name("cards", canonical)

    def region(self, canonical: str) -> str:
        """Return the name of a region."""
        return self.name("regions", canonical)

    def class_name(self, letter: str) -> str:
        """Return the name of the class with a letter of ``PBCKWRI``."""
        return self.name("classes", letter)

    def goods(self, canonical: str) -> str:
        """Return the name of a kind of goods: ``fish``, ``cloth``, ``wood``, ``salt``, or ``none``."""
        return self.name("goods", canonical)

    def card_set(self, canonical: str) -> str:
        """Return the name of a suggested set of cards (rules section 8)."""
        return self.name("sets", canonical)

    def phase(self, canonical: str) -> str:
        """Return a short description of the phase ``take``, ``place`` or ``plague`` (rules section 3)."""
        return self.name("phases", canonical)


_DICTIONARY = Dictionary("rattus", LANGUAGES, KINDS, Names)

parse_language = _DICTIONARY.parse
vocabulary = _DICTIONARY.vocabulary


def names(language: str = "en") -> Names:
    """Return the names of a language, given by code (``hu``) or by name (``Hungarian``, ``magyar``).

    Raises:
        LanguageError: the language is not one of the five.
    """
    return _DICTIONARY.names(language)


def spellings(kind: Kind, among: Iterable[str]) -> dict[str, str]:
    """Return folded spelling -> canonical name for everything in ``among``; see `Dictionary.spellings`."""
    return _DICTIONARY.spellings(kind, among)


def find(kind: Kind, text: str, among: Iterable[str], *, prefix: bool = True) -> str:
    """Return the canonical name that ``text`` means, in any language, out of ``among``.

    Raises:
        UnknownName: nothing or more than one thing is meant; see `Dictionary.find`.
    """
    return _DICTIONARY.find(kind, text, among, prefix=prefix)
