"""OpenSpiel's own games as yardsticks: native hearts, and games that are implemented in Python."""

from __future__ import annotations

import functools
import random
from typing import Any

import pyspiel

from rattus_ai.bench.measurement import rate

PYTHON_GAMES = ("python_liars_poker", "python_team_dominoes", "python_block_dominoes")
"""Games of OpenSpiel that are written in Python and not over after a handful of steps."""


class Hearts:
    """Native hearts: 4 players, hidden hands, about as long as a game of Rattus.

    Attributes:
        dealt: a state after the deal, before anything is played; no chance is left.
        remaining: steps from there to the end, the same in every game: 12 cards are passed, 52 are played.
    """

    def __init__(self) -> None:
        self.game = pyspiel.load_game("hearts")
        self.dealt = self._dealt()
        lengths = {self._length(seed) for seed in range(20)}
        if len(lengths) != 1:
            raise AssertionError(f"games of hearts differ in length: {sorted(lengths)}")
        (self.remaining,) = lengths

    def _dealt(self) -> Any:
        generator = random.Random(1)
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(generator.choice(state.legal_actions()))
        return state

    def _length(self, seed: int) -> int:
        generator = random.Random(seed)
        state = self.dealt.clone()
        steps = 0
        while not state.is_terminal():
            state.apply_action(generator.choice(state.legal_actions()))
            steps += 1
        return steps

    def rollouts(self, count: int) -> float:
        """Steps a second of so many C++ rollouts, chance included."""
        # One simulation of the bot is one evaluation of the root, which is this many rollouts. The bots only
        # borrow their evaluator: it must live as long as they do.
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        bot = pyspiel.MCTSBot(self.game, evaluator, 1.4, 1, 100, False, 1, False)

        def work() -> float:
            bot.mcts_search(self.dealt)
            return float(count * self.remaining)

        return rate(work)

    def ismcts(self, simulations: int) -> float:
        """Simulations a second of the C++ ISMCTS times the number of remaining steps.

        In the tree or in the rollout after it, a simulation plays every remaining step.
        """
        evaluator = pyspiel.RandomRolloutEvaluator(1, 2)
        bot = pyspiel.ISMCTSBot(
            1, evaluator, 1.4, simulations, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
        )

        def work() -> float:
            bot.get_policy(self.dealt)
            return float(simulations * self.remaining)

        return rate(work)

    def stepping(self, games: int) -> float:
        """Steps a second from Python: legal actions, a random one, apply."""
        return rate(lambda: play(self.game, games))


@functools.lru_cache
def hearts() -> Hearts:
    """The yardstick, made once."""
    return Hearts()


def python_games() -> dict[str, Any]:
    """OpenSpiel's games in Python, by name."""
    # Importing the modules registers the games.
    from open_spiel.python.games import block_dominoes, liars_poker, team_dominoes  # noqa: F401

    return {name: pyspiel.load_game(name) for name in PYTHON_GAMES}


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
