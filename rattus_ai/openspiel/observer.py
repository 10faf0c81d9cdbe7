"""Observations as strings and tensors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.games import PUBLIC, Game
from rattus_ai.observations import Array, Knowledge, Piece, PrivateOutcome
from rattus_ai.schemas.writing import compact

if TYPE_CHECKING:
    from rattus_ai.openspiel.game import SpielState

PLAYER_PIECE = "player"
UNKNOWN = "?"

_OF_THE_GAME = ("format", "version", "game", "rules")
"""Members of a document that are the same in all positions of a game."""


class SpielObserver:
    """What can be observed of a state, for each `pyspiel.IIGObservationType`.

    `private_info` says whose knowledge counts: of the observing player, of nobody (what everybody knows), or
    of all players together (everything).

    Without `perfect_recall` it is what is known now:

    * string: the position document on one line, without the rules; without `public_info` only what is
      private.
    * tensor: the pieces of the game's `Knowledge`, public ones only with `public_info`, private ones only if
      knowledge of players counts, and `player`, the observing player one-hot, for a single player. `dict` has
      views of `tensor`.

    With `perfect_recall` it is the whole course of the game:

    * string: the ids of actions and chance outcomes so far, as in `history()`, `?` for outcomes that are not
      known by now; without `public_info` only private outcomes, each with its place in the history from 0.
    * tensor: none, it would be very large. `tensor` is None.

    A private outcome that becomes public later (a rat that was looked at is revealed) is then in everybody's
    history.
    """

    def __init__(
        self, game: Game, knowledge: Knowledge, kind: Any, params: Mapping[str, Any] | None = None
    ) -> None:
        """See `SpielGame.make_py_observer`.

        Raises:
            ValueError: there are parameters; none are known.
        """
        if params:
            raise ValueError(f"params: found {sorted(params)}, expected no parameters of an observer")
        self._game = game
        self._knowledge = knowledge
        self._public = kind.public_info
        self._private = kind.private_info
        self._recall = kind.perfect_recall
        self.dict: dict[str, Array] = {}
        self.tensor: Array | None = None
        if not self._recall:
            self._allocate(self._pieces())

    def _pieces(self) -> list[Piece]:
        pieces = []
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            pieces.append(Piece(PLAYER_PIECE, (self._game.num_players,), private=True))
        for piece in self._knowledge.pieces(self._game):
            wanted = self._private != pyspiel.PrivateInfoType.NONE if piece.private else self._public
            if wanted:
                pieces.append(piece)
        return pieces

    def _allocate(self, pieces: list[Piece]) -> None:
        self.tensor = np.zeros(sum(math.prod(piece.shape) for piece in pieces), np.float32)
        start = 0
        for piece in pieces:
            end = start + math.prod(piece.shape)
            self.dict[piece.name] = self.tensor[start:end].reshape(piece.shape)
            start = end

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what the player observes into `tensor`, and so into `dict`."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if PLAYER_PIECE in self.dict:
            self.dict[PLAYER_PIECE][player] = 1
        self._knowledge.fill(self._game, self._known(state, player), self.dict)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player observes, as a string; empty if nothing."""
        if self._recall:
            return self._course(state, player) if self._public else self._private_text(state, player)
        return self._document(state, player) if self._public else self._private_text(state, player)

    def _known(self, state: SpielState, player: int) -> CorePosition:
        """The position reduced to the knowledge that counts."""
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return state.core
        single = self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return CorePosition.view(state.core, player if single else PUBLIC)

    def _heading(self, player: int) -> str:
        return f"player {player}" if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER else ""

    def _is_known(self, outcome: PrivateOutcome, player: int) -> bool:
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return player in outcome.observers
        return bool(self._private == pyspiel.PrivateInfoType.ALL_PLAYERS)

    def _document(self, state: SpielState, player: int) -> str:
        single = self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        viewer = player if single else PUBLIC if self._private == pyspiel.PrivateInfoType.NONE else None
        document = self._game.write_document(self._known(state, player), viewer, None, None)
        return compact({key: value for key, value in document.items() if key not in _OF_THE_GAME})

    def _course(self, state: SpielState, player: int) -> str:
        words = list(map(str, state.core.history()))
        for outcome in self._knowledge.private_outcomes(self._game, state.core):
            if not self._is_known(outcome, player):
                words[outcome.place] = UNKNOWN
        heading = self._heading(player)
        return f"{heading}: {' '.join(words)}" if heading else " ".join(words)

    def _private_text(self, state: SpielState, player: int) -> str:
        """What is known and not public: outcomes with places in the history or among those still private."""
        if self._private == pyspiel.PrivateInfoType.NONE:
            return ""
        parts = [self._heading(player)] if self._heading(player) else []
        for number, each in enumerate(self._knowledge.private_outcomes(self._game, state.core), 1):
            if self._is_known(each, player):
                place = each.place if self._recall else number
                text = self._game.action_text if each.action else self._game.outcome_text
                parts.append(f"{place}: {text(each.outcome)}")
        return ", ".join(parts)
