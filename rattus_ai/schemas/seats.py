"""Players in a document of any game: who is meant, and one value for each of them.

A player is a number in the order of play or a name that the document gives; a list with one entry for each
player may also be an object from player to entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from rattus_ai.errors import DocumentError, Path, listed, shown
from rattus_ai.text.closest import closest, did_you_mean, fold

T = TypeVar("T")

PUBLIC = -1
"""The viewer who knows what everybody knows and nothing else."""

PUBLIC_NAME = "public"

Count = Annotated[int, Meta(ge=0, le=1000)]
Player = Annotated[
    int | str,
    Meta(description="A player: the number in the order of play, from 0, or the name given under `players`."),
]

Names = Annotated[list[str], Meta(description="Names of the players, in the order of play; the first began.")]
"""`players` of a document."""

Viewer = Annotated[
    Player, Meta(description='Whose knowledge the document holds: a player or "public"; left out: all.')
]
"""`viewer` of a document."""


class Fields(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Base of the objects in a document: a field that is not known is an error."""


def named_seat(text: str, names: Sequence[str] | None) -> int | None:
    """The player of this name; None where there is none."""
    wanted = fold(text)
    return next((player for player, name in enumerate(names or ()) if fold(name) == wanted), None)


def named_viewer(text: str, names: Sequence[str] | None) -> int | None:
    """The player of this name, or `PUBLIC` for what everybody knows, which no player is called."""
    return PUBLIC if fold(text) == PUBLIC_NAME else named_seat(text, names)


class SeatReader:
    """Reads who is meant in one document."""

    def __init__(self, count: int, names: Sequence[str] | None) -> None:
        """For a document.

        Args:
            count: number of players.
            names: their names in the order of play, None if they have none.
        """
        self.count = count
        self.names = None if names is None else tuple(names)

    def player(self, value: int | str, path: Path) -> int:
        """The number of a player given by number or name.

        Raises:
            DocumentError: there is no such player; with close matches.
        """
        if isinstance(value, str):
            named = named_seat(value, self.names)
            if named is not None:
                return named
            if value.isascii() and value.isdigit() and len(value) < 4:
                value = int(value)
        if isinstance(value, int) and 0 <= value < self.count:
            return value
        expected = f"a player from 0 to {self.count - 1}"
        hint = ""
        if self.names is not None:
            expected += f" or {listed(self.names)}"
            hint = did_you_mean(closest(value, self.names)) if isinstance(value, str) else ""
        raise DocumentError(
            path, f"found {shown(value)}, expected {expected}{hint}", found=shown(value), expected=expected
        )

    def called(self, player: int) -> str:
        """A player in a message."""
        return self.names[player] if self.names is not None else f"player {player}"

    def read_viewer(self, value: int | str | None) -> int | None:
        """Whose knowledge a document holds: a player, `PUBLIC`, or None where it holds everything."""
        if value is None:
            return None
        if isinstance(value, str) and fold(value) == PUBLIC_NAME:
            return PUBLIC
        return self.player(value, ("viewer",))

    def numbers(self, value: list[int] | dict[str, int] | None, path: Path) -> list[int] | None:
        """One number for each player from a list or an object, 0 for those left out."""
        if value is None:
            return None
        if isinstance(value, list) and len(value) == self.count:
            return list(value)
        numbers = [0] * self.count
        for player, number, _ in self.by_player(value, path, "numbers"):
            numbers[player] = number
        return numbers

    def by_player(
        self, value: list[T] | dict[str, T] | None, path: Path, what: str = "entries"
    ) -> list[tuple[int, T, Path]]:
        """Players with what a list or an object has for them, each with its place."""
        if value is None:
            return []
        if isinstance(value, list):
            if len(value) != self.count:
                expected = f"{self.count} {what}, one for each player"
                problem = f"found {len(value)} {what}, expected {expected}"
                raise DocumentError(path, problem, found=shown(value), expected=expected)
            return [(player, each, (*path, player)) for player, each in enumerate(value)]
        keys: dict[int, str] = {}
        found = []
        for key, each in value.items():
            player = self.player(key, (*path, key))
            if player in keys:
                problem = f"{shown(key)} and {shown(keys[player])} are both {self.called(player)}"
                raise DocumentError((*path, key), problem, others=[(*path, keys[player])])
            keys[player] = key
            found.append((player, each, (*path, key)))
        return found
