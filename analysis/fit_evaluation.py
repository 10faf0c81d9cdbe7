"""Weights of the evaluation at the horizon, fitted to games that the search plays against itself.

Question: from a handful of facts about each player, how well can the winner be told at the start of a turn?
Method: each start of a turn of the games in `evaluation_games.py` is one observation of a conditional logit
(`conditional_logit.py`), whose weights are linear in the share of the rat supply that is left. Command
(writes csrc/rattus/evaluation_weights.hpp; build again afterwards):

    python analysis/fit_evaluation.py --games 1500 --jobs 2 --write
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

from conditional_logit import Fit, Observation, fit
from evaluation_games import Facts, Play, observed_game
from rattus_ai import Position, load_game
from rattus_ai._core import rattus
from self_play import run_tasks, study_parser
from weights_header import weights_header

PLAYER_COUNTS = (2, 3, 4)
FEATURES = ("CubesInPlay", "LossNow", "LossWithOneMoreRat", "CardsHeld", "TurnsUntilOwn")
SIMULATIONS = 300
HEADER = Path(__file__).parent.parent / "csrc" / "rattus" / "evaluation_weights.hpp"


def look(position: Position) -> Facts | None:
    """The facts at the start of a turn."""
    if rattus.export_state(position)["stage"] != "main":
        return None
    return rattus.evaluation_features(position), rattus.supply_left(position)


def play(task: tuple[int, int]) -> list[Observation]:
    """One game of the search against itself; its observations."""
    players, seed = task
    return observed_game(load_game("rattus", players=players), seed, Play(SIMULATIONS, horizon=1), look)


def header(rows: dict[int, Fit]) -> str:
    """The C++ header with the weights."""
    return weights_header(
        "analysis/fit_evaluation.py",
        "rattus",
        FEATURES,
        ("at_end", "when the rat supply is empty"),
        ("per_supply", "added times the share of the supply that is left"),
        {f"{players} players": found for players, found in rows.items()},
        [
            "inline const EvaluationWeights& evaluation_weights(int players) {",
            "    return kEvaluationWeights[players < 2 ? 0 : players > 4 ? 2 : players - 2];",
            "}",
        ],
    )


def main() -> None:
    """Plays, fits, prints a table, writes the header if asked."""
    parser = study_parser(__doc__)
    parser.add_argument("--games", type=int, default=300, help="games for each player count")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the header")
    arguments = parser.parse_args()
    table = Table("players", "observations", "log-likelihood, training", "test", "knowing nothing", *FEATURES)
    rows: dict[int, Fit] = {}
    for players in PLAYER_COUNTS:
        tasks = [(players, arguments.seed * 1_000_000 + i) for i in range(arguments.games)]
        found = fit(run_tasks(play, tasks, arguments.jobs, f"{players} players"))
        rows[players] = found
        shown = [f"{a:.3f} {b:+.3f} left" for a, b in zip(found.constant, found.change, strict=True)]
        table.add_row(
            str(players),
            str(found.observations),
            *(f"{value:.4f}" for value in (found.training, found.test, found.nothing)),
            *shown,
        )
    Console(width=200).print(table)
    if arguments.write:
        HEADER.write_text(header(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
