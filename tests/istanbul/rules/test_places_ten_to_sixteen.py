"""The places 10 to 16: exact effects (1.5) and the notes on them (section 3, O6, O12, O15, O28, Q6, Q12)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from istanbul_tables import BLUE, FIVE, FOUR, GREEN, MOCHA, RED, THREE, TWO, YELLOW, acting_at, changes
from table_words import Lay, after, field, legal, play, probabilities, stage, verbs

LARGE_PAY, SMALL_PAY = (3, 7, 12, 18, 25), (2, 5, 9, 14, 20)

# 10, 11 Markets


@pytest.mark.parametrize(("place", "pay"), [(10, LARGE_PAY), (11, SMALL_PAY)])
def test_markets_pay_by_the_number_of_goods(place: int, pay: tuple[int, ...], lay: Lay) -> None:
    position = lay(TWO, **acting_at(place, capacity={0: 5}, goods={0: [5, 5, 5, 5]}))
    wanted = {10: (2, 1, 0, 2), 11: (1, 1, 2, 1)}[place]
    sales = [tuple(map(int, text.split())) for text in legal(position, "sell")]
    ways = [sum(1 for sale in sales if sum(sale) == number) for number in range(6)]
    # Of 2+1+2 and of 1+1+2+1 goods: how many ways there are to sell 1, 2, ... 5 of them; never 0 (O15).
    assert ways == {10: [0, 3, 5, 5, 3, 1], 11: [0, 4, 7, 7, 4, 1]}[place]
    for sale in sales:
        assert all(number <= most for number, most in zip(sale, wanted, strict=True))
        now = after(position, f"sell {' '.join(map(str, sale))}")
        expected = {"lira": pay[sum(sale) - 1], "goods": [-number for number in sale]}
        assert changes(position, now, "lira", "goods") == expected


@pytest.mark.parametrize(("place", "name"), [(10, "large"), (11, "small")])
def test_sold_tile_goes_to_the_bottom_and_a_new_one_comes_by_chance(place: int, name: str, lay: Lay) -> None:
    position = lay(TWO, **acting_at(place, goods={0: [1, 0, 0, 0]}), **{name: [0, 2]})
    play(position, "sell 1 0 0 0")
    assert probabilities(position) == {f"demand_{name} {tile}": Fraction(1, 3) for tile in (1, 3, 4)}
    play(position, f"demand_{name} 4")
    assert field(position, f"demand_{name}") == {"order": [4, 2, 0], "unseen": [1, 3]}
    assert stage(position) == "after"


def test_last_unseen_tile_and_the_known_cycle(lay: Lay) -> None:
    position = lay(TWO, **acting_at(10, goods={0: [1, 0, 0, 0]}), large=[0, 2, 4, 3])
    assert probabilities(play(position, "sell 1 0 0 0")) == {"demand_large 1": Fraction(1)}
    position = lay(TWO, **acting_at(10, goods={0: [1, 0, 0, 0]}), large=[0, 2, 4, 3, 1])
    play(position, "sell 1 0 0 0")
    assert (stage(position), field(position, "demand_large")["order"]) == ("after", [2, 4, 3, 1, 0])


def test_market_without_wanted_goods_does_nothing(lay: Lay) -> None:
    assert lay(TWO, **acting_at(10, goods={0: [0, 0, 2, 0]})).legal_actions() == ["skip"]


# 12 Police Station


def test_family_member_goes_anywhere_else_and_acts_there_q6(lay: Lay) -> None:
    position = lay(TWO, **acting_at(12))
    assert legal(position, "send") == {str(place) for place in range(1, 17) if place != 12}
    play(position, "send 5")
    assert (field(position, "family", 0), field(position, "merchant", 0)) == (5, 12)
    assert (field(position, "acting"), field(position, "remote")) == (5, 1)
    play(position, "post")
    assert (stage(position), field(position, "lira", 0)) == ("after", 4)


def test_the_action_of_the_family_member_is_optional_and_he_stays_q6(lay: Lay) -> None:
    position = play(lay(TWO, **acting_at(12)), "send 1")
    assert position.legal_actions() == ["skip"]
    play(position, "skip")
    assert (stage(position), field(position, "family", 0)) == ("after", 1)


def test_without_the_family_member_the_police_station_does_nothing(lay: Lay) -> None:
    assert lay(TWO, family={0: 5}, **acting_at(12)).legal_actions() == ["skip"]


def test_the_family_member_needs_no_assistant_and_pays_nobody(lay: Lay) -> None:
    position = play(lay(THREE, **acting_at(12, merchant={0: 12, 1: 5, 2: 5})), "send 5", "post")
    assert field(position, "lira") == [4, 3, 4]
    assert field(position, "assistants", 0) == []


def test_no_encounters_where_the_family_member_is(lay: Lay) -> None:
    fields = acting_at(12, governor=5, smuggler=5, family={1: 5})
    position = play(lay(TWO, **fields), "send 5", "post")
    assert position.legal_actions() == ["end"]
    # The merchant still meets whom he finds at the Police Station.
    at_home = play(lay(TWO, **{**fields, "governor": 12}), "send 5", "post")
    assert "governor" in verbs(at_home)


# 13 Palace


@pytest.mark.parametrize(
    ("left", "blue", "red", "green", "yellow", "any_"),
    [
        (7, 1, 1, 1, 1, 0),
        (6, 1, 1, 1, 1, 1),
        (5, 2, 1, 1, 1, 1),
        (4, 2, 2, 1, 1, 1),
        (3, 2, 2, 2, 1, 1),
        (2, 2, 2, 2, 2, 1),
        (1, 2, 2, 2, 2, 2),
    ],
)
def test_palace_costs(left: int, blue: int, red: int, green: int, yellow: int, any_: int, lay: Lay) -> None:
    position = lay(FOUR, **acting_at(13, palace_rubies=left, capacity={0: 5}, goods={0: [5, 5, 5, 5]}))
    extra = {0: {"0 0"}, 1: {"0 1", "0 2", "0 3", "0 4"}}
    extra[2] = {f"{one} {two}" for one in range(1, 5) for two in range(one, 5)}
    assert legal(position, "deliver") == extra[any_]
    for text in extra[any_]:
        paid = [red, green, yellow, blue]
        for chosen in map(int, text.split()):
            if chosen:
                paid[chosen - 1] += 1
        now = after(position, f"deliver {text}")
        expected = {"rubies": 1, "goods": [-number for number in paid]}
        assert changes(position, now, "rubies", "goods") == expected
        assert field(now, "palace_rubies") == left - 1


def test_palace_wants_every_good_and_the_chosen_one_must_be_owned(lay: Lay) -> None:
    position = lay(TWO, **acting_at(13, goods={0: [2, 1, 1, 1]}))
    assert legal(position, "deliver") == {"0 1"}
    assert lay(TWO, **acting_at(13, goods={0: [2, 2, 2, 0]})).legal_actions() == ["skip"]
    assert lay(TWO, **acting_at(13, goods={0: [1, 1, 1, 1]})).legal_actions() == ["skip"]


def test_coffee_does_not_pay_the_palace(lay: Lay) -> None:
    position = lay(MOCHA, **acting_at(13, goods={0: [1, 1, 1, 1]}, coffee={0: 9}))
    assert position.legal_actions() == ["skip"]


def test_an_empty_palace_gives_nothing_o6(lay: Lay) -> None:
    fields = {"palace_rubies": 0, "capacity": {0: 5}, "goods": {0: [5, 5, 5, 5]}}
    assert lay(TWO, **acting_at(13, **fields)).legal_actions() == ["skip"]


# 14, 15 Mosques


@pytest.mark.parametrize(("place", "colour"), [(14, 0), (14, 1), (15, 2), (15, 3)])
def test_mosque_wants_goods_owned_and_takes_one(place: int, colour: int, lay: Lay) -> None:
    goods = [2 if one == colour else 0 for one in range(4)]
    position = lay(THREE, **acting_at(place, goods={0: goods}))
    assert set(position.legal_actions()) == {f"tile {colour}", "skip"}
    now = after(position, f"tile {colour}")
    paid = [-1 if one == colour else 0 for one in range(4)]
    assert changes(position, now, "goods", "rubies") == {"goods": paid, "rubies": 0}
    assert (field(now, "tiles", 0), field(now, "mosque")[colour]) == (1 << colour, 1)
    one_good = [1 if one == colour else 0 for one in range(4)]
    assert lay(THREE, **acting_at(place, goods={0: one_good})).legal_actions() == ["skip"]


def test_a_colour_of_which_all_tiles_are_gone(lay: Lay) -> None:
    fields = {"capacity": {0: 5}, "goods": {0: [5, 0, 0, 0]}, "tiles": dict.fromkeys(range(1, 5), RED)}
    assert lay(FIVE, **acting_at(14, **fields)).legal_actions() == ["skip"]


def test_one_tile_of_each_colour_for_a_player(lay: Lay) -> None:
    position = lay(THREE, **acting_at(14, capacity={0: 5}, goods={0: [5, 0, 0, 0]}, tiles={0: RED}))
    assert position.legal_actions() == ["skip"]


@pytest.mark.parametrize(
    ("place", "has", "takes"), [(14, RED, 1), (14, GREEN, 0), (15, YELLOW, 3), (15, BLUE, 2)]
)
def test_both_tiles_of_a_mosque_bring_a_ruby(place: int, has: int, takes: int, lay: Lay) -> None:
    position = lay(THREE, **acting_at(place, goods={0: [2, 2, 2, 2]}, tiles={0: has}))
    now = after(position, f"tile {takes}")
    assert changes(position, now, "rubies") == {"rubies": 1}
    assert field(now, "mosque_rubies")[place - 14] == 2
    other = after(lay(THREE, **acting_at(place, goods={0: [2, 2, 2, 2]})), f"tile {takes}")
    assert field(other, "rubies", 0) == 0


def test_blue_tile_brings_the_fifth_assistant_also_through_the_family_member_o28(lay: Lay) -> None:
    position = play(lay(THREE, **acting_at(12, goods={0: [0, 0, 0, 2]})), "send 15", "tile 3")
    assert (field(position, "stack", 0), field(position, "spare", 0)) == (5, 0)


def test_yellow_tile_once_a_turn_at_any_time_o13(lay: Lay) -> None:
    position = lay(TWO, tiles={0: YELLOW}, assistants={0: [2, 3]}, lira={0: 5}, merchant={0: 12})
    assert legal(position, "yellow") == {"2", "3"}
    play(position, "yellow 3")
    assert (field(position, "lira", 0), field(position, "stack", 0)) == (3, 3)
    assert "yellow" not in verbs(position)
    later = play(lay(TWO, tiles={0: YELLOW}, assistants={0: [2, 3]}, lira={0: 5}), "move 12", "leave")
    assert legal(later, "yellow") == {"2", "3", "12"}
    assert legal(play(later, "skip"), "yellow") == {"2", "3", "12"}
    play(later, "yellow 12", "end")
    assert field(later, "yellow") == 0
    assert "yellow" not in verbs(lay(TWO, tiles={0: YELLOW}, assistants={0: [2]}, lira={0: 1}))


# 16 Dealer


@pytest.mark.parametrize("left", [1, 5, 9])
def test_dealer_asks_the_highest_uncovered_price_q12(left: int, lay: Lay) -> None:
    price = 24 - left
    position = lay(TWO, **acting_at(16, dealer_rubies=left, lira={0: price}))
    now = after(position, "buy_ruby")
    assert changes(position, now, "lira", "rubies") == {"lira": -price, "rubies": 1}
    assert field(now, "dealer_rubies") == left - 1
    assert lay(TWO, **acting_at(16, dealer_rubies=left, lira={0: price - 1})).legal_actions() == ["skip"]


def test_an_empty_dealer_sells_nothing_o6(lay: Lay) -> None:
    assert lay(FIVE, **acting_at(16, dealer_rubies=0, lira={0: 99})).legal_actions() == ["skip"]
