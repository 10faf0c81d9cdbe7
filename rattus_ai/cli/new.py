"""``rattus-ai new``: a new game as a position document."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from rattus_ai.cli.input import (
    CardsOption,
    GameOption,
    MapOption,
    OptionOption,
    PlayersOption,
    TokensOption,
    game_of,
)
from rattus_ai.cli.output import say, single_command, writing
from rattus_ai.schemas.writing import pretty

app = single_command()


@app.command()
def new(
    players: PlayersOption,
    cards: CardsOption = None,
    names: Annotated[
        str | None,
        typer.Option("--names", metavar="A,B,...", help="Names of the players, first player first."),
    ] = None,
    map_file: MapOption = None,
    tokens: TokensOption = None,
    region_cards: Annotated[
        str | None,
        typer.Option(
            "--region-cards", metavar="FILE", help="File of region cards instead of the shipped one."
        ),
    ] = None,
    mercatus: Annotated[
        bool | None,
        typer.Option(
            "--mercatus/--no-mercatus",
            help="With or without goods and coins; decided by the cards if left out.",
            show_default=False,
        ),
    ] = None,
    africanus: Annotated[
        bool | None,
        typer.Option(
            "--africanus/--no-africanus",
            help="With or without region cards and the tokens of Africanus; decided by cards and"
            " players if left out.",
            show_default=False,
        ),
    ] = None,
    option: OptionOption = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            help="Decides which cards are drawn and the chance at the start; another each time if left out.",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="File to write; standard output if left out.")
    ] = None,
    game: GameOption = None,
) -> None:
    """Start a game and write its position at the first decision: a document as in docs/formats.md."""
    loaded = game_of(
        game,
        players,
        cards,
        map_file,
        tokens,
        option,
        seed,
        region_cards=region_cards,
        mercatus=mercatus,
        africanus=africanus,
    )
    called = None if names is None else [name.strip() for name in names.split(",")]
    position = loaded.new_position(seed, called)
    if output is None:
        sys.stdout.write(pretty(position.to_document()))
        return
    with writing(output):
        position.write(output)
    say(f"wrote {output}: {position.turn_text}")
    if loaded.warning:
        say(loaded.warning, style="yellow", error=True)
