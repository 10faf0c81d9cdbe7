"""OpenSpiel's own games as yardsticks: native hearts, and games that are implemented in Python."""

from __future__ import annotations

import random
import statistics
from typing import Any

import pyspiel

from rattus_ai.bench.measurement import rate

ROLLOUTS = 4_000
SIMULATIONS = 4_000
GAMES = 40


class Hearts:
    """Native hearts: 4 players, hidden hands, about as long as a game of Rattus."""

    def __init__(self) -> None:
        self.game = pyspiel.load_game("hearts")
        self.dealt = self._dealt()
        self.remaining = statistics.mean(self._length(self.dealt, seed) for seed in range(50))

    def _dealt(self) -> Any:
        """A position after the deal, before anything is played."""
        generator = random.Random(1)
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(generator.choice(state.legal_actions()))
        return state

    def _length(self, start: Any, seed: int) -> int:
        generator = random.Random(seed)
        state = start.clone()
        steps = 0
        while not state.is_terminal():
            state.apply_action(generator.choice(state.legal_actions()))
            steps += 1
        return steps

    def rollouts(self) -> float:
        """Steps a second of the C++ rollouts, chance included."""
        # One simulation of the bot is one evaluation of the root, which is this many rollouts.
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        bot = pyspiel.MCTSBot(self.game, evaluator, 1.4, 1, 100, False, 1, False)

        def work() -> float:
            bot.mcts_search(self.dealt)
            return ROLLOUTS * self.remaining

        return rate(work)

    def ismcts(self) -> float:
        """Simulations a second of the C++ ISMCTS times the mean number of remaining steps."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, 2)
        bot = pyspiel.ISMCTSBot(
            1, evaluator, 1.4, SIMULATIONS, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
        )

        def work() -> float:
            bot.get_policy(self.dealt)
            return SIMULATIONS * self.remaining

        return rate(work)

    def stepping(self) -> float:
        """Steps a second from Python: legal actions, a random one, apply."""
        return rate(lambda: play(self.game, GAMES))


def play(game: Any, games: int) -> int:
    """Random games through the State interface; steps in all."""
    steps = 0
    for seed in range(games):
        choose = random.Random(seed).choice
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            steps += 1
    return steps
