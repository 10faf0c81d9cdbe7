"""Position documents of Istanbul: reading by hand, contradictions, views, round trips."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from istanbul_games import VARIANTS, busy_positions

from rattus_ai import schemas
from rattus_ai.errors import DocumentError, ViewError
from rattus_ai.games import PUBLIC, load_game
from rattus_ai.istanbul.core import export_state
from rattus_ai.positions import Position, read_position
from rattus_ai.records import Record, read_record
from rattus_ai.schemas.writing import pretty

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "istanbul-midgame-4p.json"


def document(**changes: Any) -> dict[str, Any]:
    """The document of docs/istanbul.md, with changes."""
    text = (ROOT / "docs" / "istanbul.md").read_text(encoding="utf-8")
    base = json.loads(text.split("```json\n")[1].split("```")[0])
    for place, value in changes.items():
        *outer, last = place.split("__")
        inner = base
        for key in outer:
            inner = inner[key]
        inner[last] = value
    return base


def refused(source: Any) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read_position(source)
    return caught.value


# --- reading ---------------------------------------------------------------------------------------------


def test_a_short_document_is_completed() -> None:
    written = read_position(document()).to_document()
    assert written["rules"] == {"players": 2, "expansion": False, "layout": "short"}
    assert written["turn"] == {"stage": "move", "player": 1, "round": 3}
    assert written["seats"][0] == {
        "rubies": 0,
        "lira": 7,
        "goods": {"fabric": 2, "spice": 0, "fruit": 1, "jewelry": 0},
        "capacity": 2,
        "tiles": [],
        "merchant": "tea_house",
        "assistants": ["post_office"],
        "family": "police_station",
        "cards": ["lira"],
    }
    assert written["seats"][1]["merchant"] == "police_station"
    assert written["board"] == {
        "governor": "fruit_warehouse",
        "smuggler": "tea_house",
        "neutral": ["small_mosque", "great_mosque", "gemstone_dealer"],
        "rubies": {
            "wainwright": 2,
            "small_mosque": 2,
            "great_mosque": 2,
            "gemstone_dealer": 9,
            "sultans_palace": 6,
        },
        "post": 2,
        "large_demand": ["RRGBB"],
        "small_demand": ["GGYYB", "RGGYB"],
        "discards": ["good"],
    }
    state = export_state(read_position(document()))
    assert state["stack"] == [3, 4] and state["spare"] == [1, 1] and state["mosque"] == [0, 1, 0, 0]
    assert sum(state["deck"]) == 26 - 4
    assert state["demand_small"]["unseen"] == [0, 2, 3]


def test_places_by_number_and_in_greek() -> None:
    greek = document(seats__Ann__merchant="Τεϊοποτείο", board__governor=4, board__smuggler="ΤΕΙΟΠΟΤΕΙΟ")
    greek["seats"]["Ann"]["goods"] = "yrr"
    assert read_position(greek).to_document() == read_position(document()).to_document()


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_step_of_games_survives(options: dict[str, Any]) -> None:
    stages = set()
    for seed in range(2):
        for position in busy_positions(seed, 1000, **options):
            written = json.loads(json.dumps(position.to_document()))
            again = read_position(written)
            assert export_state(again) == export_state(position)
            assert again.to_document() == written
            assert again.game is position.game
            stages.add(written["turn"]["stage"])
    assert len(stages) > (15 if options.get("expansion") else 12), stages


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    players=st.integers(2, 5),
    expansion=st.booleans(),
    seed=st.integers(0, 10_000),
    steps=st.integers(1, 900),
    data=st.data(),
)
def test_views_survive_and_hide(
    players: int, expansion: bool, seed: int, steps: int, data: st.DataObject
) -> None:
    position = _moment(seed, steps, players, expansion)
    viewer = data.draw(st.integers(PUBLIC, players - 1))
    written = position.to_document(viewer)
    again = read_position(json.loads(json.dumps(written)))
    assert again.viewer == viewer
    assert again.to_document() == written
    assert again.key(viewer) == position.key(viewer)
    state = export_state(again)
    for player in range(players):
        if player != viewer:
            assert sum(state["secret"][player]) == 0 and state["guild_hand"][player] == []
            assert isinstance(written["seats"][player]["cards"], int)
            assert isinstance(written["seats"][player].get("guild_cards", 0), int)
        else:
            assert state["secret"][player] == export_state(position)["secret"][player]


def _moment(seed: int, steps: int, players: int, expansion: bool) -> Position:
    position = None
    for each in busy_positions(seed, steps, players=players, expansion=expansion):
        position = each
    assert position is not None
    return position.copy()


def test_a_view_of_one_player_is_not_that_of_another() -> None:
    position = next(
        each
        for each in busy_positions(3, players=3, expansion=True)
        if sum(export_state(each)["secret"][1]) > 1 and not each.is_chance()
    )
    seen = read_position(position.view(0).to_document())
    assert seen.view(PUBLIC).to_document()["viewer"] == "public"
    with pytest.raises(ViewError, match="a bonus card in the hand of player 1"):
        seen.view(1)
    ways = seen.missing_ways(1)
    weights = [weight for _, weight in ways]
    pool = export_state(seen)["deck"]
    assert weights == [count for count in pool if count]
    assert all(export_state(told)["unknown"][1] == export_state(seen)["unknown"][1] - 1 for told, _ in ways)


def test_a_document_read_as_a_view_can_be_played_on() -> None:
    """Cards that the document does not know are played as whatever they may be."""
    position = _moment(8, 150, 4, True)
    seen = read_position(position.to_document(0))
    generator = random.Random(5)
    for _ in range(300):
        if seen.is_terminal():
            break
        if seen.is_chance():
            seen.draw_chance()
        else:
            seen.push(generator.choice(seen.legal_actions()))
        assert read_position(seen.to_document(0)).to_document() == seen.to_document(0)


def test_the_example_is_canonical_and_valid() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert pretty(read_position(EXAMPLE).to_document()) == text
    assert schemas.shipped("position-istanbul.schema.json")["title"] == "Position document: istanbul"


def test_records_replay(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    for options in VARIANTS:
        final = None
        for position in busy_positions(2, 400, **options):
            final = position
        assert final is not None
        Record.of(final).write(path)
        record = read_record(path)
        assert export_state(record.final()) == export_state(final)
        lines = path.read_text(encoding="utf-8").splitlines()
        secret = [json.loads(line) for line in lines if '"deal ' in line or '"draw' in line]
        assert secret and all(len(line["seen"]) == 1 for line in secret)
        assert not any('"seen"' in line for line in lines if '"roll ' in line)


# --- errors ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "place", "expected"),
    [
        ({"rules__layout": "shrt"}, "rules.layout", "did you mean short"),
        ({"rules__layout": "first"}, "rules.layout", "a layout with the expansion"),
        (
            {"rules__layout": list(range(16))},
            "rules.layout",
            "found 0, expected a place by name or by number",
        ),
        ({"rules__layout": [1] * 16}, "rules.layout", "1 twice"),
        ({"rules__players": 3}, "rules.players", "`players` names 2"),
        ({"turn": {"stage": "mvoe", "player": 0}}, "turn.stage", "did you mean move"),
        ({"turn": {}}, "turn.player", "is missing"),
        ({"turn": {"player": "Bod"}}, "turn.player", "did you mean Bob"),
        ({"turn__guild": 3}, "turn.guild", "the expansion is not in play"),
        ({"turn__round": 300}, "turn.round", "from 0 to 250"),
        ({"seats__Ann__merchant": "tea hose"}, "seats.Ann.merchant", "did you mean tea_house"),
        ({"seats__Ann__merchant": 17}, "seats.Ann.merchant", "from 1 to 16"),
        ({"seats__Ann__merchant": "tavern"}, "seats.Ann.merchant", "belongs to the expansion"),
        ({"seats__Ann__goods": "RRR"}, "seats.Ann.goods", "3 fabric do not fit"),
        ({"seats__Ann__goods": "RX"}, "seats.Ann.goods", "letters out of RGYB"),
        ({"seats__Ann__goods": {"gold": 1}}, "seats.Ann.goods.gold", "fabric, spice, fruit and jewelry"),
        ({"seats__Ann__coffee": 1}, "seats.Ann.coffee", "the expansion is not in play"),
        ({"seats__Ann__guild_cards": [4]}, "seats.Ann.guild_cards", "the expansion is not in play"),
        ({"seats__Ann__capacity": 6}, "seats.Ann.capacity", "from 2 to 5"),
        ({"seats__Ann__tiles": ["pink"]}, "seats.Ann.tiles[0]", '"blue", "green", "red" or "yellow"'),
        ({"seats__Ann__tiles": ["red", "red"]}, "seats.Ann.tiles[1]", "stands twice"),
        (
            {"seats__Ann__assistants": [1, 2, 3, 4, 5]},
            "seats.Ann.assistants",
            "5 assistants on the board, but only 4",
        ),
        ({"seats__Ann__assistants": [7]}, "seats.Ann.assistants[0]", "at the Fountain"),
        ({"seats__Ann__assistants": [1, "wainwright"]}, "seats.Ann.assistants[1]", "stands twice"),
        ({"seats__Ann__cards": ["lir"]}, "seats.Ann.cards[0]", "did you mean lira"),
        ({"seats__Ann__cards": ["palace"] * 3}, "seats.Ann.cards[2]", "there are 2 cards palace"),
        ({"seats__Ann__cards": 2}, "seats.Ann.cards", "a document without `viewer` holds everything"),
        ({"seats__Ann__cards": ["six"]}, "seats.Ann.cards[0]", "belongs to the expansion"),
        ({"seats": [{}]}, "seats", "2 seats, one for each player"),
        (
            {"seats__Ann__rubies": 2},
            "board.rubies",
            "21 rubies lie on the board and players have 2, but there are 21",
        ),
        ({"board__rubies": {"coffee_house": 1}}, "board.rubies.coffee_house", "at most 0"),
        ({"board__governor": "great mosque"}, "board.governor", "2 to 12, not 15"),
        ({"board__governor": None}, "board.governor", "must be placed"),
        ({"board__trader": "tea house"}, "board.trader", "the expansion is not in play"),
        ({"board__neutral": [1, 2]}, "board.neutral", "3 places"),
        ({"board__post": 5}, "board.post", "from 0 to 4"),
        ({"board__large_demand": ["RRGBC"]}, "board.large_demand[0]", "is no large demand"),
        ({"board__large_demand": ["RRGBB", "BBGRR"]}, "board.large_demand[1]", "stands twice"),
        ({"board__large_demand": []}, "board.large_demand", "a tile"),
        (
            {"board__barrier": {"between": [1, 2], "owner": 0}},
            "board.barrier",
            "the expansion is not in play",
        ),
        ({"board__discards": ["good"] * 5}, "board.discards[4]", "there are 4 cards good"),
        ({"board__disards": []}, "board.disards", "did you mean discards"),
        ({"viewer": "Bob"}, "seats.Ann.cards[0]", "Bob, the viewer of the document, does not know it"),
    ],
    ids=str,
)
def test_contradictions(changes: dict[str, Any], place: str, expected: str) -> None:
    error = refused(document(**changes))
    assert error.place == place
    assert expected in str(error)


@pytest.mark.parametrize(
    ("path", "value", "place", "expected"),
    [
        (
            ("board", "barrier"),
            {"between": ["tavern", "fountain"], "owner": 0},
            "board.barrier.between",
            "no neighbours",
        ),
        (("board", "barrier", "owner"), "Nobody", "board.barrier.owner", "a player from 0 to 3"),
        (("seats", 0, "guild_cards"), [4], "seats[3].guild_cards[0]", "guild card 4 is named twice"),
        (("seats", 0, "guild_cards"), [7], "seats[0].guild_cards[0]", "guild card 7 is named twice"),
        (("seats", 0, "guild_cards"), [21], "seats[0].guild_cards[0]", "from 1 to 20"),
        (("seats", 0, "tavern"), ["red"], "seats[0].tavern[0]", '"encounter" or "movement"'),
        (("board", "guild_discards"), [5, 5], "board.guild_discards", "5 stands twice"),
        (("turn", "stage"), "draw", "turn.back", "something must follow"),
        (("turn", "stage"), "roll", "turn.called", "the roll must be for"),
    ],
    ids=str,
)
def test_contradictions_with_the_expansion(
    path: tuple[Any, ...], value: Any, place: str, expected: str
) -> None:
    changed = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    inner: Any = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    error = refused(changed)
    assert error.place == place
    assert expected in str(error)


def test_mutilated_documents_are_refused_with_a_place() -> None:
    """Whatever is deleted or replaced, the answer is a position or an error with a place, never a crash."""
    generator = random.Random(1)
    base = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    refusals = 0
    for _ in range(400):
        changed = copy.deepcopy(base)
        inner: Any = changed
        while True:
            key = generator.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
            if not isinstance(inner[key], dict | list) or not inner[key] or generator.random() < 0.2:
                break
            inner = inner[key]
        if generator.random() < 0.4 and isinstance(inner, dict):
            del inner[key]
        else:
            inner[key] = generator.choice(
                [None, -1, 0, 1, 3, 99, "", "x", "lira", [], {}, [1], True, "tea house"]
            )
        try:
            position = read_position(changed)
        except DocumentError as error:
            refusals += 1
            assert error.place and str(error)
        else:
            assert read_position(position.to_document()).to_document() == position.to_document()
    assert refusals > 150


def test_one_game_for_equal_rules() -> None:
    assert read_position(EXAMPLE).game is load_game("istanbul", players=4, expansion=True)
