"""`apply`: actions and chance outcomes in, the new position out."""

from __future__ import annotations

import secrets

from rattus_ai.errors import NotationError, RattusAIError, shown
from rattus_ai.games import PUBLIC
from rattus_ai.playing import StepError, play
from rattus_ai.positions import Position
from rattus_ai.protocol.asking import checked_language, player_of, position_of, reduced, viewers_of
from rattus_ai.protocol.errors import QueryError, as_query_error
from rattus_ai.protocol.messages import ApplyFields
from rattus_ai.protocol.queries.choose import FRESH_SEED_BITS
from rattus_ai.protocol.telling import new_position
from rattus_ai.protocol.work import Result, Work, cancelled

MOST_CANDIDATES = 100
"""Most legal actions that an error lists."""


def answer(query: ApplyFields, work: Work) -> Result:
    """The new position as the asker knows it; nothing where one of the actions is not legal."""
    position = position_of(query.position, query.game, work.limits)
    checked_language(position, query.language)
    if query.player is not None:
        position = reduced(position, player_of(position, query.player, PUBLIC))
    viewers = viewers_of(position, query.views)
    seed = None
    if query.draw:
        seed = query.seed if query.seed is not None else secrets.randbits(FRESH_SEED_BITS)
        position.seed = seed
    try:
        whole = play(
            position, query.actions, query.language, draw=query.draw, stop=lambda: work.cancel.cancelled
        )
    except StepError as error:
        raise _illegal(error, position, query.language) from None
    if not whole:
        raise cancelled()
    try:
        return {
            "game": position.game.name,
            **new_position(
                position,
                viewers,
                legal=query.legal,
                details=query.details,
                language=query.language,
                seed=seed,
                directory=work.limits.directory,
            ),
        }
    except RattusAIError as error:
        raise as_query_error(error, ("views",)) from None


def _illegal(error: StepError, position: Position, language: str) -> QueryError:
    """The error about an action, with what is legal there."""
    path = ("actions", error.index)
    if isinstance(error.reason, NotationError) and error.reason.candidates:
        return as_query_error(error.reason, path)
    legal = [] if position.is_terminal() else position.legal_texts(language)
    code = "illegal_action"
    if isinstance(error.reason, NotationError):
        code = as_query_error(error.reason, path).code
    problem = str(error.reason)
    return QueryError(code, path, problem, found=shown(error.action), candidates=legal[:MOST_CANDIDATES])
