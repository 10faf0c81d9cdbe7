"""Coverage of the intervals of hints.

How often do the 95 % intervals of a hint, for the value of each line and for its gap to the first one,
contain the truth?

An agent plays games against itself, one decision is drawn from each, and a hint with a small budget is
asked for. The truth of a line is its value under the policy that the search compares with, so the
reference is very many further samples of the same turn from the same search, none of which the hint has
used. An interval counts as right where the difference to the reference is at most 1.96 times the root
of the sum of both squared errors. Every line counts once, so the first one, which was chosen as the
best, is in it and is also shown by itself. Lines that have no error because all their samples are alike
are counted apart. Where the hint says that it is settled which turn is best, the reference may
contradict: some other line is better at three standard errors.

    python analysis/interval_coverage.py --positions 540 --jobs 1 --write
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from rattus_ai import Limit
from rattus_ai.analysis import FURTHER_SAMPLES, analyse_and_keep
from report import PAGES, Page, Plot, Table, command_line, require_matplotlib, show, write_page, write_plot
from self_play import (
    PLAYER_COUNTS,
    add_common_arguments,
    answers_of_positions,
    at_least_two,
    count,
    derived_seed,
    study_parser,
)
from variance_reduction import AGENT, decision

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BUDGETS = (1_000, 4_000, 20_000)
LINES = 5
BAR = (0.93, 0.97)


@dataclass(frozen=True)
class Hint:
    """One hint against its reference.

    Attributes:
        values, gaps: differences in standard errors, of each line and of each line but the first; nan where
            neither side varies.
        alike: lines whose samples were all alike, and how many of them the reference contradicts.
        settled: what the hint says.
        contradicted: the reference has another line ahead at three standard errors.
        simulations: that the hint used.
    """

    players: int
    budget: int
    values: tuple[float, ...]
    gaps: tuple[float, ...]
    alike: tuple[int, int]
    settled: bool
    contradicted: bool
    simulations: int


def deviation(found: float, error: float, reference: float, reference_error: float) -> float:
    """Difference in standard errors of the difference; nan where both are without error and equal."""
    both = math.hypot(error, reference_error)
    if both < 1e-12:
        return math.nan if abs(found - reference) < 1e-9 else math.inf
    return (found - reference) / both


def hint(task: tuple[int, int, int, int]) -> Hint | None:
    """One position (players, seed, budget, samples of the reference); None where there is only one turn."""
    players, seed, budget, samples = task
    view = decision(players, seed)
    if view is None:
        return None
    analysis, search = analyse_and_keep(view, Limit(simulations=budget), lines=LINES, seed=seed)
    if len(analysis.lines) < 2:
        return None
    turns = [list(line.actions) for line in analysis.lines]
    batch = search.paired(turns, FURTHER_SAMPLES)
    search.compare(turns, batch, samples)
    sums, squares, products = (np.array(values) for values in batch.sums())
    own = sums.reshape(len(turns), players)[:, view.player] / samples
    variances = squares.reshape(len(turns), players)[:, view.player] / samples - own**2
    errors = np.sqrt(np.maximum(variances, 0.0) / (samples - 1))
    covariance = (products.reshape(len(turns), len(turns)) / samples - np.outer(own, own)) / (samples - 1)
    values, gaps = [], []
    alike = wrong = 0
    contradicted = False
    for i, line in enumerate(analysis.lines):
        difference = deviation(line.value, line.error, float(own[i]), float(errors[i]))
        if line.error < 1e-9:
            alike += 1
            wrong += not (math.isnan(difference) or abs(difference) < 3)
        else:
            values.append(difference)
        if i == 0:
            continue
        variance = covariance[0, 0] + covariance[i, i] - 2 * covariance[0, i]
        gap, error = float(own[0] - own[i]), math.sqrt(max(float(variance), 0.0))
        contradicted = contradicted or gap < -3 * max(error, 1e-9)
        if line.gap_error >= 1e-9:
            gaps.append(deviation(line.gap, line.gap_error, gap, error))
    return Hint(
        players,
        budget,
        tuple(values),
        tuple(gaps),
        (alike, wrong),
        analysis.settled,
        contradicted,
        analysis.simulations,
    )


def covered(deviations: Sequence[float], level: float = 0.95) -> str:
    """Share within the interval of this level, and of how many."""
    if not deviations:
        return "-"
    z = NormalDist().inv_cdf((1 + level) / 2)
    return f"{np.mean(np.abs(deviations) <= z):.1%} of {len(deviations)}"


def row(name: str, hints: Sequence[Hint]) -> list[str]:
    """Coverage of values, of the value of the first line, and of gaps; what settled answers are worth."""
    settled = [item for item in hints if item.settled]
    firsts = [item.values[0] for item in hints if len(item.values) == LINES]
    wrong = sum(item.contradicted for item in settled)
    saved = 1 - np.mean([item.simulations / item.budget for item in settled]) if settled else 0.0
    return [
        name,
        str(len(hints)),
        covered([value for item in hints for value in item.values]),
        covered(firsts),
        covered([gap for item in hints for gap in item.gaps]),
        f"{len(settled) / len(hints):.0%}",
        f"{wrong} of {len(settled)}",
        f"{saved:.0%}",
    ]


COLUMNS = (
    "hints",
    "positions",
    "values",
    "values of first lines",
    "gaps",
    "settled",
    "of these contradicted",
    "budget saved there",
)


def tables(hints: Sequence[Hint]) -> list[Table]:
    """Over all, by budget, by number of players."""
    rows = [row("all", hints)]
    for budget in BUDGETS:
        part = [item for item in hints if item.budget == budget]
        if part:
            rows.append(row(f"{budget:,} simulations", part))
    for players in PLAYER_COUNTS:
        part = [item for item in hints if item.players == players]
        if part:
            rows.append(row(f"{players} players", part))
    return [Table("Intervals of 95 % that contain the reference", COLUMNS, rows)]


def plot(hints: Sequence[Hint]) -> Plot:
    """Coverage at every level."""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        levels = np.linspace(0.5, 0.99, 50)
        for name, found in (
            ("values", [value for item in hints for value in item.values]),
            ("gaps", [gap for item in hints for gap in item.gaps]),
        ):
            points = [NormalDist().inv_cdf((1 + level) / 2) for level in levels]
            axes.plot(levels, [np.mean(np.abs(found) <= z) for z in points], label=name)
        axes.plot(levels, levels, color="grey", linewidth=0.8, linestyle=":")
        axes.set_xlabel("confidence of the interval")
        axes.set_ylabel("share that contains the reference")
        axes.legend()

    return write_plot("interval_coverage.svg", "Share of the intervals that contain the reference", draw)


def main() -> None:
    """Asks for hints, prints the table, writes the page if asked."""
    parser = study_parser(__doc__)
    parser.add_argument("--positions", type=count, default=36, help="in all, over players and budgets")
    parser.add_argument("--reference", type=at_least_two, default=6_000, help="samples of each line")
    add_common_arguments(parser)
    arguments = parser.parse_args()
    if arguments.write:
        require_matplotlib()
    tasks = [
        (
            PLAYER_COUNTS[i % 3],
            derived_seed(arguments.seed, "coverage", i),
            BUDGETS[i // 3 % len(BUDGETS)],
            arguments.reference,
        )
        for i in range(arguments.positions)
    ]
    hints = answers_of_positions(hint, tasks, arguments.jobs, "two turns")
    shown = tables(hints)
    show(shown)
    if not arguments.write:
        return
    low, high = BAR
    parts = {
        name: float(np.mean(np.abs(found) <= 1.959964))
        for name, found in (
            ("values", [value for item in hints for value in item.values]),
            ("gaps", [gap for item in hints for gap in item.gaps]),
        )
    }
    alike = sum(item.alike[0] for item in hints)
    verdict = "within" if all(low <= part <= high for part in parts.values()) else "not within"
    path = write_page(
        Page(
            name="interval_coverage",
            documentation=__doc__ or "",
            command=command_line("interval_coverage", arguments),
            settings={
                "positions drawn": str(arguments.positions),
                "left out: one turn only": str(len(tasks) - len(hints)),
                "samples of each line in the reference": str(arguments.reference),
                "lines of a hint": str(LINES),
                "seed": str(arguments.seed),
                "games played by": AGENT,
            },
            tables=shown,
            plots=[plot(hints)],
            says=[
                f"Of the 95 % intervals, {parts['values']:.1%} of the values and {parts['gaps']:.1%} of the "
                f"gaps contain the reference: {verdict} the {low:.0%} to {high:.0%} that are asked for.",
                f"{alike} lines had samples that were all alike, so no error; the reference contradicts "
                f"{sum(item.alike[1] for item in hints)} of them.",
            ],
            does_not_say=[
                "Whether the policy of the comparison plays well: the reference uses the same one.",
                "Lines of one hint share their samples, so the number of lines is not a number of "
                "independent intervals.",
            ],
        )
    )
    print(f"wrote {path.relative_to(PAGES.parent.parent)}")


if __name__ == "__main__":
    main()
