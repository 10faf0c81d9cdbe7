"""The core of Istanbul by itself: checks inside random games, searches, and the errors of its door.

The rules are compared with the slow implementation elsewhere; here is what only the core can say about
itself.
"""

from __future__ import annotations

import copy
import pickle
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from test_sanitizers import COMPILER, build, run

from rattus_ai._core.engine import Position, Rules
from rattus_ai.istanbul import core

needs_compiler = pytest.mark.skipif(
    COMPILER is None or sys.platform == "win32", reason="needs a compiler that takes the options of GCC"
)


def data(players: int, expansion: bool, **changes: Any) -> dict[str, Any]:
    """Arguments of make_rules with the numbers of the box and a random layout."""
    special = {9: 4, 14: 1, 15: 1, 19: 1}
    out: dict[str, Any] = {
        "players": players,
        "expansion": expansion,
        "layout": core.random_layout(expansion, 5),
        "ruby_target": 6 if expansion or players == 2 else 5,
        "max_rounds": 250,
        "start_lira": [2, 3, 4, 5, 6],
        "bonus": [4, 4, 4, 2, 2, 2, 2, 2, 2, 2, *([2, 2, 2, 0, 2, 2, 2, 2, 2] if expansion else [0] * 9)],
        "large": [[2, 1, 0, 2], [1, 1, 0, 3], [2, 0, 1, 2], [1, 0, 1, 3], [1, 1, 1, 2]],
        "small": [[1, 1, 2, 1], [1, 2, 1, 1], [1, 3, 1, 0], [1, 2, 2, 0], [0, 2, 2, 1]],
        "pay_large": [3, 7, 12, 18, 25],
        "pay_small": [2, 5, 9, 14, 20],
        "baksheesh": [[0, 0, 3, 0], [3, 0, 0, 0]],
        "baksheesh_coffee": 4,
        "prizes": [],
        "tavern_costs": [1, 2, 3, 4],
        "barrier_cost": 2,
        "house_costs": [6, 7, 8, 9, 10],
        "guild": [(0, 3 if number == 16 else 0, special.get(number, 0)) for number in range(1, 21)],
    }
    out.update(changes)
    return out


def position_after(rules: Rules, steps: int, seed: int) -> Position:
    draw = random.Random(seed)
    position = Position(rules)
    for _ in range(steps):
        if position.is_terminal():
            break
        if position.is_chance():
            position.apply(position.sample_chance(draw.getrandbits(60)))
        else:
            position.apply(draw.choice(position.legal_actions()))
    return position


# --- inside the core ---


@needs_compiler
def test_random_games(tmp_path: Path) -> None:
    """Also the door and back, views and redraws, luck, classes, known winners, bounds of the length."""
    (tmp_path / "istanbul").mkdir()
    program = build("istanbul/playouts", "address,undefined", tmp_path)
    for players in (2, 3, 4, 5):
        for expansion in (0, 1):
            # The random layout 3 has cards with prizes, the printed one has none.
            for layout, policy, games, every in (
                (3, "random", 1, 301),
                (3, "guided", 3, 53),
                (0, "guided", 2, 53),
            ):
                out = run(program, players, expansion, layout, games, 1, policy, every)
                assert out.startswith(f"games {games} ")


@needs_compiler
def test_every_search_and_its_threads(tmp_path: Path) -> None:
    """One and two threads give the same signature under both sanitizers."""
    (tmp_path / "istanbul").mkdir()
    answers = set()
    for sanitizer in ("address,undefined", "thread"):
        program = build("istanbul/searches", sanitizer, tmp_path)
        for threads in (1, 2):
            answers.add((run(program, 2, 1, threads, 0), run(program, 3, 1, threads, 1)))
    assert len(answers) == 1


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_guided_games_end_soon(players: int, expansion: bool) -> None:
    rules = core.make_rules(**data(players, expansion))
    rounds = []
    for seed in range(40):
        position = Position(rules)
        position.guided_playout(seed)
        state = core.export_state(position)
        rounds.append(state["round"])
        assert max(state["rubies"]) >= data(players, expansion)["ruby_target"]
        assert sum(position.returns()) == pytest.approx(1.0)
    assert sum(rounds) / len(rounds) < 45


def test_a_state_is_small() -> None:
    assert Position(core.make_rules(**data(5, True))).state_size <= 512


# --- data ---


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 6}, r"players: found 6, expected 2 to 5"),
        ({"layout": [1, 2, 3]}, r"layout: found 3 places, expected 16"),
        ({"layout": [1, *range(1, 16)]}, r"layout: place 1 lies there twice"),
        ({"layout": [17, *range(1, 16)]}, r"layout: found place 17, expected numbers from 1 to 16"),
        ({"ruby_target": 0}, r"ruby_target: found 0, expected 1 to 30"),
        ({"bonus": [4] * 10}, r"bonus: found 10 entries, expected 19"),
        ({"bonus": [8] + [0] * 18}, r"bonus: found 8, expected 0 to 7"),
        ({"bonus": [4] * 11 + [0] * 8}, r"bonus: kind 10 belongs to the expansion"),
        ({"large": []}, r"large: found 0, expected 1 to 8"),
        ({"small": [[1, 1, 1]]}, r"small: found 3 entries, expected 4"),
        ({"small": [[3, 3, 0, 0]]}, r"small: found 6, expected 1 to 5"),
        ({"pay_large": [1, 2]}, r"pay_large: found 2 entries, expected 5"),
        ({"start_lira": [2]}, r"start_lira: found 1 entries, expected 2"),
        ({"tavern_costs": []}, r"tavern_costs: found 0, expected 1 to 4"),
        ({"house_costs": [300]}, r"house_costs: found 300, expected 0 to 100"),
        ({"guild": [(0, 0, 0)] * 19}, r"guild: found 19 entries, expected 20"),
        ({"guild": [(0, 0, 1)] + [(0, 0, 0)] * 19}, r"guild card 1: found 1, expected 0 to 0"),
        ({"prizes": [(7, 1)] * 6}, r"prizes: found 7, expected 0 to 5"),
    ],
)
def test_wrong_data_are_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        core.make_rules(**(data(2, False) | changes))


@pytest.mark.parametrize("expansion", [False, True])
def test_random_layouts_keep_to_the_rules(expansion: bool) -> None:
    """Fountain inside, Black Market and Tea House apart, and all of that happens (rules 1.3, 2.3)."""
    columns = 5 if expansion else 4
    fountains, markets = set(), set()
    for seed in range(400):
        layout = core.random_layout(expansion, seed)
        assert sorted(layout) == list(range(1, 4 * columns + 1)) and core.allowed_layout(layout, expansion)
        row, column = divmod(layout.index(7), columns)
        assert row in (1, 2) and 0 < column < columns - 1
        (a, b), (c, d) = divmod(layout.index(8), columns), divmod(layout.index(9), columns)
        assert abs(a - c) + abs(b - d) >= 3 and not (expansion and (a == c or b == d))
        fountains.add(layout.index(7))
        markets.add(layout.index(8))
    assert len(fountains) == 2 * (columns - 2) and len(markets) >= 12


# --- states as plain values ---


@pytest.mark.parametrize("expansion", [False, True])
def test_states_go_through_the_door(expansion: bool) -> None:
    rules = core.make_rules(**data(3, expansion))
    for steps in range(0, 400, 13):
        position = position_after(rules, steps, steps)
        state = core.export_state(position)
        again = core.import_state(rules, state)
        assert core.export_state(again) == state
        assert again.legal_actions() == position.legal_actions()
        for player in (-1, 0, 1, 2):
            assert again.key(player) == position.key(player)
        assert core.export_state(pickle.loads(pickle.dumps(position))) == state


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("stage", "moving", r"stage: found 'moving', expected one of figure, .*"),
        ("player", 3, r"player: found 3, expected 0 to 2"),
        ("lira", [1, 2], r"lira: found 2 entries, expected 3"),
        ("lira", 5, r"lira: expected a list of numbers"),
        ("goods", "none", r"goods: expected a list of lists"),
        ("goods", [[9, 0, 0, 0]] * 3, r"goods\[0\]: found 9, expected 0 to 5"),
        ("goods", [[3, 0, 0, 0]] * 3, r"goods\[0\]: more than the wheelbarrow holds"),
        ("stack", [0, 0, 0], r"stack\[0\]: found . assistants in all, expected 5"),
        ("spare", [0, 1, 1], r"(stack|spare)\[0\]: .*"),
        ("rubies", [4, 0, 0], r"rubies: found .* in all, expected .*"),
        ("deck", [7] * 19, r"deck: more cards of kind 0 than there are in the game"),
        ("deck", [0] * 19, r"deck: found .* cards of kind .* in all, expected .*"),
        ("unknown", [60, 0, 0], r"unknown: more unknown cards than the pool has"),
        ("guild_discards", [1], r"guild_discards: a guild card is in two places"),
        ("guild_deck", [1], r"guild_deck: a guild card is nowhere"),
        (
            "demand_large",
            {"order": [0], "unseen": [0, 1, 2, 3, 4]},
            r"demand_large.unseen: each tile is either seen or unseen",
        ),
        ("barrier", 3, r"barrier_owner: a barrier on the board has an owner, and no other one"),
        ("governor", 1, r"governor: found 1, expected 2 to 12, or 0 before it is placed"),
        ("mosque", [1, 0, 0, 0], r"mosque: found 1 tiles of colour 0 taken, but players own 0"),
        ("dice", [1, 2, 3], r"dice: found 3 entries, expected 2"),
        ("lire", [1, 2, 3], r"lire: there is no such field"),
    ],
)
def test_wrong_fields_are_named(field: str, value: Any, message: str) -> None:
    rules = core.make_rules(**data(3, True))
    position = position_after(rules, 40, 1)
    state = copy.deepcopy(core.export_state(position))
    assert state["tiles"] == [0, 0, 0]
    state[field] = value
    with pytest.raises(ValueError, match=f"^{message}$"):
        core.import_state(rules, state)


def test_missing_fields_and_unfit_stages_are_named() -> None:
    rules = core.make_rules(**data(3, True))
    state = core.export_state(position_after(rules, 40, 1))
    without = {name: value for name, value in state.items() if name != "met"}
    with pytest.raises(ValueError, match=r"^met: is missing$"):
        core.import_state(rules, without)
    for stage in ("dice", "draw", "figure_pay", "beside", "market", "deliver", "extra", "roll", "action"):
        with pytest.raises(ValueError, match=f"in stage {stage}$"):
            core.import_state(rules, {**state, "stage": stage, "acting": 0, "back": "", "figure": 0})


def test_other_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="place: found 17, expected 1 to 16"):
        core.reach(core.make_rules(**data(2, False)), 17)
    with pytest.raises(ValueError, match="barrier: found 31, expected -1 to 30"):
        core.reach(core.make_rules(**data(2, True)), 1, barrier=31)
