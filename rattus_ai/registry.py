"""The games of the library by name: a game joins with one line here.

Its package holds the modules `game` with the DEFINITION (see `rattus_ai.games`), `maps`, `boxdata`,
`card_tables` and `languages` with LANGUAGES and `names`. They are imported when they are first needed.
"""

from __future__ import annotations

import functools
import importlib
from types import ModuleType

from rattus_ai.errors import OptionError, listed, shown
from rattus_ai.text.closest import closest, did_you_mean

_PACKAGES = {"rattus": "rattus_ai.rattus", "istanbul": "rattus_ai.istanbul"}

DEFAULT_GAME = next(iter(_PACKAGES))
"""The game that is meant where none is named."""


def game_names() -> tuple[str, ...]:
    """The names of all games, the default one first."""
    return tuple(_PACKAGES)


def game_module(game: str, module: str) -> ModuleType:
    """A module of a game's package: `game`, `maps`, `boxdata`, `card_tables`, `languages`.

    Raises:
        OptionError: there is no such game; with close matches.
    """
    package = _PACKAGES.get(game) if isinstance(game, str) else None
    if package is None:
        hint = did_you_mean(closest(game, _PACKAGES)) if isinstance(game, str) else ""
        raise OptionError("game", f"found {shown(game)}, expected {listed(_PACKAGES)}{hint}")
    return _module(f"{package}.{module}")


_module = functools.cache(importlib.import_module)  # which takes its time for loaded modules too
