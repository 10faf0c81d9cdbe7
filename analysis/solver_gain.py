"""Gain by the solver.

How much does the search gain from solving the end of the game exactly instead of playing it out?

First, in single decisions: the first position of the final round of self-played games. The player to decide
chooses once with the solver off; his turn is then worked out exactly, and so is the best turn. The difference
is what the solver gains there, in probability of winning; it cannot be negative. Positions that are not
solved within 10 seconds, and turns that chance cuts in two, are not worked out. Second, in whole games:
`ismcts:N` plays paired matches against `ismcts:N,solver=off`, every deal in all seats, with more than 2
players one seat against the others (`rattus_ai/match.py`). The intervals are 95 %, over positions and over
deals.

    python analysis/solver_gain.py --games 2000 --positions 300 --jobs 2 --write
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress

from end_positions import collect
from intervals import Estimate, estimate, percent, points
from rattus_ai import Limit, load_game, read_position, solve
from rattus_ai.bots import parse_agent
from rattus_ai.match import MatchResult, play_match
from report import PAGES, Page, Table, command_line, require_matplotlib, show, write_page, write_plot
from self_play import PLAYER_COUNTS, add_common_arguments, count, derived_seed, run_tasks, study_parser

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIMULATIONS = 200
SECONDS = 10.0


@dataclass(frozen=True)
class Choice:
    """One decision of the final round.

    Attributes:
        gain: exact value of the best turn less that of the turn chosen with the solver off; None where one of
            them was not worked out.
        choices: legal actions there.
    """

    gain: float | None
    choices: int


def choose(task: tuple[str, int, int]) -> Choice:
    """What the solver gains in one position (document, simulations, seed)."""
    document, simulations, seed = task
    position = read_position(document)
    player = position.current_player()
    choices = len(position.legal_actions())
    best = solve(position, Limit(seconds=SECONDS), lines=1)
    if not best.exact:
        return Choice(None, choices)
    agent = parse_agent(f"ismcts:{simulations},solver=off").make(seed)
    number = position.turn_number()
    while position.current_player() == player and position.turn_number() == number:
        position.apply(agent.choose(position.view(player)))
    if position.is_terminal():
        return Choice(best.win[player] - position.returns()[player], choices)
    if position.is_chance() and position.turn_number() == number:
        return Choice(None, choices)  # the rest of the turn depends on what is seen
    after = solve(position, Limit(seconds=SECONDS), viewer=player, lines=1)
    return Choice(best.win[player] - after.win[player] if after.exact else None, choices)


def decisions(players: int, arguments: argparse.Namespace) -> list[Choice]:
    """The single decisions with one number of players, where there is a choice."""
    documents = collect(players, arguments.positions, f"ismcts:{SIMULATIONS}", arguments.seed, arguments.jobs)
    tasks = [
        (document, SIMULATIONS, derived_seed(arguments.seed, "choice", players, index))
        for index, document in enumerate(documents["final"])
    ]
    found = run_tasks(choose, tasks, arguments.jobs, f"decisions with {players} players")
    return [choice for choice in found if choice.choices > 1]


def match(players: int, games: int, seed: int, jobs: int) -> MatchResult:
    """One paired match, with a progress bar."""
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(f"{players} players", total=None)

        def advance(result: MatchResult) -> None:
            progress.update(task, completed=result.games, total=result.planned)

        return play_match(
            load_game("rattus", players=players),
            [f"ismcts:{SIMULATIONS}", f"ismcts:{SIMULATIONS},solver=off"],
            games=games,
            seed=derived_seed(seed, "solver", players),
            jobs=jobs,
            on_progress=advance,
        )


def share(result: MatchResult) -> Estimate:
    """The win share of the player with the solver."""
    ours = result.standings[0]
    return Estimate(ours.share, ours.error, ours.low, ours.high, result.deals)


def gain(found: Sequence[Choice]) -> Estimate | None:
    """The mean gain over decisions that were worked out."""
    known = [choice.gain for choice in found if choice.gain is not None]
    return estimate(known, -1.0, 1.0) if known else None


def tables(choices: Mapping[int, Sequence[Choice]], matches: Mapping[int, MatchResult]) -> list[Table]:
    """Decisions, then whole games."""
    single = []
    for players, found in choices.items():
        known = [choice.gain for choice in found if choice.gain is not None]
        mean = gain(found)
        single.append(
            (
                str(players),
                str(len(found)),
                str(len(known)),
                points(mean) if mean is not None else "-",
                str(sum(value > 1e-9 for value in known)),
                f"{100 * max(known, default=0.0):.1f}",
            )
        )
    whole = [
        (str(players), str(result.games), f"{100 / players:.0f} %", percent(share(result)))
        for players, result in matches.items()
    ]
    return [
        Table(
            "Decisions of the final round with a choice",
            (
                "players",
                "decisions",
                "worked out",
                "gain of the solver, points",
                "better turn found",
                "most, points",
            ),
            single,
        ),
        Table(
            f"Whole games against the same player without the solver, {SIMULATIONS} simulations a decision",
            ("players", "games", "fair share", "win share with the solver"),
            whole,
        ),
    ]


def draw(choices: Mapping[int, Sequence[Choice]], matches: Mapping[int, MatchResult], figure: Figure) -> None:
    """Gains in decisions on the left, win shares beside their fair shares on the right."""
    left, right = figure.subplots(1, 2)
    for players, found in choices.items():
        known = sorted((100 * choice.gain for choice in found if choice.gain is not None), reverse=True)
        left.plot(range(1, len(known) + 1), known, label=f"{players} players")
    left.set_xlabel("decisions, the largest gain first")
    left.set_ylabel("gain, points of probability of winning")
    left.legend()
    for place, (players, result) in enumerate(matches.items()):
        found_share = share(result)
        fair = 100 / players
        low, high = found_share.low or 0.0, found_share.high or 0.0
        right.errorbar(
            [place],
            [100 * found_share.mean - fair],
            yerr=[[100 * (found_share.mean - low)], [100 * (high - found_share.mean)]],
            fmt="o",
            capsize=4,
        )
    right.axhline(0.0, color="black", linewidth=0.8, linestyle="--")
    right.set_xticks(range(len(matches)), [f"{players} players" for players in matches])
    right.set_ylabel("win share over the fair share, points")


def sentences(choices: Mapping[int, Sequence[Choice]], matches: Mapping[int, MatchResult]) -> list[str]:
    """What the intervals support."""
    out = []
    for players, found in choices.items():
        mean = gain(found)
        if mean is None:
            continue
        sure = mean.low is not None and mean.low > 0.0
        out.append(
            f"{players} players: in a decision of the final round the solver gains {points(mean)} points on "
            f"average{'' if sure else ', which is not told apart from nothing'}."
        )
    for players, result in matches.items():
        found_share = share(result)
        low, high = found_share.low or 0.0, found_share.high or 1.0
        verdict = "stronger" if low > 1 / players else "weaker" if high < 1 / players else "not told apart"
        out.append(f"{players} players, whole games: with the solver {verdict}, {percent(found_share)}.")
    return out


def run(
    arguments: argparse.Namespace, folder: Path = PAGES, player_counts: Sequence[int] = PLAYER_COUNTS
) -> None:
    """Measures, prints the tables, writes page and plot into the folder if asked."""
    if arguments.write:
        require_matplotlib()
    choices = {players: decisions(players, arguments) for players in player_counts}
    matches = {
        players: match(players, arguments.games, arguments.seed, arguments.jobs) for players in player_counts
    }
    show(tables(choices, matches))
    if not arguments.write:
        return
    name = Path(__file__).stem
    plot = write_plot(
        f"{name}.svg",
        "Gain by the solver in decisions and in whole games",
        functools.partial(draw, choices, matches),
        (10.0, 4.0),
        folder,
    )
    write_page(
        Page(
            name=name,
            documentation=__doc__ or "",
            command=command_line(name, arguments),
            settings={
                "simulations of a decision": str(SIMULATIONS),
                "games of each match": str(arguments.games),
                "games that gave decisions": f"{arguments.positions} for each number of players",
                "seed": str(arguments.seed),
            },
            tables=tables(choices, matches),
            plots=[plot],
            says=sentences(choices, matches),
            does_not_say=[
                "What the solver gains with more simulations, which find the best turn more often.",
                "What it gains against players who reach other ends.",
                "Differences whose intervals contain 0. One interval in twenty misses its true value.",
            ],
        ),
        folder,
    )


def main() -> None:
    """Reads the options."""
    parser = study_parser(__doc__)
    parser.add_argument("--games", type=count, default=2000, help="games of each match")
    parser.add_argument("--positions", type=count, default=300, help="games that give decisions")
    add_common_arguments(parser)
    run(parser.parse_args())


if __name__ == "__main__":
    main()
