"""Which colour a player has, in tables and in drawings alike."""

from __future__ import annotations

from collections.abc import Sequence

from rattus_ai.text.closest import fold

COLOURS = ("red", "blue", "yellow", "green", "white", "brown")
"""Colours of players by number; a player named like a colour has that one."""


FILLS = {
    "red": ("#c8322b", "#ffffff"),
    "blue": ("#2467b3", "#ffffff"),
    "yellow": ("#f0c02c", "#222222"),
    "green": ("#2f8f4e", "#ffffff"),
    "white": ("#f4f4f4", "#222222"),
    "brown": ("#7a4a2b", "#ffffff"),
}
"""Fill and writing in drawings for each colour: far apart in hue and in lightness, none near purple."""


def player_colours(names: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """A colour for each player, all different for up to six players."""
    wanted = [fold(name) if fold(name) in COLOURS else None for name in names or [""] * count]
    if not any(wanted):
        return COLOURS[:count]
    free = iter([colour for colour in COLOURS if colour not in wanted])
    return tuple(colour or next(free) for colour in wanted)
