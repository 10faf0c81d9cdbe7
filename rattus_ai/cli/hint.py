"""``rattus-ai hint``: the strongest turns, with what is known about them and what is not."""

from __future__ import annotations

import math
import time
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.measure import Measurement
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from rattus_ai.analysis import CONFIDENCE, Analysis, Line, analyse
from rattus_ai.cli.explaining import print_explanation
from rattus_ai.cli.input import (
    FileArgument,
    GameOption,
    JsonOption,
    LanguageOption,
    MapOption,
    TokensOption,
    deciding_view,
    known_language,
    read,
)
from rattus_ai.cli.interrupting import interruptible
from rattus_ai.cli.main import INTERRUPTED
from rattus_ai.cli.output import console, plain_table, player_names, player_styles, print_json, single_command
from rattus_ai.explanation import explain as explained
from rattus_ai.limits import Cancel, Limit
from rattus_ai.methods import METHODS, WIN, check_belonging
from rattus_ai.plain import gap_error, plain_analysis, plain_explanation
from rattus_ai.positions import View

app = single_command()

LIVE_AFTER = 2.0
"""Seconds of searching after which the table on the way is shown."""

EXPECTIMAX_SECONDS = 5.0
"""Time for expectimax without a budget; it would go on deepening for ever."""

TURN_WIDTH = 30
"""Room that a turn has at least before the table is cut in two."""

_NO_SPREAD = 1e-9
"""Standard errors below this come from samples that are all alike."""

_REASONS = {
    "settled": "it is settled which turn is best",
    "simulations": "the simulations were used up",
    "seconds": "the time was up",
    "cancelled": "it was interrupted",
    "one turn": "there is only one turn",
    "complete": "everything was looked at",
    "solved": "the end of the game is solved",
}


@app.command()
def hint(
    file: FileArgument,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="P", help="Number or name; the player to decide if left out."),
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(
            "--simulations",
            help="Budget of ismcts, 20000, and expectimax, 5 s, without this and --seconds.",
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="The same in time.")] = None,
    lines: Annotated[int, typer.Option("--lines", help="How many candidate turns.")] = 5,
    seed: Annotated[int, typer.Option("--seed", help="Same seed and simulations, same answer.")] = 1,
    threads: Annotated[
        int, typer.Option("--threads", help="Of ismcts; the answer does not depend on it.")
    ] = 1,
    memory_mb: Annotated[
        int, typer.Option("--memory-mb", help="Bound on the table of ismcts, in MiB.")
    ] = 256,
    method: Annotated[str, typer.Option("--method", help="ismcts, expectimax or greedy.")] = "ismcts",
    horizon: Annotated[
        int | None,
        typer.Option(
            "--horizon",
            help="Turns, set-up not counted, until a playout of ismcts is cut off and valued by the"
            " evaluation; -1: never; left out: as the game knows.",
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option("--depth", help="Turns for expectimax; as many as the budget allows.")
    ] = None,
    width: Annotated[
        int | None,
        typer.Option("--width", help="Actions expectimax considers at each decision, 6; 0: all, for proofs."),
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(
            "--objective",
            help="win; or margin: the lead in points, for ismcts, and what greedy always goes by.",
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why, in sentences of computed facts.")
    ] = False,
    confidence: Annotated[
        float | None,
        typer.Option(
            "--confidence", help=f"ismcts ends once it is this sure which turn is best; {CONFIDENCE}."
        ),
    ] = None,
    language: LanguageOption = "en",
    game: GameOption = None,
    map_file: MapOption = None,
    tokens: TokensOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the strongest turns for the player to decide, each with its value, its error, and what it risks.

    The search proposes candidate turns and tests them on the same random numbers. It ends as soon as it is
    settled which is best: each other candidate is worse at the confidence asked for. Else it ends at the
    budget or when interrupted; the last lines say which. Interrupted, it prints what it has found so far.
    Values and gaps come from samples that were not used to choose, so their errors are honest, and a gap that
    is smaller than its error may be negative. Only what the player knows is used.

    An option that has no effect with the method is an error that names the method it belongs to.

    With --json: `game`, `player`, `players` (names or null), `method`, `objective`, `lines`, `told_apart`
    (whether the best two differ at the confidence), `settled` (whether each other candidate is worse),
    `confidence`, `candidates` (turns that were compared), `reason` (why the search ended: settled,
    simulations, seconds, cancelled, one turn, complete, solved), `simulations`, `nodes`, `depth`, `horizon`,
    `seconds`, `simulations_per_second`, `warning`. Each line: `turn` (texts), `actions` (ids), `win` and
    `errors` for each player, `gap` to the first line with `gap_error`, `best_probability`, `share` of the
    simulations, `samples`, `exact`, `losses` expected for each player. Unknown numbers are null.
    With --explain also `explanation`: sentences with `kind`, `text` and `numbers`.
    """
    position = read(file, game, map_file, tokens)
    language = known_language(position.game.name, language)
    view = deciding_view(position, player)
    _check_belonging(method, objective, confidence=confidence, simulations=simulations, seconds=seconds)
    if method == "expectimax" and simulations is None and seconds is None:
        seconds = EXPECTIMAX_SECONDS
    limit = Limit(simulations=simulations, seconds=seconds, threads=threads, memory_mb=memory_mb)
    progress = _Progress(view, limit, language)
    cancel = Cancel()

    def search() -> Analysis:
        return analyse(
            view,
            limit,
            lines=lines,
            seed=seed,
            method=method,
            objective=WIN if objective is None else objective,
            horizon=horizon,
            depth=depth,
            width=width,
            confidence=CONFIDENCE if confidence is None else confidence,
            cancel=cancel,
            on_progress=progress.update if progress.wanted else None,
        )

    with progress:
        analysis, interrupted = interruptible(search, cancel)
    if as_json:
        why = (
            {"explanation": plain_explanation(explained(view, analysis, language).sentences)}
            if explain
            else {}
        )
        print_json({**plain_analysis(view, analysis), **why})
    else:
        printer = console()
        printer.print(Text(view.turn_text, style="bold"))
        printer.print()
        for table in _tables(view, analysis, language, printer):
            printer.print(table)
            printer.print()
        for sentence, style in _sentences(view, analysis):
            printer.print(Text(sentence, style), soft_wrap=True)
        if explain:
            print_explanation(printer, view, analysis, language)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _check_belonging(method: str, objective: str | None, **given: object) -> None:
    """Makes sure that what is given has an effect; the library cannot tell it from what it takes without.

    Raises:
        OptionError: it has none with this method.
    """
    if method in METHODS:  # otherwise that is what is wrong
        asked = {
            name: value for name, value in {"objective": objective, **given}.items() if value is not None
        }
        check_belonging(method, objective or WIN, asked)


class _Progress:
    """The table on the way with a bar, on a terminal, once the search takes long."""

    def __init__(self, view: View, limit: Limit, language: str) -> None:
        self.view, self.limit, self.language = view, limit, language
        self.console = console(error=True)
        self.wanted = self.console.is_terminal
        self.start = time.perf_counter()
        self.live: Live | None = None

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *error: object) -> None:
        if self.live is not None:
            self.live.stop()

    def update(self, analysis: Analysis) -> None:
        """Shows an answer on the way."""
        if time.perf_counter() - self.start < LIVE_AFTER:
            return
        tables = _tables(self.view, analysis, self.language, self.console)
        shown = Group(*tables, Text(), self._bar(analysis))
        if self.live is None:
            self.live = Live(shown, console=self.console, transient=True, auto_refresh=False)
            self.live.start()
        self.live.update(shown, refresh=True)

    def _bar(self, analysis: Analysis) -> RenderableType:
        done = analysis.simulations / self.limit.total
        if self.limit.seconds is not None:
            done = max(done, analysis.seconds / self.limit.seconds)
        grid = Table.grid(padding=(0, 2))
        grid.add_row(ProgressBar(1.0, min(done, 1.0), width=40), f"{analysis.simulations:,} simulations")
        return grid


# --- numbers -------------------------------------------------------------------------------------------


def _tables(view: View, analysis: Analysis, language: str, printer: Console) -> list[Table]:
    """One table, or two where one is too wide."""
    whole = _table(view, analysis, language, ("values", "rest"))
    width = Measurement.get(printer, printer.options.update(max_width=1000), whole).maximum
    longest = max(len(_turn(view, line, language)) for line in analysis.lines)
    if width - max(0, longest - TURN_WIDTH) <= printer.width:  # long turns are folded
        return [whole]
    return [_table(view, analysis, language, (part,)) for part in ("values", "rest")]


def _turn(view: View, line: Line, language: str) -> str:
    return "; ".join(view.game.action_text(action, language) for action in line.actions)


def _table(view: View, analysis: Analysis, language: str, parts: tuple[str, ...]) -> Table:
    """The turns with their `values` (worth and gap) and the `rest` of what is known about them."""
    table = plain_table()
    table.add_column("", justify="right")
    table.add_column("turn")
    columns: list[list[RenderableType]] = []
    if "values" in parts:
        columns += _value_columns(view, analysis, table)
    if "rest" in parts:
        columns += _rest_columns(view, analysis, table)
    for number, line in enumerate(analysis.lines):
        cells = [column[number] for column in columns]
        turn = Text(_turn(view, line, language), "" if number else "bold")
        table.add_row(str(number + 1), turn, *cells)
    return table


def _value_columns(view: View, analysis: Analysis, table: Table) -> list[list[RenderableType]]:
    """What each turn is worth to each player, and the gap to the first."""
    columns: list[list[RenderableType]] = []
    unit = "win %" if analysis.objective == "win" else "lead"
    names = player_names(view.players, view.game.num_players)
    for player, style in enumerate(player_styles(view.players, view.game.num_players)):
        own = " underline" if player == analysis.player else ""
        table.add_column(Text(f"{names[player]}\n{unit}", f"{style}{own}"), justify="right")
        columns.append(
            [
                Text(_value(analysis, line, line.win[player], line.errors[player]), style)
                for line in analysis.lines
            ]
        )
    table.add_column("gap", justify="right")
    gaps = [_value(analysis, line, line.gap, gap_error(line)) for line in analysis.lines[1:]]
    return [*columns, ["", *gaps]]


def _rest_columns(view: View, analysis: Analysis, table: Table) -> list[list[RenderableType]]:
    """Where they are known: probability of being best, share of the simulations, expected losses."""
    columns: list[list[RenderableType]] = []
    if analysis.method == "ismcts":
        table.add_column("best\n%", justify="right")
        columns.append([_percent(line.best_probability) for line in analysis.lines])
        table.add_column("share\n%", justify="right")
        columns.append([_percent(line.share) for line in analysis.lines])
    if any(line.losses is not None for line in analysis.lines):
        styles = player_styles(view.players, view.game.num_players)
        table.add_column("expected\nlosses", justify="right")
        columns.append([_losses(line, styles) for line in analysis.lines])
    return columns


def _value(analysis: Analysis, line: Line, value: float, error: float) -> str:
    """`41.3 ± 0.8` in percent, `+1.25 ± 0.10` in points, `41.32 exact`, `~41.3` without a known error."""
    value = 0.0 if abs(value) < 1e-12 else value
    if line.exact and analysis.objective == "win":
        return f"{100 * value:.2f} exact" if value == 0 or abs(value) >= 5e-5 else "<0.01 exact"
    text = f"{100 * value:.1f}" if analysis.objective == "win" else f"{value:+.2f}"
    if line.exact:
        return f"{text} exact"
    if math.isnan(error):
        return f"~{text}"
    return f"{text} ± {100 * error:.1f}" if analysis.objective == "win" else f"{text} ± {error:.2f}"


def _percent(share: float | None) -> str:
    """Whole percents; nothing where it is not known."""
    if share is None or math.isnan(share):
        return ""
    return f"{100 * share:.0f}" if share == 0 or share >= 0.005 else "<1"


def _losses(line: Line, styles: tuple[str, ...]) -> Text:
    """Expected losses of the players in their order; a dash for nobody, nothing where it is not settled."""
    if line.losses is None:
        return Text()
    if not any(line.losses):
        return Text("-")
    parts = [(f"{loss:.2f}" if loss else "0", style) for loss, style in zip(line.losses, styles, strict=True)]
    text = Text()
    for number, (loss, style) in enumerate(parts):
        text.append(" / " if number else "", "dim").append(loss, style)
    return text


# --- words ---------------------------------------------------------------------------------------------


def _sentences(view: View, analysis: Analysis) -> list[tuple[str, str]]:
    """What the numbers do and do not say, each with its style."""
    if analysis.method == "expectimax" and analysis.depth == 0:
        sentences = [
            ("Not even one turn ahead was finished within the budget: this is no advice.", "bold red")
        ]
    else:
        sentences = [(_comparison(analysis), "" if analysis.told_apart else "bold")]
    if analysis.method == "expectimax" and analysis.depth and not analysis.best.exact:
        ahead = _turns(analysis.depth)
        horizon = f"Values marked ~ are estimates {ahead} ahead; how far off they are is not known."
        sentences.append((horizon, ""))
    if analysis.horizon is not None:
        ahead = _turns(analysis.horizon)
        sentences.append(
            (f"Playouts are cut off {ahead} ahead and valued by the evaluation; ± is sampling error.", "")
        )
    speed = f", {analysis.simulations / analysis.seconds:,.0f} a second" if analysis.seconds > 0 else ""
    reason = _REASONS.get(analysis.reason, analysis.reason)
    unit = "positions" if analysis.method == "expectimax" else "simulations"
    work = (
        f"{analysis.simulations:,} {unit} in {analysis.seconds:.2f} s{speed}. "
        if analysis.simulations
        else ""
    )
    sentences.append((f"{work}The search ended because {reason}.", "dim"))
    if any(line.losses is not None for line in analysis.lines):
        names = player_names(view.players, view.game.num_players)
        order = " / ".join(names)
        sentences.append((f"Expected losses: exact means for {order} in this turn; - for nobody.", "dim"))
    if analysis.warning:
        sentences.append((analysis.warning, "yellow"))
    return sentences


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


def _comparison(analysis: Analysis) -> str:
    if len(analysis.lines) < 2:
        return "There is no other turn to compare with."
    second = analysis.lines[1]
    gap = _value(analysis, second, second.gap, gap_error(second))
    if analysis.best.exact and second.exact:
        return (
            f"The first turn is better by {gap}."
            if analysis.told_apart
            else "The best two turns are worth the same."
        )
    if math.isnan(gap_error(second)):
        return "Whether the first turn is really better than the second is not known: no errors are known."
    if second.gap_error < _NO_SPREAD:
        return (
            f"All {second.samples:,} samples of the best two turns differ alike (gap {gap}): "
            "as far as it was looked ahead nothing random tells on them, which is no proof."
        )
    sure = f"at {100 * analysis.confidence:g} % confidence"
    if analysis.settled:
        others = analysis.candidates - 1
        rest = "the other candidate" if others == 1 else f"each of the other {others} candidates"
        if second.gap < 0:
            fresh = f"on fresh samples the second is not worse (gap {gap})"
            return f"The test settled {sure} on the first turn, but {fresh}."
        return f"Settled {sure}: the first turn is better than {rest} (gap to the second {gap})."
    confidence = f"{sure} (gap {gap})"
    if analysis.told_apart:
        return f"The first turn is better than the second {confidence}."
    return f"The best two turns cannot be told apart {confidence}."
