"""Speed through the adaptor, beside OpenSpiel's own games written in Python (`pytest --benchmark-only`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest
from open_spiel.python.games import block_dominoes, liars_poker, team_dominoes  # noqa: F401  register themselves
from openspiel_games import WITCH, private_outcomes, random_states

OURS = ("rattus(players=2)", "rattus(players=3)", "rattus(players=4)")
OTHERS = ("python_team_dominoes", "python_block_dominoes", "python_liars_poker")
STEPS = 2000


def random_steps(game: Any, count: int) -> int:
    """Plays random games, chance drawn evenly, until so many steps were made; how many they were."""
    rng = random.Random(1)
    done = 0
    while done < count:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            done += 1
    return done


@pytest.mark.benchmark(group="steps through OpenSpiel")
@pytest.mark.parametrize("name", [*OURS, *OTHERS])
def test_steps(benchmark: Any, name: str) -> None:
    game = pyspiel.load_game(name)
    done = benchmark.pedantic(random_steps, (game, STEPS), rounds=5, warmup_rounds=1)
    benchmark.extra_info["steps_per_second"] = done / benchmark.stats.stats.min


def state_with_looks() -> Any:
    return next(
        s for s in random_states(pyspiel.load_game(WITCH), 1, curious=True) if len(private_outcomes(s)) == 3
    )


CALLS: dict[str, Callable[[Any], Any]] = {
    "clone": lambda state: state.clone(),
    "observation_tensor": lambda state: state.observation_tensor(1),
    "observation_string": lambda state: state.observation_string(1),
    "information_state_string": lambda state: state.information_state_string(1),
    "resample_from_infostate": lambda state: state.resample_from_infostate(1, random.Random(1).random),
}


@pytest.mark.benchmark(group="one call through OpenSpiel")
@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("name", CALLS)
def test_calls(benchmark: Any, name: str, looks: bool) -> None:
    if looks:
        state = state_with_looks()
    else:
        state = next(
            s for s in random_states(pyspiel.load_game("rattus(players=4)"), 1) if len(s.history()) == 120
        )
    benchmark(CALLS[name], state)
