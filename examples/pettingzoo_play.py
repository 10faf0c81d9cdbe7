"""A game of this library as an environment of PettingZoo, through OpenSpiel and shimmy.

    pip install 'shimmy[openspiel]' pettingzoo
    python examples/pettingzoo_play.py --players 3 --seed 5

One seat is played by an opponent of this library, the others take random legal actions, as an untrained agent
would. Every observation is what the agent's player knows and nothing else.
"""

from __future__ import annotations

import argparse

import numpy as np
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

from rattus_ai.openspiel import SpielBot  # registers the games, too


def environment(players: int) -> OpenSpielCompatibilityV0:
    """An AEC environment.

    Options go into `config`: shimmy makes the game anew at each `reset`, from its name and this.
    """
    return OpenSpielCompatibilityV0(game_name="rattus", config={"players": players})


def main() -> None:
    """Plays one game and prints what each agent won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--level", default="greedy")
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()

    env = environment(options.players)
    env.reset(seed=options.seed)
    opponent = SpielBot(0, options.level, seed=options.seed)
    random = np.random.default_rng(options.seed)
    won: dict[str, float] = {}
    steps = 0
    for agent in env.agent_iter():
        observation, _, termination, truncation, info = env.last()
        if termination or truncation:
            won = won or dict(env.rewards)  # shimmy's sums over the steps count the end several times
            env.step(None)
            continue
        if agent == "player_0":
            action = opponent.step(env.game_state)
        else:
            action = int(random.choice(np.flatnonzero(info["action_mask"])))
        env.step(action)
        steps += 1
    print(f"{steps} actions; an observation has {observation.size} numbers")
    for agent, reward in sorted(won.items()):
        print(f"{agent}: {reward:+.2f}")


if __name__ == "__main__":
    main()
