"""Every bonus card (1.6, 2.7) and the notes on them (O3, O12, O27, O29; Q4, Q5, Q8, Q13 to Q15, Q19).

The cards far, stay, corner and recall are in `test_movement`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from istanbul_tables import (
    EVERY_CARD,
    MOCHA,
    MOCHA3,
    RED,
    THREE,
    TWO,
    acting_at,
    after_at,
    changes,
    discards,
    hand,
)
from table_words import Lay, after, field, legal, play, probabilities, stage, verbs

# When cards may be played

ANY_TIME: dict[str, dict[str, Any]] = {
    "lira": {"hands": {0: "lira"}},
    "family_lira": {"hands": {0: "family"}, "family": {0: 5}},
    "family_card": {"hands": {0: "family"}, "family": {0: 5}},
    "coffee": {"hands": {0: "coffee"}},
    "guild_draw": {"hands": {0: "guild"}, "coffee": {0: 2}},
    "trade": {"hands": {0: "trade"}, "coffee": {0: 1}},
}
BEFORE_OR_AFTER: dict[str, dict[str, Any]] = {
    "good 0": {"hands": {0: "good"}},
    "prize": {"hands": {0: "prize"}},
    "swap 0 4": {"hands": {0: "swap"}, "goods": {0: [1, 0, 0, 0]}},
}
# How to come to each stage of a turn from its beginning; the goal is Post Office 5 or the Police Station.
PATHS = {
    "move": (),
    "assistant": ("move 5",),
    "pay": ("move 5", "leave"),
    "action": ("move 5", "leave", "pay"),
    "after": ("move 5", "leave", "pay", "post"),
}
STAGE_FIELDS: dict[str, Any] = {"merchant": {0: 11, 1: 5}, "lira": {0: 9}}


@pytest.mark.parametrize("at", PATHS)
@pytest.mark.parametrize("text", [*ANY_TIME, *BEFORE_OR_AFTER])
def test_windows_between_the_steps_of_a_turn_q14(text: str, at: str, lay: Lay) -> None:
    position = lay(MOCHA, **STAGE_FIELDS, **{**ANY_TIME, **BEFORE_OR_AFTER}[text])
    play(position, *PATHS[at])
    assert stage(position) == at
    assert text in position.legal_actions()
    play(position, text)
    while position.is_chance():
        position.apply(sorted(position.legal_actions())[-1])
    # The turn goes on where it was; a swap may go on itself.
    assert stage(position) == at or set(position.legal_actions()) > {"stop"}


@pytest.mark.parametrize("text", [*ANY_TIME, *BEFORE_OR_AFTER])
def test_during_a_remote_action_only_cards_for_any_time_q5(text: str, lay: Lay) -> None:
    fields = {**ANY_TIME, **BEFORE_OR_AFTER}[text]
    position = play(
        lay(MOCHA3, **{**acting_at(19, coffee={0: 4}), **fields, "coffee": {0: 4}}), "barrier 11 5"
    )
    assert position.legal_actions() == ["use 11", "use 5"] or set(position.legal_actions()) == {
        "use 11",
        "use 5",
    }
    play(position, "use 5")
    assert (text in position.legal_actions()) == (text in ANY_TIME)
    assert text in play(position, "post").legal_actions()


# The effects


@pytest.mark.parametrize("good", range(4))
def test_good(good: int, lay: Lay) -> None:
    position = lay(TWO, hands={0: "good"}, goods={0: [0, 1, 2, 0]})
    assert legal(position, "good") == {"0", "1", "2", "3"}
    now = after(position, f"good {good}")
    expected = [int(one == good and one != 2) for one in range(4)]
    assert changes(position, now, "goods") == {"goods": expected}
    assert (hand(now), discards(now)) == ([], ["good"])


def test_five_lira(lay: Lay) -> None:
    position = lay(TWO, hands={0: "lira lira"})
    now = after(position, "lira", "lira")
    assert changes(position, now, "lira") == {"lira": 10}
    assert discards(now) == ["lira", "lira"]


def test_family_card_brings_the_member_home_for_three_lira_or_a_card(lay: Lay) -> None:
    position = lay(TWO, hands={0: "family"}, family={0: 5})
    now = after(position, "family_lira")
    assert (changes(position, now, "lira"), field(now, "family", 0)) == ({"lira": 3}, 12)
    now = after(position, "family_card")
    assert probabilities(now)["draw 0"] == Fraction(4, 25)
    play(now, "draw 0")
    assert (hand(now), field(now, "family", 0), discards(now)) == (["good"], 12, ["family"])
    assert "family_lira" not in lay(TWO, hands={0: "family"}).legal_actions()


def test_family_card_can_always_be_drawn_again_q8(lay: Lay) -> None:
    others = EVERY_CARD.replace(" family", "", 1)
    position = play(lay(TWO, hands={0: "family", 1: others}, family={0: 5}), "family_card")
    assert probabilities(position) == {"draw 5": Fraction(1)}
    play(position, "draw 5")
    assert (hand(position), discards(position)) == (["family"], [])


def test_family_member_comes_home_before_he_is_sent_out_again(lay: Lay) -> None:
    position = lay(TWO, **acting_at(12, hands={0: "family"}, family={0: 5}))
    assert "send" not in verbs(position)
    assert "send" in verbs(play(position, "family_lira"))


# Cards that repeat an action: (card, place, first action, fields, cost of the second in a field of player 0)
TWICE: dict[str, tuple[int, str, dict[str, Any], dict[str, Any]]] = {
    "post": (5, "post", {}, {"lira": 2, "goods": [1, 0, 1, 0]}),
    "dealer": (16, "buy_ruby", {"lira": {0: 60}}, {"lira": -16, "rubies": 1}),
    "wainwright": (1, "extend", {"lira": {0: 14}}, {"lira": -7, "capacity": 1}),
    "house": (20, "buy_ruby", {"coffee": {0: 13}}, {"coffee": -7, "rubies": 1}),
}


@pytest.mark.parametrize("card", TWICE)
def test_twice_cards_add_one_action_at_its_new_price_q13_o29(card: str, lay: Lay) -> None:
    place, first, fields, second = TWICE[card]
    position = play(lay(MOCHA, hands={0: card}, **acting_at(place, **fields)), first)
    now = after(position, "again")
    assert changes(position, now, *second) == second
    assert (discards(now), stage(now)) == ([card], "after")
    assert "again" not in verbs(now)


def test_palace_twice_asks_what_is_delivered(lay: Lay) -> None:
    full = {"capacity": {0: 5}, "goods": {0: [5, 5, 5, 5]}}
    position = play(lay(TWO, hands={0: "palace lira"}, **acting_at(13, **full)), "deliver 0 4", "again")
    # No skip and no window: what was begun is done.
    assert set(position.legal_actions()) == {"deliver 0 1", "deliver 0 2", "deliver 0 3", "deliver 0 4"}
    play(position, "deliver 0 1")
    assert field(position, "goods", 0) == [2, 3, 3, 1]
    assert (field(position, "rubies", 0), field(position, "palace_rubies")) == (2, 4)


def test_two_twice_cards_give_three_actions_q13(lay: Lay) -> None:
    position = lay(TWO, hands={0: "dealer dealer"}, **acting_at(16, lira={0: 15 + 16 + 17}))
    play(position, "buy_ruby", "again", "again")
    assert (field(position, "lira", 0), field(position, "rubies", 0)) == (0, 3)


def test_twice_card_is_not_playable_if_the_next_action_cannot_be_paid_q13(lay: Lay) -> None:
    position = play(lay(TWO, hands={0: "dealer lira"}, **acting_at(16, lira={0: 30})), "buy_ruby")
    assert "again" not in verbs(position)
    # Lira in between are allowed: the moment has not passed.
    assert "again" in verbs(play(position, "lira"))
    last = play(lay(TWO, hands={0: "dealer"}, **acting_at(16, lira={0: 90}, dealer_rubies=1)), "buy_ruby")
    assert "again" not in verbs(last)
    full = {"capacity": {0: 4}, "lira": {0: 90}}
    assert "again" not in verbs(play(lay(MOCHA, hands={0: "wainwright"}, **acting_at(1, **full)), "extend"))


def test_twice_card_is_not_playable_after_a_skip_or_an_encounter(lay: Lay) -> None:
    position = lay(TWO, hands={0: "post"}, **acting_at(5, smuggler=5, lira={0: 9}))
    assert "again" not in verbs(after(position, "skip"))
    play(position, "post")
    assert "again" in verbs(position)
    assert "again" not in verbs(play(position, "smuggler 0", "pay_lira", "figure_place 2"))


def test_twice_card_of_another_place_does_not_help(lay: Lay) -> None:
    assert "again" not in verbs(play(lay(TWO, hands={0: "dealer palace"}, **acting_at(5)), "post"))


@pytest.mark.parametrize("card", TWICE)
def test_twice_cards_work_for_the_family_member_and_beside_the_barrier_o12(card: str, lay: Lay) -> None:
    place, first, fields, second = TWICE[card]
    position = play(lay(MOCHA, hands={0: card}, **acting_at(12, **fields)), f"send {place}", first)
    assert changes(position, after(position, "again"), *second) == second
    coffee = {"coffee": {0: fields.get("coffee", {0: 0})[0] + 2}}
    position = lay(MOCHA, hands={0: card}, **acting_at(19, **{**fields, **coffee}))
    edge = next(text for text in sorted(legal(position, "barrier")) if str(place) in text.split())
    play(position, f"barrier {edge}", f"use {place}", first)
    assert changes(position, after(position, "again"), *second) == second


def test_market_card_sells_any_goods_at_the_small_market(lay: Lay) -> None:
    position = lay(TWO, hands={0: "market"}, **acting_at(11, goods={0: [2, 0, 0, 2]}))
    # The tile wants 1, 1, 2, 1.
    assert "sell 2 0 0 2" not in position.legal_actions()
    play(position, "market")
    found = {tuple(map(int, text.split()[1:])) for text in position.legal_actions()}
    assert found == {(red, 0, 0, blue) for red in range(3) for blue in range(3) if red + blue}
    play(position, "sell 2 0 0 2")
    assert field(position, "lira", 0) == 2 + 14
    assert stage(position) == "demand_small"
    assert "market" not in verbs(lay(TWO, hands={0: "market"}, **acting_at(11)))
    assert "market" not in verbs(lay(TWO, hands={0: "market"}, **acting_at(10, goods={0: [2, 0, 0, 2]})))


def test_market_card_sells_at_most_five(lay: Lay) -> None:
    position = lay(TWO, hands={0: "market"}, **acting_at(11, capacity={0: 5}, goods={0: [5, 5, 5, 5]}))
    sums = {sum(map(int, text.split())) for text in legal(play(position, "market"), "sell")}
    assert sums == {1, 2, 3, 4, 5}


def test_two_coffee(lay: Lay) -> None:
    position = lay(MOCHA, hands={0: "coffee"})
    assert changes(position, after(position, "coffee"), "coffee") == {"coffee": 2}


def test_guild_card_for_two_coffee(lay: Lay) -> None:
    position = lay(MOCHA, hands={0: "guild"}, coffee={0: 3}, guild={1: [4]})
    now = after(position, "guild_draw")
    assert len(probabilities(now)) == 19
    play(now, "draw_guild 12")
    assert (field(now, "coffee", 0), field(now, "guild_hand", 0), stage(now)) == (1, [12], "move")
    assert "guild_draw" not in verbs(lay(MOCHA, hands={0: "guild"}, coffee={0: 1}))
    none_left = lay(MOCHA, hands={0: "guild"}, coffee={0: 3}, guild={1: list(range(1, 21))})
    assert "guild_draw" not in verbs(none_left)


def test_eight_lira_for_a_coffee(lay: Lay) -> None:
    position = lay(MOCHA, hands={0: "trade"}, coffee={0: 1})
    now = after(position, "trade")
    assert changes(position, now, "coffee", "lira") == {"coffee": -1, "lira": 8}
    assert "trade" not in verbs(lay(MOCHA, hands={0: "trade"}))


@pytest.mark.parametrize(
    ("die", "field_", "change"),
    [
        (1, "goods", [1, 0, 0, 0]),
        (2, "goods", [0, 1, 0, 0]),
        (3, "goods", [0, 0, 1, 0]),
        (4, "goods", [0, 0, 0, 1]),
        (5, "lira", 4),
        (6, "coffee", 2),
    ],
)
def test_prizes_of_the_default_table_o3(die: int, field_: str, change: Any, lay: Lay) -> None:
    position = lay(MOCHA, hands={0: "prize"}, capacity={0: 1 + 2}, merchant={0: 5})
    now = after(position, "prize", f"roll {die} {die}")
    if isinstance(change, list):
        change = [2 * number for number in change]
    assert changes(position, now, field_) == {field_: change}
    assert (stage(now), discards(now)) == ("move", ["prize"])


def test_prize_roll_is_changed_by_a_six_only_q19(lay: Lay) -> None:
    position = lay(MOCHA, hands={0: "prize six"}, tiles={0: RED})
    play(position, "prize", "roll 1 5")
    assert set(position.legal_actions()) == {"keep", "six 0", "six 1"}
    play(position, "six 0")
    assert (field(position, "lira", 0), field(position, "coffee", 0)) == (4, 1)
    assert field(position, "goods", 0) == [0, 0, 0, 0]


def test_swap_of_the_rulebook_three_yellow_for_two_blue_and_a_coffee(lay: Lay) -> None:
    position = lay(MOCHA, hands={0: "swap"}, capacity={0: 3}, goods={0: [0, 0, 3, 0]})
    play(position, "swap 2 3", "swap 2 3", "swap 2 4")
    assert (field(position, "goods", 0), field(position, "coffee", 0)) == ([0, 0, 0, 2], 1)
    assert (stage(position), discards(position)) == ("move", ["swap"])


def test_swap_may_stop_after_one_or_two_q15(lay: Lay) -> None:
    position = play(lay(MOCHA, hands={0: "swap"}, goods={0: [0, 0, 2, 0]}), "swap 2 0")
    assert stage(position) == "swap"
    assert "stop" in position.legal_actions()
    play(position, "stop")
    assert (field(position, "goods", 0), stage(position)) == ([1, 0, 1, 0], "move")


def test_no_kind_is_both_given_and_received_q15(lay: Lay) -> None:
    position = play(lay(MOCHA, hands={0: "swap"}, goods={0: [1, 1, 1, 1]}, coffee={0: 2}), "swap 0 1")
    # Neither is red received nor green given now; what is named does not descend.
    assert legal(position, "swap") == {"2 3", "2 4", "3 2", "3 4", "4 2", "4 3"}


def test_swap_respects_the_capacity_and_needs_something_to_give_q15(lay: Lay) -> None:
    position = lay(MOCHA, hands={0: "swap"}, goods={0: [2, 2, 2, 1]})
    assert legal(position, "swap") == {"0 3", "0 4", "1 3", "1 4", "2 3", "2 4", "3 4"}
    assert "swap" not in verbs(lay(MOCHA, hands={0: "swap"}))
    coffee = lay(MOCHA, hands={0: "swap"}, coffee={0: 1}, goods={0: [2, 2, 2, 2]})
    assert legal(coffee, "swap") == {"0 4", "1 4", "2 4", "3 4"}
    # Nothing more can be given: no further question.
    assert stage(play(lay(MOCHA, hands={0: "swap"}, coffee={0: 1}), "swap 4 0")) == "move"


def test_six_turns_one_die_after_a_roll(lay: Lay) -> None:
    position = lay(MOCHA, hands={0: "six"}, **acting_at(9))
    play(position, "call 9", "roll 3 5")
    assert set(position.legal_actions()) == {"keep", "six 0", "six 1"}
    now = after(position, "six 0")
    assert (field(now, "lira", 0), discards(now), stage(now)) == (11, ["six"], "after")
    assert field(after(position, "six 1"), "lira", 0) == 11
    assert set(play(lay(MOCHA, hands={0: "six"}, **acting_at(9)), "call 9", "roll 3 6").legal_actions()) == {
        "keep",
        "six 0",
    }


def test_red_tile_and_six_in_either_order_o27(lay: Lay) -> None:
    position = lay(MOCHA, hands={0: "six six"}, **acting_at(9, tiles={0: RED}))
    play(position, "call 12", "roll 1 1")
    first = after(position, "reroll", "roll 1 2")
    assert set(first.legal_actions()) == {"keep", "six 0", "six 1"}
    play(first, "six 0", "six 0")
    assert field(first, "lira", 0) == 14
    second = after(position, "six 0")
    assert (field(second, "dice"), "four 0" in second.legal_actions()) == ([1, 6], True)
    assert field(after(second, "four 0", "six 0"), "lira", 0) == 14


def test_six_never_changes_rolls_of_figures_or_neutral_merchants_q19(lay: Lay) -> None:
    position = lay(MOCHA, hands={0: "six"}, **after_at(5, smuggler=5, lira={0: 2}))
    assert stage(play(position, "smuggler 0", "pay_lira", "figure_place 4")) == "after"
    position = lay(MOCHA, hands={0: "six"}, neutral=[5, 15, 16], merchant={0: 11}, lira={0: 2})
    assert stage(play(position, "move 5", "leave", "pay", "figure_place 4")) == "action"


@pytest.mark.parametrize(
    ("hands", "known", "asked"),
    [("good", "", True), ("", "good", False), ("", "six", True), ("", "", False)],
)
def test_whether_a_roll_is_interrupted_shows_nothing_secret(
    hands: str, known: str, asked: bool, lay: Lay
) -> None:
    """The others must not learn from the question itself whether he holds a six."""
    position = lay(MOCHA, hands={0: hands}, known={0: known}, **acting_at(9))
    play(position, "call 9", "roll 3 5")
    assert (stage(position) == "dice") == asked
    if asked:
        assert ("six 0" in position.legal_actions()) == (known == "six")


# What everybody knows of


def test_a_card_from_the_open_pile_is_known_and_goes_first(lay: Lay) -> None:
    position = lay(TWO, hands={0: "lira"}, known={0: "lira"})
    play(position, "lira")
    assert (field(position, "known", 0)[1], field(position, "secret", 0)[1]) == (0, 1)


def test_no_hand_limit(lay: Lay) -> None:
    cards = EVERY_CARD.removesuffix(" market market")
    position = play(lay(THREE, hands={0: cards}, **acting_at(6)), "caravansary 0", "draw 9", "draw 9")
    assert len(hand(position)) == 26


def test_no_bonus_card_lets_a_player_act_out_of_turn(lay: Lay) -> None:
    position = lay(TWO, hands={0: "", 1: "lira good family"}, family={1: 5})
    assert verbs(position) == {"move"}
