"""Observation features and private outcomes of Istanbul.

Everything is public but bonus cards that were dealt or drawn and guild cards in hands. When one is played or
discarded, everybody sees which one; where in the history it was drawn stays private.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from typing import Any

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.games import Game
from rattus_ai.istanbul import core
from rattus_ai.istanbul.document_types import Stage
from rattus_ai.istanbul.game import IstanbulGame
from rattus_ai.istanbul.openspiel.pieces import fill_board, fill_private, fill_seats, fill_turn, pieces
from rattus_ai.istanbul.openspiel.secret_cards import redrawn_cards, secret_cards
from rattus_ai.observations import Array, Piece, PrivateOutcome

STAGES = typing.get_args(Stage)


class IstanbulKnowledge:
    """See `rattus_ai.observations.Knowledge`; the pieces stand in `rattus_ai.istanbul.openspiel.pieces`."""

    def pieces(self, game: Game) -> Sequence[Piece]:
        """See `rattus_ai.istanbul.openspiel.pieces`."""
        assert isinstance(game, IstanbulGame)
        return pieces(game, STAGES)

    def fill(self, game: Game, known: CorePosition, arrays: Mapping[str, Array]) -> None:
        """Writes a position into the arrays."""
        assert isinstance(game, IstanbulGame)
        state: Mapping[str, Any] = core.export_state(known)
        if "stage" in arrays:
            fill_turn(game, known, state, STAGES, arrays)
            fill_seats(game, state, arrays)
            fill_board(game, state, arrays)
        if "hands" in arrays:
            fill_private(game, state, arrays)

    def private_outcomes(self, game: Game, position: CorePosition) -> list[PrivateOutcome]:
        """The deals and draws of the history."""
        assert isinstance(game, IstanbulGame)
        return secret_cards(game, position)

    def redrawn(self, game: Game, position: CorePosition, player: int, seed: int) -> Mapping[int, int]:
        """Other cards in the hands of others."""
        assert isinstance(game, IstanbulGame)
        return redrawn_cards(game, position, player, seed)


KNOWLEDGE = IstanbulKnowledge()
