"""Names of everything in five languages, for printing and for reading: cards, regions, goods, a few words.

The canonical name of a thing is the one in ``map.toml`` and ``cards.toml``; classes go by their letter.
For printing, :func:`names` gives the words of one language. For reading, :func:`find` understands every
language at once, whatever the case and the accents.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from rattus_ai.errors import RattusAIError
from rattus_ai.rattus.boxdata import SCHEMA, Checker, Provenance, TomlFile, read_shipped, show_value
from rattus_ai.text.closest import closest, did_you_mean, fold

Kind = Literal["cards", "regions", "classes", "phases", "words", "goods", "sets"]

LANGUAGES = ("en", "hu", "el", "fr", "es")
KINDS: tuple[Kind, ...] = ("cards", "regions", "classes", "phases", "words", "goods", "sets")
_SINGULAR = {
    "cards": "card",
    "regions": "region",
    "classes": "class",
    "phases": "phase",
    "words": "word",
    "goods": "goods",
    "sets": "suggested set",
}


class LanguageError(RattusAIError):
    """A language that the package does not speak was asked for."""


class UnknownName(RattusAIError):
    """A text names nothing, or more than one thing. ``close`` holds what may have been meant."""

    def __init__(self, message: str, close: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.close = close


@dataclass(frozen=True, slots=True)
class Name:
    """How one language calls a thing."""

    text: str
    provenance: Provenance
    also: tuple[str, ...] = ()  # further names that are understood but not printed


@dataclass(frozen=True)
class Names:
    """The names of one language. A thing without a name there goes by its canonical name."""

    code: str
    title: str  # in English
    native: str
    entries: Mapping[Kind, Mapping[str, Name]]

    def name(self, kind: Kind, canonical: str) -> str:
        """Return what this language calls ``canonical``, which may be unknown to it (a user's own region)."""
        entry = self.entries[kind].get(canonical)
        return canonical if entry is None else entry.text

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

    def word(self, canonical: str) -> str:
        """Return a word such as ``palace`` or ``supply``."""
        return self.name("words", canonical)


def names(language: str = "en") -> Names:
    """Return the names of a language, given by code (``hu``) or by name (``Hungarian``, ``magyar``).

    Raises:
        LanguageError: the language is not one of the five.
    """
    wanted = fold(language)
    spoken: dict[str, str] = {}
    for code in LANGUAGES:
        if wanted == code:
            return _load(code)
        loaded = _load(code)
        spoken |= {code: code, fold(loaded.title): code, fold(loaded.native): code}
    if wanted in spoken:
        return _load(spoken[wanted])
    choices = ", ".join(f"{code} ({_load(code).title})" for code in LANGUAGES)
    near = did_you_mean(dict.fromkeys(spoken[match] for match in closest(wanted, spoken)))
    raise LanguageError(f"language: found {show_value(language)}, expected one of {choices}{near}")


@functools.cache
def _load(code: str) -> Names:
    return parse_language(read_shipped("languages", f"{code}.toml"))


def parse_language(file: TomlFile) -> Names:
    """Check a parsed language file.

    Raises:
        rattus_ai.rattus.boxdata.DataError: with every problem of the file.
    """
    check = Checker(file)
    data = file.data
    check.keys(data, (), "", ("schema", "kind", "code", "title", "native", *KINDS), ())
    if data.get("schema", SCHEMA) != SCHEMA:
        check.problem(("schema",), "schema", show_value(data["schema"]), str(SCHEMA))
    check.choice(data, "kind", (), "", ("language",))
    code, title, native = (check.text(data, key, (), "") for key in ("code", "title", "native"))
    entries: dict[Kind, Mapping[str, Name]] = {}
    for kind in KINDS:
        section = check.table(data.get(kind, {}), (kind,), kind, "[cards]")
        entries[kind] = MappingProxyType(
            {key: _name(check, kind, key, value) for key, value in (section or {}).items()}
        )
    check.finish()
    return Names(code, title, native, MappingProxyType(entries))


def _name(check: Checker, kind: Kind, key: str, value: object) -> Name:
    where = f"{kind}, {key}"
    example = '{ text = "Lovag", provenance = "stated" }'
    table: Mapping[str, Any] = check.table(value, (kind, key), where, example) or {}
    if table:
        check.keys(table, (kind, key), where, ("text",), ("provenance", "also"))
    text = check.text(table, "text", (kind, key), where)
    provenance = check.provenance(table, (kind, key), where, None) or "stand-in"
    also = table.get("also", [])
    if not (isinstance(also, list) and all(isinstance(entry, str) for entry in also)):
        check.problem((kind, key, "also"), f"{where}, also", show_value(also), "a list of texts")
        also = []
    return Name(text, provenance, tuple(also))


@functools.cache
def _vocabulary(kind: Kind) -> Mapping[str, frozenset[str]]:
    """Return folded name -> canonical names, over all languages."""
    meanings: dict[str, set[str]] = {}
    for code in LANGUAGES:
        for canonical, entry in _load(code).entries[kind].items():
            for text in (canonical, entry.text, *entry.also):
                meanings.setdefault(fold(text), set()).add(canonical)
    return MappingProxyType({text: frozenset(found) for text, found in meanings.items()})


def spellings(kind: Kind, among: Iterable[str]) -> dict[str, str]:
    """Return folded spelling -> canonical name for everything in ``among``, in all languages.

    Things without translations (a user's own regions) are known by their canonical name, which goes before
    any translation of something else.
    """
    wanted = list(among)
    present = set(wanted)
    result = {
        text: canonical
        for text, meanings in _vocabulary(kind).items()
        for canonical in meanings & present
        if len(meanings & present) == 1
    }
    return result | {fold(canonical): canonical for canonical in wanted}


def find(kind: Kind, text: str, among: Iterable[str], *, prefix: bool = True) -> str:
    """Return the canonical name that ``text`` means, in any language, out of ``among``.

    Case and accents do not count; with ``prefix`` a beginning is enough if it fits one thing only
    (``"ger"`` for Germania). ``among`` holds canonical names, for example the regions in use.

    Raises:
        UnknownName: nothing or more than one thing is meant; the message names close matches.
    """
    candidates = list(among)
    known = spellings(kind, candidates)
    wanted = fold(text)
    if wanted in known:
        return known[wanted]
    meant = sorted({name for spelling, name in known.items() if wanted and spelling.startswith(wanted)})
    if prefix and len(meant) == 1:
        return meant[0]
    what = _SINGULAR[kind]
    if prefix and meant:
        raise UnknownName(
            f"{what}: found {show_value(text)}, which begins {', '.join(meant)}; expected one of them",
            tuple(meant),
        )
    near = tuple(dict.fromkeys(known[match] for match in closest(wanted, known)))
    expected = ", ".join(candidates) if len(candidates) <= 20 else f"one of {len(candidates)} names"
    raise UnknownName(f"{what}: found {show_value(text)}, expected {expected}{did_you_mean(near)}", near)
