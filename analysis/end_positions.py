"""End positions: how often and how fast they are solved.

How often, and how fast, are positions at the end of a game solved exactly?

An agent plays games against itself. From every game two positions are kept, with what every player privately
knows: the first of the final round, and the first where only the sweep remains. Each is solved by itself, one
after the other on one thread, the sweep from everything that the position holds, the final round from what
the player to decide knows; the time is that of a single call. A position counts as solved in time where the
answer is exact and came within the time of its row.

    python analysis/end_positions.py --positions 300 --jobs 2 --write

`--output FOLDER` keeps the positions in `final-2p.jsonl`, `sweep-2p.jsonl` and so on, one document on each
line that `rattus_ai.read_position` reads. `--input FOLDER` solves such files instead of playing; no page is
written from them.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from intervals import estimate, percent
from rattus_ai import Limit, Position, read_position, solve
from rattus_ai._core import rattus
from rattus_ai.rattus.sweep import sweep_values
from report import PAGES, Page, Table, command_line, require_matplotlib, show, write_page, write_plot
from self_play import (
    PLAYER_COUNTS,
    add_common_arguments,
    agent,
    count,
    derived_seed,
    new_game,
    play_on,
    run_tasks,
    study_parser,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = ("final", "sweep")
SIMULATIONS = 100

FINAL_BAR = 10.0
"""Seconds for the final round."""

Ends = Mapping[str, Sequence[str]]
"""For each kind the documents, in the order of the games."""


# --- collecting ---


def kind_of(position: Position) -> str | None:
    """`final` in the final round, `sweep` where only the sweep remains, None before and at the end."""
    if position.is_terminal():
        return None
    fields = rattus.export_state(position)
    if not fields["ending"]:
        return None
    return "sweep" if fields["active"] == fields["last"] else "final"


def end_of_game(task: tuple[int, str, int]) -> dict[str, str]:
    """Plays one game (players, agent, seed); the first position of each kind as a document on one line.

    A game in which no rat and cube lie together after the final round has no position for the sweep.
    """
    players, agent, seed = task
    found: dict[str, str] = {}

    def watch(position: Position) -> None:
        kind = kind_of(position)
        if kind is not None and kind not in found:
            found[kind] = json.dumps(position.to_document(), ensure_ascii=False, separators=(",", ":"))

    play_on(new_game(players, seed), agent, seed, watch)
    return found


def collect(players: int, games: int, agent: str, seed: int, jobs: int) -> dict[str, list[str]]:
    """The positions at the end of so many games."""
    tasks = [(players, agent, derived_seed(seed, "ends", players, game)) for game in range(games)]
    ends = run_tasks(end_of_game, tasks, jobs, f"games of {players} players")
    return {kind: [end[kind] for end in ends if kind in end] for kind in KINDS}


def write_positions(folder: Path, players: int, ends: Ends) -> None:
    """One file for each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, documents in ends.items():
        _file(folder, kind, players).write_text("".join(f"{line}\n" for line in documents), encoding="utf-8")


def read_positions(folder: Path, players: int) -> dict[str, list[str]]:
    """What `write_positions` wrote.

    Raises:
        OSError: a file cannot be read.
    """
    return {kind: _file(folder, kind, players).read_text(encoding="utf-8").splitlines() for kind in KINDS}


def _file(folder: Path, kind: str, players: int) -> Path:
    return folder / f"{kind}-{players}p.jsonl"


# --- solving ---


def solve_sweep(position: Position) -> bool:
    """Whether the sweep was solved exactly, up to the rounding of floating point numbers."""
    return bool(rattus.sweep(position)[0])


def solve_sweep_as_fractions(position: Position) -> bool:
    """Whether the sweep was solved exactly, as fractions."""
    return sweep_values(position) is not None


def solve_final(position: Position) -> bool:
    """Whether the final round was solved exactly, for the player to decide."""
    return solve(position, Limit(seconds=FINAL_BAR)).exact


@dataclass(frozen=True)
class Measure:
    """One way to solve positions of one kind.

    Attributes:
        name: of the row.
        kind: of the positions.
        bar: seconds within which an answer is in time.
        solve: says whether its answer is exact.
    """

    name: str
    kind: str
    bar: float
    solve: Callable[[Position], bool]


MEASURES = (
    Measure("sweep", "sweep", 1.0, solve_sweep),
    Measure("sweep, as fractions", "sweep", 1.0, solve_sweep_as_fractions),
    Measure("final round", "final", FINAL_BAR, solve_final),
)


@dataclass(frozen=True)
class Solved:
    """One position: whether the answer was exact, and the seconds it took."""

    exact: bool
    seconds: float


def solve_all(measure: Measure, players: int, documents: Sequence[str]) -> list[Solved]:
    """Solves each position, in this process whatever `--jobs` says, so that no time suffers from another."""
    solve = functools.partial(solve_one, measure)
    return run_tasks(solve, documents, 1, f"{measure.name}, {players} players")


def solve_one(measure: Measure, document: str) -> Solved:
    """Reads a position, then solves it against the clock."""
    position = read_position(document)
    start = time.perf_counter()
    exact = measure.solve(position)
    return Solved(exact, time.perf_counter() - start)


# --- the page ---

Found = Mapping[Measure, Mapping[int, Sequence[Solved]]]
"""For each measure and number of players what became of the positions."""


def tables(found: Found) -> list[Table]:
    """One row for each measure and number of players."""
    rows = []
    for measure, by_players in found.items():
        for players, solved in by_players.items():
            seconds = [each.seconds for each in solved]
            in_time = [float(each.exact and each.seconds <= measure.bar) for each in solved]
            rows.append(
                (
                    measure.name,
                    str(players),
                    str(len(solved)),
                    f"{measure.bar:g} s",
                    percent(estimate(in_time)),
                    *(milliseconds(np.quantile(seconds, part)) for part in (0.5, 0.9, 0.99)),
                    milliseconds(max(seconds)),
                )
            )
    columns = (
        "what",
        "players",
        "positions",
        "within",
        "solved in time (95 % interval)",
        "median",
        "90 % within",
        "99 % within",
        "longest",
    )
    return [Table("Solved, and how fast", columns, rows)]


def milliseconds(seconds: float) -> str:
    """`1.23 ms`."""
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{1000 * seconds:.0f} ms"


def draw(found: Found, figure: Figure) -> None:
    """Share of positions solved over time, one panel for each measure."""
    for axes, (measure, by_players) in zip(
        figure.subplots(1, len(found), squeeze=False)[0], found.items(), strict=True
    ):
        for players, solved in by_players.items():
            times = sorted(1000 * each.seconds for each in solved if each.exact)
            shares = [100 * (number + 1) / len(solved) for number in range(len(times))]
            axes.step(times, shares, where="post", label=f"{players} players")
        axes.axvline(1000 * measure.bar, color="black", linewidth=0.8, linestyle="--")
        axes.set_xscale("log")
        axes.set_ylim(0, 102)
        axes.set_xlabel("milliseconds (dashed: in time)")
        axes.set_ylabel("positions solved exactly, %")
        axes.set_title(measure.name)
        axes.legend(loc="lower right")


def sentences(found: Found) -> list[str]:
    """What was measured, in words."""
    out = []
    for measure, by_players in found.items():
        for players, solved in by_players.items():
            in_time = sum(each.exact and each.seconds <= measure.bar for each in solved)
            median = milliseconds(float(np.median([each.seconds for each in solved])))
            out.append(
                f"{measure.name}, {players} players: {in_time} of {len(solved)} positions solved exactly "
                f"within {measure.bar:g} s, median {median}."
            )
    return out


def page(found: Found, arguments: argparse.Namespace, folder: Path) -> Page:
    """The page of the study; writes its plot."""
    name = Path(__file__).stem
    caption = "Share of end positions solved exactly over time"
    plot = write_plot(f"{name}.svg", caption, functools.partial(draw, found), (5.0 * len(found), 4.0), folder)
    shown = argparse.Namespace(**{**vars(arguments), "output": None})
    return Page(
        name=name,
        documentation=__doc__ or "",
        command=command_line(name, shown),
        settings={
            "games for each player count": str(arguments.positions),
            "agent in every seat": f"`{arguments.agent}`",
            "seed": str(arguments.seed),
            "threads": "1",
        },
        tables=tables(found),
        plots=[plot],
        says=sentences(found),
        does_not_say=[
            "How hard end positions of other players are: stronger or weaker ones leave other numbers of "
            "rats, cubes and cards.",
            "How long it takes on another machine: times are those of the machine that wrote the page.",
            "What the sweep is worth for one player alone: there a token counts as known if anybody has "
            "looked at it.",
        ],
    )


def run(
    arguments: argparse.Namespace, folder: Path = PAGES, player_counts: Sequence[int] = PLAYER_COUNTS
) -> None:
    """Collects or reads, solves, prints the table, writes page and plot into the folder if asked."""
    if arguments.write:
        require_matplotlib()
    ends: dict[int, dict[str, list[str]]] = {}
    for players in player_counts:
        if arguments.input is not None:
            try:
                ends[players] = read_positions(arguments.input, players)
            except OSError as error:
                print(f"error: --input: {error}, expected files that --output has written", file=sys.stderr)
                raise SystemExit(2) from None
        else:
            ends[players] = collect(
                players, arguments.positions, arguments.agent, arguments.seed, arguments.jobs
            )
        if arguments.output is not None:
            write_positions(arguments.output, players, ends[players])
    found: Found = {
        measure: {
            players: solve_all(measure, players, ends[players][measure.kind])
            for players in player_counts
            if ends[players][measure.kind]
        }
        for measure in MEASURES
    }
    show(tables(found))
    if arguments.write:
        write_page(page(found, arguments, folder), folder)


def main() -> None:
    """Reads the options."""
    parser = study_parser(__doc__)
    parser.add_argument("--positions", type=count, default=300, help="games for each player count")
    parser.add_argument("--agent", type=agent, default=f"ismcts:{SIMULATIONS}", help="sits in every seat")
    parser.add_argument("--output", type=Path, help="folder for the positions")
    parser.add_argument("--input", type=Path, help="folder with positions, instead of playing")
    add_common_arguments(parser)
    arguments = parser.parse_args()
    if arguments.write and arguments.input is not None:
        parser.error("--write: found --input too, expected new games, so that the page says how to repeat it")
    run(arguments)


if __name__ == "__main__":
    main()
