"""Weights of Istanbul's evaluation at the horizon, fitted to games that the search plays against itself.

From a handful of facts about each player, how well can the winner be told at the start of a turn?

Each start of a turn of the games in `evaluation_games.py` is one observation of a conditional logit
(`conditional_logit.py`), whose weights are linear in the share of the rubies that the leader has; games of 2
to 5 players together, the base game and Mocha & Baksheesh apart. Writes csrc/istanbul/evaluation_weights.hpp;
build again afterwards. The games are played with the weights that are built in, so a second run begins where
the first one ended; the shipped weights are those of a second run:

    python analysis/istanbul/fit_evaluation.py --games 240 --jobs 2 --write
"""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

# A script finds modules of its own folder only; what studies share lies one above.
sys.path.append(str(Path(__file__).parents[1]))

from conditional_logit import Fit, Observation, fit
from evaluation_games import Facts, Play, observed_game
from rattus_ai import Position, load_game
from rattus_ai.istanbul import core
from self_play import add_common_arguments, count, run_tasks, study_parser
from weights_header import weights_header

FEATURES = (
    "Rubies",
    "Money",
    "Wares",
    "Jewels",
    "CoffeeBags",
    "Capacity",
    "Tiles",
    "HalfMosques",
    "Stack",
    "BonusCards",
    "GuildAndTavern",
    "Nearness",
    "TurnLeft",
)
TITLES = {False: "base game", True: "with the expansion"}
SIMULATIONS = 200
HORIZON = 8
HEADER = Path(__file__).parents[2] / "csrc" / "istanbul" / "evaluation_weights.hpp"


def look(position: Position) -> Facts | None:
    """The facts at the start of a turn."""
    if core.export_state(position)["stage"] != "move":
        return None
    return core.evaluation_features(position), core.progress(position)


def play(task: tuple[bool, int, int]) -> list[Observation]:
    """One game of the search against itself on a random layout; its observations."""
    expansion, players, seed = task
    game = load_game("istanbul", players=players, expansion=expansion, layout="random", layout_seed=seed)
    return observed_game(game, seed, Play(SIMULATIONS, HORIZON), look)


def header(rows: dict[bool, Fit]) -> str:
    """The C++ header with the weights."""
    return weights_header(
        "analysis/istanbul/fit_evaluation.py",
        "istanbul",
        FEATURES,
        ("at_start", "when nobody has a ruby"),
        ("per_progress", "added times the leader's share of the rubies that end the game"),
        {TITLES[expansion]: found for expansion, found in rows.items()},
    )


def main() -> None:
    """Plays, fits, prints a table, writes the header if asked."""
    parser = study_parser(__doc__)
    parser.add_argument("--games", type=count, default=240, help="games with and without the expansion, each")
    add_common_arguments(parser)
    arguments = parser.parse_args()
    table = Table("", *TITLES.values())
    rows: dict[bool, Fit] = {}
    for expansion in (False, True):
        tasks = [(expansion, 2 + i % 4, arguments.seed * 1_000_000 + i) for i in range(arguments.games)]
        rows[expansion] = fit(run_tasks(play, tasks, arguments.jobs, TITLES[expansion]))
    for name in ("observations", "training", "test", "nothing"):
        table.add_row(name, *(f"{getattr(found, name):.4g}" for found in rows.values()))
    for index, name in enumerate(FEATURES):
        shown = [
            f"{found.constant[index]:.3f} {found.change[index]:+.3f} progress" for found in rows.values()
        ]
        table.add_row(name, *shown)
    Console(width=200).print(table)
    if arguments.write:
        HEADER.write_text(header(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
