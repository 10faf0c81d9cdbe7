"""Reading what the commands are given: positions, players, options of a game."""

from __future__ import annotations

import json
import re
import secrets
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from rattus_ai.data_files.languages import LanguageError
from rattus_ai.errors import DocumentError, OptionError, listed, shown
from rattus_ai.games import PUBLIC, Game, check_has_option, definition, load_game
from rattus_ai.positions import Position, View, read_position
from rattus_ai.records import read_record
from rattus_ai.registry import DEFAULT_GAME, game_module, game_names
from rattus_ai.schemas.seats import PUBLIC_NAME
from rattus_ai.text.closest import fold

STANDARD_INPUT = "-"
RECORD_SUFFIX = ".jsonl"

FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="Position document, or a game record (*.jsonl) for its last position; - for standard input.",
    ),
]
GameOption = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help="Which game, where a document does not say it."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
_SPOKEN = "; ".join(
    f"{', '.join(game_module(name, 'languages').LANGUAGES)} for {name}" for name in game_names()
)
LanguageOption = Annotated[
    str, typer.Option("--language", metavar="CODE", help=f"Language of names: {_SPOKEN}.")
]
PlayersOption = Annotated[int, typer.Option("--players", "-n", help="Number of players.")]
CardsOption = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="A|B|...",
        help="Cards in play, a suggested set, random or one-per-class; the game's basic ones if left out.",
    ),
]
MapOption = Annotated[
    str | None, typer.Option("--map", metavar="FILE", help="Map file instead of the shipped map.")
]
TokensOption = Annotated[
    str | None, typer.Option("--tokens", metavar="FILE", help="Token file instead of the shipped one.")
]
OptionOption = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Further option of the game; may be repeated."),
]


def read(
    source: str, game: str | None = None, map_file: str | None = None, tokens: str | None = None
) -> Position:
    """The position of a document, or the last one of a record.

    Args:
        source: file, or `-` for standard input.
        game: the game of a document that does not say which it is.
        map_file, tokens: files that count instead of those that the document names.

    Raises:
        DocumentError: it cannot be read or contradicts itself.
        OptionError: one of the files cannot be used, or the game has no such file; or files are given for a
            record, which says itself what it was played with.
    """
    files = {key: str(Path(name).absolute()) for key, name in (("map", map_file), ("tokens", tokens)) if name}
    try:
        if source.endswith(RECORD_SUFFIX):
            if files:
                raise OptionError(
                    f"--{next(iter(files))}", "a game record was played with the files it names"
                )
            return read_record(Path(source)).final()
        if source == STANDARD_INPUT:
            return read_position(sys.stdin.buffer.read(), game=game, rules=files)
        return read_position(Path(source), game=game, rules=files)
    except OptionError as error:
        raise as_words(error, files) from None
    except DocumentError as error:
        raise error.at(source="standard input" if source == STANDARD_INPUT else source) from None


def known_language(game: str, language: str) -> str:
    """The code of a language, which may be given by its name too, `Greek` or `ελληνικά`.

    Raises:
        OptionError: the game has no names in it; with those that it has.
    """
    try:
        return str(game_module(game, "languages").names(language).code)
    except LanguageError as error:
        raise OptionError("--language", str(error).removeprefix("language: ")) from None


def game_of(
    name: str | None,
    players: int,
    cards: str | None = None,
    map_file: str | None = None,
    tokens: str | None = None,
    options: list[str] | None = None,
    seed: int | None = None,
    **further: object,
) -> Game:
    """A game from the options of a command; the first one of the library without a name.

    Args:
        name: the game.
        players, cards, map_file, tokens: options that many games have.
        options: further ones as `NAME=VALUE`.
        seed: for what the options leave to chance; None takes one from the system.
        further: further ones by name; None is left out.

    Raises:
        OptionError: the game does not exist, or an option cannot be used.
    """
    given: dict[str, object] = {"players": players}
    if cards is not None:
        given["cards"] = [card.strip() for card in cards.replace(",", "|").split("|") if card.strip()]
    if map_file is not None:
        given["map"] = map_file
    if tokens is not None:
        given["tokens"] = tokens
    given |= {key: value for key, value in further.items() if value is not None}
    named = named_options(options)
    for key in named:
        if key in given:
            raise OptionError("option", f"{key} is given twice")
    chosen = name or DEFAULT_GAME
    words = [key for key in given if key != "players"]
    try:
        for key in words:
            check_has_option(chosen, key)
        given |= {key: _value(value) for key, value in named.items()}
        drawn = secrets.randbits(32) if seed is None else seed
        return load_game(chosen, **definition(chosen).seeded(given, drawn))
    except OptionError as error:
        raise as_words(error, words, named) from None


def as_words(error: OptionError, words: Iterable[str], named: Iterable[str] = ()) -> OptionError:
    """An error about an option of a game with the words by which the option was given.

    Args:
        error: any error about an option; one about another comes back as it is.
        words: options of the game that were given by an option of the command: `map` by `--map`.
        named: those that were given by `--option NAME=VALUE`.
    """
    option = re.split(r"[.\[]", error.option)[0]
    if option in words:
        return OptionError(f"--{option.replace('_', '-')}", error.problem)
    return OptionError(f"--option {error.option}", error.problem) if option in named else error


def named_options(options: Sequence[str] | None) -> dict[str, str]:
    """Options given as `NAME=VALUE`.

    Raises:
        OptionError: one has another form, or a name is given twice.
    """
    given: dict[str, str] = {}
    for option in options or ():
        key, equals, value = (part.strip() for part in option.partition("="))
        if not equals or not key:
            raise OptionError("option", f"found {shown(option)}, expected NAME=VALUE")
        if key in given:
            raise OptionError("option", f"{key} is given twice")
        given[key] = value
    return given


def _value(text: str) -> object:
    """A value as JSON, or else as text: `true`, `300`, `active_player`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def player_number(text: str, position: Position, option: str) -> int:
    """A player given by number, by name, or `public` for what everybody knows.

    Raises:
        OptionError: it is none of these.
    """
    wanted = fold(text)
    if wanted == PUBLIC_NAME:
        return PUBLIC
    count = position.game.num_players
    number = text.strip()
    if number.isascii() and number.isdigit() and len(number) < 4 and int(number) < count:
        return int(number)
    names = position.players or ()
    for player, name in enumerate(names):
        if fold(name) == wanted:
            return player
    numbers = [f"0 to {count - 1}", *map(shown, names), PUBLIC_NAME]
    raise OptionError(option, f"found {shown(text)}, expected {listed(numbers)}")


def deciding_view(position: Position, player: str | None) -> View:
    """What the player to decide knows, or the one who is named with `--player`; whoever that is.

    Raises:
        OptionError: there is no such player.
        ViewError: the document lacks what this player knows.
    """
    number = position.current_player() if player is None else player_number(player, position, "--player")
    return position.view(max(number, PUBLIC))
