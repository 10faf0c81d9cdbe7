"""What a game tells about observations: features for tensors, and which chance outcomes are private.

It is apart from `rattus_ai.games.Game` because it fills arrays of numpy and only adaptors need it, so it is
loaded when they ask for it (`GameDefinition.knowledge`). A game keeps it in its own folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from rattus_ai._core.engine import Position as CorePosition

if TYPE_CHECKING:
    from rattus_ai.games import Game

Array = npt.NDArray[np.float32]


class Piece(NamedTuple):
    """A named part of the observation tensor.

    Attributes:
        name: unique within the game.
        shape: of the array.
        private: depends on what only some players know.
    """

    name: str
    shape: tuple[int, ...]
    private: bool = False


class PrivateOutcome(NamedTuple):
    """A chance outcome, or an action done in secret, that by now not everybody knows.

    Attributes:
        place: where it is in `history()`, from 0.
        outcome: its id.
        observers: the players who know it by now, whether they saw it happen or learnt it later.
        action: it is the id of an action: a player has kept something that the others do not see.
    """

    place: int
    outcome: int
    observers: frozenset[int]
    action: bool = False


class Knowledge(Protocol):
    """What a game offers to the adaptor."""

    def pieces(self, game: Game) -> Sequence[Piece]:
        """The parts of the observation tensor, in order; the same for each position of a game."""

    def fill(self, game: Game, known: CorePosition, arrays: Mapping[str, Array]) -> None:
        """Writes a position into the arrays.

        Args:
            game: the game.
            known: the position reduced to what the observer knows. Public pieces must not depend on more than
                what everybody knows.
            arrays: array of zeros for each piece that is wanted.
        """

    def private_outcomes(self, game: Game, position: CorePosition) -> list[PrivateOutcome]:
        """The outcomes in the history that not everybody knows by now, in the order of the history.

        The history must start at the beginning of the game.
        """

    def redrawn(self, game: Game, position: CorePosition, player: int, seed: int) -> Mapping[int, int]:
        """What could have happened instead where a player does not know what did, drawn with its chances.

        Returns:
            {place in the history: id}; with these in their places the history is one of this game, and the
            player cannot tell it from the original.
        """
