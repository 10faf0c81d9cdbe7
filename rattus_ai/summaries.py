"""What a position looks like in words: tables a person looks at, filled by a game and printed by a door.

A game says what lies where (`Game.summary`); how it is coloured and framed is up to who prints it. This
module knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Tone = Literal["plain", "strong", "faint", "danger", "ring"]
"""How a piece of text stands out: `ring` marks what is special of its kind, `danger` what threatens."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A few words of one kind; with a player it takes the colour of that player."""

    text: str
    player: int | None = None
    tone: Tone = "plain"


Cell = tuple[Piece, ...]
"""The pieces of a cell, printed one after the other without anything between."""


@dataclass(frozen=True, slots=True)
class Column:
    """Head of a column; numbers stand to the right."""

    title: str
    player: int | None = None
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class SummaryTable:
    """A table; every row has a cell for each column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A position as tables, and below them single facts with a label."""

    title: str
    tables: tuple[SummaryTable, ...]
    facts: tuple[tuple[str, Cell], ...] = ()


def cell(text: object, player: int | None = None, tone: Tone = "plain") -> Cell:
    """A cell of one piece."""
    return (Piece(str(text), player, tone),)


def called_players(players: Sequence[str] | None, word: str, count: int) -> tuple[str, ...]:
    """What the players are called: their names, or a word for a player with the number."""
    return tuple(players or (f"{word} {player}" for player in range(count)))
