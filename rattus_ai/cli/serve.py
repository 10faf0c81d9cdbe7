"""``rattus-ai serve``: the protocol for frontends, over lines or over HTTP."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rattus_ai.cli.output import say, single_command
from rattus_ai.errors import OptionError, RattusAIError
from rattus_ai.protocol import ServiceLimits
from rattus_ai.protocol.limits import available_threads
from rattus_ai.serving.interpreter import settle

app = single_command()

DRAIN_SECONDS = 5.0
"""Time for unanswered queries when the service over HTTP is told to end."""

_LIMIT_OPTIONS = {
    "threads": "--threads",
    "queries": "--max-queries",
    "queries_a_caller": "--max-queries-a-caller",
    "message_bytes": "--max-bytes",
    "positions": "--max-positions",
    "simulations": "--max-simulations",
    "seconds": "--max-seconds",
    "memory_mb": "--max-memory-mb",
}
"""By which option a limit is given."""


class AtEnd(StrEnum):
    """What becomes of unanswered queries when the input ends."""

    drain = "drain"
    cancel = "cancel"


@app.command()
def serve(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="One JSON message a line on standard input and output.")
    ] = False,
    http: Annotated[
        str | None,
        typer.Option(
            "--http",
            metavar="ADDRESS",
            help="HTTP and WebSocket on 127.0.0.1:8765, say; on a port alone only this machine can reach it.",
        ),
    ] = None,
    threads: Annotated[
        int | None, typer.Option("--threads", help="Search threads of all queries together; one a core.")
    ] = None,
    at_end: Annotated[
        AtEnd | None,
        typer.Option(
            "--at-end",
            help="With --stdio: what becomes of unanswered queries when the input ends.",
            show_default=AtEnd.drain.value,
        ),
    ] = None,
    drain_seconds: Annotated[
        float | None,
        typer.Option(
            "--drain-seconds",
            help="With --http: time for unanswered queries when told to end.",
            show_default=str(DRAIN_SECONDS),
        ),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-origin",
            metavar="ORIGIN",
            help="With --http: pages of this origin may ask, http://localhost:3000; * for all.",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="NAME",
            help="With --http: a further name of this server; may be repeated.",
        ),
    ] = None,
    max_queries: Annotated[
        int, typer.Option("--max-queries", help="Unanswered queries of all callers together.")
    ] = ServiceLimits.queries,
    max_queries_a_caller: Annotated[
        int, typer.Option("--max-queries-a-caller", help="Unanswered queries of one connection.")
    ] = ServiceLimits.queries_a_caller,
    max_bytes: Annotated[
        int, typer.Option("--max-bytes", help="Longest message.")
    ] = ServiceLimits.message_bytes,
    max_positions: Annotated[
        int, typer.Option("--max-positions", help="Positions in one query.")
    ] = ServiceLimits.positions,
    max_simulations: Annotated[
        int, typer.Option("--max-simulations", help="Simulations for one position.")
    ] = ServiceLimits.simulations,
    max_seconds: Annotated[
        float, typer.Option("--max-seconds", help="Seconds for one position.")
    ] = ServiceLimits.seconds,
    max_memory_mb: Annotated[
        int, typer.Option("--max-memory-mb", help="Memory of one search, in MiB.")
    ] = ServiceLimits.memory_mb,
    files: Annotated[
        bool | None,
        typer.Option(
            "--files/--no-files",
            help="Whether messages may name files of this machine (a map, say); with --stdio they may.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Answer queries of frontends in any language: an opponent, hints, analysis, legal actions, positions.

    docs/protocol.md has the messages. Everything a query needs travels in it, so one process serves many
    tables. What the asking player cannot know is taken out of a position before anything looks at it.
    """
    if stdio == (http is not None):
        raise OptionError("serve", "expected one of --stdio and --http ADDRESS")
    if stdio:
        _refuse(
            "--stdio",
            {"--drain-seconds": drain_seconds, "--allow-origin": allow_origin, "--allow-host": allow_host},
        )
    else:
        _refuse("--http", {"--at-end": at_end})
    try:
        limits = ServiceLimits(
            threads=threads if threads is not None else available_threads(),
            queries=max_queries,
            queries_a_caller=max_queries_a_caller,
            message_bytes=max_bytes,
            positions=max_positions,
            simulations=max_simulations,
            seconds=max_seconds,
            memory_mb=max_memory_mb,
            files=files if files is not None else stdio,
            directory=Path.cwd(),
        )
    except OptionError as error:
        raise OptionError(_LIMIT_OPTIONS.get(error.option, error.option), error.problem) from None
    settle()
    if stdio:
        from rattus_ai.serving.lines import serve_standard_streams

        raise typer.Exit(serve_standard_streams(limits, cancel_at_end=at_end is AtEnd.cancel))
    missing = [name for name in ("starlette", "uvicorn") if importlib.util.find_spec(name) is None]
    if missing:
        raise RattusAIError(
            f"--http needs {' and '.join(missing)}, which are not installed: pip install 'rattus_ai[server]'"
        )
    from rattus_ai.serving.server import serve_http

    try:
        status = serve_http(
            http or "",
            limits,
            origins=allow_origin or [],
            hosts=allow_host or [],
            drain_seconds=DRAIN_SECONDS if drain_seconds is None else drain_seconds,
            announce=lambda text: say(text, error=True),
        )
    except OSError as error:
        if error.filename is None:  # of a socket: say which address it is about
            error.filename = http
        raise
    raise typer.Exit(status)


def _refuse(way: str, others: Mapping[str, object]) -> None:
    """Makes sure that no option was given that belongs to the other way and would be passed over.

    Raises:
        OptionError: one was.
    """
    other = "--http" if way == "--stdio" else "--stdio"
    for option, value in others.items():
        if value is not None and value != []:  # a list that was not given is empty in some versions of Typer
            problem = f"found beside {way}, where it has no effect; expected only with {other}"
            raise OptionError(option, problem)
