"""Rattus as plain Python: written from the rules alone, for reading and not for speed.

Modules, each using only those above it in this list:

* `setup`        what a game is played with: map, tokens, cards in play, options
* `base_game`, `africanus`  the maps, tokens and region cards of the boxes, as plain data
* `state`        everything on the table at one moment, and its exchange with plain dictionaries
* `movement`     borders, walls, and the markers that travel with cubes
* `goods`        Mercatus: taking, tokens on cards, sale (section 8)
* `region_cards` Africanus: pile, draws, hands (section 9)
* `recycled`     rats from the revealed tokens (P20), and what a face-down rat can be
* `final_piece`  where the plague piece acts in the final round (P11)
* `cards/`       one file for each class card: what it may do in a turn and in the final round
* `boxes`        set-ups of the boxes and of mixtures of them
* `beginning`    set-up (rules section 2)
* `turn`         phases A and B and the move of the plague piece (section 3)
* `ravage`       spread, declaration, reveals, protection, losses and what they bring (section 3, C)
* `event`        the cards that reveal rats in the final round (P11)
* `ending`       end of a turn, final round, sweep, winner (sections 5 and 11)
* `position`     the game as a sequence of decisions and chance events, each a line of text
* `layout`       positions from short descriptions, for tests
* `engine`       the compiled engine behind the face of `position`; nothing else here uses it

Work that needs no decision is done by *automatic* stages: a module hands over by writing the name of the next
stage.
"""

from ..game_position import CHANCE, TERMINAL
from .base_game import BASE_CARDS
from .boxes import (
    AFRICANUS_CARDS,
    MERCATUS_CARDS,
    PIED_PIPER_CARDS,
    africanus_setup,
    any_setup,
    base_setup,
    mercatus_setup,
)
from .layout import lay_out
from .position import Position
from .setup import Setup, Token
from .state import Rat, State

__all__ = [
    "AFRICANUS_CARDS",
    "BASE_CARDS",
    "CHANCE",
    "MERCATUS_CARDS",
    "PIED_PIPER_CARDS",
    "TERMINAL",
    "Position",
    "Rat",
    "Setup",
    "State",
    "Token",
    "africanus_setup",
    "any_setup",
    "base_setup",
    "lay_out",
    "mercatus_setup",
]
