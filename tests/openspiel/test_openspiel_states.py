"""States: OpenSpiel's own tests, and agreement with the core."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.tests import games_sim_test
from openspiel_games import GAME_STRINGS, random_states, small_game_string

from rattus_ai.games import load_game
from rattus_ai.positions import Position


@pytest.mark.parametrize("text", GAME_STRINGS)
def test_random_simulations(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


def test_random_simulations_on_a_small_map() -> None:
    game = pyspiel.load_game(small_game_string("tiny", "tiny", "witch;monk", 6))
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("text", GAME_STRINGS)
def test_simulations_of_open_spiel(text: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(text))


class TestPartialTree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    game_name = "rattus"
    game = pyspiel.load_game("rattus(players=3,cards=witch;knight)")


@pytest.mark.parametrize("text", GAME_STRINGS)
def test_steps_are_those_of_the_library(text: str) -> None:
    spiel = pyspiel.load_game(text)
    position = Position.of(load_game("rattus", **spiel.game.options), seed=1)
    for state in random_states(spiel, seed=5):
        if state.history():
            position.push(state.history()[-1])
        assert state.current_player() == position.current_player()
        assert state.is_chance_node() == position.is_chance()
        assert state.is_terminal() == position.is_terminal()
        assert state.legal_actions() == position.legal_actions() == sorted(set(state.legal_actions()))
        texts = [state.action_to_string(state.current_player(), each) for each in state.legal_actions()]
        assert texts == position.legal_texts()
        if state.is_chance_node():
            weights = position.chance_weights()
            total = sum(weight for _, weight in weights)
            assert state.chance_outcomes() == [(each, weight / total) for each, weight in weights]
        assert state.history() == position.history() == state.core.history()


def test_legal_actions_are_what_open_spiel_would_say() -> None:
    for state in random_states(pyspiel.load_game("rattus(players=3)"), seed=2):
        original = super(type(state), state)
        assert state.is_chance_node() == original.is_chance_node()
        assert state.legal_actions() == original.legal_actions()
        for player in range(3):
            assert state.legal_actions(player) == original.legal_actions(player)
        if not state.is_chance_node() and not state.is_terminal():
            with pytest.raises(pyspiel.SpielError):
                state.legal_actions(pyspiel.PlayerId.CHANCE)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_returns_are_win_shares_centred_on_zero(players: int) -> None:
    game = pyspiel.load_game(f"rattus(players={players})")
    for seed in range(5):
        for state in random_states(game, seed):
            if not state.is_terminal():
                assert state.returns() == [0.0] * players
        assert sorted(state.returns()) == [game.min_utility()] * (players - 1) + [game.max_utility()]
        assert sum(state.returns()) == 0


def copies(state: Any) -> list[Any]:
    game = state.get_game()
    serialized = pyspiel.serialize_game_and_state(game, state)
    return [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(serialized)[1],
    ]


def test_copies_are_equal_and_independent() -> None:
    rng = random.Random(4)
    for step, state in enumerate(random_states(pyspiel.load_game("rattus(players=3)"), seed=4, curious=True)):
        if step % 40 != 25 or state.is_terminal():
            continue
        before = str(state), state.history(), state.core.key(0)
        for other in copies(state):
            assert (str(other), other.history(), other.core.key(0)) == before
            assert other.core.rules is state.core.rules
            assert [other.information_state_string(p) for p in range(3)] == [
                state.information_state_string(p) for p in range(3)
            ]
            other.apply_action(rng.choice(other.legal_actions()))
            assert (str(state), state.history(), state.core.key(0)) == before


def test_illegal_actions_change_nothing() -> None:
    state = pyspiel.load_game("rattus").new_initial_state()
    with pytest.raises(ValueError, match="not legal"):
        state.apply_action(99)
    assert state.history() == state.core.history() == []


def test_one_attribute() -> None:
    """OpenSpiel copies and pickles attribute by attribute."""
    assert list(vars(pyspiel.load_game("rattus").new_initial_state())) == ["core"]
