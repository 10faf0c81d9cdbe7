"""Searches against exact values on tiny games."""

from __future__ import annotations

import random

import pytest
from search_oracles import BruteForce, after, late_position, solvable, tiny_rules

from rattus_ai._core import rattus
from rattus_ai._core.engine import Position
from rattus_ai._core.search import Search

CARDS = [(), ("king",), ("knight",), ("merchant", "peasant"), ("monk", "king")]


def positions(cards: tuple[str, ...], players: int = 2, count: int = 4) -> list[tuple[Position, BruteForce]]:
    found = solvable(tiny_rules(players, cards), count)
    assert len(found) == count
    return found


@pytest.mark.parametrize("cards", CARDS, ids=str)
def test_expectimax_over_the_whole_game_is_exact(cards: tuple[str, ...]) -> None:
    for position, oracle in positions(cards):
        player = position.current_player()
        truth = oracle.value(position)[player]
        turns, _, _ = Search(position, memory_mb=1).expectimax(1, depth=100, exact_chance=True)
        actions, values, _, exact = turns[0]
        assert exact
        assert values[player] == pytest.approx(float(truth), abs=1e-9)
        assert sum(values) == pytest.approx(1.0)
        # The turn itself is worth that much.
        assert oracle.value(after(position, *actions))[player] == truth


@pytest.mark.parametrize("cards", CARDS, ids=str)
def test_whatever_is_called_exact_is_true(cards: tuple[str, ...]) -> None:
    """With effect classes and any width: a value may be an estimate, but a proof must be one."""
    claimed = 0
    for position, oracle in positions(cards, count=4):
        player = position.current_player()
        truth = float(oracle.value(position)[player])
        for width in (0, 3):
            for exact_chance in (False, True):
                search = Search(position, memory_mb=1)
                turns, _, _ = search.expectimax(1, depth=100, width=width, exact_chance=exact_chance)
                if turns[0][3]:
                    assert turns[0][1][player] == pytest.approx(truth, abs=1e-9)
                    claimed += 1
    assert claimed >= 4


@pytest.mark.parametrize("cards", CARDS, ids=str)
def test_second_lines_are_worth_what_they_say(cards: tuple[str, ...]) -> None:
    for position, oracle in positions(cards, count=2):
        player = position.current_player()
        turns, _, _ = Search(position, memory_mb=1).expectimax(3, depth=100, exact_chance=True)
        for actions, values, _, _ in turns:
            assert values[player] == pytest.approx(
                float(oracle.value(after(position, *actions))[player]), abs=1e-9
            )


def test_pruning_cuts_and_changes_nothing() -> None:
    """With more lines asked for than there are turns nothing can be cut; the best one must be the same."""
    for position, _ in positions(("king", "knight"), count=3):
        player = position.current_player()
        one, nodes_one, cuts = Search(position, memory_mb=1).expectimax(1, depth=100, exact_chance=True)
        every, nodes_every, _ = Search(position, memory_mb=1).expectimax(10_000, depth=100, exact_chance=True)
        assert one[0][1][player] == pytest.approx(every[0][1][player], abs=1e-12)
        assert nodes_one <= nodes_every
        assert cuts > 0 or nodes_one < 100


@pytest.mark.parametrize("players", [2, 3])
def test_effect_classes_are_exact_in_the_sweep(players: int) -> None:
    """When only the last final decision is left, classes of outcomes and single outcomes agree."""
    checked = 0
    for position, oracle in positions(("king", "monk") if players == 2 else ("king",), players, 5):
        for seed in range(6):
            state = after(position)
            while not state.is_terminal():
                fields = rattus.export_state(state)
                if fields["stage"] == "final" and fields["final_left"] == 0:
                    player = state.current_player()
                    turns, _, _ = Search(state, memory_mb=1).expectimax(1, depth=100)
                    assert turns[0][1][player] == pytest.approx(float(oracle.value(state)[player]), abs=1e-9)
                    checked += 1
                legal = state.legal_actions()
                state.apply(legal[(seed * 7 + len(state.history())) % len(legal)])
    assert checked > 5


@pytest.mark.parametrize("cards", CARDS, ids=str)
def test_ismcts_finds_a_best_turn(cards: tuple[str, ...]) -> None:
    """The most visited turn loses at most two percent against the best one."""
    for position, oracle in positions(cards, count=3):
        player = position.current_player()
        best = oracle.value(position)[player]
        search = Search(position, memory_mb=16, seed=5)
        search.run(20_000)
        actions, values, _, _ = search.turns(1)[0]
        assert float(best - oracle.value(after(position, *actions))[player]) <= 0.02
        assert values[player] == pytest.approx(float(best), abs=0.08)


def far_ahead(position: Position) -> Position:
    """The same final-round position with player 0's whole supply moved to the palace."""
    fields = rattus.export_state(position)
    moved = fields["supply"][0]
    fields["palace"][0] += moved
    fields["supply"][0] -= moved
    return rattus.import_state(position.rules, fields)


def test_ismcts_marks_what_is_proved() -> None:
    """Solved actions carry exactly the true value, here where one player is far ahead before the sweep."""
    proved = 0
    for seed in range(20):
        position = Position(tiny_rules(2, ("king", "merchant")))
        choose = random.Random(seed).choice
        while not position.is_terminal():
            if rattus.export_state(position)["stage"] == "final":
                decided = far_ahead(position)
                search = Search(decided, memory_mb=16, seed=2)
                search.run(400)
                oracle = BruteForce()
                for action, _, solved, values in search.actions():
                    if solved:
                        truth = oracle.value(after(decided, action))
                        assert values == pytest.approx([float(value) for value in truth], abs=1e-6)
                        proved += 1
            position.apply(choose(position.legal_actions()))
    assert proved > 20


def test_greedy_is_the_best_exact_expected_lead() -> None:
    """Against a plain walk over all turns with the exact distribution of the ravage."""
    from greedy_oracle import best_lead

    checked = 0
    for players, cards in ((2, ("king", "merchant")), (3, ("knight", "monk")), (2, ("peasant",))):
        rules = tiny_rules(players, cards)
        for seed in range(6):
            position = late_position(rules, seed, rats_left=3)
            if position is None:
                continue
            player = position.current_player()
            turns = Search(position, memory_mb=1).greedy(1)
            assert turns[0][1][player] == pytest.approx(best_lead(position), abs=1e-9)
            checked += 1
    assert checked >= 8


def test_what_a_tree_calls_solved_is_the_value_of_best_play() -> None:
    """A solved turn has the value of brute force, also where its last simulation saw another one."""
    checked = 0
    for cards in (("merchant", "peasant"), ("monk", "king"), ("merchant", "monk"), ("peasant", "monk")):
        rules = tiny_rules(2, cards)
        for seed in range(40):
            position = Position(rules)
            choose = random.Random(seed).choice
            while not position.is_terminal() and rattus.export_state(position)["stage"] != "final":
                position.apply(choose(position.legal_actions()))
            if position.is_terminal() or position.legal_count() == 1:
                continue
            oracle = BruteForce()
            search = Search(position, memory_mb=4, seed=seed)
            search.run(400)
            solved = [(actions, values) for actions, values, _, done in search.turns(6) if done]
            for actions, values in solved:
                expected = oracle.value(after(position, *actions))
                assert values == pytest.approx([float(value) for value in expected], abs=1e-6)
            checked += len(solved)
    assert checked > 20
