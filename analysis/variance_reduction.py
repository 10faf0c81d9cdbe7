"""Variance reduction: samples saved when the best two turns are compared.

How many samples does it take to know the gap between the best two turns of a position as well, without
common random numbers and the control variate, as one sample with both?

An agent plays games against itself, and decisions are drawn from them. In each, trees are grown and the
best two turns are chosen by samples that are not used again. Then both turns are sampled in four ways,
always with the same trees, the same policy and so the same true gap: with random numbers of their own,
with common ones, and both of these with the luck of reveals taken off. The factor is the variance of a
sample of the gap with own numbers and nothing taken off, divided by that of the other way. The factor
in time divides it by how much longer a sample takes. A last row compares with the samples that are used
where the comparison is `steady=False`: the random playout policy, whose gap is a different one.

    python analysis/variance_reduction.py --positions 150 --jobs 1 --write
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rattus_ai import Position, View
from rattus_ai._core.search import Search
from report import PAGES, Page, Plot, Table, command_line, require_matplotlib, show, write_page, write_plot
from self_play import (
    PLAYER_COUNTS,
    add_common_arguments,
    answers_of_positions,
    at_least_two,
    count,
    derived_seed,
    new_game,
    play_on,
    study_parser,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AGENT = "ismcts:100,horizon=1"
SIMULATIONS = 4_000
CANDIDATES = 12
CHOOSING = 150
OWN_NUMBERS = 1 << 33
CHOICE = 1 << 40
LARGEST = 1_000.0
"""Factors are cut off here, so that a position where nothing is left to vary does not decide a mean."""

WAYS = ("own numbers", "common numbers", "own numbers, luck off", "common numbers, luck off")
BEFORE = "own numbers, random playouts"


@dataclass(frozen=True)
class Comparison:
    """One position: variance of a sample of the gap and seconds for it, by way: `WAYS`, then `BEFORE`."""

    players: int
    variances: tuple[float, ...]
    seconds: tuple[float, ...]


def decision(players: int, seed: int) -> View | None:
    """A decision of a self-played game, drawn at random; None where the game has none."""
    found: list[Position] = []
    last: list[int] = [-1]

    def watch(position: Position) -> None:
        if position.is_terminal() or position.is_chance() or position.turn_number() == last[0]:
            return
        last[0] = position.turn_number()
        if position.legal_count() > 1:
            found.append(position.copy())

    play_on(new_game(players, seed), AGENT, seed, watch)
    if not found:
        return None
    position = random.Random(derived_seed(seed, "decision")).choice(found)
    return position.view(position.current_player())


def gap_variance(search: Search, turns: list[list[int]], samples: int) -> tuple[float, float, float]:
    """Variance of one sample of the gap with own and with common numbers; seconds for one such sample."""
    player = search.root.current_player()
    players = search.root.rules.num_players
    start = time.perf_counter()
    batch = search.paired(turns)
    search.compare(turns, batch, samples)
    seconds = (time.perf_counter() - start) / samples
    sums, _, products = (np.array(values) for values in batch.sums())
    means = sums.reshape(2, players)[:, player] / samples
    covariance = (products.reshape(2, 2) / samples - np.outer(means, means)) * samples / (samples - 1)
    own = covariance[0, 0] + covariance[1, 1]
    return max(float(own), 0.0), max(float(own - 2 * covariance[0, 1]), 0.0), seconds


def compare(task: tuple[int, int, int]) -> Comparison | None:
    """One position (players, seed, samples); None where there is only one turn or nothing random at all."""
    players, seed, samples = task
    view = decision(players, seed)
    if view is None:
        return None
    searches = []
    for control, steady in ((False, True), (True, True), (False, False)):
        search = Search(
            view.core,
            seed=seed,
            trees=4,
            horizon=view.core.rules.horizon,
            control=control,
            steady=steady,
            memory_mb=64,
        )
        search.run(SIMULATIONS)
        searches.append(search)
    plain, reduced, before = searches
    turns = [turn for turn, _, _, _ in reduced.turns(CANDIDATES)]
    if len(turns) < 2:
        return None
    choice = reduced.paired(turns, CHOICE)
    reduced.compare(turns, choice, CHOOSING)
    own = np.array(choice.sums()[0]).reshape(len(turns), players)[:, view.player]
    best = [turns[i] for i in np.argsort(-own, kind="stable")[:2]]
    separate, common, plain_seconds = gap_variance(plain, best, samples)
    separate_off, common_off, reduced_seconds = gap_variance(reduced, best, samples)
    random_playouts, _, before_seconds = gap_variance(before, best, samples)
    if separate < 1e-12:
        return None
    return Comparison(
        players,
        (separate, common, separate_off, common_off, random_playouts),
        (plain_seconds, plain_seconds, reduced_seconds, reduced_seconds, before_seconds),
    )


def factors(found: Sequence[Comparison], base: int, way: int, timed: bool = False) -> np.ndarray:
    """For each position how many times fewer samples, or less time, a way takes than the base."""
    out = []
    for item in found:
        factor = min(LARGEST, item.variances[base] / max(item.variances[way], 1e-15))
        out.append(factor * item.seconds[base] / item.seconds[way] if timed else factor)
    return np.array(out)


def row(name: str, values: np.ndarray, timed: np.ndarray) -> list[str]:
    """Median, geometric mean with its 95 % interval, share of at least 5, and the factor in time."""
    logs = np.log(np.maximum(values, 1e-9))
    error = 1.96 * logs.std(ddof=1) / np.sqrt(len(logs)) if len(logs) > 1 else 0.0
    low, mean, high = np.exp(logs.mean() - error), np.exp(logs.mean()), np.exp(logs.mean() + error)
    return [
        name,
        str(len(values)),
        f"{np.median(values):.1f}",
        f"{mean:.1f} ({low:.1f} to {high:.1f})",
        f"{(values >= 5).mean():.0%}",
        f"{np.exp(np.log(np.maximum(timed, 1e-9)).mean()):.1f}",
    ]


COLUMNS = (
    "way",
    "positions",
    "median factor",
    "geometric mean (95 %)",
    "at least 5",
    "in time, geometric mean",
)


def tables(found: Sequence[Comparison]) -> list[Table]:
    """By way, and for the last way by number of players."""
    ways = [
        row(WAYS[way], factors(found, 0, way), factors(found, 0, way, timed=True))
        for way in range(1, len(WAYS))
    ]
    last = len(WAYS) - 1
    ways.append(
        row(f"{WAYS[last]}, against {BEFORE}", factors(found, 4, last), factors(found, 4, last, timed=True))
    )
    by_players = []
    for players in PLAYER_COUNTS:
        part = [item for item in found if item.players == players]
        if part:
            name = f"{players} players"
            by_players.append(row(name, factors(part, 0, last), factors(part, 0, last, timed=True)))
    return [
        Table(f"Factor against {WAYS[0]}", COLUMNS, ways),
        Table(f"{WAYS[last].capitalize()} against {WAYS[0]}", ("players", *COLUMNS[1:]), by_players),
    ]


def plot(found: Sequence[Comparison]) -> Plot:
    """Share of the positions with at least a factor."""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for way in range(1, len(WAYS)):
            values = np.sort(factors(found, 0, way))
            axes.step(values, 1 - np.arange(len(values)) / len(values), where="pre", label=WAYS[way])
        axes.axvline(5, color="grey", linewidth=0.8, linestyle=":")
        axes.set_xscale("log")
        axes.set_xlabel("factor: times fewer samples for the same error of the gap")
        axes.set_ylabel("share of the positions with at least that")
        axes.legend()

    return write_plot("variance_reduction.svg", "Share of the positions by factor", draw)


def main() -> None:
    """Measures, prints the tables, writes the page if asked."""
    parser = study_parser(__doc__)
    parser.add_argument("--positions", type=count, default=30, help="in all, over 2, 3 and 4 players")
    parser.add_argument("--samples", type=at_least_two, default=2_000, help="of each turn and way")
    add_common_arguments(parser)
    arguments = parser.parse_args()
    if arguments.write:
        require_matplotlib()
    tasks = [
        (PLAYER_COUNTS[i % 3], derived_seed(arguments.seed, "variance", i), arguments.samples)
        for i in range(arguments.positions)
    ]
    found = answers_of_positions(compare, tasks, arguments.jobs, "two turns and chance")
    shown = tables(found)
    show(shown)
    if not arguments.write:
        return
    last = len(WAYS) - 1
    whole = factors(found, 0, last)
    path = write_page(
        Page(
            name="variance_reduction",
            documentation=__doc__ or "",
            command=command_line("variance_reduction", arguments),
            settings={
                "positions drawn": str(arguments.positions),
                "left out: one turn only, or nothing random": str(len(tasks) - len(found)),
                "of the rest, no variance left by common numbers and luck off": str(
                    int((factors(found, 0, len(WAYS) - 1) >= LARGEST).sum())
                ),
                "samples of each turn and way": str(arguments.samples),
                "seed": str(arguments.seed),
                "games played by": AGENT,
                "simulations in the trees": str(SIMULATIONS),
                "turns until playouts are cut off": "as the game recommends",
                "factors cut off at": f"{LARGEST:g}",
            },
            tables=shown,
            plots=[plot(found)],
            says=[
                f"With common numbers and the luck taken off, half of the positions need at least "
                f"{np.median(whole):.1f} times fewer samples.",
                "The two ways help each other: what common numbers leave over is mostly the luck of reveals "
                "that only one of the two plays meets.",
            ],
            does_not_say=[
                "How good the policy is under which the gap is measured.",
                "Times are those of one machine, shared with other work.",
            ],
        )
    )
    print(f"wrote {path.relative_to(PAGES.parent.parent)}")


if __name__ == "__main__":
    main()
