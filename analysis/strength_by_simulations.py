"""Strength by simulations.

How much stronger does the search play with more simulations for each decision?

`ismcts:N` plays paired matches against a fixed opponent, `ismcts:400`: every deal is played in all seats,
with 4 players one seat against three (`rattus_ai/match.py`). Its win share over all seats is compared with
the fair share, that of a player as strong as the others. The intervals are 95 %, over deals, which are
independent. At N = 400 both are the same agent and the share is fair by definition. Matches with large N are
long and get fewer games.

    python analysis/strength_by_simulations.py --games 400 --jobs 2 --write
"""

from __future__ import annotations

import argparse
import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import matches
from intervals import Estimate, family_errors, independent_difference, percent, points
from matches import seat_share
from rattus_ai import load_game
from rattus_ai.limits import MAX_TREES, SIMULATIONS_A_TREE
from report import PAGES, Page, Plot, Table, command_line, require_matplotlib, show, write_page, write_plot
from self_play import add_common_arguments, count, derived_seed, study_parser

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYER_COUNTS = (2, 4)
OPPONENT = 400
SIMULATIONS = (50, 100, 200, 400, 800, 1600, 3200, 6400)
FULL_UP_TO = 1600
"""Simulations up to which a match has all its games; beyond it has fewer, in proportion."""


@dataclass(frozen=True)
class Point:
    """How `ismcts:N` does against the fixed opponent.

    Attributes:
        simulations: N.
        games: games played; 0 where both are the same agent, whose share is fair by definition.
        share: win share of `ismcts:N` for each seat it had, over deals.
    """

    simulations: int
    games: int
    share: Estimate


def games_for(simulations: int, games: int) -> int:
    """Games of the match of `ismcts:N`, at least 1."""
    return max(1, games * min(FULL_UP_TO, simulations) // simulations)


def play(players: int, simulations: int, games: int, seed: int, jobs: int) -> Point:
    """Plays one match, with a progress bar; none is played where both are the same agent."""
    if simulations == OPPONENT:
        return Point(simulations, 0, Estimate(1 / players, 0.0, 1 / players, 1 / players, 0))
    share, played = seat_share(
        f"{players} players, {simulations} simulations",
        load_game("rattus", players=players),
        f"ismcts:{simulations}",
        f"ismcts:{OPPONENT}",
        games_for(simulations, games),
        derived_seed(seed, "strength", players, simulations),
        jobs,
    )
    return Point(simulations, played, share)


def gains(found: Sequence[Point]) -> list[tuple[Point, Point, Estimate]]:
    """Pairs of neighbours with how much larger the share of the second is; matches are independent.

    A match whose deals all came out alike, or with one deal, does not show its error; it is left out.
    """

    def known(point: Point) -> bool:
        return not point.games or bool(point.share.error)

    return [
        (before, after, independent_difference(after.share, before.share))
        for before, after in pairwise(found)
        if known(before) and known(after)
    ]


def table(players: int, found: Sequence[Point]) -> Table:
    """The matches with one number of players."""
    fair = 1 / players
    gained = {after.simulations: points(gain) for _, after, gain in gains(found)}
    rows = [
        (
            str(point.simulations),
            str(point.games) if point.games else "-",
            percent(point.share) if point.games else f"{100 * fair:.1f} % by definition",
            verdict(point, fair),
            gained.get(point.simulations, "-"),
        )
        for point in found
    ]
    columns = (
        "simulations",
        "games",
        "win share",
        f"than ismcts:{OPPONENT}",
        "gain over the row above, points",
    )
    return Table(f"{players} players (fair share {100 * fair:.0f} %)", columns, rows)


def verdict(point: Point, fair: float) -> str:
    """Whether the interval leaves the fair share out, and on which side."""
    return matches.verdict(point.share, fair) if point.games else "the same"


def draw(found: Mapping[int, Sequence[Point]], figure: Figure) -> None:
    """Win share over simulations, one panel for each number of players."""
    for axes, (players, row) in zip(
        figure.subplots(1, len(found), squeeze=False)[0], found.items(), strict=True
    ):
        played = [point for point in row if point.share.low is not None and point.share.high is not None]
        axes.errorbar(
            [math.log2(point.simulations) for point in played],
            [100 * point.share.mean for point in played],
            yerr=[
                [100 * (point.share.mean - (point.share.low or 0.0)) for point in played],
                [100 * ((point.share.high or 0.0) - point.share.mean) for point in played],
            ],
            fmt="o-",
            capsize=3,
        )
        axes.axhline(100 / players, color="black", linewidth=0.8, linestyle="--")
        axes.set_xticks(
            [math.log2(point.simulations) for point in row],
            [str(point.simulations) for point in row],
            rotation=45,
        )
        axes.set_xlabel("simulations for each decision (a tick is a doubling)")
        axes.set_ylabel(f"win share against ismcts:{OPPONENT}, %")
        axes.set_title(f"{players} players, 95 % intervals")


def sentences(found: Mapping[int, Sequence[Point]]) -> list[str]:
    """What the intervals support."""
    out = []
    doublings = {players: gains(row) for players, row in found.items()}
    errors = family_errors(max(1, sum(map(len, doublings.values()))))
    for players, row in found.items():
        parts = []
        for word in ("weaker", "not told apart", "stronger"):
            names = [str(point.simulations) for point in row if verdict(point, 1 / players) == word]
            if names:
                parts.append(f"{word} with {', '.join(names)} simulations")
        out.append(f"{players} players, each against ismcts:{OPPONENT}: {'; '.join(parts) or 'nothing'}.")
        clear = [
            f"{before.simulations} to {after.simulations} {points(gain)}"
            for before, after, gain in doublings[players]
            if gain.beyond(0.0, errors)
        ]
        out.append(
            f"{players} players: doublings whose gain is established with all comparisons of neighbours "
            f"taken together (more than {errors:.2f} standard errors), in points: "
            f"{'; '.join(clear) or 'none'}."
        )
    return out


def run(
    arguments: argparse.Namespace, folder: Path = PAGES, simulations: Sequence[int] = SIMULATIONS
) -> None:
    """Plays, prints the tables, writes page and plot into the folder if asked."""
    if arguments.write:
        require_matplotlib()
    found: dict[int, Sequence[Point]] = {}
    for players in PLAYER_COUNTS:
        found[players] = [
            play(players, count, arguments.games, arguments.seed, arguments.jobs) for count in simulations
        ]
        show([table(players, found[players])])
    if arguments.write:
        write_page(page(found, arguments, folder), folder)


def page(found: Mapping[int, Sequence[Point]], arguments: argparse.Namespace, folder: Path) -> Page:
    """The page of the study; writes its plot."""
    name = Path(__file__).stem
    caption = f"Win share against ismcts:{OPPONENT} over simulations for each decision"
    plot: Plot = write_plot(f"{name}.svg", caption, functools.partial(draw, found), (10.0, 4.0), folder)
    return Page(
        name=name,
        documentation=__doc__ or "",
        command=command_line(name, arguments),
        settings={
            "players": ", ".join(map(str, found)),
            "fixed opponent": f"`ismcts:{OPPONENT}`",
            "games": f"{arguments.games} a match, rounded up to whole deals; "
            f"beyond {FULL_UP_TO} simulations fewer",
            "settings of the search": "the defaults of `ismcts:N`: guided playouts, cut off after "
            f"the turns that the game recommends; one tree for each {SIMULATIONS_A_TREE} simulations, "
            f"{MAX_TREES} at most",
            "seed": str(arguments.seed),
        },
        tables=[table(players, row) for players, row in found.items()],
        plots=[plot],
        says=sentences(found),
        does_not_say=[
            "How neighbours do against each other: each plays the same fixed opponent, and a difference in "
            "strength can be larger or smaller between other opponents.",
            "How far from perfect play any of them is.",
            "What one tree would do beyond 2000 simulations: more trees than threads cost a little strength.",
            "Differences whose intervals contain 0. One interval in twenty misses its true value.",
        ],
    )


def main() -> None:
    """Reads the options."""
    parser = study_parser(__doc__)
    parser.add_argument("--games", type=count, default=100, help="games of a match")
    add_common_arguments(parser)
    run(parser.parse_args())


if __name__ == "__main__":
    main()
