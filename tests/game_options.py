"""Options of every game, from `data/game-options.toml`, for tests that know no game by name."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from rattus_ai.games import game_names

FILE = Path(__file__).parent / "data" / "game-options.toml"


def options_of_games() -> list[tuple[str, dict[str, Any]]]:
    """Pairs of a game and options for `load_game`; every game of the registry is among them."""
    games = tomllib.loads(FILE.read_text(encoding="utf-8"))
    assert set(games) == set(game_names()), f"{FILE.name} names {sorted(games)}"
    return [(name, options) for name in game_names() for options in games[name]]
