"""``rattus-ai risk``: what would be lost where the danger could strike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

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
from rattus_ai.cli.output import console, plain_table, player_names, player_styles, print_json, single_command
from rattus_ai.games import Risk
from rattus_ai.plain import expected_loss, plain_risks
from rattus_ai.positions import View

app = single_command()

_MARK = "●"


@app.command()
def risk(
    file: FileArgument,
    player: Annotated[
        str | None,
        typer.Option(
            "--player", metavar="P", help="Whose knowledge counts; the player of the turn if left out."
        ),
    ] = None,
    language: LanguageOption = "en",
    game: GameOption = None,
    map_file: MapOption = None,
    tokens: TokensOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print for every place the danger could enter the chance of an outbreak and what each player would lose.

    A game without such dangers says so.

    All numbers are exact for what the player knows. They tell what happens if the danger strikes as things
    lie now.

    With --json: `game`, `player`, `risks` (a list of `place`, `reachable`, `outbreak`, `losses` for each
    player {number lost: probability}, `expected` for each player, `note`), `warning`. Probabilities and
    expectations are fractions as texts. Where a game knows no dangers, `risks` is empty and `note` says why.
    """
    position = read(file, game, map_file, tokens)
    language = known_language(position.game.name, language)
    chosen = position.active_player() if player is None else player_number(player, position, "--player")
    view = position.view(chosen)
    risks = view.game.risks(view)
    if as_json:
        print_json(plain_risks(view, risks))
    else:
        _print(view, risks, language)


def _print(view: View, risks: Sequence[Risk], language: str) -> None:
    printer = console()
    names = player_names(view.players, view.game.num_players)
    table = _table(view, risks, names, language)
    printer.print(Text(view.turn_text, style="bold"))
    if not risks:
        reason = view.game.no_risks
        printer.print(f"{reason[0].upper()}{reason[1:]}." if reason else "Nothing can strike here.")
        return
    printer.print()
    printer.print(table)
    printer.print()
    knows = "what everybody knows" if view.player < 0 else f"what {names[view.player]} knows"
    legend = f"{_MARK} can be struck in this turn. Mean loss, then each loss with its chance"
    printer.print(Text(f"{legend}; exact for {knows}, as things lie now.", style="dim"), soft_wrap=True)
    if view.game.warning:
        printer.print(Text(view.game.warning, style="yellow"), soft_wrap=True)


def _table(view: View, risks: Sequence[Risk], names: Sequence[str], language: str) -> Table:
    styles = player_styles(view.players, view.game.num_players)
    table = plain_table()
    table.add_column("")
    table.add_column("place")
    table.add_column("outbreak", justify="right")
    for name, style in zip(names, styles, strict=True):
        table.add_column(Text(name, style))
    table.add_column("note")
    for each in risks:
        dim = "" if each.reachable else "dim"
        table.add_row(
            Text(_MARK if each.reachable else "", "bold"),
            Text(view.game.place_text(each.place, language), dim),
            Text(f"{float(each.outbreak):.1%}" if each.outbreak else "-", dim),
            *(_losses(losses, f"{dim} {style}") for losses, style in zip(each.losses, styles, strict=True)),
            Text(each.note or "", dim),
        )
    return table


def _losses(table: Mapping[int, Fraction], style: str) -> Text:
    """`1.53  1:52% 2:37%`; nothing where nothing can be lost."""
    chances = [(count, chance) for count, chance in table.items() if count and chance]
    if not chances:
        return Text()
    each = " ".join(f"{count}:{_percent(chance)}" for count, chance in chances)
    return Text.assemble((f"{float(expected_loss(table)):.2f}", f"bold {style}"), (f"  {each}", style))


def _percent(chance: Fraction) -> str:
    """Whole percents; never 0 or 100 for what is neither impossible nor certain."""
    if chance == 1:
        return "100%"
    return "<1%" if chance < Fraction(1, 200) else f"{min(float(chance), 0.99):.0%}"
