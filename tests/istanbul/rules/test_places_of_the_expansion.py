"""The places 17 to 20 (2.5) and the notes on them (O9 to O11, Q6, Q11, Q12)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from istanbul_tables import ENCOUNTER, MOCHA, MOCHA3, MOCHA5, MOVEMENT, RED, acting_at, changes, discards
from table_words import Lay, after, field, legal, play, probabilities, stage, verbs

# 17 Roasting Plant


def test_roasting_plant_takes_lira_a_good_and_a_card_each_once(lay: Lay) -> None:
    position = lay(
        MOCHA, hands={0: "good"}, guild={0: [3]}, **acting_at(17, lira={0: 3}, goods={0: [1, 0, 0, 1]})
    )
    first = {"roast_lira", "roast_good 0", "roast_good 3", "roast_bonus 0", "roast_guild 3"}
    assert set(position.legal_actions()) - {f"good {g}" for g in range(4)} == first | {"skip"}
    everything = after(position, "roast_lira", "roast_good 3", "roast_guild 3")
    expected = {"lira": -2, "coffee": 6, "goods": [0, 0, 0, -1]}
    assert changes(position, everything, "lira", "coffee", "goods") == expected
    assert (field(everything, "guild_discards"), stage(everything)) == ([3], "after")
    now = after(position, "roast_good 0")
    assert set(now.legal_actions()) == {"roast_bonus 0", "roast_guild 3", "stop"}
    assert changes(position, after(now, "stop"), "coffee") == {"coffee": 2}
    card = after(position, "roast_bonus 0")
    assert (stage(card), discards(card)) == ("after", ["good"])


def test_roasting_plant_with_nothing_to_give(lay: Lay) -> None:
    assert lay(MOCHA, **acting_at(17, lira={0: 1})).legal_actions() == ["skip"]
    only_lira = play(lay(MOCHA, **acting_at(17, lira={0: 9})), "roast_lira")
    assert stage(only_lira) == "after"


# 18 Guild Hall


def test_guild_hall_gives_coffee_and_two_cards_and_takes_one(lay: Lay) -> None:
    position = lay(MOCHA, guild={0: [7], 1: [1]}, **acting_at(18))
    play(position, "guild_hall")
    assert field(position, "coffee", 0) == 1
    assert len(probabilities(position)) == 18
    play(position, "draw_guild 20", "draw_guild 2")
    assert set(position.legal_actions()) == {"discard_guild 2", "discard_guild 7", "discard_guild 20"}
    play(position, "discard_guild 7")
    assert (field(position, "guild_hand", 0), field(position, "guild_discards")) == ([2, 20], [7])
    assert stage(position) == "after"


def test_guild_hall_refills_the_pile_when_a_draw_needs_it_o17(lay: Lay) -> None:
    position = lay(
        MOCHA,
        guild={1: list(range(1, 17))},
        guild_discards=[18, 19, 20],
        **acting_at(18),
    )
    play(position, "guild_hall", "draw_guild 17")
    assert set(probabilities(position)) == {"draw_guild 18", "draw_guild 19", "draw_guild 20"}
    assert field(position, "guild_discards") == []


def test_guild_hall_with_no_card_left_still_gives_coffee_o17(lay: Lay) -> None:
    everything = list(range(1, 21))
    position = play(lay(MOCHA, guild={1: everything}, **acting_at(18)), "guild_hall")
    assert (field(position, "coffee", 0), stage(position)) == (1, "after")
    one = play(lay(MOCHA, guild={1: everything[1:]}, **acting_at(18)), "guild_hall", "draw_guild 1")
    assert one.legal_actions() == ["discard_guild 1"]


# 19 Tavern


def edges(position: Any) -> set[frozenset[int]]:
    return {frozenset(map(int, text.split())) for text in legal(position, "barrier")}


def test_barrier_costs_two_coffee_and_may_lie_anywhere_o10(lay: Lay) -> None:
    position = lay(MOCHA3, **acting_at(19, coffee={0: 2}))
    rows = [MOCHA3.layout[row * 5 : row * 5 + 5] for row in range(4)]
    beside = {frozenset(pair) for row in rows for pair in pairwise(row)}
    beside |= {frozenset(pair) for one, two in pairwise(rows) for pair in zip(one, two, strict=True)}
    assert edges(position) == beside
    assert len(beside) == 31
    assert "barrier" not in verbs(lay(MOCHA3, **acting_at(19, coffee={0: 1})))


def test_barrier_gives_control_and_the_action_of_one_of_its_places(lay: Lay) -> None:
    position = lay(MOCHA3, **acting_at(19, coffee={0: 3}), barrier=(8, 1), barrier_owner=2)
    play(position, "barrier 11 5")
    assert (field(position, "coffee", 0), field(position, "barrier_owner")) == (1, 0)
    assert set(position.legal_actions()) == {"use 11", "use 5"}
    play(position, "use 5")
    assert set(position.legal_actions()) == {"post", "skip"}
    play(position, "post")
    assert (stage(position), field(position, "merchant", 0)) == ("after", 19)
    # The same edge again (O10).
    again = play(
        lay(MOCHA3, **acting_at(19, coffee={0: 2}), barrier=(11, 5), barrier_owner=0), "barrier 11 5"
    )
    assert stage(again) == "beside"


def test_barrier_beside_the_tavern_leads_to_the_other_place_only_o11(lay: Lay) -> None:
    position = play(lay(MOCHA3, **acting_at(19, coffee={0: 2})), "barrier 19 6")
    assert position.legal_actions() == ["use 6"]


def test_barrier_action_is_optional_and_there_are_no_encounters_beside_it_o9(lay: Lay) -> None:
    fields = acting_at(19, coffee={0: 2}, lira={0: 9}, governor=5, smuggler=5, family={1: 5})
    position = play(lay(MOCHA3, **fields), "barrier 11 5", "use 5", "skip")
    assert position.legal_actions() == ["end"]
    # The others at the Tavern are met: a family member there.
    at_tavern = play(lay(MOCHA3, **{**fields, "family": {1: 19}}), "barrier 11 5", "use 5", "post")
    assert legal(at_tavern, "catch_lira") == {"1"}


def test_barrier_at_the_police_station_sends_the_family_member_even_to_the_tavern_q6(lay: Lay) -> None:
    position = play(
        lay(MOCHA3, **acting_at(19, coffee={0: 3})), "barrier 6 12", "use 12", "send 19", "tavern_tile 0"
    )
    assert (field(position, "tavern", 0), field(position, "coffee", 0), stage(position)) == (
        MOVEMENT,
        0,
        "after",
    )


def test_red_tile_works_beside_the_barrier_o12(lay: Lay) -> None:
    position = lay(MOCHA3, **acting_at(19, coffee={0: 2}, tiles={0: RED}))
    play(position, "barrier 12 9", "use 9", "call 9", "roll 1 2")
    assert "reroll" in verbs(position)


@pytest.mark.parametrize("ware", [0, 1])
@pytest.mark.parametrize("sold", [0, 1, 2, 3])
def test_tavern_tiles_cost_one_more_coffee_each_o5(sold: int, ware: int, lay: Lay) -> None:
    others = {other: 1 << ware for other in range(1, sold + 1)}
    position = lay(MOCHA5, **acting_at(19, coffee={0: sold + 1}, tavern=others))
    assert f"tavern_tile {ware}" in position.legal_actions()
    now = after(position, f"tavern_tile {ware}")
    assert changes(position, now, "coffee") == {"coffee": -sold - 1}
    assert (field(now, "tavern", 0), field(now, "tavern_sold")[ware]) == (1 << ware, sold + 1)
    poor = lay(MOCHA5, **acting_at(19, coffee={0: sold}, tavern=others))
    assert f"tavern_tile {ware}" not in poor.legal_actions()


def test_at_most_one_tavern_tile_of_a_kind(lay: Lay) -> None:
    position = lay(MOCHA5, **acting_at(19, coffee={0: 9}, tavern={0: MOVEMENT}))
    assert legal(position, "tavern_tile") == {"1"}
    position = lay(MOCHA5, **acting_at(19, coffee={0: 9}, tavern={0: MOVEMENT | ENCOUNTER}))
    assert "tavern_tile" not in verbs(position)
    gone = lay(MOCHA5, **acting_at(19, coffee={0: 9}, tavern=dict.fromkeys(range(1, 5), 1)))
    assert legal(gone, "tavern_tile") == {"1"}


@pytest.mark.parametrize(("side", "goods"), [(0, [0, 0, 3, 0]), (1, [3, 0, 0, 0])])
@pytest.mark.parametrize("track", [0, 1, 2])
def test_baksheesh_buys_a_ruby_of_any_track_and_flips_o2(
    track: int, side: int, goods: list[int], lay: Lay
) -> None:
    fields = {"capacity": {0: 3}, "goods": {0: goods}, "baksheesh_side": side}
    position = lay(MOCHA, **acting_at(19, coffee={0: 5}, **fields))
    assert legal(position, "baksheesh") == {"0", "1", "2"}
    now = after(position, f"baksheesh {track}")
    paid = {"coffee": -4, "rubies": 1, "goods": [-number for number in goods]}
    assert changes(position, now, "coffee", "rubies", "goods") == paid
    name = ("palace_rubies", "dealer_rubies", "house_rubies")[track]
    assert field(now, name) == field(position, name) - 1
    assert field(now, "baksheesh_side") == 1 - side
    assert "baksheesh" not in verbs(lay(MOCHA, **acting_at(19, coffee={0: 3}, **fields)))
    fields["goods"] = {0: goods[::-1]}
    assert "baksheesh" not in verbs(lay(MOCHA, **acting_at(19, coffee={0: 4}, **fields)))


def test_baksheesh_from_empty_tracks_o6(lay: Lay) -> None:
    fields = {"capacity": {0: 3}, "goods": {0: [0, 0, 3, 0]}, "house_rubies": 0, "palace_rubies": 0}
    assert legal(lay(MOCHA, **acting_at(19, coffee={0: 5}, **fields)), "baksheesh") == {"1"}


# 20 Coffee House


@pytest.mark.parametrize("left", [5, 3, 1])
def test_coffee_house_asks_exactly_the_highest_uncovered_number_q11(left: int, lay: Lay) -> None:
    price = 11 - left
    position = lay(MOCHA, **acting_at(20, house_rubies=left, coffee={0: price}))
    now = after(position, "buy_ruby")
    assert changes(position, now, "coffee", "rubies") == {"coffee": -price, "rubies": 1}
    assert lay(MOCHA, **acting_at(20, house_rubies=left, coffee={0: price - 1})).legal_actions() == ["skip"]


def test_an_empty_coffee_house_sells_nothing_o6(lay: Lay) -> None:
    assert lay(MOCHA, **acting_at(20, house_rubies=0, coffee={0: 20})).legal_actions() == ["skip"]


def test_coffee_has_no_limit(lay: Lay) -> None:
    position = play(lay(MOCHA, **acting_at(17, coffee={0: 60}, lira={0: 2})), "roast_lira")
    assert field(position, "coffee", 0) == 62
