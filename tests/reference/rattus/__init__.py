"""Rattus as plain Python: written from the rules alone, for reading and not for speed.

Modules, each using only those above it in this list:

* `setup`      what a game is played with: map, tokens, cards in play, options
* `base_game`  the map, the tokens and the cards of the base box
* `state`      everything on the table at one moment, and its exchange with plain dictionaries
* `cards/`     one file for each class card: what it may do in a turn and in the final round
* `beginning`  set-up (rules section 2)
* `turn`       phases A and B and the move of the plague piece (section 3)
* `ravage`     spread, declaration, reveals, losses (section 3, C)
* `ending`     end of a turn, final round, sweep, winner (section 5)
* `position`   the game as a sequence of decisions and chance events, each a line of text
* `layout`     positions from short descriptions, for tests

Work that needs no decision is done by *automatic* stages: a module hands over by writing the name of the next
stage.
"""

from .base_game import BASE_CARDS, base_setup
from .layout import lay_out
from .position import CHANCE, TERMINAL, Position
from .setup import Setup, Token
from .state import Rat, State

__all__ = [
    "BASE_CARDS",
    "CHANCE",
    "TERMINAL",
    "Position",
    "Rat",
    "Setup",
    "State",
    "Token",
    "base_setup",
    "lay_out",
]
