"""Weights of the evaluation at the horizon, fitted to games that the search plays against itself.

Question: from a handful of facts about each player, how well can the winner be told at the start of a turn?
Method: the search plays games with a small budget, with a random action now and then so that many kinds of
positions occur; each start of a turn is one observation; a conditional logit (one linear form for each
player, softmax over the players, weights linear in the share of the rat supply that is left) is fitted by
Newton's method with a little ridge; three quarters of the games train, the rest tests. Command (writes
csrc/rattus/evaluation_weights.hpp; build again afterwards):

    python analysis/fit_evaluation.py --games 1500 --jobs 2 --write
"""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from rattus_ai import load_game
from rattus_ai._core import rattus
from rattus_ai._core.search import Search
from self_play import study_parser

PLAYER_COUNTS = (2, 3, 4)
FEATURES = ("CubesInPlay", "LossNow", "LossWithOneMoreRat", "CardsHeld", "TurnsUntilOwn")
SIMULATIONS = 300
RANDOM_ACTIONS = 0.04
RIDGE = 3e-3
HEADER = Path(__file__).parent.parent / "csrc" / "rattus" / "evaluation_weights.hpp"

Observation = tuple[list[list[float]], float, int]
"""Features of each player, share of the supply left, winner."""


def play(task: tuple[int, int]) -> list[Observation]:
    """One game of the search against itself; its observations."""
    players, seed = task
    game = load_game("rattus", players=players)
    position = game.new_position(seed=seed)
    generator = random.Random(seed)
    seen: list[tuple[list[list[float]], float]] = []
    last = None
    while not position.is_terminal():
        if position.is_chance():
            position.draw_chance()
            continue
        if rattus.export_state(position)["stage"] == "main" and position.turn_number() != last:
            last = position.turn_number()
            seen.append((rattus.evaluation_features(position), rattus.supply_left(position)))
        legal = position.legal_actions()
        if len(legal) == 1:
            position.push(legal[0])
        elif generator.random() < RANDOM_ACTIONS:
            position.push(generator.choice(legal))
        else:
            view = position.view(position.current_player()).core
            search = Search(view, seed=generator.getrandbits(60), memory_mb=16, horizon=1)
            search.run(SIMULATIONS)
            position.push(search.actions()[0][0])
    winner = position.returns().index(1.0)
    return [(features, left, winner) for features, left in seen]


def fit(games: list[list[Observation]]) -> tuple[np.ndarray, float, float]:
    """Weights (at the end, then per share of supply), mean log-likelihood in training and in test games."""

    def design(part: list[list[Observation]]) -> tuple[np.ndarray, np.ndarray]:
        rows = [observation for game in part for observation in game]
        x = np.array([np.hstack([np.array(f), np.array(f) * left]) for f, left, _ in rows])
        return x, np.array([winner for _, _, winner in rows])

    train, train_winners = design([game for i, game in enumerate(games) if i % 4])
    test, test_winners = design([game for i, game in enumerate(games) if not i % 4])
    scale = train.reshape(-1, train.shape[2]).std(axis=0) + 1e-9
    z = train / scale
    weights = np.zeros(train.shape[2])

    def chances(x: np.ndarray) -> np.ndarray:
        forms = x @ weights
        shifted = np.exp(forms - forms.max(axis=1, keepdims=True))
        out: np.ndarray = shifted / shifted.sum(axis=1, keepdims=True)
        return out

    for _ in range(30):
        p = chances(z)
        hit = np.zeros_like(p)
        hit[np.arange(len(p)), train_winners] = 1.0
        gradient = np.einsum("ij,ijk->k", hit - p, z) / len(p) - RIDGE * weights
        mean = np.einsum("ij,ijk->ik", p, z)
        curvature = np.einsum("ij,ijk,ijl->kl", p, z, z) / len(p) - mean.T @ mean / len(p)
        weights = weights + np.linalg.solve(curvature + RIDGE * np.eye(len(weights)), gradient)
    likelihood = [
        float(np.log(chances(x / scale)[np.arange(len(w)), w]).mean())
        for x, w in ((train, train_winners), (test, test_winners))
    ]
    return weights / scale, likelihood[0], likelihood[1]


def header(rows: dict[int, np.ndarray]) -> str:
    """The C++ header with the weights."""

    def numbers(values: np.ndarray) -> str:
        return "{" + ", ".join(f"{value:.3f}f" for value in values) + "}"

    names = ", ".join(f"k{name}" for name in FEATURES)
    lines = [
        "// Weights of the evaluation, written by analysis/fit_evaluation.py; see there how they were found.",
        "#pragma once",
        "",
        "#include <array>",
        "",
        "namespace rattus_ai::rattus {",
        "",
        f"enum Feature {{ {names}, kFeatures }};",
        "",
        "struct EvaluationWeights {",
        "    std::array<float, kFeatures> at_end;      // when the rat supply is empty",
        "    std::array<float, kFeatures> per_supply;  // added times the share of the supply that is left",
        "};",
        "",
        "inline constexpr EvaluationWeights kEvaluationWeights[] = {",
    ]
    for players, weights in rows.items():
        half = len(FEATURES)
        lines.append(f"    // {players} players")
        lines.append(f"    {{{numbers(weights[:half])},")
        lines.append(f"     {numbers(weights[half:])}}},")
    lines += [
        "};",
        "",
        "inline const EvaluationWeights& evaluation_weights(int players) {",
        "    return kEvaluationWeights[players < 2 ? 0 : players > 4 ? 2 : players - 2];",
        "}",
        "",
        "}  // namespace rattus_ai::rattus",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Plays, fits, prints a table, writes the header if asked."""
    parser = study_parser(__doc__)
    parser.add_argument("--games", type=int, default=300, help="games for each player count")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the header")
    arguments = parser.parse_args()
    table = Table("players", "observations", "log-likelihood, training", "test", "knowing nothing", *FEATURES)
    rows: dict[int, np.ndarray] = {}
    for players in PLAYER_COUNTS:
        tasks = [(players, arguments.seed * 1_000_000 + i) for i in range(arguments.games)]
        with ProcessPoolExecutor(arguments.jobs) as pool:
            games = list(
                track(pool.map(play, tasks, chunksize=4), total=len(tasks), description=f"{players} players")
            )
        weights, training, test = fit(games)
        rows[players] = weights
        half = len(FEATURES)
        shown = [f"{a:.3f} {b:+.3f} left" for a, b in zip(weights[:half], weights[half:], strict=True)]
        count = sum(map(len, games))
        table.add_row(
            str(players), str(count), f"{training:.4f}", f"{test:.4f}", f"{-np.log(players):.4f}", *shown
        )
    Console(width=200).print(table)
    if arguments.write:
        HEADER.write_text(header(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
