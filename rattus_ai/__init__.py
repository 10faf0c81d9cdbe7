"""rattus_ai: AI search and solver library for the board game Rattus.

>>> import rattus_ai
>>> game = rattus_ai.load_game("rattus", players=3)
>>> position = game.new_position(seed=7)
>>> analysis = rattus_ai.analyse(position.view(position.current_player()), rattus_ai.Limit(simulations=2_000))
>>> len(analysis.best.turn) > 0
True

Names are imported when they are first used, so that ``import rattus_ai`` is quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rattus_ai.analysis import Analysis, Line, analyse
    from rattus_ai.bots import Bot
    from rattus_ai.endgame import Solution, SolvedTurn, solve
    from rattus_ai.errors import RattusAIError
    from rattus_ai.explanation import Explanation, explain
    from rattus_ai.facts import Fact
    from rattus_ai.games import Game, load_game
    from rattus_ai.limits import Cancel, Limit
    from rattus_ai.positions import PUBLIC, Position, View, read_position
    from rattus_ai.records import Record, read_record
    from rattus_ai.reviews import Review, review

__version__ = "0.1.0"

_HOMES = {
    "Analysis": "rattus_ai.analysis",
    "Bot": "rattus_ai.bots",
    "Cancel": "rattus_ai.limits",
    "Explanation": "rattus_ai.explanation",
    "Fact": "rattus_ai.facts",
    "Game": "rattus_ai.games",
    "Limit": "rattus_ai.limits",
    "Line": "rattus_ai.analysis",
    "PUBLIC": "rattus_ai.positions",
    "Position": "rattus_ai.positions",
    "RattusAIError": "rattus_ai.errors",
    "Record": "rattus_ai.records",
    "Solution": "rattus_ai.endgame",
    "SolvedTurn": "rattus_ai.endgame",
    "Review": "rattus_ai.reviews",
    "View": "rattus_ai.positions",
    "analyse": "rattus_ai.analysis",
    "explain": "rattus_ai.explanation",
    "load_game": "rattus_ai.games",
    "read_position": "rattus_ai.positions",
    "read_record": "rattus_ai.records",
    "solve": "rattus_ai.endgame",
    "review": "rattus_ai.reviews",
}

__all__ = [
    "PUBLIC",
    "Analysis",
    "Bot",
    "Cancel",
    "Explanation",
    "Fact",
    "Game",
    "Limit",
    "Line",
    "Position",
    "RattusAIError",
    "Record",
    "Review",
    "Solution",
    "SolvedTurn",
    "View",
    "analyse",
    "explain",
    "load_game",
    "read_position",
    "read_record",
    "review",
    "solve",
]


def __getattr__(name: str) -> Any:
    """A public name, from the module it lives in."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(set(globals()) | set(__all__))
