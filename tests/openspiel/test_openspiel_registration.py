"""Loading: parameters, ranges, names, independence of the rest of the library from pyspiel."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pyspiel
import pytest
from openspiel_games import DATA, GAME_STRINGS, small_game_string

import rattus_ai.openspiel
from rattus_ai.errors import OptionError
from rattus_ai.games import game_names, load_game
from rattus_ai.openspiel import parameters


def test_every_game_is_registered_once() -> None:
    registered = pyspiel.registered_names()
    rattus_ai.openspiel.register_games()
    assert pyspiel.registered_names() == registered
    assert set(game_names()) <= set(registered)


def test_rattus_ai_alone_does_not_import_pyspiel() -> None:
    code = (
        "import sys, pkgutil, importlib, rattus_ai, rattus_ai.games, rattus_ai.positions, rattus_ai.records;"
        "rattus_ai.games.load_game('rattus', players=2).new_position(seed=1);"
        "sys.exit('pyspiel' in sys.modules or 'open_spiel' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_process_ends_cleanly() -> None:
    code = "import rattus_ai.openspiel, pyspiel; pyspiel.load_game('rattus').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_type() -> None:
    kind = pyspiel.load_game("rattus").get_type()
    assert (kind.min_num_players, kind.max_num_players) == (2, 6)
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.default_loadable


def test_every_option_is_a_parameter() -> None:
    options = set(load_game("rattus", players=2).options)
    assert set(parameters.specification("rattus")) == options


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_sizes_are_those_of_the_rules(players: int) -> None:
    game = pyspiel.load_game(f"rattus(players={players})")
    rules = load_game("rattus", players=players).rules
    assert game.num_players() == players
    assert game.num_distinct_actions() == rules.num_distinct_actions
    assert game.max_chance_outcomes() == rules.max_chance_outcomes
    assert game.max_game_length() == rules.max_game_length
    assert game.max_chance_nodes_in_history() == rules.max_chance_nodes
    assert game.utility_sum() == 0
    assert game.max_utility() == pytest.approx(1 - 1 / players)
    assert game.min_utility() == pytest.approx(-1 / players)


@pytest.mark.parametrize("text", GAME_STRINGS)
def test_game_strings_and_pickles_give_the_same_game(text: str) -> None:
    game = pyspiel.load_game(text)
    for other in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(other) == str(game)
        assert other.game is game.game
        assert str(other.new_initial_state()) == str(game.new_initial_state())


def test_cards_and_files() -> None:
    game = pyspiel.load_game(small_game_string("tiny", "tiny", "Boszorkány; king", 2))
    assert game.game.card_names == ("witch", "king")
    assert game.game.region_names == ("alpha", "beta", "gamma")
    by_dictionary = pyspiel.load_game("rattus", {"players": 2, "map": str(DATA / "tiny-map.toml")})
    assert by_dictionary.game.region_names == ("alpha", "beta", "gamma")


def test_cards_of_all_boxes() -> None:
    game = pyspiel.load_game("rattus(players=4,cards=dangerous-times)")
    assert game.game is load_game("rattus", players=4, cards="dangerous-times")
    drawn = pyspiel.load_game("rattus(players=5,cards=random,cards_seed=3,boxes=base;mercatus)")
    wanted = load_game("rattus", players=5, cards="random", cards_seed=3, boxes=["base", "mercatus"])
    assert drawn.game is wanted and pyspiel.load_game(str(drawn)).game is wanted
    both = pyspiel.load_game("rattus(players=2,mercatus=True,africanus=True)").game
    assert both.options["mercatus"] is both.options["africanus"] is both.options["split_setup_pairs"] is True


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"players": 7}, "players: found 7"),
        ({"cards": "bishop"}, "what the Bishop does is not known"),
        ({"cards": "random"}, "cards_seed: is missing"),
        ({"cards_seed": 4}, "cards_seed: only says how cards are drawn"),
        ({"players": 1}, "players: found 1"),
        ({"players": 0}, "players: found 0"),
        ({"cards": "monkk"}, "did you mean monk"),
        ({"cards": "monk;monk"}, "same card"),
        ({"reveal_order": "backwards"}, "reveal_order"),
        ({"turn_limit": 0}, "turn_limit: found 0"),
        ({"turn_limit": 60_001}, "turn_limit: found 60001"),
        ({"map": "no-such-file.toml"}, "map: .*cannot be read"),
        ({"tokens": "a,b.toml"}, "tokens: .*game string"),
        ({"map": "a=b"}, "map: .*game string"),
        ({"map": "(a)"}, "map: .*game string"),
        ({"map": "17"}, "map: .*game string"),
        ({"cards": "True"}, "cards: .*game string"),
    ],
)
def test_parameters_out_of_range(given: dict[str, object], expected: str) -> None:
    with pytest.raises(OptionError, match=expected):
        pyspiel.load_game("rattus", given)


@pytest.mark.parametrize("text", ["rattus(seats=3)", "rattus(players=3.0)", "rattus(players=three)"])
def test_unknown_parameters_and_wrong_types(text: str) -> None:
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game(text)


def test_a_game_starts_at_its_beginning() -> None:
    with pytest.raises(ValueError, match="start"):
        pyspiel.load_game("rattus").new_initial_state("somewhere")
