"""``rattus-ai match``: agents against each other, with intervals that hold."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from rattus_ai.cli.input import (
    CardsOption,
    GameOption,
    JsonOption,
    MapOption,
    OptionOption,
    TokensOption,
    game_of,
)
from rattus_ai.cli.output import console, plain_table, print_json, single_command
from rattus_ai.match import CONFIDENCE, MatchResult, Standing, arrangements, play_match

app = single_command()

_VERDICTS = {
    "above": "above its fair share",
    "below": "below its fair share",
    "level": "not told apart from it",
}


@app.command()
def match(
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT AGENT...",
            help="expert (a level), random, greedy, ismcts:2000, ismcts:0.5s,horizon=5, expectimax:2,width=8",
        ),
    ],
    players: Annotated[
        int | None,
        typer.Option("--players", "-n", help="Number of players; as many as agents if left out."),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-g", help="Games at least; deals are always completed.")
    ] = 100,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", help="Processes; the result does not depend on it.")
    ] = 1,
    seed: Annotated[int, typer.Option("--seed", help="Decides the deals and everything random.")] = 1,
    cards: CardsOption = None,
    map_file: MapOption = None,
    tokens: TokensOption = None,
    option: OptionOption = None,
    game: GameOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play agents against each other: the share of games each wins with a seat, with its 95 % interval.

    Every deal is played in several arrangements with chance drawn from the same seed: with two agents the
    first one takes each seat once against the second in all others; more agents are rotated through all
    seats. Errors are computed over deals, whose games are not independent.

    With --json: `players`, `games`, `deals`, `seed`, `confidence`, `fair_share`, `mean_turns`, `seat_wins`,
    `agents` (a list of `agent`, `seats`, `wins`, `share`, `error`, `interval`, `verdict`, `margin`,
    `margin_error`, `decisions`, `seconds_per_decision`, `by_seat`), `warning`.
    """
    count = max(2, len(agents)) if players is None else players
    loaded = game_of(game, count, cards, map_file, tokens, option, seed)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
        console=console(error=True),
        transient=True,
        disable=not console(error=True).is_terminal,
    ) as bar:
        task = bar.add_task("dealing", total=None)

        def show(result: MatchResult) -> None:
            leader = max(result.standings, key=lambda standing: standing.share)
            text = f"{leader.agent} {leader.share:.0%}"
            bar.update(task, completed=result.games, total=result.planned, description=text)

        result = play_match(loaded, agents, games, seed=seed, jobs=jobs, on_progress=show)
    if as_json:
        print_json({**result.to_json(), "warning": loaded.warning})
    else:
        _print(result, loaded.warning)


def _print(result: MatchResult, warning: str | None) -> None:
    printer = console()
    each = len(arrangements(len(result.standings), result.players))
    deals = f"{result.deals} deals in {each} arrangements, seed {result.seed}"
    printer.print(Text(f"{result.games} games of {result.players} players: {deals}", style="bold"))
    printer.print()
    printer.print(_shares(result))
    printer.print()
    printer.print(_seats(result))
    printer.print()
    notes = (
        f"Win share: games won for each seat; as strong as the others is {result.fair_share:.1%}. "
        f"Intervals: {CONFIDENCE:.0%}, over deals. A game takes {result.turns:.1f} turns on average."
    )
    printer.print(Text(notes, style="dim"), soft_wrap=True)
    if warning:
        printer.print(Text(warning, style="yellow"), soft_wrap=True)


def _shares(result: MatchResult) -> Table:
    table = plain_table()
    table.add_column("agent")
    for title in ("won", "win share", "interval"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("against the fair share")
    table.add_column("mean lead", justify="right", no_wrap=True)
    table.add_column("time a decision", justify="right", no_wrap=True)
    for each in result.standings:
        verdict = result.verdict(each)
        style = {"above": "bold green", "below": "red"}.get(verdict or "", "")
        table.add_row(
            each.agent,
            f"{each.wins} of {each.seats}",
            Text(f"{each.share:.1%}", style),
            "-" if each.low is None or each.high is None else f"{each.low:.1%} to {each.high:.1%}",
            Text(_VERDICTS[verdict] if verdict else "one deal tells nothing", style),
            _lead(each),
            _time(each.seconds_per_decision),
        )
    return table


def _seats(result: MatchResult) -> Table:
    """Games won in each seat: by everybody, and by each agent out of those it played there."""
    table = plain_table()
    table.add_column("won in seat")
    for seat in range(result.players):
        table.add_column(str(seat), justify="right", no_wrap=True)
    for each in result.standings:
        table.add_row(each.agent, *(f"{wins} of {games}" for games, wins in each.by_seat))
    table.add_row("all", *(f"{wins} of {result.games}" for wins in result.seat_wins), style="dim")
    return table


def _lead(each: Standing) -> str:
    error = "" if each.margin_error is None else f" ± {each.margin_error:.2f}"
    return f"{each.margin:+.2f}{error}"


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"
