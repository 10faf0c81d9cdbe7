"""The rat tokens and their set-up, read from TOML and checked (rules sections 1.2 and 2)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from rattus_ai.data_files.checker import Checker, Row
from rattus_ai.data_files.problems import show_value
from rattus_ai.data_files.provenance import Doubtful, Provenance, count_doubts
from rattus_ai.data_files.toml_file import FilePath, TomlFile, load_checked
from rattus_ai.rattus.box_basics import PLAYER_COUNTS, SYMBOLS

# Limits of the engine.
MAX_TOKENS = 64  # of one ring
MAX_LIMIT = 15
MAX_SYMBOL_COUNT = 3  # of one symbol on one token

_TOKEN = re.compile(r"([A-Za-z]?)\s*(\d{1,9})\s*:\s*([A-Za-z]*)")
_TOKEN_EXAMPLE = '"2:MBC" or { token = "2:MBC", count = 1, provenance = "stated" }'
_SETUP_EXAMPLE = '{ players = 2, removed = 12, provenance = "stated" }'


@dataclass(frozen=True, slots=True)
class Token:
    """A rat token (rules section 1.2)."""

    ring: Literal["s", "n"]  # s starting (with the ring), n normal
    limit: int  # 1 to 15
    symbols: str  # in the order of SYMBOLS
    provenance: Provenance
    note: str = ""

    @property
    def face(self) -> str:
        """The printed side, for example ``"2:MBC"``."""
        return f"{self.limit}:{self.symbols}"

    @property
    def text(self) -> str:
        """Ring and printed side, for example ``"s2:MBC"``."""
        return f"{self.ring}{self.face}"


@dataclass(frozen=True, slots=True)
class Setup:
    """What set-up does with the tokens at one number of players (rules section 2)."""

    players: int
    removed: int  # normal tokens removed unseen
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class TokenData(Doubtful):
    """The checked rat tokens, one entry for each piece of cardboard, in the order of the file."""

    title: str
    starting: tuple[Token, ...]
    normal: tuple[Token, ...]
    setup: tuple[Setup, ...]
    source: str  # the file, for messages
    shipped: bool
    starting_line: int | None = None  # where the list begins, for messages
    setup_line: int | None = None
    notes: tuple[str, ...] = ()

    def removed(self, players: int) -> int:
        """Return how many normal tokens leave the box with ``players`` players.

        Raises:
            ValueError: the file says nothing about that number of players.
        """
        for row in self.setup:
            if row.players == players:
                return row.removed
        known = ", ".join(str(row.players) for row in self.setup)
        raise ValueError(
            f"{self.source}: setup: found nothing for {players} players, expected one of {known}"
        )

    def doubts(self) -> list[str]:
        """Return phrases like ``"47 of 49 tokens are stand-ins"``; empty if nothing is in doubt."""
        return count_doubts("tokens", self.starting + self.normal) + count_doubts("set-up facts", self.setup)


def load_tokens(path: FilePath | None = None, africanus: bool = False) -> TokenData:
    """Load rat tokens; without ``path`` the shipped ones (rules section 1.2).

    Args:
        path: the file.
        africanus: of the shipped ones those of Africanus, which replace the others (rules section 9).

    Raises:
        DataError: with every problem of the file.
    """
    return load_checked(parse_tokens, path, "rattus", "tokens-africanus.toml" if africanus else "tokens.toml")


def parse_tokens(file: TomlFile) -> TokenData:
    """Check a parsed token file: 1 to 64 starting and 0 to 64 normal tokens, limits 1 to 15, symbols
    ``MAPBCKWRI`` each at most three times on a token, and how many normal tokens set-up removes.

    Raises:
        DataError: with every problem of the file.
    """
    check = Checker(file)
    title = check.head("tokens", ("starting", "normal", "setup"))
    starting = _tokens(check, "starting", "s")
    normal = _tokens(check, "normal", "n")
    setup = _setup(check, len(normal))
    check.finish()
    return TokenData(
        title,
        tuple(starting),
        tuple(normal),
        tuple(setup),
        file.source,
        file.shipped,
        starting_line=file.line(("starting",)),
        setup_line=file.line(("setup",)),
    )


def _tokens(check: Checker, key: str, ring: Literal["s", "n"]) -> list[Token]:
    tokens: list[Token] = []
    total = 0
    for row in check.rows(
        key,
        many="tokens",
        one=f"{key} token",
        low=1 if ring == "s" else 0,
        high=MAX_TOKENS,
        example=_TOKEN_EXAMPLE,
        short="token",
    ):
        row.keys(("token",), ("count", "provenance", "note"))
        provenance = row.provenance()
        note = row.text("note", default="")
        count = row.number("count", 1, MAX_TOKENS) if "count" in row.table else 1
        if "token" not in row.table:
            continue
        face = _token_face(row, ring)
        total += count or 1
        if face is not None and provenance is not None and count is not None:
            tokens += [Token(ring, *face, provenance, note)] * count
    if total > MAX_TOKENS and len(check.file.data[key]) <= MAX_TOKENS:
        check.problem((key,), key, f"{total} tokens, counts included", f"at most {MAX_TOKENS}")
    return tokens


def _token_face(row: Row, ring: str) -> tuple[int, str] | None:
    """Return the limit and the symbols of a token."""
    value = row.table["token"]
    shown = show_value(value)
    before = len(row.check.problems)

    def problem(found: str, expected: str) -> None:
        row.check.problem((*row.path, "token"), row.where, found, expected)

    match = _TOKEN.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None or not match[3].isascii() or not match[2].isascii():
        problem(shown, 'limit:SYMBOLS like "2:MBC"')
        return None
    if match[1] and match[1].lower() != ring:
        these = "starting" if ring == "s" else "normal"
        expected = f"no ring letter or {ring}, since this is the list of {these} tokens"
        problem(f"the ring {match[1]} in {shown}", expected)
    limit = int(match[2])
    if not 1 <= limit <= MAX_LIMIT:
        problem(f"the limit {limit} in {shown}", f"a limit from 1 to {MAX_LIMIT}")
    counts = Counter(match[3].upper())
    if not counts:
        problem(f"no symbol in {shown}", f"one or more symbols out of {SYMBOLS}")
    for letter, count in counts.items():
        if letter not in SYMBOLS:
            problem(f"the symbol {letter} in {shown}", f"symbols out of {SYMBOLS}")
        elif count > MAX_SYMBOL_COUNT:
            expected = f"each symbol at most {MAX_SYMBOL_COUNT} times"
            problem(f"the symbol {letter} {count} times in {shown}", expected)
    if len(row.check.problems) > before:
        return None
    return limit, "".join(letter * counts[letter] for letter in SYMBOLS)


def _setup(check: Checker, normal: int) -> list[Setup]:
    rows: list[Setup] = []
    seen: set[int] = set()
    for row in check.rows(
        "setup", many="rows", one="setup", low=1, high=len(PLAYER_COUNTS), example=_SETUP_EXAMPLE
    ):
        row.keys(("players", "removed"), ("provenance",))
        provenance = row.provenance()
        players = row.number("players", PLAYER_COUNTS[0], PLAYER_COUNTS[-1])
        removed = row.number("removed", 0, MAX_TOKENS)
        if players in seen:
            expected = "each number of players once"
            check.problem((*row.path, "players"), row.where, f"{players} players again", expected)
        if removed is not None and removed > normal and not check.problems:
            row.problem("removed", str(removed), f"at most the {normal} normal tokens of this file")
        if players is not None and removed is not None and provenance is not None:
            seen.add(players)
            rows.append(Setup(players, removed, provenance))
    return sorted(rows, key=lambda setup: setup.players)
