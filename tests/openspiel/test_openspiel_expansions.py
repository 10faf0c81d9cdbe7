"""Games with goods, region cards and the cards of all boxes in OpenSpiel."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.tests import games_sim_test
from openspiel_games import observers, private_outcomes, random_states
from test_openspiel_knowledge import assert_same_to, keys_of_course

from rattus_ai._core.rattus import export_state
from rattus_ai.openspiel import SpielBot
from rattus_ai.positions import read_position

MERCATUS_2P = "rattus(players=2,cards=count;deacon;swindler;shaman;raider;grave_robber,turn_limit=14)"
MIXTURE_3P = "rattus(players=3,cards=astronomer;explorer;witch;crusader;baker;nun,turn_limit=14)"
AFRICANUS_5P = "rattus(players=5,cards=astronomer;sultan;caravan_leader;witch;knight;peasant,turn_limit=10)"
BOARD_3P = "rattus(players=3,cards=emperor;wizard;pied_piper;soldier;queen;mayor,turn_limit=14)"
GAMES = (MERCATUS_2P, MIXTURE_3P, AFRICANUS_5P, BOARD_3P)
SECRETS = (MIXTURE_3P, AFRICANUS_5P)


@pytest.mark.parametrize("text", GAMES)
def test_random_simulations(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", GAMES)
def test_simulations_of_open_spiel(text: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(text))


@pytest.mark.parametrize("text", GAMES)
def test_resampling_keeps_what_every_player_knows(text: str) -> None:
    game = pyspiel.load_game(text)
    rng = random.Random(6)
    for step, state in enumerate(random_states(game, 3, curious=True)):
        if step % 11 and not state.is_terminal():
            continue
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            assert_same_to(player, state, other)
            assert other.history() == other.core.history()


@pytest.mark.parametrize("text", SECRETS)
def test_resampled_games_looked_the_same_at_every_step(text: str) -> None:
    game = pyspiel.load_game(text)
    rng = random.Random(7)
    differing = 0
    for seed in range(2):
        for step, state in enumerate(random_states(game, seed, curious=True)):
            if step % 40 != 39 and not state.is_terminal():
                continue
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, rng.random)
                differing += other.history() != state.history()
                assert keys_of_course(other, player) == keys_of_course(state, player)
    assert differing > 10


@pytest.mark.parametrize("text", SECRETS)
def test_information_states_tell_cards_to_their_owners_only(text: str) -> None:
    game = pyspiel.load_game(text)
    hidden: set[str] = set()
    for seed in range(5):
        for step, state in enumerate(random_states(game, seed, curious=True)):
            if step % 40 and not state.is_terminal():
                continue
            history = [str(each) for each in state.history()]
            private = {each.place: each for each in private_outcomes(state)}
            for place, each in private.items():
                assert each.outcome == state.history()[place]
                name = game.game.action_text if each.action else game.game.outcome_text
                hidden.add(name(each.outcome).split()[0])
            for player in range(game.num_players()):
                words = state.information_state_string(player).partition(": ")[2].split()
                for place, (word, identifier) in enumerate(zip(words, history, strict=True)):
                    secret = place in private and player not in private[place].observers
                    assert word == ("?" if secret else identifier)
    assert {"deal", "draw", "choose"} <= hidden


@pytest.mark.parametrize("text", GAMES)
def test_observations(text: str) -> None:
    """Public pieces are the same for all, private ones hold no more than the player knows."""
    game = pyspiel.load_game(text)
    watching = observers(game, perfect_recall=False)
    regions = game.game.region_names
    for step, state in enumerate(random_states(game, seed=12, curious=True)):
        if step % 13 and not state.is_terminal():
            continue
        open_to_all, everything = watching[True, "NONE"], watching[True, "ALL_PLAYERS"]
        open_to_all.set_from(state, 0)
        everything.set_from(state, 0)
        for player in range(game.num_players()):
            single = watching[True, "SINGLE_PLAYER"]
            single.set_from(state, player)
            for name, array in open_to_all.dict.items():
                np.testing.assert_array_equal(single.dict[name], array, err_msg=name)
            assert single.tensor.min() >= 0
            assert single.tensor.max() <= 1, max(single.dict, key=lambda name: single.dict[name].max())
            document = json.loads(single.string_from(state, player))
            check_pieces(game.game, single.dict, document, regions)
            position = read_position({**document, "rules": dict(game.game.options)})
            assert position.viewer == player


def check_pieces(game: Any, pieces: Any, document: dict[str, Any], regions: tuple[str, ...]) -> None:
    """Against the document of the same view, which is written by other code."""
    if "mercatus" in document:
        market = document["mercatus"]
        assert np.rint(pieces["coins"] * 100).tolist() == market["coins"]
        assert np.rint(pieces["goods_supply"] * 4).tolist() == list(market["supply"].values())
        for player, kinds in enumerate(market["goods"]):
            assert round(float(pieces["goods"][player].sum()) * 4) == len(kinds)
        for index, name in enumerate(regions):
            assert bool(pieces["region_goods"][index].any()) == ("goods" in document["regions"][name])
    if "africanus" in document:
        for player, hand in enumerate(document["africanus"]["hands"]):
            known = sorted(text for text in hand if text is not None) if isinstance(hand, list) else []
            held = zip(game.region_cards, game.region_card_counts, pieces["hands"][player], strict=True)
            assert known == sorted(text for text, count, share in held for _ in range(round(share * count)))
            size = hand if isinstance(hand, int) else len(hand)
            assert round(float(pieces["hand_sizes"][player]) * sum(game.region_card_counts)) == size
    if "caravan" in document:
        assert [regions[i] for i in pieces["caravan"].nonzero()[0]] == [document["caravan"]]
    if "nuns" in document:
        assert round(float(pieces["nuns"].sum()) * 3) == len(document["nuns"])
    if "walls" in document:
        assert int(pieces["walls"].sum()) == 2 * len(document["walls"])
    if "baker" in document:
        assert np.rint(pieces["baker"] * 20).tolist() == document["baker"]
    for name, total in (("diplomats", game.diplomats), ("potions", 10)):
        if f"{name}_left" in document:
            assert round(float(pieces[f"{name}_left"][0]) * total) == document[f"{name}_left"]
            lying = [document["regions"][region][name] for region in regions]
            assert np.rint(pieces[name] * total).tolist() == lying


@pytest.mark.parametrize("text", GAMES)
def test_bounds_of_the_game(text: str) -> None:
    game = pyspiel.load_game(text)
    players = game.num_players()
    assert game.max_utility() == (players - 1) / players
    assert game.min_utility() == -1 / players
    for seed in range(3):
        for state in random_states(game, seed):
            for action in state.legal_actions():
                most = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
                assert 0 <= action < most
        assert len(state.history()) <= game.max_game_length() + game.max_chance_nodes_in_history()
        assert sorted(state.returns()) == [game.min_utility()] * (players - 1) + [game.max_utility()]


@pytest.mark.parametrize("text", SECRETS)
def test_bots_do_not_see_what_is_hidden(text: str) -> None:
    game = pyspiel.load_game(text)
    rng = random.Random(11)
    checked = 0
    for step, state in enumerate(random_states(game, seed=5, curious=True)):
        player = state.current_player()
        if step % 12 or player < 0 or export_state(state.core)["ending"]:
            continue
        checked += 1
        other = state.resample_from_infostate(player, rng.random)
        for agent in ("greedy", "ismcts:60,memory_mb=4"):
            assert SpielBot(player, agent).step(state) == SpielBot(player, agent).step(other)
    assert checked > 3
