"""``rattus-ai cards``: all cards of a game, and what else its box says about them."""

from __future__ import annotations

from typing import Annotated

import typer

from rattus_ai.cli.input import GameOption, JsonOption, LanguageOption, known_language
from rattus_ai.cli.output import print_data_table, print_json, single_command
from rattus_ai.registry import DEFAULT_GAME, game_module

app = single_command()


@app.command()
def cards(
    box: Annotated[
        str | None, typer.Option("--box", metavar="BOX", help="Only cards of this box, for example mercatus.")
    ] = None,
    class_name: Annotated[
        str | None,
        typer.Option("--class", metavar="CLASS", help="Only cards of this class: its letter or its name."),
    ] = None,
    language: LanguageOption = "en",
    game: GameOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print all cards of a game with box, effect, and how well each is known.

    With --json: `cards`, a list with `name`, `text`, `box`, `effect`, `provenance` and `note` of each, and
    what the game has besides: class cards have `class`, `class_text`, `details` and `playable`, and `sets`
    are suggested sets (`name`, `text`, `cards`, `playable`, `provenance`, `note`); cards by number have
    `number`, `place` and `improvement`.
    """
    name = game or DEFAULT_GAME
    found = game_module(name, "card_tables")
    language = known_language(name, language)
    if as_json:
        print_json(found.overview(language, box, class_name))
        return
    for table in found.tables(language, box, class_name):
        print_data_table(table)
