"""``rattus-ai data``: check files of a box, show what is known about it, write files to fill in."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rattus_ai.cli.input import as_words, named_options
from rattus_ai.cli.output import PROVENANCE_STYLES
from rattus_ai.data_files.problems import DataError
from rattus_ai.data_files.toml_file import read_toml
from rattus_ai.errors import OptionError, RattusAIError
from rattus_ai.games import check_has_option
from rattus_ai.registry import DEFAULT_GAME, game_module, game_names

BAD_INPUT = 2  # exit status for input that cannot be used

app = typer.Typer(no_args_is_help=True, help="Check and show the data of a box; write files to fill in.")

GameOption = Annotated[str, typer.Option("--game", help="Which game's box.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
MapOption = Annotated[Path | None, typer.Option("--map", help="Map file instead of the shipped map.")]
TokensOption = Annotated[Path | None, typer.Option("--tokens", help="Token file instead of the shipped one.")]


def _say(text: str, style: str = "", error: bool = False) -> None:
    """Print a line as it is: no markup, no wrapping, so that it can be searched and copied."""
    Console(stderr=error, soft_wrap=True, highlight=False).print(Text(text, style=style))


def _fail(error: ValueError) -> NoReturn:
    _say(str(error), error=True)
    raise typer.Exit(BAD_INPUT)


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _box_data(game: str) -> Any:
    try:
        return game_module(game, "boxdata")
    except ValueError as error:
        _fail(error)


def _game_of(files: Sequence[Path]) -> str:
    """The game whose kinds of files these are; the first one of the registry where nothing tells."""
    kinds = []
    for file in files:
        with suppress(DataError):
            kinds.append(read_toml(file).data.get("kind"))
    for game in game_names():
        if any(kind in _box_data(game).KINDS for kind in kinds if isinstance(kind, str)):
            return game
    return DEFAULT_GAME


@app.command()
def check(
    files: Annotated[
        list[Path],
        typer.Argument(help="Files of the box, such as maps, tokens and cards; several are also compared."),
    ],
    game: Annotated[
        str | None, typer.Option("--game", help="Which game's box; the kind of the files tells, if left out.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what is wrong with data files, each problem with its line. Exit status 2 if anything is."""
    reports = _box_data(game or _game_of(files)).check_files(files)
    bad = any(report.problems for report in reports)
    if as_json:
        _print_json({"ok": not bad, "files": [report.plain() for report in reports]})
    else:
        for report in reports:
            for problem in report.problems:
                _say(str(problem), style="red", error=True)
            for note in report.notes:
                _say(f"note: {note}", style="yellow")
            if not report.problems:
                _say(f"{report.file}: good ({report.summary})", style="green")
                if report.warning:
                    _say(f"  {report.warning}", style="yellow")
    if bad:
        raise typer.Exit(BAD_INPUT)


@app.command()
def show(
    map_file: MapOption = None,
    tokens_file: TokensOption = None,
    region_cards: Annotated[
        Path | None, typer.Option("--region-cards", help="File of region cards instead of the shipped one.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=FILE", help="A further file of the game; may be repeated."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-n", help="Number of players: their map and tokens, where that matters."),
    ] = None,
    game: GameOption = DEFAULT_GAME,
    as_json: JsonOption = False,
) -> None:
    """Print what is in the box and how well each thing is known: stated, review, inferred or stand-in."""
    data = _box_data(game)
    given: dict[str, str | Path | None] = {
        "map": map_file,
        "tokens": tokens_file,
        "region_cards": region_cards,
    }
    try:
        words = [name for name, file in given.items() if file is not None]
        try:
            for name in words:
                check_has_option(game, name)
        except OptionError as error:
            raise as_words(error, words) from None
        given |= named_options(option)
        parts = data.load_parts({name: file for name, file in given.items() if file is not None}, players)
    except RattusAIError as error:
        _fail(error)
    if as_json:
        _print_json(data.overview(*parts))
        return
    console = Console(highlight=False)
    for table in data.tables(*parts):
        shown = Table(title=table.title, title_justify="left", box=box.SIMPLE_HEAD)
        for column in table.columns:
            shown.add_column(column)
        for row in table.rows:
            shown.add_row(*(Text(cell, style=PROVENANCE_STYLES.get(cell, "")) for cell in row))
        console.print(shown)
    warning = data.doubt_warning(*parts)
    if warning:
        _say(warning, style="yellow")


@app.command()
def template(
    directory: Annotated[Path, typer.Argument(help="Where to write; made if it does not exist.")],
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    game: GameOption = DEFAULT_GAME,
) -> None:
    """Write files that hold the shipped data with explanations, for an owner of the game to correct."""
    texts: dict[str, str] = _box_data(game).templates()
    targets = {directory / name: text for name, text in texts.items()}
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if not force:
            for target in targets:
                if os.path.lexists(target):
                    raise FileExistsError(f"{target}: found a file, expected none; use --force to replace it")
        for target, text in targets.items():
            _write(target, text, force)
            _say(f"wrote {target}")
    except FileExistsError as error:
        wanted = f"{error.filename}: found a file, expected a directory" if error.filename else error
        _fail(ValueError(str(wanted)))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        _fail(ValueError(f"{directory}: cannot write ({reason})"))


def _write(target: Path, text: str, force: bool) -> None:
    """Write a whole file or nothing; without ``force`` never over a file, not even one made this moment.

    Raises:
        OSError: FileExistsError among others.
    """
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if force:
            draft.replace(target)
        else:
            _put_in_place(draft, target)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _put_in_place(draft: Path, target: Path) -> None:
    try:
        os.link(draft, target)
    except FileExistsError:
        raise FileExistsError(f"{target}: found a file, expected none; use --force to replace it") from None
    except OSError:  # a file system without hard links
        draft.rename(target)
