"""Istanbul with Mocha & Baksheesh as plain Python: written from the rules alone, to be read, not to be fast.

Modules, each using only those above it in this list:

* `components`   what is in the two boxes, as plain data
* `setup`        what a game is played with: players, layout, cards, options; random layouts
* `state`        everything on the table at one moment, and its exchange with plain dictionaries
* `board`        distances, straight lines, the barrier
* `goods`        wheelbarrows, Lira and coffee
* `hands`        bonus and guild cards: hands, open piles, draws
* `figures`, `demand`, `dealing`  what chance puts on the table at the start and later
* `dice`         rolls that may be changed
* `swap`, `windows`  cards between the steps of a turn
* `places/`      one file for each place, or for two that work alike
* `guild_turn`   a turn with a guild card
* `turn`         movement, assistants, other merchants, the action
* `encounters`   after the action
* `ending`       end of a turn, last cards, ranking
* `position`     the game as a sequence of decisions and chance events, each a line of text
* `layout`       positions from short descriptions, for tests
* `engine`       the compiled engine behind the face of `position`; nothing else here uses it

Work that needs no decision is done by *automatic* stages: a module hands over by writing the name of the next
stage.
"""

from ..game_position import CHANCE, TERMINAL
from .components import BONUS, CARD
from .layout import lay_out
from .position import Position
from .setup import Setup, game_setup, random_layout
from .state import State

__all__ = [
    "BONUS",
    "CARD",
    "CHANCE",
    "TERMINAL",
    "Position",
    "Setup",
    "State",
    "game_setup",
    "lay_out",
    "random_layout",
]
