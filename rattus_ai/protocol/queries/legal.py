"""`legal`: what can happen now."""

from __future__ import annotations

from rattus_ai.protocol.asking import checked_language, deciding, player_of, position_of, view_of
from rattus_ai.protocol.messages import LegalFields
from rattus_ai.protocol.telling import possible, state
from rattus_ai.protocol.work import Result, Work


def answer(query: LegalFields, work: Work) -> Result:
    """The state with the actions of the asking player, or the outcomes where chance is next."""
    position = position_of(query.position, query.game, work.limits)
    checked_language(position, query.language)
    view = view_of(position, player_of(position, query.player, deciding(position)))
    return {
        "game": view.game.name,
        "viewer": view.player,
        "state": state(view),
        **possible(view, query.language, query.details),
    }
