"""Position documents of games with goods, region cards and the cards of all boxes."""

from __future__ import annotations

import collections
import functools
from typing import Any

import pytest
from expansion_games import GAMES, positions

from rattus_ai._core.rattus import export_state
from rattus_ai.errors import DocumentError
from rattus_ai.games import PUBLIC
from rattus_ai.positions import Position, read_position
from rattus_ai.schemas.writing import pretty

SEEDS = range(3)
EVERY = 5
"""Of the stages that come up often one in so many is checked."""


def check_round_trip(position: Position) -> None:
    """Document -> position -> document is the same, for all that the position holds and for every view."""
    state = export_state(position)
    text = pretty(position.to_document())
    again = read_position(text)
    assert export_state(again) == state
    assert again.legal_actions() == position.legal_actions()
    assert again.chance_weights() == position.chance_weights()
    assert again.current_player() == position.current_player()
    assert pretty(again.to_document()) == text
    for player in range(PUBLIC, position.game.num_players):
        view = position.view(player)
        shown = view.to_document()
        check_secrets(shown, player, state["stage"], state["active"])
        reread = read_position(shown)
        assert export_state(reread) == export_state(view.core)
        assert reread.viewer == player
        assert reread.to_document() == shown == position.to_document(player)


def check_secrets(document: dict[str, Any], viewer: int, stage: str, active: int) -> None:
    """A view's document names no region card that the viewer does not know."""
    if "africanus" not in document:
        return
    for player, hand in enumerate(document["africanus"]["hands"]):
        if stage in ("hands", "terminal"):
            assert isinstance(hand, list)
        else:
            assert isinstance(hand, list) == (player == viewer)
    drawn = document["turn"].get("drawn", [])
    assert not drawn or isinstance(drawn, list) == (viewer == active)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_every_stage_of_random_games_round_trips(name: str, seed: int) -> None:
    met: collections.Counter[str] = collections.Counter()
    for position in positions(GAMES[name], seed):
        stage = export_state(position)["stage"]
        if met[stage] % EVERY == 0 or met[stage] < EVERY:
            check_round_trip(position)
        met[stage] += 1


@pytest.mark.parametrize("name", ["africanus 3p", "mixture 5p"])
def test_a_view_can_be_played_on(name: str) -> None:
    """Games that a player's knowledge is played on from: hands that nobody knows are drawn at the end."""
    stages = set()
    for number, position in enumerate(positions(GAMES[name], 3)):
        if number % 60 != 59:
            continue
        reread = read_position(position.to_document(1))
        steps = 0
        while not reread.is_terminal() and steps < 400:
            if steps % 20 == 0 or reread.turn_text.endswith("(hand)"):
                document = reread.to_document()
                again = read_position(document)
                assert export_state(again) == export_state(read_position(reread.to_document()))
                assert again.to_document() == document
                stages.add(document["turn"]["stage"])
            if reread.is_chance():
                reread.apply(reread.sample_chance(steps))
            else:
                reread.apply(reread.legal_actions()[steps % len(reread.legal_actions())])
            steps += 1
        break
    assert stages
