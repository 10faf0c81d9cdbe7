"""Nobody learns what he cannot know: whatever is hidden in a message, the answers are the same bytes.

Every position of random games of all boxes, as the table holds it, is written again with everything hidden
from one player drawn anew; all queries in that player's name must not notice.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from game_options import options_of_games

from rattus_ai import load_game
from rattus_ai.positions import Position
from rattus_ai.protocol import ServiceLimits, answer_line

GAMES = options_of_games()
"""Games in which something is hidden: looks of the Witch, hands of region cards, of bonus and guild cards."""


def positions(name: str, options: dict[str, Any], seed: int) -> Iterator[Position]:
    """A random game, position by position, as the table holds it."""
    chooser = random.Random(seed)
    position = load_game(name, **options).new_position(seed=seed)
    while not position.is_terminal():
        if position.is_chance():
            position.draw_chance()
            continue
        yield position
        legal = position.legal_actions()
        texts = position.legal_texts()
        # Looks and cards that are drawn are what is hidden, so they are played where they can be.
        secret = [
            i for i, text in enumerate(texts) if text.split()[0] in ("look", "astronomer", "explorer", "take")
        ]
        index = chooser.choice(secret) if secret and chooser.random() < 0.6 else chooser.randrange(len(legal))
        position.push(legal[index])


def queries(position: Position, player: int) -> Iterator[dict[str, Any]]:
    decides = position.current_player() == player
    if decides:
        for level in ("random", "greedy", "ismcts:40", "ismcts:40,temperature=0.4"):
            yield {"query": "choose", "level": level, "seed": 5}
        yield {"query": "analyse", "simulations": 40, "lines": 3, "explain": False}
    yield {"query": "legal", "details": True}
    yield {"query": "risk"}
    yield {"query": "apply", "actions": [], "views": [player, "public"], "legal": True}


def hidden_pairs(limit: int) -> Iterator[tuple[Position, Position, int]]:
    """Positions that hold something hidden from a player, that something drawn anew, and the player."""
    found = 0
    for number, (name, options) in enumerate(GAMES):
        per_game = 0
        for seed in range(200):
            for position in positions(name, options, 1000 * number + seed):
                for player in range(position.game.num_players):
                    other = redrawn(position, player)
                    if other is not None:
                        yield position, other, player
                        per_game += 1
                        found += 1
                if per_game >= limit:
                    break
            if per_game >= limit:
                break
        assert per_game >= limit, (name, per_game)
    assert found


def redrawn(position: Position, player: int) -> Position | None:
    """The position with other hidden things, which this player cannot tell from it; None: there are none."""
    document = position.to_document()
    for seed in range(8):
        other = position.resample(player, seed)
        assert isinstance(other, Position)
        if other.to_document() != document:
            return other
    return None


def test_hidden_identities_never_change_an_answer() -> None:
    limits = ServiceLimits(threads=1)
    compared = 0
    for position, other, player in hidden_pairs(25):
        for query in queries(position, player):
            message = {"id": 1, "player": player, **query}
            first = answer_line({**message, "position": position.to_document()}, limits)
            second = answer_line({**message, "position": other.to_document()}, limits)
            assert b'"result"' in first, first
            assert first == second, (query, player, first, second)
            compared += 1
    assert compared > 150


def test_the_check_notices_what_is_not_hidden() -> None:
    """The table itself is told everything, so there the answers differ."""
    position, other, _ = next(hidden_pairs(1))
    message = {"id": 1, "query": "apply"}
    first, second = (answer_line({**message, "position": each.to_document()}) for each in (position, other))
    assert first != second


def test_solutions_do_not_see_hidden_identities() -> None:
    compared = 0
    for position, other, player in hidden_pairs(4):
        if position.current_player() != player:
            continue
        message = {"id": 1, "query": "solve", "player": player, "seconds": 0.3}
        first = json.loads(answer_line({**message, "position": position.to_document()}))
        second = json.loads(answer_line({**message, "position": other.to_document()}))
        assert first.get("error") == second.get("error")
        compared += 1
    assert compared


def test_a_player_is_not_told_what_others_saw_happen() -> None:
    """A look of the Witch: who looked is told the token, the others that he looked."""
    for position in positions("rattus", {"players": 3}, 5):
        looks = [text for text in position.legal_texts() if text.startswith("look")]
        if looks:
            break
    else:
        pytest.fail("nobody can look in this game")
    looker = position.current_player()
    others = [player for player in range(3) if player != looker]
    message = {"query": "apply", "position": position.to_document(), "actions": [looks[0]], "draw": True}
    found = json.loads(answer_line({**message, "seed": 2, "views": [0, 1, 2, "public"]}))["result"]
    (seen,) = [event for event in found["events"] if event.get("seen") == [looker]]
    token = seen["chance"].split()[1]
    assert seen in found["views"][str(looker)]["events"]
    for viewer in (*map(str, others), "public"):
        (told,) = [event for event in found["views"][viewer]["events"] if event.get("seen")]
        assert told == {"chance": None, "id": None, "seen": [looker]}
        assert token not in json.dumps(found["views"][viewer]["events"])


def test_a_card_that_is_kept_in_secret_is_not_told() -> None:
    """The Astronomer keeps one of three cards; the Explorer shows which one he uses."""
    kept = shown = 0
    name, options = next(each for each in GAMES if "astronomer" in each[1].get("cards", ()))
    for seed in range(60):
        for position in positions(name, options, seed):
            chooses = [text for text in position.legal_texts() if text.startswith("choose")]
            if not chooses:
                continue
            player = position.current_player()
            message = {"query": "apply", "position": position.to_document(), "actions": [chooses[0]]}
            found = json.loads(answer_line({**message, "views": [player, "public"]}))["result"]
            (event,) = found["views"]["public"]["events"]
            assert found["views"][str(player)]["events"][0]["action"] == chooses[0]
            if "seen" in event:
                assert event == {"player": player, "action": None, "id": None, "seen": [player]}
                kept += 1
            else:
                assert event["action"] == chooses[0]
                shown += 1
        if kept and shown:
            return
    pytest.fail(f"found {kept} cards kept and {shown} shown, expected some of each")
