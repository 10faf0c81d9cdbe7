"""``rattus-ai review``: a finished game looked at again."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from rattus_ai.cli.input import STANDARD_INPUT, JsonOption, LanguageOption, known_language, player_number
from rattus_ai.cli.output import (
    check_folder,
    console,
    plain_table,
    player_styles,
    print_json,
    say,
    single_command,
    writing,
)
from rattus_ai.errors import DocumentError, OptionError, RecordError, shown
from rattus_ai.games import PUBLIC
from rattus_ai.limits import Cancel, Limit
from rattus_ai.positions import read_position
from rattus_ai.records import RECORD_FORMAT, Record, read_record
from rattus_ai.reviews import Decision, Luck, Review, review
from rattus_ai.reviews import Progress as Step
from rattus_ai.reviews.page import page
from rattus_ai.reviews.plain import plain
from rattus_ai.reviews.summing_up import MOST_TURNING_POINTS
from rattus_ai.reviews.words import BALANCE, Words, loss, luck_percent, pieces, share, swing, thresholds
from rattus_ai.schemas.writing import write_atomically

app = single_command()

_INTERRUPTED = 130

_LEVEL_STYLES = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow"}


@app.command("review")
def review_command(
    file: Annotated[
        str,
        typer.Argument(metavar="RECORD", help="Game record, one JSON object a line; - for standard input."),
    ],
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="P", help="Only the decisions of this player: number or name."),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option("--simulations", help="Budget for each decision; 100000 without this and --seconds."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Budget for each decision in time, roughly.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Same seed and simulations, same review.")] = 1,
    threads: Annotated[
        int, typer.Option("--threads", "--jobs", "-j", help="The review does not depend on it.")
    ] = 1,
    points: Annotated[
        int, typer.Option("--turning-points", metavar="N", help="How many turning points, with maps in HTML.")
    ] = 5,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every decision and all luck, not only what mattered.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write one self-contained HTML page too."),
    ] = None,
    language: LanguageOption = "en",
    as_json: JsonOption = False,
) -> None:
    """Print what a game was decided by: the loss of every decision, the luck of every reveal.

    Interrupted, it prints what it has come to, marked as partial.

    With --json: `format`, `version`, `game`, `players`, `reviewed`, `over`, `partial`, `start`, `end`,
    `summaries`, `turning_points`, `decisions`, `luck`, `thresholds`, `seed`, `simulations`, `seconds`,
    `warning`; docs/review.md explains each.
    """
    if not 0 <= points <= MOST_TURNING_POINTS:
        raise OptionError(
            "--turning-points", f"found {points}, expected a whole number from 0 to {MOST_TURNING_POINTS}"
        )
    record = _record(file)
    beginning = record.beginning()
    language = known_language(record.game.name, language)
    chosen = None if player is None else player_number(player, beginning, "--player")
    if chosen == PUBLIC:
        raise OptionError("--player", "found public, expected a player: nobody decides for the public")
    if html is not None:
        check_folder(html)
    limit = Limit(simulations=simulations, seconds=seconds, threads=threads)
    cancel = Cancel()
    interrupted = False
    bar = _bar()
    task = bar.add_task("reviewing", total=None)

    def show(step: Step) -> None:
        bar.update(task, completed=step.done, total=step.total, description=f"turn {step.turn}")

    # The review runs beside the main thread, which stays free to hear an interrupt at once.
    with bar, ThreadPoolExecutor(1) as worker:
        future = worker.submit(
            review, record, limit, seed=seed, player=chosen, cancel=cancel, on_progress=show
        )
        try:
            found = future.result()
        except KeyboardInterrupt:
            interrupted = True
            cancel.cancel()
            found = future.result()
    if html is not None:
        with writing(html):
            write_atomically(html, page(found, points=points, language=language))
    if as_json:
        print_json(plain(found))
    else:
        _print(found, Words(found, language), points, everything)
        if html is not None:
            say(f"wrote {html}")
    if interrupted:
        raise typer.Exit(_INTERRUPTED)


def _record(file: str) -> Record:
    if file == STANDARD_INPUT:
        try:
            return read_record(sys.stdin.buffer.read())
        except DocumentError as error:
            raise error.at(source="standard input") from None
    try:
        return read_record(Path(file))
    except RecordError as error:
        if _is_position(file):
            problem = f"found a position document, expected {shown(RECORD_FORMAT)}, a game to look at again"
            raise RecordError(("format",), problem).at(source=file) from None
        raise error.at(source=file) from None


def _is_position(file: str) -> bool:
    try:
        read_position(Path(file))
    except DocumentError:
        return False
    return True


def _bar() -> Progress:
    printer = console(error=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=printer,
        transient=True,
        disable=not printer.is_terminal,
    )


# --- tables --------------------------------------------------------------------------------------------


def _print(found: Review, words: Words, points: int, everything: bool) -> None:
    printer = console()
    styles = player_styles(found.record.players, found.record.game.num_players)
    printer.print(Text(words.result(), "bold yellow" if found.partial else "bold"), soft_wrap=True)
    decisions = [each for each in found.decisions if everything or each.level is not None]
    luck = [each for each in found.luck if everything or any(each.pieces or ())]
    for title, table in (
        ("Where the result came from, in % of winning", _balance(found, words, styles)),
        ("Skill and luck", _players(found, words, styles)),
        ("Turning points", _turning_points(found, words, styles, points)),
        ("Decisions" if everything else "Losses", _decisions(decisions, words, styles)),
        ("Luck" if everything else f"Luck with {words.unit}", _luck(luck, words, styles)),
    ):
        if table.row_count:
            printer.print()
            printer.print(Text(title, "bold"))
            printer.print(table)
    printer.print()
    for note in (*words.notes, thresholds()):
        printer.print(Text(note, "dim"), soft_wrap=True)
    work = f"{found.simulations:,} simulations in {found.seconds:.1f} s, seed {found.seed}."
    printer.print(Text(work, "dim"), soft_wrap=True)
    if found.warning:
        printer.print(Text(found.warning, "yellow"), soft_wrap=True)


def _balance(found: Review, words: Words, styles: tuple[str, ...]) -> Table:
    table = plain_table()
    table.add_column("")
    for _, title in BALANCE:
        table.add_column(title, justify="right")
    for each in found.players:
        cells = [share(getattr(each, field), sign=field not in ("start", "end")) for field, _ in BALANCE]
        table.add_row(Text(words.names[each.player], styles[each.player]), *cells)
    return table


def _players(found: Review, words: Words, styles: tuple[str, ...]) -> Table:
    table = plain_table()
    table.add_column("")
    for title in ("decisions", "mean loss %", "blunders", "mistakes", "inaccuracies"):
        table.add_column(title, justify="right")
    for title in (f"{words.unit} lost", "expected", f"luck in {words.unit}"):
        table.add_column(title, justify="right")
    table.add_column("worst turn", justify="right")
    table.add_column("best turn", justify="right")
    for each in found.players:
        table.add_row(
            Text(words.names[each.player], styles[each.player]),
            str(each.decisions),
            share(each.loss),
            *(str(count) for _, count in each.levels),
            "-" if each.lost is None else str(each.lost),
            "-" if each.expected is None else f"{float(each.expected):.2f}",
            pieces(each.pieces),
            *(
                "-" if number is None else str(found.decisions[number].turn)
                for number in (each.worst, each.best)
            ),
        )
    return table


def _turning_points(found: Review, words: Words, styles: tuple[str, ...], points: int) -> Table:
    table = plain_table()
    table.add_column("", justify="right")
    table.add_column("what")
    table.add_column("swing %", justify="right", no_wrap=True)
    table.add_column("played, or what happened")
    table.add_column("compared with")
    for number, point in enumerate(found.turning_points[:points]):
        if point.kind == "decision":
            decision = found.decisions[point.number]
            texts = words.played(decision), words.best(decision)
        else:
            luck = found.luck[point.number]
            texts = f"{words.outcomes(luck)}. {words.pieces(luck)}".rstrip(". "), ""
        table.add_row(
            str(number + 1), Text(words.headline(point), styles[point.player]), swing(point), *texts
        )
    return table


def _decisions(decisions: list[Decision], words: Words, styles: tuple[str, ...]) -> Table:
    table = plain_table()
    table.add_column("turn", justify="right")
    table.add_column("player")
    table.add_column("loss %", justify="right", no_wrap=True)
    table.add_column("")
    table.add_column("played")
    table.add_column("compared with")
    for each in decisions:
        level = each.level or ""
        table.add_row(
            str(each.turn),
            Text(words.names[each.player], styles[each.player]),
            loss(each),
            Text(level, _LEVEL_STYLES.get(level, "")),
            words.played(each),
            "" if each.best == each.played else words.best(each),
        )
    return table


def _luck(luck: list[Luck], words: Words, styles: tuple[str, ...]) -> Table:
    table = plain_table()
    table.add_column("turn", justify="right")
    table.add_column("what")
    for name, style in zip(words.names, styles, strict=True):
        table.add_column(Text(f"{name}\nluck %", style), justify="right", no_wrap=True)
        table.add_column(Text(words.unit, style), justify="right", no_wrap=True)
    table.add_column("what happened")
    for each in luck:
        cells = []
        for player in range(len(styles)):
            cells.append(luck_percent(each, player))
            cells.append(pieces(None if each.pieces is None else each.pieces[player]))
        table.add_row(str(each.turn), words.happening(each), *cells, words.outcomes(each))
    return table
