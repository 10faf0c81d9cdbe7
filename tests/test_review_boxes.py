"""Reviews of games of all boxes."""

from __future__ import annotations

import itertools

import pytest
from expansion_games import GAMES, positions

from rattus_ai import Limit, review
from rattus_ai.records import Record
from rattus_ai.reviews.replay import stretches


@pytest.mark.parametrize(("cards", "seed"), [("goods 2p", 3), ("plague 3p", 3)])
def test_a_look_at_what_another_player_knows_is_chance_for_who_looks(cards: str, seed: int) -> None:
    *_, end = positions(GAMES[cards], seed)
    record = Record.of(end)
    pieces = list(stretches(record))
    assert [piece.start for piece in pieces[1:]] == [piece.stop for piece in pieces[:-1]]
    cut = [
        piece
        for piece, following in itertools.pairwise(pieces)
        if piece.player is not None and piece.player == following.player and piece.turns == 0
    ]
    assert any(record.events[piece.stop - 1].text.startswith("look") for piece in cut)
    assert review(record, Limit(simulations=10)).over
