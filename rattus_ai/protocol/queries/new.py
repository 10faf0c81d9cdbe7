"""`new`: a new game."""

from __future__ import annotations

import secrets

from rattus_ai.errors import OptionError, RattusAIError
from rattus_ai.games import Game, definition, game_names
from rattus_ai.positions import Position
from rattus_ai.protocol.asking import check_files, checked_language, no_such_game, viewers_of
from rattus_ai.protocol.errors import as_query_error
from rattus_ai.protocol.messages import NewFields
from rattus_ai.protocol.queries.choose import FRESH_SEED_BITS
from rattus_ai.protocol.telling import new_position
from rattus_ai.protocol.work import Result, Work
from rattus_ai.registry import DEFAULT_GAME


def answer(query: NewFields, work: Work) -> Result:
    """The position of a new game."""
    seed = query.seed if query.seed is not None else secrets.randbits(FRESH_SEED_BITS)
    game = _game(query, seed, work)
    try:
        position = Position.of(game, players=query.players, seed=seed)
    except OptionError as error:
        raise as_query_error(error, ("players",)) from None
    checked_language(position, query.language)
    if query.draw:
        position.draw_chances()
    viewers = viewers_of(position, query.views)
    told = new_position(
        position,
        viewers,
        legal=query.legal,
        details=query.details,
        language=query.language,
        seed=seed,
        directory=work.limits.directory,
    )
    return {"game": game.name, **told}


def _game(query: NewFields, seed: int, work: Work) -> Game:
    """The game with its options; what they leave to chance is drawn with the seed.

    Raises:
        QueryError: the game or an option cannot be used.
    """
    name = query.game if query.game is not None else DEFAULT_GAME
    if name not in game_names():
        raise no_such_game(name)
    check_files(name, query.rules, work.limits, ("rules",))
    rules = dict(query.rules)
    if query.players is not None:
        rules.setdefault("players", len(query.players))
    try:
        return definition(name).load(definition(name).seeded(rules, seed), work.limits.directory)
    except OptionError as error:
        place = ("rules", error.option) if error.option != "rules" else ("rules",)
        raise as_query_error(error, place) from None
    except RattusAIError as error:
        raise as_query_error(error, ("rules",)) from None
