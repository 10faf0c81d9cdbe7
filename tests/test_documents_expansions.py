"""Position documents of games with goods, region cards and the cards of all boxes."""

from __future__ import annotations

import collections
import functools
from typing import Any

import pytest
from expansion_games import GAMES, positions
from round_trips import check_round_trip, comes_up

from rattus_ai._core.rattus import export_state
from rattus_ai.errors import DocumentError
from rattus_ai.games import PUBLIC
from rattus_ai.positions import read_position

SEEDS = range(3)


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
        state = export_state(position)
        stage = state["stage"]
        if comes_up(stage, met):
            check_round_trip(position, functools.partial(check_secrets, stage=stage, active=state["active"]))


@pytest.mark.parametrize("name", ["africanus 3p", "mixture 5p"])
def test_a_view_can_be_played_on(name: str) -> None:
    """Games that are played on from what a player knows: hands that nobody knows are drawn at the end."""
    stages = set()
    for number, position in enumerate(positions({**GAMES[name], "turn_limit": 12}, 3)):
        if number < 100 or number % 40:
            continue
        reread = read_position(position.to_document(1))
        steps = 0
        while not reread.is_terminal():
            stage = export_state(reread)["stage"]
            if steps % 20 == 0 or stage == "hands":
                document = reread.to_document()
                again = read_position(document)
                assert again.to_document() == document
                assert again.current_player() == reread.current_player()
                stages.add(stage)
            if reread.is_chance():
                reread.apply(reread.sample_chance(steps))
            else:
                reread.apply(reread.legal_actions()[steps % len(reread.legal_actions())])
            steps += 1
    assert "hands" in stages


# --- documents written by hand ---------------------------------------------------------------------------

CARDS = ["shaman", "baker", "emperor", "nun", "wizard", "sultan", "astronomer", "deacon"]
OWNERS = {
    "shaman": "green",
    "baker": "blue",
    "nun": "red",
    "emperor": "red",
    "wizard": "red",
    "sultan": "green",
}
GOODS_ELSEWHERE = {
    "anglia": {"goods": "salt"},
    "bulgaria": {"goods": "cloth"},
    "germania": {"goods": "cloth"},
    "hispania": {"goods": "wood"},
    "hungaria": {"goods": "wood"},
    "polonia": {"goods": "salt"},
    "scandia": {"goods": "salt"},
    "turcia": {"goods": "cloth"},
}
"""With fish in Gallia and Italia, so that one token of fish and one of wood were removed."""


def places(**changes: Any) -> dict[str, Any]:
    """Regions with goods, with changes."""
    both = {"gallia": {"goods": "fish"}, "italia": {"goods": "fish"}}
    return {"regions": {**both, **GOODS_ELSEWHERE, **changes}}


def document(**changes: Any) -> dict[str, Any]:
    """A small document with goods, region cards and markers, with changes."""
    base: dict[str, Any] = {
        "rules": {"cards": CARDS},
        "players": ["red", "green", "blue"],
        "turn": {"player": "green"},
        "plague": "italia",
        "regions": {
            "gallia": {
                "cubes": {"red": 2, "blue": 1},
                "rats": {"n": 1},
                "goods": "Fish",
                "potions": {"red": 1},
            },
            "italia": {"cubes": [0, 3, 0], "rats": ["s", "n"], "diplomats": [0, 2, 0], "goods": "fish"},
            **GOODS_ELSEWHERE,
        },
        "owners": OWNERS,
        "mercatus": {"goods": {"green": ["fish", "salt"]}, "cards": {"shaman": "wood"}},
        "africanus": {"hands": {"red": ["gallia:PI"]}, "discards": ["Gallia:W"]},
        "baker": {"red": 2},
        "nuns": ["gallia", "italia", "gallia"],
        "walls": [["italia", "gallia"]],
    }
    return {**base, **changes}


def test_a_short_document_is_completed() -> None:
    position = read_position(document())
    shown = position.to_document()
    assert shown["mercatus"] == {
        "coins": [4, 4, 4],
        "goods": [[], ["fish", "salt"], []],
        "cards": {"shaman": "wood"},
        "supply": {"fish": 3, "cloth": 4, "wood": 3, "salt": 3},
        "available": ["fish", "cloth", "wood", "salt"],
        "removed": ["fish", "wood"],
    }
    cards = sum(position.game.region_card_counts)
    assert shown["africanus"] == {
        "hands": [["gallia:PI"], [], []],
        "discards": ["gallia:W"],
        "pile": cards - 2,
    }
    assert shown["regions"]["gallia"] == {
        "cubes": [2, 0, 1],
        "diplomats": [0, 0, 0],
        "potions": [1, 0, 0],
        "rats": ["n"],
        "goods": "fish",
    }
    assert (shown["baker"], shown["supply"]) == ([2, 0, 0], [16, 17, 19])
    assert shown["nuns"] == ["gallia", "gallia", "italia"]
    assert shown["walls"] == [["gallia", "italia"]]
    assert (shown["diplomats_left"], shown["potions_left"]) == (8, 9)
    assert read_position(shown).to_document() == shown


def test_a_view_holds_one_hand() -> None:
    position = read_position(document())
    assert position.to_document(0)["africanus"]["hands"] == [["gallia:PI"], 0, 0]
    assert position.to_document(1)["africanus"]["hands"] == [1, [], 0]
    assert position.to_document(PUBLIC)["africanus"]["hands"] == [1, 0, 0]
    seen = read_position(position.to_document(1))
    assert seen.game.missing_for(seen, 0) == "a region card in the hand of player 0"
    ways = seen.missing_ways(0)
    assert sum(weight for _, weight in ways) == sum(seen.game.region_card_counts) - 1
    for told, _ in ways:
        assert seen.game.missing_for(told, 0) is None
        assert export_state(told.view(1)) == export_state(seen)


def test_base_games_have_none_of_these_fields() -> None:
    shown = read_position({"rules": {"players": 2}, "turn": {"player": 0}, "plague": "gallia"}).to_document()
    assert set(shown) == {
        "format",
        "version",
        "game",
        "rules",
        "turn",
        "plague",
        "regions",
        "palace",
        "supply",
        "rat_supply",
        "owners",
        "revealed",
    }
    assert all(set(region) == {"cubes", "rats"} for region in shown["regions"].values())


def goods(**changes: Any) -> dict[str, Any]:
    return {"mercatus": {**document()["mercatus"], **changes}}


def cards(**changes: Any) -> dict[str, Any]:
    return {"africanus": {**document()["africanus"], **changes}}


CONTRADICTIONS = [
    # changes, place, other places, words of the message
    (goods(goods={"green": ["fish"] * 5}), "mercatus.goods", ["mercatus.cards"], "only 4 exist"),
    (goods(goods={"green": ["fsh"]}), "mercatus.goods.green[0]", [], "did you mean fish"),
    (goods(goods={"green": ["none"]}), "mercatus.goods.green[0]", [], "expected fish, cloth, wood or salt"),
    (goods(goods=[[], []]), "mercatus.goods", [], "3 entries, one for each player"),
    (
        goods(supply={"wood": 4}),
        "mercatus.supply.wood",
        ["mercatus.goods", "mercatus.cards"],
        "leaves 3 of 4",
    ),
    (goods(cards={"baker": "fish"}), "mercatus.cards.baker", ["rules"], "no goods token can lie"),
    ({"owners": {**OWNERS, "shaman": None}}, "mercatus.cards.shaman", ["owners"], "nobody holds it"),
    (places(gallia={}), "regions.gallia.goods", ["turn.stage"], "expected the kind of the goods token"),
    (places(gallia={"goods": "salt"}), "regions.scandia.goods", ["regions"], "4 regions have salt"),
    (
        places(gallia={"goods": "wood"}, italia={"goods": "wood"}),
        "regions.italia.goods",
        ["regions"],
        "4 reg",
    ),
    (goods(removed=["fish"]), "mercatus.removed", ["turn.stage"], "1 goods tokens are removed, expected 2"),
    (goods(removed=["fish", "salt"]), "mercatus.removed", ["regions"], "the regions leave 0 of 3"),
    (goods(removed=["fish"] * 4), "mercatus.removed", ["turn.stage"], "4 goods tokens are removed"),
    ({"owners": {**OWNERS, "nun": None}}, "nuns[0]", ["owners"], "nobody holds the nun"),
    ({"owners": {**OWNERS, "emperor": None}}, "walls[0]", ["owners"], "nobody holds the emperor"),
    ({"owners": {**OWNERS, "wizard": None}}, "regions.gallia.potions", ["owners"], "nobody holds the wizard"),
    ({"owners": {**OWNERS, "sultan": None}}, "regions.italia.diplomats", ["owners"], "holds the sultan"),
    ({"turn": {"player": 1, "deacon_uses": 2}}, "turn.deacon_uses", ["owners"], "does not hold the deacon"),
    ({"owners": {**OWNERS, "deacon": None}, "caravan": 3}, "caravan", [], "found 3, expected a text"),
    (goods(coins=[1, -1, 2]), "mercatus.coins[1]", [], "found -1, expected a whole number"),
    (goods(available=["fish", "fish"]), "mercatus.available[1]", [], "twice"),
    (
        goods(goods={"green": ["fish"] * 4}, available=["fish"]),
        "mercatus.available[0]",
        ["mercatus.goods"],
        "no token of fish",
    ),
    (goods(coins=[1, 2]), "mercatus.coins", [], "3 numbers"),
    ({"rules": {"cards": ["king"]}, "mercatus": {}}, "owners.shaman", None, "not in play"),
    (
        {"rules": {"cards": ["king"]}, "owners": {}, "baker": None, "nuns": None, "walls": None},
        "regions.gallia.potions",
        ["rules.cards"],
        "the wizard is not in play",
    ),
    (cards(hands={"red": ["gallia:XX"]}), "africanus.hands.red[0]", [], "region card"),
    (
        cards(hands={"red": ["gallia:PI"], "blue": ["gallia:PI"]}),
        "africanus.hands.blue[0]",
        ["africanus.hands.red[0]"],
        "exists once",
    ),
    (cards(hands={"red": 2}), "africanus.hands[0]", ["viewer"], "holds everything"),
    (cards(pile=3), "africanus.pile", ["africanus.hands", "africanus.discards"], "leave"),
    ({"viewer": 1}, "africanus.hands.red[0]", ["viewer"], "green, the viewer of the document, does not know"),
    (
        {"viewer": 0, **cards(hands={"red": 1})},
        "africanus.hands[0]",
        ["viewer"],
        "the viewer of the document, are not given",
    ),
    ({"nuns": ["gallia"]}, "nuns", ["turn.stage"], "found 1 nuns"),
    ({"walls": [["gallia", "turcia"]]}, "walls[0]", [], "no neighbours"),
    ({"walls": [["gallia", "italia"], ["italia", "gallia"]]}, "walls[1]", ["walls[0]"], "same border"),
    ({"baker": {"red": 19}}, "baker", ["regions"], "only 20 exist"),
    ({"owners": {**OWNERS, "baker": None}}, "baker", ["owners"], "nobody holds it"),
    ({"caravan": "gallia"}, "caravan", ["rules.cards"], "the caravan_leader is not in play"),
    ({"diplomats_left": 9}, "diplomats_left", ["regions"], "only 10 exist"),
    (
        places(gallia={"cubes": {"red": 1}, "potions": {"red": 2}, "goods": "fish"}),
        "regions.gallia.potions",
        ["regions.gallia.cubes"],
        "only 1 cubes",
    ),
    ({"turn": {"player": 1, "stage": "nun_second"}}, "turn.stage", ["owners"], "does not hold the nun"),
    ({"turn": {"player": 1, "asked": 0}}, "turn.asked", ["turn.stage"], "stage is main"),
    ({"turn": {"player": 1, "stage": "protect"}}, "turn.pending", [], "missing"),
    ({"turn": {"player": 1, "stage": "draw", "card": "nun"}}, "turn.card", ["turn.stage"], "belongs to the"),
    ({"turn": {"player": 1, "stage": "draw"}}, "turn.card", ["turn.stage"], "missing"),
    ({"turn": {"player": 1, "fixed": True}}, "turn.fixed", None, "main"),
    (
        {"recycled": [["n2:MBC"]]},
        "recycled[0][0]",
        ["revealed"],
        "0 were revealed",
    ),
    ({"recycled": [[]]}, "recycled[0]", [], "no token"),
    (
        places(italia={"rats": [{"ring": "n", "recycled": 1}], "goods": "fish"}),
        "regions.italia.rats[0].recycled",
        ["recycled"],
        "0 lists",
    ),
]


@pytest.mark.parametrize(("changes", "place", "others", "words"), CONTRADICTIONS)
def test_contradictions_name_their_places(
    changes: dict[str, Any], place: str, others: list[str] | None, words: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        read_position(document(**changes))
    error = caught.value
    found = error.place.replace('["', ".").replace('"]', "")
    assert (found, words in error.problem) == (place, True), str(error)
    if others is not None:
        assert list(error.other_places) == others, str(error)
