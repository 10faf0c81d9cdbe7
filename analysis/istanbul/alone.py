"""Istanbul alone: how many turns it takes to win where nobody is in the way.

How many turns does the search need to collect the rubies if the others only pass the time?

One player searches, in every seat in turn, at a table of four: tracks of four players, layout with short
paths, 5 rubies. The other three are passive: they move to a place drawn at random and decline to do anything
there, so no track, no ruby and no card ever goes to them, though a player who meets them pays them. The turns
are those of the searching player, the last one included; a game that it does not win counts as longer than
any other. A plan of one player by hand takes 15 to 17 turns, so that is about what can be reached.

The interval of the median is the one between order statistics that holds without any assumption about the
distribution, with at least 95 % (David and Nagaraja, Order Statistics, 3rd edition, section 7.1).

    python analysis/istanbul/alone.py --games 40 --jobs 2 --write
"""

from __future__ import annotations

import argparse
import functools
import math
import random
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

# A script finds modules of its own folder only; what studies share lies one above.
sys.path.append(str(Path(__file__).parents[1]))

from intervals import estimate
from rattus_ai import Bot, Position, load_game
from report import (
    PAGES,
    Page,
    Table,
    command_line,
    require_matplotlib,
    show,
    write_page,
    write_plot,
)
from self_play import add_common_arguments, agent, at_least_two, derived_seed, run_tasks, study_parser

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYERS = 4
RUBIES = 5
BAR = 20
"""Turns that the median must not exceed."""

CONFIDENCE = 0.95

Task = tuple[str, int, int]
"""Agent, its seat, seed."""


def pass_the_time(position: Position, source: random.Random) -> int:
    """A passive player's action: a place drawn at random to go to, and nothing done there."""
    named = {position.game.action_text(action): action for action in position.legal_actions()}
    for passive in ("decline", "end", "skip", "pass"):
        if passive in named:
            return named[passive]
    moves = [action for text, action in named.items() if text.startswith("move ")]
    if not moves:
        raise ValueError(f"found {', '.join(named)}, expected something that passes the time")
    return source.choice(moves)


def turns_needed(task: Task) -> int | None:
    """Turns of the searching player up to the end of the game; None if he did not win."""
    text, seat, seed = task
    game = load_game("istanbul", players=PLAYERS, layout="short", rubies=RUBIES)
    position = game.new_position(seed=derived_seed(seed, "deal"))
    bot = Bot(text, seed=derived_seed(seed, "bot"))
    source = random.Random(derived_seed(seed, "others"))
    turns = set()
    while not position.is_terminal():
        if position.is_chance():
            position.draw_chance()
        elif position.current_player() == seat:
            turns.add(position.turn_number())
            position.apply(bot.choose(position.view(seat)))
        else:
            position.apply(pass_the_time(position, source))
    return len(turns) if position.returns()[seat] == 1.0 else None


def median_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """The order statistics between which the median lies with 95 %; None with too few values."""
    count = len(values)
    chances = accumulate(math.comb(count, rank) / 2**count for rank in range(count // 2))
    lowest = max((rank for rank, below in enumerate(chances) if 2 * below <= 1 - CONFIDENCE), default=None)
    if lowest is None:
        return None
    ordered = sorted(values)
    return ordered[lowest], ordered[count - 1 - lowest]


def unfinished_last(found: Sequence[int | None]) -> list[float]:
    """Turns of every game; one that was not won took longer than any other."""
    return [math.inf if value is None else float(value) for value in found]


def table(text: str, found: Sequence[int | None]) -> Table:
    """What came of the games."""
    turns = [value for value in found if value is not None]
    typical = estimate([float(value) for value in turns], 0.0, 250.0)
    every = unfinished_last(found)
    between = median_interval(every)
    rows = [
        ("games", str(len(found))),
        ("won", str(len(turns))),
        ("median of the turns", f"{median(every):g}"),
        (
            "95 % interval of the median",
            "not known" if between is None else f"{between[0]:g} to {between[1]:g}",
        ),
        ("mean ± standard error, won games", f"{typical.mean:.1f} ± {typical.error or 0:.1f}"),
        ("fewest, most, won games", f"{min(turns)}, {max(turns)}"),
    ]
    return Table(f"Turns that {text} needs", ("", "value"), rows)


def draw(turns: Sequence[int], figure: Figure) -> None:
    """How many games took how many turns."""
    axes = figure.subplots()
    counts = Counter(turns)
    axes.bar(list(counts), list(counts.values()), width=0.8)
    axes.axvline(BAR + 0.5, color="black", linewidth=0.8, linestyle="--")
    axes.set_xlabel("turns")
    axes.set_ylabel("games")


def run(arguments: argparse.Namespace, folder: Path = PAGES) -> None:
    """Plays, prints the table, writes page and plot into the folder if asked."""
    if arguments.write:
        require_matplotlib()
    tasks = [
        (arguments.agent, number % PLAYERS, derived_seed(arguments.seed, "alone", number))
        for number in range(arguments.games)
    ]
    found = run_tasks(turns_needed, tasks, arguments.jobs, "games")
    turns = [value for value in found if value is not None]
    if len(turns) < 2:
        raise SystemExit("error: --agent: found fewer than two games that it won, expected a stronger agent")
    result = table(arguments.agent, found)
    show([result])
    if arguments.write:
        write_page(page(result, found, arguments, folder), folder)


def page(result: Table, found: Sequence[int | None], arguments: argparse.Namespace, folder: Path) -> Page:
    """The page of the study; writes its plot."""
    name = "istanbul_alone"
    turns = [value for value in found if value is not None]
    plot = write_plot(f"{name}.svg", "Games by turns", functools.partial(draw, turns), (6.0, 3.0), folder)
    within = "at most" if median(unfinished_last(found)) <= BAR else "more than"
    return Page(
        name=name,
        documentation=__doc__ or "",
        command=command_line("istanbul/alone", arguments),
        settings={
            "agent": f"`{arguments.agent}`",
            "players": f"{PLAYERS}, one of them searching",
            "layout, rubies": f"short paths, {RUBIES}",
            "games": str(len(found)),
            "seed": str(arguments.seed),
        },
        tables=[result],
        plots=[plot],
        says=[f"The median is {within} {BAR} turns; {len(turns)} of {len(found)} games were won."],
        does_not_say=[
            "How fast it is where others take what it wants: it plans for opponents that do.",
            "How far from the optimum of one player it is; 15 to 17 turns is a rough figure.",
        ],
    )


def main() -> None:
    """Reads the options."""
    parser = study_parser(__doc__)
    parser.add_argument("--games", type=at_least_two, default=40, help="games")
    parser.add_argument("--agent", type=agent, default="ismcts:2000", help="who searches")
    add_common_arguments(parser)
    run(parser.parse_args())


if __name__ == "__main__":
    main()
