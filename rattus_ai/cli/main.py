"""The command ``rattus-ai``: its commands, and one place where every error becomes one message.

Exit status: 0 done, 2 input that cannot be used, 130 interrupted, 1 nobody reads the output any more.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

BAD_INPUT = 2
INTERRUPTED = 130
NOBODY_READS = 1


UsageError: Any = typer.BadParameter.__base__
"""Words that the parser cannot use. Typer has a copy of click and names only what is derived from it."""


class Entry(NamedTuple):
    """A command: the module with its `app`, imported when the command is used, and what it does in a line."""

    module: str
    help: str


# A further command joins with a line here.
COMMANDS = {
    "new": Entry("rattus_ai.cli.new", "Start a game: write its position as a document."),
    "cards": Entry("rattus_ai.cli.cards", "All cards of a game, and how well each is known."),
    "show": Entry("rattus_ai.cli.show", "Print or draw a position."),
    "hint": Entry("rattus_ai.cli.hint", "The strongest turns in a position, with their errors."),
    "choose": Entry("rattus_ai.cli.choose", "The move that an opponent of some level plays."),
    "risk": Entry("rattus_ai.cli.risk", "What would be lost where the danger could strike, exactly."),
    "solve": Entry("rattus_ai.cli.solve", "The end of a game as a proof, or as proved bounds."),
    "play": Entry("rattus_ai.cli.play", "Play actions in a position and write the new one."),
    "review": Entry("rattus_ai.cli.review", "What a finished game was decided by: mistakes and luck."),
    "match": Entry("rattus_ai.cli.match", "Let agents play against each other."),
    "serve": Entry("rattus_ai.cli.serve", "Answer frontends in any language: over lines, HTTP, WebSocket."),
    "data": Entry("rattus_ai.cli.data", "Check and show the data of a box; write files to fill in."),
    "bench": Entry("rattus_ai.cli.bench", "Measure speed and strength against the bars of the project."),
}


class Commands(TyperGroup):
    """The group of all commands. Help lists them without importing any."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, entry in COMMANDS.items():
            self.commands[name] = TyperCommand(name, help=entry.help)
        self._listing = False

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Writes the help of the group."""
        self._listing = True
        try:
            super().format_help(ctx, formatter)
        finally:
            self._listing = False

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by name; only its line while help is written."""
        if self._listing or cmd_name not in self.commands:
            return self.commands.get(cmd_name)
        command: Any = _command(importlib.import_module(COMMANDS[cmd_name].module).app)
        command.name = cmd_name
        return command

    def invoke(self, ctx: Any) -> Any:
        """Runs a command; what goes wrong becomes a message on stderr and an exit status."""
        from rattus_ai.errors import RattusAIError

        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except BrokenPipeError:
            _forget_output()
            raise typer.Exit(NOBODY_READS) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except UsageError as error:
            _complain(_usage_problem(error, ctx))
        except RattusAIError as error:
            _complain(str(error))
        except OSError as error:
            _complain(_system_problem(error))
        raise typer.Exit(BAD_INPUT)


def _command(found: typer.Typer) -> Any:
    """What a module's `app` is: the command itself, or a group where there are several."""
    return get_command(found) if len(found.registered_commands) == 1 else get_group(found)


def _usage_problem(error: Any, ctx: Any) -> str:
    """One line, where the parser would draw a box that is broken at the width of the terminal."""
    asked = " ".join(filter(None, (ctx.command_path, ctx.invoked_subcommand)))
    if error.ctx is not None:
        asked = error.ctx.command_path
    problem = " ".join(str(error.format_message()).split()).rstrip(".")
    return f"{problem}; `{asked} --help` lists what can be given"


def _system_problem(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {reason}" if error.filename is not None else reason


def _complain(message: str) -> None:
    with suppress(OSError):
        print(message, file=sys.stderr)


def _forget_output() -> None:
    """Sends what is still to be written nowhere, so that Python does not complain about it at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _version(wanted: bool) -> None:
    if wanted:
        from rattus_ai import __version__

        print(f"rattus-ai {__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    name="rattus-ai",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)


@app.callback()
def rattus_ai(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and leave."
    ),
) -> None:
    """AI search and solver for board games: hints with honest errors, exact risks, opponents, matches.

    Positions are JSON documents that a person can write by hand (docs/formats.md); - is standard input.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; the exit status.

    Args:
        arguments: words after the name of the program; those of the process if left out.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(
                errors="replace"
            )  # a terminal without a sign gets a question mark, not a crash
    try:
        get_command(app)(args=None if arguments is None else list(arguments), prog_name="rattus-ai")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
