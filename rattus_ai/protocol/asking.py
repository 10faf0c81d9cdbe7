"""Who asks, and what he may know: documents are reduced to a view before anything else sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rattus_ai.errors import DocumentError, OptionError, Path, RattusAIError, listed, shown
from rattus_ai.games import PUBLIC, definition, game_names
from rattus_ai.positions import Position, View, read_position
from rattus_ai.protocol.errors import QueryError, as_query_error
from rattus_ai.protocol.limits import ServiceLimits
from rattus_ai.registry import DEFAULT_GAME
from rattus_ai.schemas.seats import PUBLIC_NAME, named_viewer
from rattus_ai.text.closest import closest, did_you_mean


def position_of(
    document: Mapping[str, Any], game: str | None, limits: ServiceLimits, path: Path = ("position",)
) -> Position:
    """The position of a document in a message.

    Raises:
        QueryError: the document cannot be used, or names files and the service reads none.
    """
    name = document.get("game", game if game is not None else DEFAULT_GAME)
    if game is not None and game not in game_names():
        raise no_such_game(game)
    rules = document.get("rules")
    if isinstance(rules, Mapping) and name in game_names():
        check_files(str(name), rules, limits, (*path, "rules"))
    try:
        return read_position(document, game=game, directory=limits.directory)
    except DocumentError as error:
        raise as_query_error(error, path) from None
    except RattusAIError as error:
        raise as_query_error(error, path) from None


def no_such_game(name: str) -> QueryError:
    """The error about a game that is not in the library."""
    expected = listed(game_names())
    problem = f"found {shown(name)}, expected {expected}{did_you_mean(closest(name, game_names()))}"
    return QueryError("bad_option", ("game",), problem, found=shown(name), expected=expected)


def check_files(game: str, rules: Mapping[str, Any], limits: ServiceLimits, path: Path) -> None:
    """Makes sure that nobody reads files of the server who may not.

    Raises:
        QueryError: an option names one, and the service reads none.
    """
    if limits.files:
        return
    for option in definition(game).file_options:
        if rules.get(option) is not None:
            found = shown(rules[option])
            problem = f"found {found}, but this service reads no files; expected no {option}"
            raise QueryError("no_files", (*path, option), problem, found=found, expected=f"no {option}")


def player_of(position: Position, asked: int | str | None, default: int, path: Path = ("player",)) -> int:
    """The player who asks: as the message says, or else the viewer of the document, or else the default.

    Raises:
        QueryError: there is no such player.
    """
    if asked is None:
        return position.viewer if position.viewer is not None else default
    count = position.game.num_players
    if isinstance(asked, int) and PUBLIC <= asked < count:
        return asked
    names = position.players or ()
    if isinstance(asked, str) and (named := named_viewer(asked, names)) is not None:
        return named
    expected = listed([f"a number from 0 to {count - 1}", *map(shown, names), shown(PUBLIC_NAME)])
    problem = f"found {shown(asked)}, expected {expected}"
    raise QueryError("bad_option", path, problem, found=shown(asked), expected=expected)


def view_of(position: Position, player: int, path: Path = ("player",)) -> View:
    """What a player may know of the position.

    Raises:
        QueryError: the document holds what another player knows and lacks what this one does.
    """
    try:
        return position.view(player)
    except RattusAIError as error:
        raise as_query_error(error, path) from None


def deciding(position: Position) -> int:
    """The player to decide; `PUBLIC` where nobody is."""
    return max(position.current_player(), PUBLIC)


def reduced(position: Position, player: int, path: Path = ("player",)) -> Position:
    """A position that holds what a player knows and nothing else, to be played on.

    Raises:
        QueryError: see `view_of`.
    """
    view = view_of(position, player, path)
    return Position.of(view.game, view.core, players=view.players, viewer=player, seed=position.seed)


def viewer_name(player: int) -> str:
    """How a message calls a viewer: the number of the player as text, or `public`."""
    return PUBLIC_NAME if player == PUBLIC else str(player)


def checked_language(position: Position | View, language: str) -> str:
    """The language, if the game knows it.

    Raises:
        QueryError: it does not.
    """
    try:
        position.game.notation.check_language(language)
    except OptionError as error:
        raise as_query_error(error, ("language",)) from None
    return language


def viewers_of(position: Position, asked: Sequence[int | str]) -> list[int]:
    """The players for whom something is told, each once, in their order.

    Raises:
        QueryError: one of them does not exist.
    """
    found = [player_of(position, each, PUBLIC, ("views", place)) for place, each in enumerate(asked)]
    return sorted(set(found))
