"""``rattus-ai solve``: what a position at the end of the game is worth, as a proof or as a proved bracket."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from rattus_ai._core.solver import ended
from rattus_ai.cli.input import (
    FileArgument,
    GameOption,
    JsonOption,
    LanguageOption,
    MapOption,
    TokensOption,
    known_language,
    player_number,
    read,
)
from rattus_ai.cli.output import check_folder, console, print_json, say, single_command, writing
from rattus_ai.cli.solution_tables import print_solution
from rattus_ai.endgame import DEFAULT_SECONDS, Solution, solve
from rattus_ai.errors import OptionError, RattusAIError
from rattus_ai.limits import Cancel, Limit
from rattus_ai.plain import plain_solution
from rattus_ai.positions import Position
from rattus_ai.schemas.writing import pretty, write_atomically

app = single_command()

SPIN_AFTER = 2.0
"""Seconds after which it is shown that something goes on."""

TOO_LONG = "the time was up, it was interrupted, or the computation is too wide"
"""Why something is missing in a proof."""

_INTERRUPTED = 130


@app.command("solve")
def solve_command(
    file: FileArgument,
    seconds: Annotated[
        float, typer.Option("--seconds", help="Time; what is not solved then is a bracket.")
    ] = DEFAULT_SECONDS,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="P",
            help="Whose knowledge counts: number, name or public; the player to decide if left out.",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--everything", help="All that the document holds counts, whoever knows it.")
    ] = False,
    lines: Annotated[int, typer.Option("--lines", help="How many turns.")] = 5,
    fractions: Annotated[
        bool, typer.Option("--fractions", help="Exact probabilities as fractions too.")
    ] = False,
    distribution: Annotated[
        bool,
        typer.Option("--distribution", help="The most probable final results, where only chance is left."),
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Of estimates and samples.")] = 1,
    memory_mb: Annotated[int, typer.Option("--memory-mb", help="Bound on the table, in MiB.")] = 256,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write the position with its solution, may be FILE itself."
        ),
    ] = None,
    language: LanguageOption = "en",
    game: GameOption = None,
    map_file: MapOption = None,
    tokens: TokensOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve the end of a game: a proof, or proved bounds with an estimate. Interrupted, the bounds so far.

    For the final round and the final sweep; one turn earlier the turns that may end the game are valued.

    With --json: `game`, `player` (who decides, or null), `players` (names or null), `viewer` (-1: public,
    null: everything), `kind` (`chance`, `decisions` or `turn`), `exact`, `win`, `errors`, `lower`, `upper`
    for each player, `fractions` (texts or null), `proved`, `turns`, `play`, `points`, `losses` (for each
    place), `distribution` (a list of `points` and `probability`), `positions`, `ends`, `seconds`, `reason`,
    `warning`. A `win` without an error is null: only the bounds are known. docs/endgames.md explains each.
    """
    position = read(file, game, map_file, tokens)
    language = known_language(position.game.name, language)
    if everything and player is not None:
        raise OptionError("--player", "stands beside --everything, expected one of the two")
    viewer = None if player is None else player_number(player, position, "--player")
    if output is not None and not (position.is_terminal() or ended(position)):
        problem = "only the final round and what follows can be written as solved; the game has not ended yet"
        raise OptionError("--output", problem)
    if output is not None:
        check_folder(output)
    limit = Limit(seconds=seconds, memory_mb=memory_mb)
    cancel = Cancel()
    interrupted = False
    # The solver runs beside the main thread, which stays free to hear an interrupt at once.
    with ThreadPoolExecutor(1) as worker:
        future = worker.submit(
            solve,
            position,
            limit,
            viewer=viewer,
            everything=everything,
            lines=lines,
            fractions=fractions,
            distribution=distribution,
            seed=seed,
            cancel=cancel,
        )
        try:
            solution = _waited(future)
        except KeyboardInterrupt:
            interrupted = True
            cancel.cancel()
            try:
                solution = future.result()
            except RattusAIError as error:
                say(f"interrupted: {error}", error=True)
                raise typer.Exit(_INTERRUPTED) from None
    if output is not None:
        _write(output, position, solution)
    if as_json:
        print_json(plain_solution(position, solution))
    else:
        missing = _missing(solution, fractions, distribution)
        print_solution(console(), position, solution, language, missing)
        if output is not None:
            say(f"wrote {output}")
    if interrupted:
        raise typer.Exit(_INTERRUPTED)


def _waited(future: Future[Solution]) -> Solution:
    """The answer; where it takes long a spinner tells that something goes on."""
    try:
        return future.result(SPIN_AFTER)
    except TimeoutError:
        printer = console(error=True)
        columns = (SpinnerColumn(), TextColumn("solving"), TimeElapsedColumn())
        with Progress(*columns, console=printer, transient=True, disable=not printer.is_terminal) as progress:
            progress.add_task("solving", total=None)
            return future.result()


def _missing(solution: Solution, fractions: bool, distribution: bool) -> list[str]:
    """What was asked for and could not be given, in sentences."""
    why = (
        "the position is not solved"
        if not solution.exact
        else "decisions are left"
        if solution.kind != "chance"
        else TOO_LONG
    )
    sentences = []
    if fractions and solution.fractions is None:
        reason = why if not solution.exact else TOO_LONG
        sentences.append(f"There are no fractions: {reason}.")
    if distribution and solution.distribution is None:
        sentences.append(f"There is no distribution: {why}.")
    return sentences


def _write(path: Path, position: Position, solution: Solution) -> None:
    with writing(path):
        document = {**position.to_document(directory=path.parent), "solution": solution.to_document()}
        write_atomically(path, pretty(document))
