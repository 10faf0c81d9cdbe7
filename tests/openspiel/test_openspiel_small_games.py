"""Games small enough to be searched to the end with OpenSpiel's own algorithms."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import UniformRandomPolicy
from openspiel_games import private_outcomes, small_game_string

from rattus_ai._core.engine import Position as CorePosition

OPEN = ("pair", "pair", "king", 1)
HIDDEN = ("pair", "pair", "witch", 1)


def tree_counts(position: CorePosition) -> list[int]:
    """Chance nodes, decisions and ends of the tree below a position, counted with the core alone."""
    if position.is_terminal():
        return [0, 0, 1]
    counts = [1, 0, 0] if position.is_chance() else [0, 1, 0]
    for identifier in position.legal_actions():
        child = position.clone()
        child.apply(identifier)
        counts = [a + b for a, b in zip(counts, tree_counts(child), strict=True)]
    return counts


def value(position: CorePosition) -> float:
    """The first player's chance to win if both play best and see everything."""
    if position.is_terminal():
        return position.returns()[0]
    values = []
    for identifier in position.legal_actions():
        child = position.clone()
        child.apply(identifier)
        values.append(value(child))
    if position.is_chance():
        weights = [weight for _, weight in position.chance_weights()]
        return sum(map(float.__mul__, values, map(float, weights))) / sum(weights)
    return max(values) if position.current_player() == 0 else min(values)


class TestFullTree(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
    """OpenSpiel's tests of every node of a game."""

    game_name = "rattus"
    game = pyspiel.load_game(small_game_string(*OPEN))

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        counts = tree_counts(CorePosition(cls.game.game.rules))
        api_test.TOTAL_NUM_STATES[cls.game_name] = tuple(counts)
        # Nothing is hidden here, so each decision has an information state of its own.
        api_test.PERFECT_RECALL_NUM_STATES[cls.game_name] = counts[1]

    def test_current_player_infosets_no_overlap_between_players(self) -> None:
        """The original also compares tensors of information states, which this game does not provide."""
        decisions = [state for state in self.all_states if state.is_player_node()]
        strings = [
            {s.information_state_string() for s in decisions if s.current_player() == p} for p in (0, 1)
        ]
        assert strings[0] and strings[1]
        assert not strings[0] & strings[1]


def test_information_states_of_the_full_tree() -> None:
    """Same information state: same legal actions, same own past, same observation."""
    game = pyspiel.load_game(small_game_string(*HIDDEN))
    seen: dict[tuple[int, str], tuple[Any, ...]] = {}
    merged = 0

    def walk(state: Any, past: tuple[tuple[Any, ...], ...]) -> None:
        nonlocal merged
        if state.is_terminal():
            return
        player = state.current_player()
        if player >= 0:
            key = player, state.information_state_string(player)
            what = state.legal_actions(), past[player], state.observation_string(player)
            merged += key in seen
            assert seen.setdefault(key, what) == what
        for action in state.legal_actions():
            after = past
            if player >= 0:
                own = (*past[player], key[1], action)
                after = (own, past[1]) if player == 0 else (past[0], own)
            walk(state.child(action), after)

    # One set-up is enough: the others are alike.
    state = game.new_initial_state()
    for action in (0, *[game.game.notation.parse(first_decision(game), "place alpha")] * 4):
        state.apply_action(action)
    walk(state, ((), ()))
    assert merged > 0


def first_decision(game: Any) -> CorePosition:
    position = CorePosition(game.game.rules)
    position.apply(0)
    return position


def test_cfr_solves_a_game_without_hidden_tokens() -> None:
    game = pyspiel.load_game(small_game_string(*OPEN))
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    before = pyspiel.nash_conv(tree, pyspiel.UniformRandomPolicy(tree))
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.nash_conv(tree, policy) < 0.02 < before
    root = tree.new_initial_state()
    expected = pyspiel.expected_returns(root, policy, -1, True)
    assert expected[0] == pytest.approx(value(CorePosition(game.game.rules)) - 1 / 2, abs=0.02)


def test_python_nash_conv() -> None:
    game = pyspiel.load_game(small_game_string(*OPEN))
    tree = pyspiel.convert_to_cached_tree(game)
    in_python = exploitability.nash_conv(tree, UniformRandomPolicy(tree))
    assert in_python == pytest.approx(pyspiel.nash_conv(tree, pyspiel.UniformRandomPolicy(tree)))


def test_looks_happen_in_the_small_game_with_hidden_tokens() -> None:
    game = pyspiel.load_game(small_game_string(*HIDDEN))
    state = game.new_initial_state()
    looked = False
    while not state.is_terminal():
        actions = state.legal_actions()
        texts = [state.action_to_string(state.current_player(), each) for each in actions]
        looks = [each for each, text in zip(actions, texts, strict=True) if text.startswith(("take", "look"))]
        state.apply_action((looks or actions)[0])
        looked |= bool(private_outcomes(state))
    assert looked
