"""Opponents of this library as bots of OpenSpiel, played by its own `evaluate_bots`.

    python examples/openspiel_bots.py --game "rattus(players=3)" --bots ismcts:200 greedy random --games 4

Each bot is a `pyspiel.Bot`. OpenSpiel hands it the whole state; it hands on what its player knows, so none
can peek. Importing `rattus_ai.openspiel` registers the games.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import evaluate_bots

from rattus_ai.openspiel import SpielBot


def main() -> None:
    """Plays games and prints what each bot won on average."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="rattus(players=3)")
    parser.add_argument("--bots", nargs="+", default=["ismcts:100", "greedy", "random"])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    game = pyspiel.load_game(options.game)
    if len(options.bots) != game.num_players():
        parser.error(f"{len(options.bots)} bots given, but {options.game} has {game.num_players()} players")
    totals = np.zeros(game.num_players())
    for number in range(options.games):
        # Every game in other seats, since the first seat is worth something.
        seats = np.roll(np.arange(game.num_players()), number)
        bots = [
            SpielBot(seat, options.bots[who], seed=options.seed + number) for seat, who in enumerate(seats)
        ]
        returns = evaluate_bots.evaluate_bots(
            game.new_initial_state(), bots, np.random.RandomState(options.seed + number)
        )
        totals[seats] += returns
        shares = (f"{options.bots[who]} {returns[seat]:+.2f}" for seat, who in enumerate(seats))
        print(f"game {number + 1}: {', '.join(shares)}")
    for bot, total in zip(options.bots, totals, strict=True):
        print(f"{bot}: {total / options.games:+.2f} a game")


if __name__ == "__main__":
    main()
