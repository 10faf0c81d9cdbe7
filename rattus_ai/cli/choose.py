"""``rattus-ai choose``: the move that an opponent of some level plays."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from rattus_ai.bots.levels import DEFAULT_LEVEL, LEVELS
from rattus_ai.bots.specification import AgentSpecification, parse_agent
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
from rattus_ai.cli.output import console, player_names, print_json, single_command
from rattus_ai.errors import OptionError
from rattus_ai.limits import MAX_SEED, Cancel
from rattus_ai.positions import View, check_deciding

app = single_command()


@app.command()
def choose(
    file: FileArgument,
    level: Annotated[
        str,
        typer.Option(
            "--level", help=f"{', '.join(LEVELS)}; or any agent: random, greedy, ismcts:2000, expectimax:2."
        ),
    ] = DEFAULT_LEVEL,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="P", help="Number or name; the player to decide if left out."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Same seed, same move.")] = 1,
    language: LanguageOption = "en",
    game: GameOption = None,
    map_file: MapOption = None,
    tokens: TokensOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the move that an opponent plays: one action of the player to decide, as text and as id.

    A turn is several actions: `play` the action and ask again until another player is to decide. Only what
    the player knows is used. Levels that count simulations give the same move for the same seed, on any
    machine. Interrupted, it plays what looks best by then. Where nobody or somebody else has to decide, that
    is an error.

    With --json: `game`, `player`, `players` (names or null), `action` (id), `text`, `level`, `seed`,
    `complete` (false: it was interrupted), `warning`.
    """
    position = read(file, game, map_file, tokens)
    language = known_language(position.game.name, language)
    view = deciding_view(position, player)
    check_deciding(view)
    agent = _agent(level)
    if not 0 <= seed <= MAX_SEED:
        raise OptionError("--seed", f"found {seed}, expected a whole number from 0 to 2**64 - 1")
    cancel = Cancel()
    action, interrupted = interruptible(lambda: agent.make(seed).choose(view, cancel), cancel)
    if as_json:
        print_json(
            {
                "game": view.game.name,
                "player": view.player,
                "players": None if view.players is None else list(view.players),
                "action": action,
                "text": view.text(action, language),
                "level": agent.text,
                "seed": seed,
                "complete": not interrupted,
                "warning": view.game.warning,
            }
        )
    else:
        _print(view, agent, action, language)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _agent(level: str) -> AgentSpecification:
    """The agent of a level.

    Raises:
        OptionError: there is no such level or agent.
    """
    try:
        return parse_agent(level)
    except OptionError as error:
        raise OptionError("--level", error.problem) from None


def _print(view: View, agent: AgentSpecification, action: int, language: str) -> None:
    printer = console()
    name = player_names(view.players, view.game.num_players)[view.player]
    printer.print(Text(view.turn_text, style="bold"), soft_wrap=True)
    printer.print(
        Text.assemble(
            f"{agent.text} plays for {name}: ", (view.text(action, language), "bold"), f" (action {action})"
        ),
        soft_wrap=True,
    )
    if view.game.warning:
        printer.print(Text(view.game.warning, style="yellow"), soft_wrap=True)
