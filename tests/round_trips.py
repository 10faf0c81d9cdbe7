"""Position to document and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from effort import EFFORT

from rattus_ai._core.rattus import export_state
from rattus_ai.games import PUBLIC
from rattus_ai.positions import Position, read_position
from rattus_ai.schemas.writing import pretty

EVERY = 5
"""Of the stages that come up often one in so many is checked, unless tests are to try more."""


def comes_up(stage: str, met: Counter[str]) -> bool:
    """Counts a stage; whether this time it is to be checked."""
    met[stage] += 1
    return EFFORT > 1 or met[stage] <= EVERY or met[stage] % EVERY == 1


def check_round_trip(position: Position, check_view: Callable[[dict[str, Any], int], None]) -> None:
    """Document -> position -> document is the same, for all that the position holds and for every view.

    Args:
        position: of a game of Rattus, at any stage.
        check_view: is called with the document of each view and its viewer.
    """
    state = export_state(position)
    text = pretty(position.to_document())
    again = read_position(text)
    assert export_state(again) == state
    assert again.legal_actions() == position.legal_actions()
    assert again.chance_weights() == position.chance_weights()
    assert again.current_player() == position.current_player()
    assert pretty(again.to_document()) == text
    for player in range(PUBLIC, position.game.num_players):
        view = position.view(player)
        shown = view.to_document()
        check_view(shown, player)
        reread = read_position(shown)
        assert export_state(reread) == export_state(view.core)
        assert reread.viewer == player
        assert reread.to_document() == shown == position.to_document(player)
