"""Bots: matches run by OpenSpiel, policies, honesty about turns."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from openspiel_games import random_states

from rattus_ai.openspiel import SpielBot
from rattus_ai.positions import View

SHORT = "rattus(players=3,turn_limit=3)"


def first_decision(game: Any) -> Any:
    state = game.new_initial_state()
    state.apply_action(0)
    return state


def bots() -> list[SpielBot]:
    return [
        SpielBot(0, "ismcts:40,memory_mb=4", seed=3),
        SpielBot(1, "greedy"),
        SpielBot(2, "random", seed=5),
    ]


def test_matches_of_open_spiel() -> None:
    game = pyspiel.load_game(SHORT)
    for seed in range(2):
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots(), seed)
        assert sum(returns) == 0
        assert max(returns) == game.max_utility()


def test_same_seed_same_match_after_restart() -> None:
    game = pyspiel.load_game(SHORT)
    players = [SpielBot(p, "ismcts:30,memory_mb=4", seed=p + 1) for p in range(3)]
    courses = []
    for _ in range(2):
        state = game.new_initial_state()
        for bot in players:
            bot.restart_at(state)
        while not state.is_terminal():
            player = state.current_player()
            action = state.legal_actions()[0] if state.is_chance_node() else players[player].step(state)
            for bot in players:
                if player >= 0 and bot.player_id() != player:
                    bot.inform_action(state, player, action)
            state.apply_action(action)
        courses.append(state.history())
    assert courses[0] == courses[1]


def test_search_goes_on_with_a_state_that_was_serialized() -> None:
    game = pyspiel.load_game(SHORT)
    state = first_decision(game)
    bot = SpielBot(0, "ismcts:20,memory_mb=4")
    bot.step(state)
    assert bot.step(game.deserialize_state(state.serialize())) in state.legal_actions()


def test_search_beats_random() -> None:
    game = pyspiel.load_game("rattus")
    won = 0
    for seed in range(6):
        seat = seed % 2
        players = [SpielBot(1 - seat, "random", seed=seed)] * 2
        players[seat] = SpielBot(seat, "ismcts:100,memory_mb=8", seed=seed)
        won += pyspiel.evaluate_bots(game.new_initial_state(), players, seed)[seat] > 0
    assert won >= 5


@pytest.mark.parametrize("chooser", ["random", "greedy"])
def test_policies(chooser: Any) -> None:
    bot = SpielBot(0, chooser)
    assert bot.provides_policy()
    for state in random_states(pyspiel.load_game(SHORT), seed=1):
        if state.current_player() == 0:
            policy, action = bot.step_with_policy(state)
            assert math.isclose(sum(chance for _, chance in policy), 1)
            assert dict(policy)[action] > 0
            assert set(dict(policy)) <= set(state.legal_actions())
            assert policy == bot.get_policy(state)


def test_a_search_provides_no_policy() -> None:
    bot = SpielBot(0, "ismcts:10")
    assert not bot.provides_policy()
    with pytest.raises(ValueError, match="no policy"):
        bot.get_policy(first_decision(pyspiel.load_game(SHORT)))


def test_only_the_player_to_act_can_step() -> None:
    state = pyspiel.load_game(SHORT).new_initial_state()
    with pytest.raises(ValueError, match="expected player 1"):
        SpielBot(1, "greedy").step(state)
    with pytest.raises(ValueError, match="positive number"):
        SpielBot(0, "ismcts:0")


def test_anything_that_chooses_from_a_view_is_a_bot() -> None:
    views = []

    class Last:
        def choose(self, view: View) -> int:
            views.append(view)
            return view.legal_actions()[-1]

    state = first_decision(pyspiel.load_game(SHORT))
    assert SpielBot(0, Last()).step(state) == state.legal_actions()[-1]
    assert not SpielBot(0, Last()).provides_policy()
    (view,) = views
    assert isinstance(view, View)
    assert view.player == 0
    assert view.core.history() == []


def test_ismcts_of_open_spiel_plays() -> None:
    """Its Python version redraws hidden tokens with `resample_from_infostate`."""
    game = pyspiel.load_game("rattus(players=3,cards=witch;monk,turn_limit=4)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=1, max_simulations=5)
    states = random_states(game, seed=2, curious=True)
    decisions = [state.clone() for state in states if state.current_player() >= 0]
    for state in decisions[-12:]:
        assert bot.step(state) in state.legal_actions()
