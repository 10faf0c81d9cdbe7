"""What players can see: observers, information states, redrawing, leaks."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from openspiel_games import (
    GAME_STRINGS,
    WITCH,
    assert_same_to,
    keys_of_course,
    observers,
    private_outcomes,
    random_states,
    small_game_string,
)

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.openspiel import SpielBot
from rattus_ai.positions import read_position

NONE, SINGLE, ALL = "NONE", "SINGLE_PLAYER", "ALL_PLAYERS"
REVEALING_WITCH = "rattus(players=3,cards=Witch;Monk;Peasant,reveal_order=active_player)"


def unseen_kinds(state: Any, player: int) -> list[int]:
    """How many kinds of tokens of each ring the player has not seen all of."""
    fields = core.export_state(CorePosition.view(state.core, player))
    kinds = state.get_game().game.kinds
    left = [text[0] for text, count in zip(kinds, fields["unseen"], strict=True) if count]
    return [left.count(ring) for ring in "sn"]


@pytest.mark.parametrize("text", [*GAME_STRINGS, WITCH])
def test_resampling_keeps_what_every_player_knows(text: str) -> None:
    game = pyspiel.load_game(text)
    rng = random.Random(6)
    for seed in range(2):
        for step, state in enumerate(random_states(game, seed, curious=seed == 1)):
            if step % 7 and not state.is_terminal():
                continue
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, rng.random)
                assert_same_to(player, state, other)
                assert other.history() == other.core.history()


@pytest.mark.parametrize("text", [WITCH, REVEALING_WITCH])
def test_resampled_games_looked_the_same_at_every_step(text: str) -> None:
    game = pyspiel.load_game(text)
    rng = random.Random(7)
    revealed = 0
    for seed in range(4):
        seen: set[int] = set()
        for step, state in enumerate(random_states(game, seed, curious=True)):
            private = {each.place for each in private_outcomes(state)}
            revealed += len(seen - private)
            seen = private
            if not private or (step % 25 and not state.is_terminal()):
                continue
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, rng.random)
                assert keys_of_course(other, player) == keys_of_course(state, player)
    assert revealed > 20


def test_resampled_games_looked_the_same_with_many_tokens_alike() -> None:
    game = pyspiel.load_game(small_game_string("tiny", "alike", "witch", 30))
    rng = random.Random(8)
    revealed = 0
    for seed in range(20):
        seen: set[int] = set()
        for state in random_states(game, seed, curious=True, shy={1}):
            private = {each.place for each in private_outcomes(state)}
            if private == seen:
                continue
            revealed += len(seen - private)
            seen = private
            for _ in range(4):
                other = state.resample_from_infostate(1, rng.random)
                assert keys_of_course(other, 1) == keys_of_course(state, 1)
    assert revealed > 20


def test_hidden_tokens_vary_and_known_ones_do_not() -> None:
    game = pyspiel.load_game(WITCH)
    rng = random.Random(9)
    checked = 0
    for step, state in enumerate(random_states(game, seed=3, curious=True)):
        private = private_outcomes(state)
        if not private or step % 10:
            continue
        for player in range(3):
            others = [state.resample_from_infostate(player, rng.random) for _ in range(12)]
            alternatives = unseen_kinds(state, player)
            for outcome in private:
                drawn = {other.history()[outcome.place] for other in others}
                if player in outcome.observers:
                    assert drawn == {outcome.outcome}
                else:
                    assert len(drawn) > 1 or min(alternatives) < 3
                    checked += len(drawn) > 1
            places = {each.place for each in private}
            for place, identifier in enumerate(state.history()):
                if place not in places:
                    assert all(other.history()[place] == identifier for other in others)
    assert checked > 20


def test_resampling_follows_the_unseen_tokens() -> None:
    """A hidden token is any of those that the player has not seen, each with the same chance."""
    game = pyspiel.load_game(WITCH)
    rng = random.Random(10)
    for state in random_states(game, seed=3, curious=True):
        private = private_outcomes(state)
        if len(private) == 1:
            break
    (looker,) = private[0].observers
    player = (looker + 1) % 3
    draws = 600
    counts: dict[int, int] = {}
    for _ in range(draws):
        (drawn,) = private_outcomes(state.resample_from_infostate(player, rng.random))
        counts[drawn.outcome] = counts.get(drawn.outcome, 0) + 1
    before = CorePosition(state.core.rules)
    for identifier in state.history()[: private[0].place]:
        before.apply(identifier)
    weights = dict(before.chance_weights())
    assert set(counts) <= set(weights)
    expected = {each: draws * weight / sum(weights.values()) for each, weight in weights.items()}
    squares = sum((counts.get(each, 0) - mean) ** 2 / mean for each, mean in expected.items())
    degrees = len(expected) - 1
    assert squares < degrees + 5 * (2 * degrees) ** 0.5


def test_bots_do_not_see_what_is_hidden() -> None:
    game = pyspiel.load_game(WITCH)
    rng = random.Random(11)
    checked = 0
    for step, state in enumerate(random_states(game, seed=5, curious=True)):
        player = state.current_player()
        if step % 12 or player < 0:
            continue
        if all(player in each.observers for each in private_outcomes(state)):
            continue
        checked += 1
        other = state.resample_from_infostate(player, rng.random)
        for agent in ("greedy", "ismcts:60,memory_mb=4"):
            assert SpielBot(player, agent).step(state) == SpielBot(player, agent).step(other)
    assert checked > 3


def test_information_states_tell_the_looker_only() -> None:
    game = pyspiel.load_game(WITCH)
    checked = 0
    for state in random_states(game, seed=1, curious=True):
        words = [state.information_state_string(p).partition(": ")[2].split() for p in range(3)]
        history = [str(each) for each in state.history()]
        private = {each.place: each for each in private_outcomes(state)}
        for player in range(3):
            for place, (word, identifier) in enumerate(zip(words[player], history, strict=True)):
                hidden = place in private and player not in private[place].observers
                assert word == ("?" if hidden else identifier)
                checked += hidden
        assert len({state.information_state_string(p) for p in range(3)}) == 3
        assert len({state.observation_string(p) for p in range(3)}) == 3
        assert len({tuple(state.observation_tensor(p)) for p in range(3)}) == 3
    assert checked > 20


def test_looks_become_public_when_the_rat_is_revealed() -> None:
    """A look at a known rat tells its token to the second looker, a reveal tells it to everybody."""
    game = pyspiel.load_game(WITCH)
    shared = revealed = 0
    for seed in range(6):
        known: dict[int, frozenset[int]] = {}
        for state in random_states(game, seed, curious=True):
            now = {each.place: each.observers for each in private_outcomes(state)}
            for place, who in known.items():
                if place in now:
                    assert who <= now[place]
                    shared += who != now[place]
                else:
                    revealed += 1
                    words = state.information_state_string(0).partition(": ")[2].split()
                    assert words[place] == str(state.history()[place])
            known = now
    assert shared > 0
    assert revealed > 10


def test_observers() -> None:
    game = pyspiel.load_game(WITCH)
    for recall in (False, True):
        watching = observers(game, recall)
        for step, state in enumerate(random_states(game, seed=8, curious=True)):
            if step % 20 and not state.is_terminal():
                continue
            strings = {
                kind: [observer.string_from(state, p) for p in range(3)]
                for kind, observer in watching.items()
            }
            for kind in ((True, NONE), (True, ALL), (False, NONE), (False, ALL)):
                assert len(set(strings[kind])) == 1
            assert strings[False, NONE][0] == ""
            assert len(set(strings[True, SINGLE])) == len(set(strings[False, SINGLE])) == 3
            private = private_outcomes(state)
            for player in range(3):
                own = [each for each in private if player in each.observers]
                assert strings[False, SINGLE][player].count("see") == len(own)
                assert strings[False, SINGLE][player].startswith(f"player {player}")
            assert strings[False, ALL][0].count("see") == len(private)
            if recall:
                assert strings[True, ALL][0].split() == [str(each) for each in state.history()]
                assert strings[True, NONE][0].count("?") == len(private)


def test_observation_strings_are_documents() -> None:
    game = pyspiel.load_game(WITCH)
    for step, state in enumerate(random_states(game, seed=8, curious=True)):
        if step % 30 == 29:
            document = json.loads(state.observation_string(1)) | {"rules": game.game.options}
            position = read_position(document)
            assert position.viewer == 1
            assert CorePosition.key(position, 1) == state.core.key(1)


def test_tensors_have_the_pieces_of_their_kind() -> None:
    game = pyspiel.load_game(WITCH)
    watching = observers(game, perfect_recall=False)
    pieces = game.knowledge.pieces(game.game)
    public = [piece.name for piece in pieces if not piece.private]
    private = [piece.name for piece in pieces if piece.private]
    assert list(watching[True, NONE].dict) == public
    assert list(watching[True, ALL].dict) == public + private
    assert list(watching[True, SINGLE].dict) == ["player", *public, *private]
    assert list(watching[False, SINGLE].dict) == ["player", *private]
    assert list(watching[False, NONE].dict) == []
    shapes = {piece.name: piece.shape for piece in pieces}
    for observer in watching.values():
        assert observer.tensor.dtype == np.float32
        for name, array in observer.dict.items():
            assert array.shape == shapes.get(name, (3,))
            assert array.base is not None
        assert observer.tensor.size == sum(array.size for array in observer.dict.values())


def test_public_pieces_are_the_same_for_all() -> None:
    game = pyspiel.load_game(WITCH)
    watching = observers(game, perfect_recall=False)
    varied = False
    for step, state in enumerate(random_states(game, seed=12, curious=True)):
        if step % 10 and not state.is_terminal():
            continue
        open_to_all = watching[True, NONE]
        open_to_all.set_from(state, 0)
        for kind in ((True, SINGLE), (True, ALL)):
            for player in range(3):
                watching[kind].set_from(state, player)
                for name, array in open_to_all.dict.items():
                    np.testing.assert_array_equal(watching[kind].dict[name], array)
        watching[True, ALL].set_from(state, 0)
        everything = watching[True, ALL].dict["known"].copy()
        watching[True, SINGLE].set_from(state, 0)
        assert (watching[True, SINGLE].dict["known"] <= everything).all()
        varied |= bool((watching[True, SINGLE].dict["known"] < everything).any())
        assert watching[True, SINGLE].tensor.min() >= 0
        assert watching[True, SINGLE].tensor.max() <= 1
    assert varied


def test_tensor_values() -> None:
    """Against the document of the same view, which is written by other code."""
    game = pyspiel.load_game("rattus(players=4)")
    observer = game.make_py_observer()
    regions, rings, kinds = game.game.region_names, ("s", "n"), game.game.kinds
    for step, state in enumerate(random_states(game, seed=3, curious=True)):
        if step % 15 != 14:
            continue
        observer.set_from(state, 2)
        pieces = observer.dict
        document = json.loads(observer.string_from(state, 2))
        assert pieces["player"].tolist() == [0, 0, 1, 0]
        assert [regions[i] for i in pieces["plague"].nonzero()[0]] == [document["plague"]]
        assert pieces["active"].nonzero()[0].tolist() == [document["turn"]["player"]]
        assert np.rint(pieces["palace"] * 20).tolist() == document["palace"]
        assert np.rint(pieces["supply"] * 20).tolist() == document["supply"]
        for index, name in enumerate(regions):
            region = document["regions"][name]
            assert np.rint(pieces["cubes"][index] * 20).tolist() == region["cubes"]
            lying = [rat if isinstance(rat, str) else rat["ring"] for rat in region["rats"]]
            assert np.rint(pieces["rats"][index] * 3).tolist() == [lying.count(ring) for ring in rings]
            looked = [rat for rat in region["rats"] if isinstance(rat, dict)]
            known = sorted(rat["token"] for rat in looked if "token" in rat)
            amounts = np.rint(pieces["known"][index] * 3).astype(int)
            assert known == sorted(kinds[i] for i in range(len(kinds)) for _ in range(amounts[i]))
            assert round(pieces["looked"][index].sum() * 3) == sum(len(rat["seen"]) for rat in looked)
        for index, name in enumerate(game.game.card_names):
            owner = document["owners"][name]
            assert pieces["owners"][index].nonzero()[0].tolist() == [4 if owner is None else owner]
        left = pieces["unrevealed"] * game.game.kind_counts
        assert round(float(left.sum())) == sum(game.game.kind_counts) - len(document["revealed"])


def test_observers_have_no_parameters() -> None:
    with pytest.raises(ValueError, match="params"):
        pyspiel.load_game("rattus").make_py_observer(None, {"rings": 1})
