"""``rattus-ai play``: actions and chance outcomes in, the new position out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from rattus_ai.cli.input import (
    FileArgument,
    GameOption,
    JsonOption,
    LanguageOption,
    MapOption,
    TokensOption,
    known_language,
    read,
)
from rattus_ai.cli.output import player_names, print_json, say, single_command, writing
from rattus_ai.errors import OptionError, RattusAIError, RecordError, shown
from rattus_ai.limits import MAX_SEED
from rattus_ai.playing import play as played_in
from rattus_ai.positions import Position
from rattus_ai.records import Event, Record, read_record
from rattus_ai.schemas.writing import pretty

app = single_command()


@app.command()
def play(
    file: FileArgument,
    actions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ACTION...", help="Actions and chance outcomes in order, such as 'take monk'."
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="File to write, may be FILE itself; else standard output."),
    ] = None,
    draw: Annotated[
        int | None,
        typer.Option("--draw", metavar="SEED", help="Let chance happen by itself where no ACTION says it."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Append what happens to this game record.")
    ] = None,
    language: LanguageOption = "en",
    game: GameOption = None,
    map_file: MapOption = None,
    tokens: TokensOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play actions in a position and write the new one; nothing is written if one of them is not legal.

    With --json: `events` (a list of `player` and `action`, or `chance`), `turn` (a line of text), `document`
    (the new position).
    """
    if record is not None and output is not None and record.resolve() == output.resolve():
        raise OptionError("--record", f"found {shown(str(record))}, the same file as --output")
    position = read(file, game, map_file, tokens)
    language = known_language(position.game.name, language)
    if draw is not None:
        if not 0 <= draw <= MAX_SEED:
            raise OptionError("--draw", f"found {draw}, expected a seed from 0 to 2**64 - 1")
        position.seed = draw
    before = _continued(record, position) if record is not None and record.exists() else None
    played_in(position, actions or [], language, draw=draw is not None)
    played = Record.of(position)
    # The document first: where it cannot be written, the record is not touched either.
    if output is not None:
        with writing(output):
            position.write(output)
    if record is not None:
        whole = played if before is None else replace(before, events=(*before.events, *played.events))
        with writing(record):
            whole.write(record)
    if as_json:
        print_json(
            {
                "events": [_plain(event) for event in played.events],
                "turn": position.turn_text,
                "document": position.to_document(),
            }
        )
    elif output is None:
        sys.stdout.write(pretty(position.to_document()))
    else:
        _print(position, played.events, output)


def _continued(path: Path, position: Position) -> Record:
    """The record that is to be gone on with.

    Raises:
        RattusAIError: it cannot be read, or stands at another position than the document.
    """
    try:
        record = read_record(path)
    except RecordError as error:
        raise error.at(source=str(path)) from None
    final = record.final()
    if final.game.name != position.game.name or final.to_document() != position.to_document():
        raise RattusAIError(
            f"{path}: the record ends at another position ({final.turn_text}) than the document"
        )
    return record


def _plain(event: Event) -> dict[str, Any]:
    if event.player is None:
        return {"chance": event.text}
    return {"player": event.player, "action": event.text}


def _print(position: Position, events: Sequence[Event], output: Path) -> None:
    names = player_names(position.players, position.game.num_players)
    for event in events:
        say(f"{'chance' if event.player is None else names[event.player]}: {event.text}")
    say(f"wrote {output}: {position.turn_text}")
