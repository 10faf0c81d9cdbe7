"""``rattus-ai cards``: all class cards and the suggested sets."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rattus_ai import maps
from rattus_ai.cli.input import GameOption, JsonOption, LanguageOption
from rattus_ai.cli.output import print_data_table, print_json, single_command
from rattus_ai.games import definition

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
    """Print all class cards with class, box, effect, how well each is known, and the suggested sets.

    With --json: `cards` (a list of `name`, `text`, `class`, `class_text`, `box`, `effect`, `provenance`,
    `details`, `playable`, `note`) and `sets` (a list of `name`, `text`, `cards`, `playable`, `provenance`,
    `note`).
    """
    found = _card_tables(game or maps.DEFAULT_GAME)
    if as_json:
        print_json(found.overview(language, box, class_name))
        return
    for table in found.tables(language, box, class_name):
        print_data_table(table)


def _card_tables(game: str) -> Any:
    """The cards of a game.

    Raises:
        OptionError: there is no such game.
    """
    definition(game)
    return maps.part(game, "card_tables")
