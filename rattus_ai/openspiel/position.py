"""The core position inside an OpenSpiel state."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.games import Game, definition


class SpielPosition(CorePosition):
    """A core position that knows its game and pickles it by name and options: all share the rules."""

    game: Game

    @classmethod
    def of(cls, game: Game) -> SpielPosition:
        """The position at the very first node."""
        position = cls(game.rules)
        position.game = game
        return position

    def __reduce__(self) -> tuple[Any, ...]:
        reduced = super().__reduce__()
        assert isinstance(reduced, tuple)
        restore, (cls, _, state, history, _) = reduced
        options = json.dumps(dict(self.game.options))
        return _restored, (restore, cls, self.game.name, options, state, history)


def _restored(
    restore: Callable[..., SpielPosition],
    cls: type[SpielPosition],
    name: str,
    options: str,
    state: bytes,
    history: list[int],
) -> SpielPosition:
    game = definition(name).load(json.loads(options))
    return restore(cls, game.rules, state, history, {"game": game})
