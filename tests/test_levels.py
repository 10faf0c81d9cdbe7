"""Opponents by level: softer choices among sensible actions make the weaker ones weaker."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levels
from rattus_ai import Bot, load_game
from rattus_ai.bots import parse_agent
from rattus_ai.bots.levels import DEFAULT_LEVEL, LEVELS
from rattus_ai.bots.temperature import LOOKED_AT, SENSIBLE, sensible, soft_choice, soft_policy
from rattus_ai.errors import OptionError
from rattus_ai.games import game_names
from rattus_ai.match import play_match

NAMES = tuple(LEVELS)

values = st.floats(0.0, 1.0)


@st.composite
def statistics(draw: st.DrawFn) -> list[tuple[int, int, bool, list[float]]]:
    """Of a decision of a game of 2 to 6, as a search tells them: the most visited action first."""
    players = draw(st.integers(2, 6))
    visits = sorted(draw(st.lists(st.integers(0, 5000), min_size=1, max_size=12)), reverse=True)
    return [
        (number, looks, False, draw(st.lists(values, min_size=players, max_size=players)))
        for number, looks in enumerate(visits)
    ]


def test_five_levels_from_beginner_to_strongest() -> None:
    assert NAMES == ("beginner", "casual", "skilled", "expert", "strongest")
    assert DEFAULT_LEVEL in LEVELS
    agents = [parse_agent(level) for level in NAMES]
    simulations = [agent.limit.simulations for agent in agents if agent.limit and agent.limit.simulations]
    assert simulations == sorted(simulations) and len(simulations) == 5
    temperature = [agent.make(1).temperature for agent in agents]  # type: ignore[attr-defined]
    assert temperature == sorted(temperature, reverse=True) and temperature[-1] == temperature[-2] == 0
    assert [agent.text for agent in agents] == list(NAMES)


def test_docs_and_code_name_the_same_levels() -> None:
    text = Path("docs/protocol.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(ismcts:[^`]+)` \|", text, flags=re.MULTILINE)
    assert dict(rows) == dict(LEVELS) and [name for name, _ in rows] == list(NAMES)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("level", NAMES[:-1])
def test_a_level_is_its_agent(game: str, level: str) -> None:
    position = load_game(game, players=3).new_position(seed=2)
    ours, others = Bot(level, seed=5), Bot(LEVELS[level], seed=5)
    for _ in range(4):
        view = position.view(position.current_player())
        action = ours.choose(view)
        assert action == others.choose(view) and action in view.legal_actions()
        position.push(action)
        position.draw_chances()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("begginer", "beginner"),
        ("Strongst", "strongest"),
        ("expert:50", "takes no settings"),
        ("casual,temperature=2", "takes no settings"),
        ("ismcts:20,temperature=-1", "from 0.0 to 100.0"),
        ("ismcts:20,temperature=nan", "from 0.0 to 100.0"),
        ("ismcts:20,temperatur=1", "temperature"),
        ("ismcts:20,temperature=1,objective=margin", "objective=win"),
    ],
)
def test_wrong_levels_are_refused_by_name(text: str, problem: str) -> None:
    with pytest.raises(OptionError, match=re.escape(problem)):
        Bot(text)


@given(statistics(), st.floats(0.001, 50.0), st.integers(0, 1))
def test_only_sensible_actions_are_ever_chosen(
    found: list[tuple[int, int, bool, list[float]]], temperature: float, player: int
) -> None:
    policy = dict(soft_policy(found, player, temperature))
    assert math.isclose(math.fsum(policy.values()), 1.0)
    best = found[0]
    players = len(best[3])
    assert best[0] in policy
    for action in policy:
        looks, others = found[action][1], found[action][3]
        assert players * (best[3][player] - others[player]) <= SENSIBLE + 1e-12
        assert looks >= LOOKED_AT * best[1]
    assert soft_choice(found, player, temperature, random.Random(1)) in policy
    assert soft_choice(found, player, 0.0, random.Random(1)) == best[0]


@given(statistics(), st.lists(st.floats(0.01, 20.0), min_size=2, max_size=2, unique=True))
def test_softer_choices_give_more_away(
    found: list[tuple[int, int, bool, list[float]]], temperature: list[float]
) -> None:
    losses = dict(sensible(found, 0))
    hard, soft = (
        math.fsum(chance * losses[action] for action, chance in soft_policy(found, 0, each))
        for each in sorted(temperature)
    )
    assert hard <= soft + 1e-12


def test_chances_are_those_of_the_values() -> None:
    found = [(7, 900, False, [0.5, 0.5]), (3, 500, False, [0.45, 0.55]), (9, 30, False, [0.5, 0.5])]
    # Action 9 was hardly looked at; action 3 is worth 0.1 fair shares less.
    expected = {7: 1 / (1 + math.exp(-1)), 3: math.exp(-1) / (1 + math.exp(-1))}
    assert dict(soft_policy(found, 0, 0.1)) == pytest.approx(expected)
    source = random.Random(4)
    counts = Counter(soft_choice(found, 0, 0.1, source) for _ in range(20_000))
    for action, chance in expected.items():
        error = math.sqrt(chance * (1 - chance) / 20_000)
        assert abs(counts[action] / 20_000 - chance) < 5 * error


@pytest.mark.parametrize("game", game_names())
def test_what_a_level_gives_away_is_small(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On average over decisions of games between skilled players; random actions give away more."""
    monkeypatch.setattr(levels, "VALUE_SIMULATIONS", 1500)
    monkeypatch.setattr(levels, "JUDGE_SIMULATIONS", 4000)
    monkeypatch.setattr(levels, "LEVELS", {"beginner": "", "skilled": "", "random": ""})
    setting = levels.Setting("two", game, {"players": 2}, 1.0, 1.0)
    found = [each for seed in range(24) if (each := levels.losses((setting, seed))) is not None]
    mean = {level: sum(each[level] for each in found) / len(found) for level in found[0]}
    assert len(found) == 24
    assert mean["skilled"] < 0.03 and mean["beginner"] < 0.08
    assert mean["random"] > mean["beginner"] + 0.01


def test_a_beginner_loses() -> None:
    """All neighbours are measured by analysis/levels.py; this is the widest pair that is quick."""
    result = play_match(load_game("rattus", players=2), ["skilled", "beginner"], games=24, seed=3)
    assert result.standings[0].wins >= 18
