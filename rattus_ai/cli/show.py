"""``rattus-ai show``: a position as tables or as a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

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
from rattus_ai.cli.output import (
    console,
    player_names,
    player_styles,
    print_json,
    rich_cell,
    rich_table,
    say,
    single_command,
    writing,
)
from rattus_ai.cli.percentages import bounds, estimate, percent
from rattus_ai.games import PUBLIC
from rattus_ai.positions import Position, View
from rattus_ai.schemas.solutions import StatedSolution
from rattus_ai.schemas.writing import write_atomically

app = single_command()

MAX_LISTED = 12
"""Most actions with one verb that are listed in a table; `--json` lists all."""


@app.command()
def show(
    file: FileArgument,
    viewer: Annotated[
        str | None,
        typer.Option(
            "--viewer",
            metavar="P",
            help="Only what this player knows: number, name, or public. All if left out.",
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Draw the position into this SVG file instead."),
    ] = None,
    language: LanguageOption = "en",
    game: GameOption = None,
    map_file: MapOption = None,
    tokens: TokensOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print a position: what lies where, whose turn it is, what is legal.

    With --json: `game`, `turn` (a line of text), `next` ("player", "chance" or "over"), `player` (who
    decides, or null), `legal` (a list of `id`, `text`, and at a chance node `probability`), `document` (the
    position as the viewer knows it), `solution` (what the document states that the position is worth, or
    null), `warning`. A solution that rests on more than the viewer knows is not shown.
    """
    position = read(file, game, map_file, tokens)
    language = known_language(position.game.name, language)
    seen: Position | View = position
    if viewer is not None:
        seen = position.view(player_number(viewer, position, "--viewer"))
    if svg is not None:
        drawing = position.game.draw(seen, language)
        with writing(svg):
            write_atomically(svg, drawing)
    solution = position.solution
    if isinstance(seen, View) and solution is not None and solution.viewer not in (seen.player, PUBLIC):
        solution = None
    if as_json:
        print_json(_plain(seen, solution))
    elif svg is not None:
        say(f"wrote {svg}: {seen.turn_text}")
    else:
        _print(seen, solution, language)


def _plain(seen: Position | View, solution: StatedSolution | None) -> dict[str, Any]:
    return {
        "game": seen.game.name,
        "turn": seen.turn_text,
        "next": "over" if seen.is_terminal() else "chance" if seen.is_chance() else "player",
        "player": seen.current_player() if seen.current_player() >= 0 else None,
        "legal": _legal(seen),
        "document": seen.to_document(),
        "solution": None if solution is None else _plain_solution(solution),
        "warning": seen.game.warning,
    }


def _legal(seen: Position | View) -> list[dict[str, Any]]:
    if not seen.is_chance():
        return [{"id": action, "text": seen.text(action)} for action in seen.legal_actions()]
    weights = seen.chance_weights()
    total = sum(weight for _, weight in weights)
    return [
        {"id": outcome, "text": seen.text(outcome), "probability": str(Fraction(weight, total))}
        for outcome, weight in weights
    ]


def _plain_solution(solution: StatedSolution) -> dict[str, Any]:
    def numbers(values: Sequence[Fraction] | None) -> list[float] | None:
        return None if values is None else [float(value) for value in values]

    return {
        "proof": solution.proof,
        "viewer": solution.viewer,
        "win": numbers(solution.win),
        "errors": None if solution.errors is None else list(solution.errors),
        "lower": numbers(solution.lower),
        "upper": numbers(solution.upper),
        "turn": list(solution.turn),
    }


def _print(seen: Position | View, solution: StatedSolution | None, language: str) -> None:
    printer = console()
    game = seen.game
    styles = player_styles(seen.players, game.num_players)
    summary = game.summary(seen, language)
    printer.print(Text(f"{summary.title} · {seen.turn_text}", style="bold"))
    for table in summary.tables:
        printer.print()
        printer.print(rich_table(table, styles))
    facts = Table.grid(padding=(0, 2))
    for label, pieces in summary.facts:
        facts.add_row(Text(label, style="dim"), rich_cell(pieces, styles))
    if solution is not None:
        label = "solution" if solution.proof else "bounds"
        facts.add_row(Text(label, style="dim"), _solution_text(seen, solution, styles, language))
    if facts.row_count:
        printer.print()
        printer.print(facts)
    if seen.legal_actions():
        printer.print()
        printer.print(_legal_table(seen, language))
    if game.warning:
        printer.print()
        printer.print(Text(game.warning, style="yellow"), soft_wrap=True)


def _solution_text(
    seen: Position | View, solution: StatedSolution, styles: Sequence[str], language: str
) -> Text:
    """Who wins how probably, proved or not, and by which turn."""
    names = player_names(seen.players, seen.game.num_players)
    knower = solution.viewer
    knows = (
        "all the document holds"
        if knower is None
        else "what everybody knows"
        if knower == PUBLIC
        else f"what {names[knower]} knows"
    )
    text = Text("proved" if solution.proof else "not proved").append(f" for {knows}, % of winning: ")
    for player, name in enumerate(names):
        if solution.proof:
            number = f"{percent(float(solution.lower[player]))} exact"
        else:
            number = bounds(float(solution.lower[player]), float(solution.upper[player]))
            if solution.win is not None and solution.errors is not None:
                number += f" (estimate {estimate(float(solution.win[player]), solution.errors[player])})"
        text.append(", " if player else "").append(name, styles[player]).append(f" {number}")
    if solution.turn:
        turn = "; ".join(_translated(seen, solution.turn, language))
        text.append(f"; best: {turn}")
    return text


def _translated(seen: Position | View, turn: Sequence[str], language: str) -> list[str]:
    """The actions of a turn as a language has them."""
    game = seen.game
    after = Position.of(game, seen.core if isinstance(seen, View) else seen)
    texts = []
    for text in turn:
        action = after.parse(text)
        texts.append(game.action_text(action, language))
        after.apply(action)
    return texts


def _legal_table(seen: Position | View, language: str) -> Table:
    """What may happen now, verb by verb."""
    grid = Table.grid(padding=(0, 2))
    verbs: dict[str, list[str]] = {}
    if seen.is_chance():
        weights = seen.chance_weights()
        total = sum(weight for _, weight in weights)
        for outcome, weight in weights:
            verb, _, rest = seen.text(outcome, language).partition(" ")
            verbs.setdefault(verb, []).append(f"{rest} ({Fraction(weight, total)})")
    else:
        for action in seen.legal_actions():
            verb, _, rest = seen.text(action, language).partition(" ")
            verbs.setdefault(verb, []).append(rest)
    for verb, each in verbs.items():
        more = len(each) - MAX_LISTED
        listed = ", ".join(each[:MAX_LISTED]) + (f" and {more} more" if more > 0 else "")
        label = "" if grid.row_count else "chance" if seen.is_chance() else "legal"
        grid.add_row(Text(label, style="dim"), Text(verb, "bold"), listed)
    return grid
