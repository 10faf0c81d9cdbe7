"""The games of this library as OpenSpiel games.

Importing this package registers them; OpenSpiel has no plug-in discovery, so the import is needed:

    import pyspiel
    import rattus_ai.openspiel

    game = pyspiel.load_game("rattus(players=3,cards=peasant;monk;witch)")

The parameters are the options of `rattus_ai.load_game`, see `parameters`. Nothing else of the library imports
pyspiel.
"""

from rattus_ai.openspiel.bots import SpielBot
from rattus_ai.openspiel.game import SpielGame, SpielState, register_games
from rattus_ai.openspiel.observer import SpielObserver

__all__ = [
    "SpielBot",
    "SpielGame",
    "SpielObserver",
    "SpielState",
    "register_games",
]

register_games()
