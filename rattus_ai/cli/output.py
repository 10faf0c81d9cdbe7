"""Printing: consoles, colours of players, tables, JSON, files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rattus_ai.data_files.reports import Table as DataTable
from rattus_ai.errors import RattusAIError
from rattus_ai.summaries import Cell, SummaryTable
from rattus_ai.text.colours import player_colours
from rattus_ai.text.file_names import unwritable

WIDE = 132
"""Columns where output goes to a file or a pipe, which has none of its own."""

_STYLES = {
    "red": "bright_red",
    "blue": "dodger_blue1",
    "yellow": "yellow1",
    "green": "green3",
    "white": "bright_white",
    "brown": "orange4",
}
"""The colours of `rattus_ai.text.colours` on a terminal."""

_TONES = {"plain": "", "strong": "bold", "faint": "dim", "danger": "bold reverse", "ring": "bold magenta"}


def console(error: bool = False) -> Console:
    """A console for stdout or stderr. A pipe is wide, unless COLUMNS says otherwise."""
    found = Console(stderr=error, highlight=False)
    if not found.is_terminal and "COLUMNS" not in os.environ:
        found = Console(stderr=error, highlight=False, width=WIDE)
    return found


def player_names(players: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """Names of the players; `player 0` and so on where they have none."""
    return tuple(players) if players is not None else tuple(f"player {player}" for player in range(count))


def player_styles(players: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """A colour for each player."""
    return tuple(_STYLES[colour] for colour in player_colours(players, count))


def rich_cell(pieces: Cell, styles: Sequence[str]) -> Text:
    """A cell as rich prints it."""
    text = Text()
    for piece in pieces:
        colour = styles[piece.player] if piece.player is not None else ""
        text.append(piece.text, f"{_TONES[piece.tone]} {colour}".strip())
    return text


def plain_table(title: str | None = None) -> Table:
    """An empty table in the manner of this command line."""
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1),
        header_style="",
    )


def rich_table(table: SummaryTable, styles: Sequence[str]) -> Table:
    """A table of a summary as rich prints it."""
    printed = plain_table()
    for column in table.columns:
        style = styles[column.player] if column.player is not None else ""
        justify = "right" if column.numeric else "left"
        printed.add_column(Text(column.title, style), justify=justify)  # type: ignore[arg-type]
    for row in table.rows:
        printed.add_row(*(rich_cell(cell, styles) for cell in row))
    return printed


PROVENANCE_STYLES = {
    "stated": "green",
    "review": "cyan",
    "inferred": "yellow",
    "stand-in": "red",
    "unknown": "red",
}
"""Colours of words that say how well something is known."""


def print_data_table(table: DataTable) -> None:
    """Prints a table of data; words of provenance are coloured."""
    printed = plain_table(table.title)
    for column in table.columns:
        printed.add_column(column)
    for row in table.rows:
        printed.add_row(*(Text(cell, PROVENANCE_STYLES.get(cell.split(",")[0], "")) for cell in row))
    console().print(printed)
    console().print()


def single_command() -> typer.Typer:
    """An app that holds one command."""
    return typer.Typer(add_completion=False, rich_markup_mode="markdown")


def say(text: str, style: str = "", error: bool = False) -> None:
    """Prints a line as it is: no markup, no wrapping, so that it can be searched and copied."""
    Console(stderr=error, soft_wrap=True, highlight=False).print(Text(text, style=style))


def print_json(value: Any) -> None:
    """Prints plain values as JSON; what is not a number there is an error of the program."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def check_folder(path: Path) -> None:
    """Makes sure before long work that a file can be written there afterwards.

    Raises:
        RattusAIError: the folder does not exist or cannot be written to.
    """
    with writing(path):
        if os.path.isdir(path):
            raise IsADirectoryError
        if not os.path.isdir(path.parent):
            raise NotADirectoryError if path.parent.exists() else FileNotFoundError
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise PermissionError


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Names the file where something cannot be written.

    Raises:
        RattusAIError: instead of an OSError.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RattusAIError(f"{path}: cannot be written: {unwritable(path, error)}") from None
