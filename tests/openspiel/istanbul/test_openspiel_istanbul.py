"""Istanbul in OpenSpiel: its own tests, private outcomes, observations, hands drawn anew."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import random
from collections import Counter

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.tests import games_sim_test
from openspiel_games import assert_same_to, keys_of_course, observers, private_outcomes, random_states

from rattus_ai.errors import OptionError
from rattus_ai.games import load_game
from rattus_ai.istanbul.openspiel import draws
from rattus_ai.istanbul.openspiel.draws import Draw, redrawn_kinds
from rattus_ai.openspiel import SpielBot, parameters
from rattus_ai.positions import Position, read_position

GAME_STRINGS = (
    "istanbul(max_rounds=12)",
    "istanbul(players=4,max_rounds=8)",
    "istanbul(players=3,expansion=True,max_rounds=12)",
    "istanbul(players=2,expansion=True,layout=random,layout_seed=3,prize_cards=True,max_rounds=15)",
)
CARDS = "istanbul(players=3,expansion=True,max_rounds=40)"
NONE, SINGLE, ALL = "NONE", "SINGLE_PLAYER", "ALL_PLAYERS"


@pytest.mark.parametrize("text", GAME_STRINGS)
def test_simulations(text: str) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


class TestPartialTree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    game_name = "istanbul"
    game = pyspiel.load_game("istanbul(players=3,expansion=True,max_rounds=5)")


def test_parameters() -> None:
    assert set(parameters.specification("istanbul")) == set(load_game("istanbul", players=2).options)
    kind = pyspiel.load_game("istanbul").get_type()
    assert (kind.min_num_players, kind.max_num_players) == (2, 5)
    game = pyspiel.load_game("istanbul(players=4,expansion=True,layout=first)")
    assert game.game is load_game("istanbul", players=4, expansion=True)
    places = ";".join(map(str, range(1, 17)))
    assert pyspiel.load_game(f"istanbul(layout={places})").game is load_game(
        "istanbul", players=2, layout="number"
    )
    with pytest.raises(OptionError, match="did you mean first"):
        pyspiel.load_game("istanbul(players=4,expansion=True,layout=frist)")
    with pytest.raises(OptionError, match="layout_seed: is missing"):
        pyspiel.load_game("istanbul(layout=random)")


@pytest.mark.parametrize("text", GAME_STRINGS)
def test_steps_are_those_of_the_library(text: str) -> None:
    spiel = pyspiel.load_game(text)
    for other in (pyspiel.load_game(str(spiel)), pickle.loads(pickle.dumps(spiel)), copy.deepcopy(spiel)):
        assert other.game is spiel.game
    position = Position.of(load_game("istanbul", **spiel.game.options), seed=1)
    for state in random_states(spiel, seed=5):
        if state.history():
            position.push(state.history()[-1])
        assert state.current_player() == position.current_player()
        assert state.legal_actions() == position.legal_actions() == sorted(set(state.legal_actions()))
        assert len(state.history()) <= spiel.max_game_length() + spiel.max_chance_nodes_in_history()
        if state.is_chance_node():
            weights = position.chance_weights()
            total = sum(weight for _, weight in weights)
            assert state.chance_outcomes() == [(each, weight / total) for each, weight in weights]
    assert sum(state.returns()) == pytest.approx(0)
    restored = pickle.loads(pickle.dumps(state))
    assert str(restored) == str(state) and restored.history() == state.history()


@pytest.mark.parametrize("text", [*GAME_STRINGS, CARDS])
def test_redrawn_games_looked_the_same_at_every_step(text: str) -> None:
    game = pyspiel.load_game(text)
    rng = random.Random(7)
    changed = 0
    for seed in range(3):
        for step, state in enumerate(random_states(game, seed)):
            if step % 60 and not state.is_terminal():
                continue
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, rng.random)
                assert_same_to(player, state, other)
                changed += other.history() != state.history()
                if step % 120 == 0:
                    assert keys_of_course(other, player) == keys_of_course(state, player)
    assert changed > 5


def test_draws_are_private_to_who_draws() -> None:
    game = pyspiel.load_game(CARDS)
    hidden = 0
    for step, state in enumerate(random_states(game, seed=2)):
        if step % 40:
            continue
        history = [str(each) for each in state.history()]
        private = {each.place: each for each in private_outcomes(state)}
        for player in range(3):
            words = state.information_state_string(player).partition(": ")[2].split()
            for place, (word, identifier) in enumerate(zip(words, history, strict=True)):
                unknown = place in private and player not in private[place].observers
                assert word == ("?" if unknown else identifier)
                hidden += unknown
        texts = [game.game.outcome_text(each.outcome).split()[0] for each in private.values()]
        assert set(texts) <= {"deal", "draw", "draw_guild"}
        assert all(len(each.observers) == 1 for each in private.values())
    assert hidden > 100


def test_observations_are_documents() -> None:
    game = pyspiel.load_game(CARDS)
    for step, state in enumerate(random_states(game, seed=8)):
        if step % 90 == 29:
            for player in range(3):
                document = json.loads(state.observation_string(player))
                position = read_position(
                    document
                    | {"game": "istanbul", "rules": game.game.options_from(None) | {"max_rounds": 40}}
                )
                assert position.viewer == player
                assert position.key(player) == state.core.key(player)


@pytest.mark.parametrize("text", GAME_STRINGS)
def test_tensors(text: str) -> None:
    game = pyspiel.load_game(text)
    pieces = game.knowledge.pieces(game.game)
    public = [piece.name for piece in pieces if not piece.private]
    private = [piece.name for piece in pieces if piece.private]
    assert len({*public, *private}) == len(pieces)
    watching = observers(game, perfect_recall=False)
    assert list(watching[True, SINGLE].dict) == ["player", *public, *private]
    for step, state in enumerate(random_states(game, seed=12)):
        if step % 25 and not state.is_terminal():
            continue
        open_to_all, everything = watching[True, NONE], watching[True, ALL]
        open_to_all.set_from(state, 0)
        everything.set_from(state, 0)
        for player in range(game.num_players()):
            single = watching[True, SINGLE]
            single.set_from(state, player)
            for name, array in open_to_all.dict.items():
                np.testing.assert_array_equal(single.dict[name], array)
            for name in private:
                others = [each for each in range(game.num_players()) if each != player]
                np.testing.assert_array_equal(single.dict[name][player], everything.dict[name][player])
                assert not single.dict[name][others].any()
            assert single.tensor.min() >= 0


def test_tensor_values() -> None:
    """Against the document of the same view, which is written by other code."""
    game = pyspiel.load_game(CARDS)
    names = list(game.game.notation.vocabulary.names["place"]["en"])[1:]
    observer = game.make_py_observer()
    for step, state in enumerate(random_states(game, seed=3)):
        if step % 30 != 29:
            continue
        observer.set_from(state, 1)
        pieces = observer.dict
        document = json.loads(observer.string_from(state, 1))
        for player, seat in enumerate(document["seats"]):
            assert names[int(pieces["merchant"][player].argmax())] == seat["merchant"]
            assert names[int(pieces["family"][player].argmax())] == seat["family"]
            assert {names[i] for i in pieces["assistants"][player].nonzero()[0]} == set(seat["assistants"])
            assert round(float(pieces["lira"][player]) * 50) == seat["lira"]
            assert round(float(pieces["coffee"][player]) * 20) == seat["coffee"]
            assert np.rint(pieces["goods"][player] * 5).tolist() == list(seat["goods"].values())
            cards = seat["cards"] if isinstance(seat["cards"], int) else len(seat["cards"])
            cards += len(seat.get("open_cards", ()))
            assert round(float(pieces["hand_sizes"][player]) * 10) == cards
        own = document["seats"][1]
        kinds = game.game.notation.vocabulary.names["card"]["en"]
        copies = [max(count, 1) for count in game.game.copies]
        known = np.rint(pieces["hands"][1] * copies).astype(int)
        assert sorted(kinds[i] for i in range(len(kinds)) for _ in range(known[i])) == sorted(own["cards"])
        assert (pieces["guild_hands"][1].nonzero()[0] + 1).tolist() == own["guild_cards"]
        shown = [kinds[int(row.argmax())] for row in pieces["top_discards"] if row.any()]
        assert shown == document["board"]["discards"][::-1][:6]
        assert (pieces["guild_discards"].nonzero()[0] + 1).tolist() == document["board"]["guild_discards"]
        for index, figure in enumerate(("governor", "smuggler", "trader")):
            where = pieces["figures"][index].nonzero()[0]
            assert [names[i] for i in where] == [document["board"][figure]] * len(where)


def test_bots_do_not_see_what_is_hidden() -> None:
    game = pyspiel.load_game(CARDS)
    rng = random.Random(11)
    checked = 0
    for step, state in enumerate(random_states(game, seed=5)):
        player = state.current_player()
        if step % 60 or player < 0:
            continue
        other = state.resample_from_infostate(player, rng.random)
        checked += other.history() != state.history()
        agent = "ismcts:40,memory_mb=4"
        assert SpielBot(player, agent).step(state) == SpielBot(player, agent).step(other)
    assert checked > 2


def test_playthrough_is_replayed() -> None:
    lines = generate_playthrough.playthrough("istanbul(players=3,expansion=True,max_rounds=2)", None, seed=4)
    again = generate_playthrough.playthrough("istanbul(players=3,expansion=True,max_rounds=2)", None, seed=4)
    assert lines == again and "draw" in lines


# --- hands drawn anew --------------------------------------------------------------------------------------

PILES: tuple[tuple[str, list[int], list[Draw], list[int]], ...] = (
    ("plain", [2, 1, 1], [Draw(0, 0, 0), Draw(1, 1, 1), Draw(2, 1, 0)], [1, 2]),
    (
        "shuffled",
        [2, 2],
        [
            Draw(0, 1, 0),
            Draw(1, 0, 1, (), 2),
            Draw(3, 0, 0, (), 4),
            Draw(5, 0, 1),
            Draw(6, 1, 1, ((1, 1), (0, 1))),
        ],
        [0, 4],
    ),
    ("several alike", [2, 2], [Draw(0, 1, 0), Draw(1, 1, 0, (), 2), Draw(3, 0, 1)], [0]),
    ("left over", [1, 1, 2], [Draw(0, 1, 2), Draw(1, 1, 0), Draw(2, 1, 1), Draw(3, 1, 2)], [0, 1, 2, 3]),
)


def brute_force(copies: list[int], pile: list[Draw], hidden: list[int]) -> dict[tuple[int, ...], float]:
    """The chance of each way the hidden cards may be, by playing the draws through."""
    found: dict[tuple[int, ...], float] = {}
    for way in itertools.product(range(len(copies)), repeat=len(hidden)):
        kinds = [draw.kind for draw in pile]
        for number, kind in zip(hidden, way, strict=True):
            kinds[number] = kind
        chance, deck = 1.0, list(copies)
        for number, draw in enumerate(pile):
            for kind, count in draw.added:
                deck[kind] += count
            chance *= max(deck[kinds[number]], 0) / sum(deck)
            deck[kinds[number]] -= 1
        for number, draw in enumerate(pile):
            if draw.left is not None:
                alike = [
                    other
                    for other, each in enumerate(pile)
                    if each.player == draw.player
                    and kinds[other] == kinds[number]
                    and each.place < draw.left
                    and (each.left is None or each.left >= draw.left)
                ]
                chance /= len(alike)
        if chance:
            found[way] = chance
    total = sum(found.values())
    return {way: chance / total for way, chance in found.items()}


@pytest.mark.parametrize(
    ("copies", "pile", "hidden"), [each[1:] for each in PILES], ids=[p[0] for p in PILES]
)
def test_hidden_cards_are_drawn_with_their_chances(
    copies: list[int], pile: list[Draw], hidden: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draws, "SWEEPS", 8)
    expected = brute_force(copies, pile, hidden)
    assert len(expected) > 1
    count = 4000
    drawn = Counter(
        tuple(redrawn_kinds(copies, pile, hidden, seed)[number] for number in hidden) for seed in range(count)
    )
    assert set(drawn) <= set(expected)
    squares = sum((drawn[way] - count * chance) ** 2 / (count * chance) for way, chance in expected.items())
    degrees = len(expected) - 1
    assert squares < degrees + 5 * (2 * degrees) ** 0.5, (drawn, expected)


def test_hands_of_others_follow_the_deck() -> None:
    """At the first decision of a game any card not one's own may be in another hand, by its copies."""
    game = pyspiel.load_game("istanbul(players=2)")
    state = game.new_initial_state()
    rng = random.Random(1)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    private = private_outcomes(state)
    (place,) = (each.place for each in private if 0 not in each.observers)
    (own,) = (each.outcome for each in private if 0 in each.observers)
    count = 3000
    drawn = Counter(state.resample_from_infostate(0, rng.random).history()[place] for _ in range(count))
    left = list(game.game.copies[:10])
    deals = {game.game.rules.describe_outcome(each)[1][0][1]: each for each in range(10)}
    left[next(kind for kind, outcome in deals.items() if outcome == own)] -= 1
    for kind, copies_left in enumerate(left):
        expected = count * copies_left / sum(left)
        assert abs(drawn[deals[kind]] - expected) < 5 * expected**0.5
