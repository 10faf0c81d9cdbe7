"""Names of the things of a game in several languages, from TOML files, for printing and for reading.

The canonical name of a thing is the one in the game's data files. For printing, `Dictionary.names` gives the
words of one language. For reading, `Dictionary.find` and `Dictionary.spellings` understand every language at
once, whatever the case and the accents. This module knows no game.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rattus_ai.data_files.checker import SCHEMA, Checker
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import Provenance
from rattus_ai.data_files.toml_file import TomlFile, read_shipped
from rattus_ai.errors import RattusAIError
from rattus_ai.text.closest import closest, did_you_mean, fold

_EXAMPLE = '{ text = "Lovag", provenance = "stated" }'
_MOST_LISTED = 20
"""Most names that a message lists."""


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
class LanguageNames:
    """The names of one language. A thing without a name there goes by its canonical name."""

    code: str
    title: str  # in English
    native: str
    entries: Mapping[str, Mapping[str, Name]]  # kind -> canonical name -> name

    def name(self, kind: str, canonical: str) -> str:
        """Return what this language calls ``canonical``, which may be unknown to it (a user's own thing)."""
        entry = self.entries[kind].get(canonical)
        return canonical if entry is None else entry.text

    def word(self, canonical: str) -> str:
        """Return a word such as ``player`` or ``turn``, of the kind ``words``."""
        return self.name("words", canonical)


Names = TypeVar("Names", bound=LanguageNames)


class Dictionary(Generic[Names]):
    """The languages of one game, read from the files ``languages/<code>.toml`` of its data when needed."""

    def __init__(
        self, folder: str, codes: tuple[str, ...], kinds: Mapping[str, str], names: type[Names]
    ) -> None:
        """The languages of a game.

        Args:
            folder: of the game below ``rattus_ai/data``.
            codes: the languages, the first one is that of canonical names.
            kinds: sections of a language file, each with what messages call a thing of it.
            names: class that holds the names of a language.
        """
        self._folder = folder
        self._kinds = kinds
        self._names = names
        self.codes = codes
        self._load = functools.cache(self._loaded)
        self.vocabulary = functools.cache(self._all_spellings)

    def names(self, language: str) -> Names:
        """Return the names of a language, given by code (``hu``) or by name (``Hungarian``, ``magyar``).

        Raises:
            LanguageError: the language is none of this game.
        """
        wanted = fold(language)
        spoken: dict[str, str] = {}
        for code in self.codes:
            if wanted == code:
                return self._load(code)
            loaded = self._load(code)
            spoken |= {code: code, fold(loaded.title): code, fold(loaded.native): code}
        if wanted in spoken:
            return self._load(spoken[wanted])
        choices = ", ".join(f"{code} ({self._load(code).title})" for code in self.codes)
        beginning = wanted.partition(" ")[0]  # `en_US` and `en-GB` are English
        close = [beginning] if beginning in spoken else closest(wanted, spoken)
        near = did_you_mean(dict.fromkeys(spoken[match] for match in close))
        expected = f"one of {choices}, the languages of {self._folder}"
        raise LanguageError(f"language: found {show_value(language)}, expected {expected}{near}")

    def _loaded(self, code: str) -> Names:
        return self.parse(read_shipped(self._folder, "languages", f"{code}.toml"))

    def parse(self, file: TomlFile) -> Names:
        """Check a parsed language file.

        Raises:
            rattus_ai.data_files.problems.DataError: with every problem of the file.
        """
        check = Checker(file)
        data = file.data
        check.keys(data, (), "", ("schema", "kind", "code", "title", "native", *self._kinds), ())
        if data.get("schema", SCHEMA) != SCHEMA:
            check.problem(("schema",), "schema", show_value(data["schema"]), str(SCHEMA))
        check.choice(data, "kind", (), "", ("language",))
        code, title, native = (check.text(data, key, (), "") for key in ("code", "title", "native"))
        entries: dict[str, Mapping[str, Name]] = {}
        for kind in self._kinds:
            section = check.table(data.get(kind, {}), (kind,), kind, f"[{kind}]")
            entries[kind] = MappingProxyType(
                {key: _name(check, kind, key, value) for key, value in (section or {}).items()}
            )
        check.finish()
        return self._names(code, title, native, MappingProxyType(entries))

    def _all_spellings(self, kind: str) -> Mapping[str, frozenset[str]]:
        """Return folded name -> canonical names, over all languages."""
        meanings: dict[str, set[str]] = {}
        for code in self.codes:
            for canonical, entry in self._load(code).entries[kind].items():
                for text in (canonical, entry.text, *entry.also):
                    meanings.setdefault(fold(text), set()).add(canonical)
        return MappingProxyType({text: frozenset(found) for text, found in meanings.items()})

    def spellings(self, kind: str, among: Iterable[str]) -> dict[str, str]:
        """Return folded spelling -> canonical name for everything in ``among``, in all languages.

        Things without translations (a user's own) are known by their canonical name, which goes before any
        translation of something else.
        """
        wanted = list(among)
        present = set(wanted)
        result = {
            text: canonical
            for text, meanings in self.vocabulary(kind).items()
            for canonical in meanings & present
            if len(meanings & present) == 1
        }
        return result | {fold(canonical): canonical for canonical in wanted}

    def find(self, kind: str, text: str, among: Iterable[str], *, prefix: bool = True) -> str:
        """Return the canonical name that ``text`` means, in any language, out of ``among``.

        Case and accents do not count; with ``prefix`` a beginning is enough if it fits one thing only
        (``"ger"`` for Germania). ``among`` holds canonical names, for example the regions in use.

        Raises:
            UnknownName: nothing or more than one thing is meant; the message names close matches.
        """
        candidates = list(among)
        known = self.spellings(kind, candidates)
        wanted = fold(text)
        if wanted in known:
            return known[wanted]
        meant = sorted({name for spelling, name in known.items() if wanted and spelling.startswith(wanted)})
        if prefix and len(meant) == 1:
            return meant[0]
        what = self._kinds[kind]
        if prefix and meant:
            raise UnknownName(
                f"{what}: found {show_value(text)}, which begins {', '.join(meant)}; expected one of them",
                tuple(meant),
            )
        near = tuple(dict.fromkeys(known[match] for match in closest(wanted, known)))
        many = len(candidates) > _MOST_LISTED
        expected = f"one of {len(candidates)} names" if many else ", ".join(candidates)
        raise UnknownName(f"{what}: found {show_value(text)}, expected {expected}{did_you_mean(near)}", near)


def _name(check: Checker, kind: str, key: str, value: object) -> Name:
    where = f"{kind}, {key}"
    table: Mapping[str, Any] = check.table(value, (kind, key), where, _EXAMPLE) or {}
    if table:
        check.keys(table, (kind, key), where, ("text",), ("provenance", "also"))
    text = check.text(table, "text", (kind, key), where)
    provenance = check.provenance(table, (kind, key), where, None) or "stand-in"
    also = table.get("also", [])
    if not (isinstance(also, list) and all(isinstance(entry, str) for entry in also)):
        check.problem((kind, key, "also"), f"{where}, also", show_value(also), "a list of texts")
        also = []
    return Name(text, provenance, tuple(also))
