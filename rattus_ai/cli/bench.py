"""``rattus-ai bench``: speed and strength beside yardsticks that are measured in the same run."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from rattus_ai.bench import MEASURES, Effort, Measurement, Strength, checked_names, run, strength_matches
from rattus_ai.bench.positions import FIRST_GAME
from rattus_ai.cli.input import GameOption, JsonOption
from rattus_ai.cli.output import console, plain_table, print_json, single_command
from rattus_ai.errors import OptionError, shown

app = single_command()

MAX_ROUNDS = 1000
MIN_SCALE = 0.0001
MAX_SCALE = 1000.0


@app.command()
def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME...]",
            help=f"{', '.join(MEASURES)}; other games have some of them. All if left out.",
        ),
    ] = None,
    game: GameOption = None,
    rounds: Annotated[int, typer.Option("--rounds", help="How often ours and the yardstick alternate.")] = 5,
    scale: Annotated[
        float, typer.Option("--scale", help="Share of the usual work in a round; less is rougher.")
    ] = 1.0,
    strength: Annotated[
        bool, typer.Option("--strength", help="Play the matches of the strength bars too; takes long.")
    ] = False,
    games: Annotated[int, typer.Option("--games", "-g", help="Games of each match at least.")] = 100,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", help="Processes for the matches that run without a clock.")
    ] = 1,
    seed: Annotated[int, typer.Option("--seed", help="Decides the deals of the matches.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure speed, and with --strength strength, against the bars of the project.

    Ours and the yardstick alternate; the ratio is the median of the ratios of neighbouring rounds. Everything
    runs in one thread unless said. With --game another game is measured by what it has bars for. A bar that
    is not reached is no error of the command.

    With --json: `game`; `speed`, a list of `what`, `ours`, `yardstick` (null where the bar is absolute),
    `unit`, `ratio`, `bar`, `at_most`, `reached`, `against`, `note`; and `strength`, a list of `game`
    (its options, null with the default options), `players`, `agent`,
    `opponent`, `games`, `deals`, `share`, `interval` (95 %), `fair_share`, `bar`, `bar_for`, `reached`,
    `seconds_per_decision`, `seconds_per_decision_of_opponent`.
    """
    name = FIRST_GAME if game is None else game
    wanted = checked_names(names or [], name)
    if not 1 <= rounds <= MAX_ROUNDS:
        raise OptionError("rounds", f"found {rounds}, expected a whole number from 1 to {MAX_ROUNDS}")
    if not MIN_SCALE <= scale <= MAX_SCALE:
        raise OptionError("scale", f"found {shown(scale)}, expected {MIN_SCALE} to {MAX_SCALE:g}")
    effort = Effort(rounds, scale)
    measured: list[Measurement] = []
    played: list[Strength] = []
    with _progress() as bar:
        task = bar.add_task("measuring", total=len(wanted))
        for measure in wanted:
            bar.update(task, description=f"measuring {measure}")
            measured += run([measure], effort, name)
            bar.advance(task)
        bar.remove_task(task)
        if strength:
            task = bar.add_task("playing", total=None)

            def show(what: str, done: int, planned: int, share: float) -> None:
                bar.update(task, description=f"{what}: {share:.0%}", completed=done, total=planned)

            played += strength_matches(games, name=name, seed=seed, jobs=jobs, on_progress=show)
    if as_json:
        print_json(
            {
                "game": name,
                "speed": [each.to_json() for each in measured],
                "strength": [each.to_json() for each in played],
            }
        )
        return
    printer = console()
    printer.print(_speed(measured, name))
    for each in measured:
        if each.note:
            printer.print(Text(f"{each.name}: {each.note}", style="dim"), soft_wrap=True)
    if played:
        printer.print()
        printer.print(_strength(played, name))
        printer.print(Text("Intervals: 95 %, over deals. Times are means of a decision.", style="dim"))


def _progress() -> Progress:
    errors = console(error=True)
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.0f} of {task.total}"),
        TimeElapsedColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )


def _speed(measured: list[Measurement], game: str) -> Table:
    table = plain_table(f"Speed, {game}")
    table.add_column("what")
    for title in ("ours", "yardstick", "ratio", "bar"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("reached", no_wrap=True)
    table.add_column("against")
    for each in measured:
        sign = "at most" if each.at_most else "at least"
        absolute = each.yardstick is None
        bar = f"{each.bar:g} {each.unit}" if absolute else f"{each.bar:.1f}"
        table.add_row(
            each.name,
            f"{_figure(each.ours)} {each.unit}",
            "-" if each.yardstick is None else _figure(each.yardstick),
            "-" if absolute else f"{each.ratio:.2f}",
            f"{sign} {bar}",
            _reached(each.reached),
            each.against,
        )
    return table


def _strength(played: list[Strength], game: str) -> Table:
    table = plain_table(f"Strength, {game}")
    table.add_column("options")
    table.add_column("players", justify="right", no_wrap=True)
    table.add_column("agent")
    table.add_column("against")
    for title in ("games", "win share", "interval", "fair", "bar"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("reached", no_wrap=True)
    for title in ("time", "theirs"):
        table.add_column(title, justify="right", no_wrap=True)
    for each in played:
        certain = "interval above" if each.certain else "at least"
        table.add_row(
            each.game or "default options",
            str(each.players),
            each.agent,
            each.opponent,
            str(each.games),
            f"{each.share:.1%}",
            "-" if each.low is None or each.high is None else f"{each.low:.1%} to {each.high:.1%}",
            f"{each.fair_share:.0%}",
            f"{certain} {each.bar:.0%}",
            _reached(each.reached),
            f"{1000 * each.seconds:.1f} ms",
            f"{1000 * each.their_seconds:.1f} ms",
        )
    return table


def _reached(reached: bool) -> Text:
    return Text("yes", "bold green") if reached else Text("no", "bold red")


def _figure(value: float) -> str:
    """Three digits that count."""
    if value >= 1e6:
        return f"{value / 1e6:.3g} million"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
