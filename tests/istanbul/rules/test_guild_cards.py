"""Every guild card (2.6, O1; Q4, Q6, Q17, Q18): when it may be played, what it does, what it forbids."""

from __future__ import annotations

from typing import Any

import pytest
from istanbul_tables import (
    BLUE,
    ENCOUNTER,
    GREEN,
    MOCHA,
    MOCHA3,
    MOCHA5,
    MOVEMENT,
    RED,
    YELLOW,
    changes,
    discards,
    hand,
)
from table_words import Lay, after, field, legal, play, stage, verbs

FULL = {"capacity": {0: 5}, "goods": {0: [5, 5, 5, 5]}}

# By number: fields in which the card can be carried out, what is chosen, what changes for player 0.
EFFECTS: dict[int, tuple[dict[str, Any], list[str], dict[str, Any]]] = {
    1: ({"lira": {0: 7}}, ["extend"], {"lira": -7, "capacity": 1}),
    2: ({}, ["fill"], {"goods": [2, 0, 0, 0]}),
    3: ({}, ["fill"], {"goods": [0, 2, 0, 0]}),
    4: ({}, ["fill"], {"goods": [0, 0, 2, 0]}),
    5: ({}, ["post"], {"goods": [0, 1, 1, 0], "lira": 2}),
    6: ({}, ["caravansary 0", "draw 0", "draw 1", "discard 1"], {"coffee": 1}),
    7: ({"assistants": {0: [2, 9]}}, ["fetch 2", "stop"], {"stack": 1}),
    8: ({}, ["name 1", "roll 3 4"], {"goods": [0, 1, 0, 1]}),
    9: ({}, ["call 6", "roll 3 4"], {"lira": 6}),
    10: (
        {"goods": {0: [2, 0, 0, 0]}},
        ["sell 2 0 0 0", "demand_large 1"],
        {"goods": [-2, 0, 0, 0], "lira": 7},
    ),
    11: (
        {"goods": {0: [0, 0, 2, 0]}},
        ["sell 0 0 2 0", "demand_small 1"],
        {"goods": [0, 0, -2, 0], "lira": 5},
    ),
    12: ({}, ["send 5", "post"], {"family": 5 - 12, "lira": 2}),
    13: (FULL, ["deliver 0 1"], {"rubies": 1, "goods": [-2, -1, -1, -1]}),
    14: ({"goods": {0: [1, 0, 0, 0]}}, ["tile 0"], {"tiles": RED, "goods": [-1, 0, 0, 0]}),
    15: ({"goods": {0: [0, 0, 0, 1]}}, ["tile 3"], {"tiles": BLUE, "goods": [0, 0, 0, -1], "stack": 1}),
    16: ({"lira": {0: 15}}, ["buy_ruby"], {"rubies": 1, "lira": -15, "coffee": 3}),
    17: ({"lira": {0: 2}}, ["roast_lira"], {"lira": -2, "coffee": 2}),
    18: ({}, ["guild_hall", "draw_guild 1", "draw_guild 2", "discard_guild 1"], {"coffee": 1}),
    19: (
        {"coffee": {0: 2}},
        ["name_option 0", "name_option 2", "barrier 11 5", "use 5", "post"],
        {"coffee": -2, "tavern": ENCOUNTER, "lira": 2},
    ),
    20: ({"coffee": {0: 6}}, ["buy_ruby"], {"rubies": 1, "coffee": -6}),
}


@pytest.mark.parametrize("number", EFFECTS)
def test_card_does_the_action_of_its_place_from_anywhere(number: int, lay: Lay) -> None:
    fields, texts, expected = EFFECTS[number]
    position = lay(MOCHA, guild={0: [number]}, merchant={0: 5, 1: 5}, **fields)
    assert f"guild {number}" in position.legal_actions()
    now = after(position, f"guild {number}")
    # In play: neither in the hand nor among the discards; nothing to decline.
    assert (field(now, "guild_hand", 0), field(now, "guild_discards")) == ([], [])
    assert (field(now, "guild"), "skip" in now.legal_actions()) == (number, False)
    play(now, *texts)
    assert changes(position, now, *expected) == expected
    # No movement, no assistant, no payment, no encounters; the card is out.
    assert (stage(now), now.legal_actions()) == ("after", ["end"]) or number == 6
    assert (field(now, "merchant", 0), field(now, "assistants", 0)) == (
        5,
        fields.get("assistants", {0: []})[0][1:],
    )
    assert number in field(now, "guild_discards")
    play(now, "end")
    assert (field(now, "player"), field(now, "guild")) == (1, 0)


# By number: fields in which the action would do nothing (the cards not named can always be carried out).
USELESS: dict[int, list[dict[str, Any]]] = {
    1: [{"lira": {0: 6}}, {"lira": {0: 30}, "capacity": {0: 5}}],
    2: [{"goods": {0: [2, 0, 0, 0]}}, {"goods": {0: [2, 0, 0, 0]}, "tiles": {0: GREEN}, "lira": {0: 9}}],
    3: [{"goods": {0: [0, 2, 0, 0]}}],
    4: [{"goods": {0: [0, 0, 2, 0]}}],
    7: [{}],
    10: [{"goods": {0: [0, 0, 2, 0]}}],
    11: [{}, {"hands": {0: "market"}}],
    13: [{"goods": {0: [1, 1, 1, 1]}}, {**FULL, "palace_rubies": 0}],
    14: [{"goods": {0: [0, 0, 2, 2]}}, {"goods": {0: [2, 0, 0, 0]}, "tiles": {0: RED}}],
    15: [{"goods": {0: [2, 2, 0, 0]}}],
    16: [{"lira": {0: 14}}, {"lira": {0: 90}, "dealer_rubies": 0}],
    17: [{"lira": {0: 1}}],
    19: [{"coffee": {0: 1}}],
    20: [{"coffee": {0: 5}}, {"coffee": {0: 30}, "house_rubies": 0}],
}


@pytest.mark.parametrize(
    ("number", "fields"), [(number, fields) for number, rows in USELESS.items() for fields in rows]
)
def test_card_may_not_be_played_if_it_cannot_be_carried_out_q17(
    number: int, fields: dict[str, Any], lay: Lay
) -> None:
    position = lay(MOCHA, guild={0: [number]}, **fields)
    assert "guild" not in verbs(position)


@pytest.mark.parametrize("number", sorted(set(range(1, 21)) - set(USELESS)))
def test_other_cards_can_always_be_played(number: int, lay: Lay) -> None:
    poor = lay(MOCHA, guild={0: [number]}, lira={0: 0}, family={0: 5}, goods={0: [2, 2, 2, 2]})
    assert f"guild {number}" in poor.legal_actions()


def test_a_guild_card_is_played_instead_of_moving_only(lay: Lay) -> None:
    position = play(lay(MOCHA, guild={0: [5]}), "move 17")
    assert "guild" not in verbs(position)


def test_a_guild_card_roasts_other_cards_but_not_itself(lay: Lay) -> None:
    position = lay(MOCHA, guild={0: [17, 3]}, lira={0: 0})
    now = play(position, "guild 17")
    assert now.legal_actions() == ["roast_guild 3"]
    assert "guild" not in verbs(lay(MOCHA, guild={0: [17]}, lira={0: 0}))


def test_the_card_in_play_does_not_come_back_by_its_own_draws_q17(lay: Lay) -> None:
    others = [number for number in range(1, 21) if number != 18]
    position = play(lay(MOCHA, guild={0: [18], 1: others}), "guild 18", "guild_hall")
    assert (field(position, "guild_hand", 0), stage(position)) == ([], "after")
    assert field(position, "guild_discards") == [18]


# 8, 9: no red tile


@pytest.mark.parametrize(("number", "first"), [(8, "name 0"), (9, "call 7")])
def test_no_red_tile_with_cards_8_and_9(number: int, first: str, lay: Lay) -> None:
    position = play(lay(MOCHA, guild={0: [number]}, tiles={0: RED}), f"guild {number}", first, "roll 1 2")
    assert stage(position) == "after"
    # A card that is not bound to a place may be used.
    position = lay(MOCHA, guild={0: [number]}, hands={0: "six"}, tiles={0: RED})
    play(position, f"guild {number}", first, "roll 1 2")
    assert set(position.legal_actions()) == {"keep", "six 0", "six 1"}


def test_card_9_pays_four_lira_for_a_failed_call(lay: Lay) -> None:
    position = lay(MOCHA, guild={0: [9]})
    now = after(position, "guild 9", "call 7", "roll 2 3")
    assert changes(position, now, "lira") == {"lira": 4}
    # The Tea House reached by another card pays two.
    position = lay(MOCHA, guild={0: [12]})
    now = after(position, "guild 12", "send 9", "call 7", "roll 2 3")
    assert changes(position, now, "lira") == {"lira": 2}


# Cards and tiles that are bound to a place


def test_no_green_tile_in_a_guild_turn(lay: Lay) -> None:
    position = play(lay(MOCHA, guild={0: [2]}, tiles={0: GREEN}, lira={0: 9}), "guild 2", "fill")
    assert stage(position) == "after"


@pytest.mark.parametrize(
    ("number", "card", "first", "fields"),
    [
        (1, "wainwright", "extend", {"lira": {0: 30}}),
        (5, "post", "post", {}),
        (13, "palace", "deliver 0 1", FULL),
        (16, "dealer", "buy_ruby", {"lira": {0: 60}}),
        (20, "house", "buy_ruby", {"coffee": {0: 30}}),
    ],
)
def test_no_twice_cards_in_a_guild_turn(
    number: int, card: str, first: str, fields: dict[str, Any], lay: Lay
) -> None:
    position = play(lay(MOCHA, guild={0: [number]}, hands={0: card}, **fields), f"guild {number}", first)
    assert "again" not in verbs(position)


def test_no_market_card_in_a_guild_turn(lay: Lay) -> None:
    fields = {"hands": {0: "market"}, "goods": {0: [1, 1, 1, 1]}}
    assert "market" not in verbs(play(lay(MOCHA, guild={0: [11]}, **fields), "guild 11"))
    afar = play(lay(MOCHA, guild={0: [12]}, **fields), "guild 12", "send 11")
    assert "market" not in verbs(afar)


def test_other_cards_and_the_yellow_tile_may_be_used_after_it_q17(lay: Lay) -> None:
    fields = {"family": {0: 5}, "tiles": {0: YELLOW}, "assistants": {0: [2]}, "coffee": {0: 3}}
    cards = {0: "lira family good coffee guild trade prize swap"}
    position = play(lay(MOCHA, guild={0: [5]}, hands=cards, **fields), "guild 5", "post")
    expected = {
        "lira",
        "family_lira",
        "family_card",
        "good",
        "coffee",
        "guild_draw",
        "trade",
        "prize",
        "swap",
    }
    assert verbs(position) == expected | {"yellow", "end"}
    play(position, "yellow 2", "good 0", "end")
    assert field(position, "player") == 1


def test_recall_only_before_the_guild_card_q17(lay: Lay) -> None:
    position = lay(MOCHA, guild={0: [5]}, hands={0: "recall"}, assistants={0: [2]})
    assert legal(position, "recall") == {"2"}
    now = after(position, "recall 2", "guild 5", "post")
    assert field(now, "stack", 0) == 4
    assert "recall" not in verbs(play(position, "guild 5"))


def test_before_the_action_only_cards_for_any_time(lay: Lay) -> None:
    position = lay(MOCHA, guild={0: [5]}, hands={0: "lira good swap"}, goods={0: [1, 0, 0, 0]})
    assert verbs(play(position, "guild 5")) == {"post", "lira"}


# What was begun must stay possible (Q4)


@pytest.mark.parametrize(
    ("number", "fields", "harmful"),
    [
        (20, {"coffee": {0: 6}, "hands": {0: "trade guild"}}, {"trade", "guild_draw"}),
        (16, {"lira": {0: 15}, "tiles": {0: YELLOW}, "assistants": {0: [2]}}, {"yellow"}),
        (1, {"lira": {0: 8}, "tiles": {0: YELLOW}, "assistants": {0: [2]}}, {"yellow"}),
        (7, {"lira": {0: 2}, "tiles": {0: YELLOW}, "assistants": {0: [2]}}, {"yellow"}),
        (17, {"lira": {0: 0}, "hands": {0: "coffee"}}, {"coffee"}),
    ],
)
def test_nothing_may_make_the_guild_card_impossible_q4(
    number: int, fields: dict[str, Any], harmful: set[str], lay: Lay
) -> None:
    position = lay(MOCHA, guild={0: [number]}, **fields)
    assert harmful <= verbs(position)
    play(position, f"guild {number}")
    assert harmful.isdisjoint(verbs(position))


def test_what_does_no_harm_may_be_used_in_a_compulsory_action_q4(lay: Lay) -> None:
    position = lay(MOCHA, guild={0: [20]}, coffee={0: 7}, hands={0: "trade guild"})
    assert verbs(play(position, "guild 20")) == {"buy_ruby", "trade"}
    last_card = play(lay(MOCHA, guild={0: [17]}, lira={0: 0}, hands={0: "lira"}), "guild 17")
    assert set(last_card.legal_actions()) == {"lira", "roast_bonus 1"}


# 12


def test_card_12_brings_the_family_member_home_without_reward_and_sends_it_out(lay: Lay) -> None:
    position = lay(MOCHA3, guild={0: [12]}, family={0: 5, 1: 7})
    now = after(position, "guild 12")
    assert (field(now, "family", 0), changes(position, now, "lira")) == (12, {"lira": 0})
    # Not the Police Station; only where something can be done, for the action is compulsory.
    possible = {"2", "3", "4", "5", "6", "8", "9", "17", "18"}
    assert legal(now, "send") == possible
    play(now, "send 5")
    assert now.legal_actions() == ["post"]
    at_home = lay(MOCHA3, guild={0: [12]})
    assert legal(play(at_home, "guild 12"), "send") == possible


def test_card_12_may_lead_to_the_tavern_and_its_barrier(lay: Lay) -> None:
    position = play(lay(MOCHA3, guild={0: [12]}, coffee={0: 2}), "guild 12", "send 19")
    # A plain Tavern: one option, nothing cheaper. The barrier only where an action can be done then: not
    # between Gemstone Dealer and Great Mosque.
    assert legal(position, "tavern_tile") == {"0", "1"}
    found = {frozenset(map(int, text.split())) for text in legal(position, "barrier")}
    assert frozenset((16, 15)) not in found
    assert frozenset((11, 5)) in found
    play(position, "barrier 11 5")
    assert position.legal_actions() == ["use 5"]
    play(position, "use 5", "post")
    assert stage(position) == "after"


# 14, 15


@pytest.mark.parametrize(("number", "colours"), [(14, (0, 1)), (15, (2, 3))])
def test_cards_14_and_15_want_one_good_whatever_the_tile_shows(
    number: int, colours: tuple[int, int], lay: Lay
) -> None:
    goods = [int(colour in colours) for colour in range(4)]
    # Two tiles of each colour are gone: the top ones show 4.
    gone = {1: 15, 2: 15}
    position = lay(MOCHA5, guild={0: [number]}, goods={0: goods}, tiles=gone)
    play(position, f"guild {number}")
    assert legal(position, "tile") == {str(colour) for colour in colours}
    now = after(position, f"tile {colours[0]}")
    assert changes(position, now, "rubies", "tiles") == {"rubies": 0, "tiles": 1 << colours[0]}
    both = lay(MOCHA5, guild={0: [number]}, goods={0: goods}, tiles={**gone, 0: 1 << colours[0]})
    now = after(both, f"guild {number}", f"tile {colours[1]}")
    assert changes(both, now, "rubies") == {"rubies": 1}


def test_a_mosque_reached_by_card_12_is_not_eased(lay: Lay) -> None:
    position = lay(MOCHA5, guild={0: [12]}, goods={0: [1, 1, 0, 0]})
    assert "14" not in legal(play(position, "guild 12"), "send")


# 16


def test_card_16_asks_the_price_of_the_dealer_and_adds_three_coffee(lay: Lay) -> None:
    position = lay(MOCHA, guild={0: [16]}, dealer_rubies=4, lira={0: 20})
    now = after(position, "guild 16", "buy_ruby")
    assert changes(position, now, "lira", "coffee", "rubies") == {"lira": -20, "coffee": 3, "rubies": 1}
    by_family = lay(MOCHA, guild={0: [12]}, lira={0: 20})
    assert changes(by_family, after(by_family, "guild 12", "send 16", "buy_ruby"), "coffee") == {"coffee": 0}


# 19

PAIRS = [
    # First, second, coffee of both less one, what follows the names.
    (0, 1, 2 + 1 - 1, ["barrier 11 5", "use 5", "post"]),
    (0, 2, 2 + 1 - 1, ["barrier 11 5", "use 5", "post"]),
    (0, 3, 2 + 4 - 1, ["barrier 11 5", "use 5", "post", "baksheesh 1"]),
    (1, 0, 1 + 2 - 1, ["barrier 11 5", "use 5", "post"]),
    (2, 0, 1 + 2 - 1, ["barrier 11 5", "use 5", "post"]),
    (1, 3, 1 + 4 - 1, ["baksheesh 2"]),
    (2, 3, 1 + 4 - 1, ["baksheesh 0"]),
    (3, 0, 4 + 2 - 1, ["baksheesh 0", "barrier 11 5", "use 5", "post"]),
    (3, 1, 4 + 1 - 1, ["baksheesh 0"]),
    (3, 2, 4 + 1 - 1, ["baksheesh 0"]),
]


@pytest.mark.parametrize(("first", "second", "coffee", "texts"), PAIRS)
def test_card_19_two_options_one_coffee_cheaper_in_the_order_named_q18(
    first: int, second: int, coffee: int, texts: list[str], lay: Lay
) -> None:
    fields: dict[str, Any] = {"capacity": {0: 3}, "goods": {0: [0, 0, 3, 0]}}
    position = lay(MOCHA, guild={0: [19]}, coffee={0: coffee}, **fields)
    now = after(position, "guild 19", f"name_option {first}")
    assert changes(position, now, "coffee") == {"coffee": 0}
    play(now, f"name_option {second}")
    # Both are paid together, with the goods of the baksheesh.
    paid = [0, 0, -3, 0] if 3 in (first, second) else [0, 0, 0, 0]
    assert changes(position, now, "coffee", "goods") == {"coffee": -coffee, "goods": paid}
    play(now, *texts)
    assert stage(now) == "after"
    tiles = {1: MOVEMENT, 2: ENCOUNTER}
    expected = {
        "tavern": tiles.get(first, 0) | tiles.get(second, 0),
        "rubies": int(3 in (first, second)),
        "lira": 2 if 0 in (first, second) else 0,
    }
    assert changes(position, now, *expected) == expected
    poor = lay(MOCHA, guild={0: [19]}, coffee={0: coffee - 1}, **fields)
    if "guild 19" in poor.legal_actions():
        named = play(poor, "guild 19")
        assert str(first) not in legal(named, "name_option") or str(second) not in legal(
            play(named, f"name_option {first}"), "name_option"
        )


def test_card_19_of_the_rulebook_tile_for_two_and_barrier_for_three_coffee(lay: Lay) -> None:
    position = lay(MOCHA, guild={0: [19]}, coffee={0: 3}, tavern={1: MOVEMENT})
    play(position, "guild 19", "name_option 1", "name_option 0")
    assert (field(position, "coffee", 0), field(position, "tavern", 0)) == (0, MOVEMENT)
    play(position, "barrier 11 5", "use 5", "post")
    assert stage(position) == "after"


def test_card_19_never_two_tavern_tiles_nor_the_same_twice_q18(lay: Lay) -> None:
    position = play(lay(MOCHA, guild={0: [19]}, coffee={0: 20}), "guild 19")
    # Without three yellow goods there is no baksheesh.
    assert legal(position, "name_option") == {"0", "1", "2"}
    assert legal(after(position, "name_option 1"), "name_option") == {"0"}
    assert legal(after(position, "name_option 0"), "name_option") == {"1", "2"}


def test_card_19_barrier_action_is_compulsory_q6(lay: Lay) -> None:
    position = play(lay(MOCHA, guild={0: [19]}, coffee={0: 9}), "guild 19", "name_option 0", "name_option 1")
    found = {frozenset(map(int, text.split())) for text in legal(position, "barrier")}
    assert frozenset((16, 15)) not in found
    play(position, "barrier 8 1")
    assert position.legal_actions() == ["use 8"]
    assert "skip" not in play(position, "use 8").legal_actions()


def test_card_19_barrier_may_lead_through_the_police_station_back_to_the_tavern_q6(lay: Lay) -> None:
    position = play(lay(MOCHA, guild={0: [19]}, coffee={0: 9}), "guild 19", "name_option 0", "name_option 1")
    play(position, "barrier 6 12", "use 12", "send 19")
    # A plain Tavern, at its own price.
    before = field(position, "coffee", 0)
    play(position, "tavern_tile 1")
    assert before - field(position, "coffee", 0) == 1
    # Then the second option that was named.
    assert (field(position, "tavern", 0), stage(position)) == (MOVEMENT | ENCOUNTER, "after")


def test_card_19_an_option_that_has_become_impossible_lapses(lay: Lay) -> None:
    position = play(lay(MOCHA, guild={0: [19]}, coffee={0: 9}), "guild 19", "name_option 0", "name_option 1")
    play(position, "barrier 6 12", "use 12", "send 19", "tavern_tile 0")
    assert (field(position, "tavern", 0), field(position, "tavern_sold"), stage(position)) == (
        1,
        [1, 0],
        "after",
    )
    # One ruby is left on all tracks, and the barrier's action takes it.
    fields: dict[str, Any] = {"palace_rubies": 0, "dealer_rubies": 0, "house_rubies": 1}
    fields |= {"coffee": {0: 5 + 10}, "capacity": {0: 3}, "goods": {0: [0, 0, 3, 0]}}
    position = play(lay(MOCHA, guild={0: [19]}, **fields), "guild 19", "name_option 0", "name_option 3")
    play(position, "barrier 20 11", "use 20", "buy_ruby")
    assert (field(position, "rubies", 0), field(position, "baksheesh_side"), stage(position)) == (
        1,
        0,
        "after",
    )


def test_card_19_leads_to_a_second_barrier_which_stays_compulsory(lay: Lay) -> None:
    position = play(lay(MOCHA, guild={0: [19]}, coffee={0: 9}), "guild 19", "name_option 1", "name_option 0")
    play(position, "barrier 6 12", "use 12", "send 19", "barrier 11 5")
    assert position.legal_actions() == ["use 5"]


# Draws


def test_guild_draw_in_the_turn_can_bring_the_played_card_back_only_when_it_is_done(lay: Lay) -> None:
    others = [number for number in range(1, 21) if number != 5]
    fields = {"guild": {0: [5], 1: others}, "hands": {0: "guild"}, "coffee": {0: 2}}
    position = lay(MOCHA, **fields)
    assert "guild_draw" not in verbs(position)
    play(position, "guild 5")
    assert "guild_draw" not in verbs(position)
    play(position, "post", "guild_draw")
    assert position.legal_actions() == ["draw_guild 5"]
    play(position, "draw_guild 5")
    assert (field(position, "guild_hand", 0), "guild" in verbs(position)) == ([5], False)


def test_caravansary_by_guild_card_discards_from_the_whole_hand(lay: Lay) -> None:
    position = play(
        lay(MOCHA, guild={0: [6]}, hands={0: "good"}), "guild 6", "caravansary 0", "draw 1", "draw 2"
    )
    play(position, "discard 0")
    assert (hand(position), discards(position)) == (["lira", "far"], ["good"])
