"""The places 1 to 9: exact effects (1.5) and the notes on them (section 3, O16, Q7 to Q10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from istanbul_tables import FIVE, GREEN, MOCHA, RED, THREE, TWO, acting_at, changes, discards, hand, known
from table_words import Lay, after, field, legal, play, probabilities, stage, verbs

# 1 Wainwright


def test_wainwright_adds_room_for_all_goods(lay: Lay) -> None:
    position = lay(TWO, **acting_at(1, lira={0: 7}))
    now = after(position, "extend")
    assert changes(position, now, "lira", "capacity", "rubies") == {"lira": -7, "capacity": 1, "rubies": 0}
    assert "extend" not in lay(TWO, **acting_at(1, lira={0: 6})).legal_actions()


def test_third_extension_brings_a_ruby_and_there_is_no_fourth(lay: Lay) -> None:
    position = lay(TWO, **acting_at(1, lira={0: 20}, capacity={0: 4}))
    now = after(position, "extend")
    assert changes(position, now, "capacity", "rubies") == {"capacity": 1, "rubies": 1}
    assert field(now, "wainwright_rubies") == 1
    assert lay(TWO, **acting_at(1, lira={0: 20}, capacity={0: 5})).legal_actions() == ["skip"]


# 2, 3, 4 Warehouses


@pytest.mark.parametrize(("place", "good"), [(2, 0), (3, 1), (4, 2)])
def test_warehouse_fills_one_good(place: int, good: int, lay: Lay) -> None:
    position = lay(TWO, **acting_at(place, capacity={0: 4}, goods={0: [1, 1, 1, 1]}))
    now = after(position, "fill")
    assert field(now, "goods", 0) == [4 if one == good else 1 for one in range(4)]
    assert stage(now) == "after"
    full = lay(TWO, **acting_at(place, goods={0: [2, 2, 2, 0]}))
    assert "fill" not in full.legal_actions()


def test_green_tile_buys_one_more_good_of_any_type_after_filling(lay: Lay) -> None:
    position = lay(TWO, **acting_at(2, tiles={0: GREEN}, lira={0: 3}))
    play(position, "fill")
    assert set(position.legal_actions()) == {"buy 0", "buy 1", "buy 2", "buy 3", "no_buy"}
    now = after(position, "buy 3")
    assert (field(now, "goods", 0), field(now, "lira", 0)) == ([2, 0, 0, 1], 1)
    now = after(position, "no_buy")
    assert (field(now, "goods", 0), field(now, "lira", 0)) == ([2, 0, 0, 0], 3)
    lost = after(position, "buy 0")
    assert (field(lost, "goods", 0), field(lost, "lira", 0)) == ([2, 0, 0, 0], 1)


def test_green_tile_makes_a_full_warehouse_useful_q10(lay: Lay) -> None:
    fields = {"goods": {0: [2, 0, 0, 0]}, "tiles": {0: GREEN}}
    assert "fill" in lay(TWO, **acting_at(2, lira={0: 2}, **fields)).legal_actions()
    assert "fill" not in lay(TWO, **acting_at(2, lira={0: 1}, **fields)).legal_actions()
    poor = play(lay(TWO, **acting_at(3, lira={0: 1}, **fields)), "fill")
    assert stage(poor) == "after"


# 5 Post Office


@pytest.mark.parametrize(
    ("down", "gained", "lira"),
    [
        (0, [0, 1, 1, 0], 2),
        (1, [1, 0, 1, 0], 2),
        (2, [1, 0, 1, 0], 3),
        (3, [1, 0, 0, 1], 3),
        (4, [1, 0, 0, 1], 4),
    ],
)
def test_post_office_cycle(down: int, gained: list[int], lira: int, lay: Lay) -> None:
    position = lay(TWO, **acting_at(5, post=down))
    now = after(position, "post")
    assert changes(position, now, "goods", "lira") == {"goods": gained, "lira": lira}
    assert field(now, "post") == (down + 1) % 5


def test_post_office_goods_above_the_capacity_are_lost(lay: Lay) -> None:
    position = lay(TWO, **acting_at(5, goods={0: [2, 2, 2, 2]}))
    now = after(position, "post")
    assert changes(position, now, "goods", "lira") == {"goods": [0, 0, 0, 0], "lira": 2}


# 6 Caravansary


def test_caravansary_draws_two_and_discards_one_of_the_whole_hand(lay: Lay) -> None:
    position = lay(TWO, hands={0: "good"}, **acting_at(6))
    assert legal(position, "caravansary") == {"0"}
    play(position, "caravansary 0")
    assert probabilities(position)["draw 0"] == Fraction(3, 25)
    play(position, "draw 5", "draw 1")
    assert hand(position) == ["good", "lira", "family"]
    assert set(position.legal_actions()) == {"discard 0", "discard 1", "discard 5"}
    play(position, "discard 0")
    assert (discards(position), stage(position)) == (["good"], "after")


def test_caravansary_takes_from_the_top_of_the_open_pile_first_q8_o19(lay: Lay) -> None:
    position = lay(TWO, discards="far stay recall", **acting_at(6))
    assert legal(position, "caravansary") == {"0", "1", "2"}
    two = after(position, "caravansary 2")
    assert (known(two), discards(two), stage(two)) == (["stay", "recall"], ["far"], "discard")
    one = play(after(position, "caravansary 1"), "draw 1")
    assert (known(one), hand(one), discards(one)) == (["recall"], ["lira", "recall"], ["far", "stay"])
    # A card that everybody knows of goes first where there are two alike.
    again = play(lay(TWO, discards="good", hands={0: "good"}, **acting_at(6)), "caravansary 1", "draw 1")
    play(again, "discard 0")
    assert (known(again), field(again, "secret", 0)[0]) == ([], 1)


def test_caravansary_refills_the_pile_only_when_a_draw_needs_it_q8_o17(lay: Lay) -> None:
    others = {
        1: "good " * 4 + "lira " * 4 + "far " * 3 + "stay " * 2 + "recall recall family family palace palace"
    }
    others[1] += " post post dealer dealer market"
    position = lay(TWO, hands=others, discards="far", **acting_at(6))
    assert field(position, "deck") == [0] * 9 + [1] + [0] * 9
    now = play(after(position, "caravansary 0"), "draw 9")
    # The second draw finds the pile empty: the open card becomes the pile.
    assert (discards(now), probabilities(now)) == ([], {"draw 2": Fraction(1)})
    one = play(after(position, "caravansary 1"), "draw 9")
    assert (hand(one), stage(one)) == (["far", "market"], "discard")


def test_caravansary_with_nothing_left_draws_what_there_is_o17(lay: Lay) -> None:
    everything = (
        "good " * 4 + "lira " * 4 + "far " * 4 + "stay stay recall recall family family palace palace"
    )
    everything += " post post dealer dealer market market"
    nothing = lay(TWO, hands={1: everything}, **acting_at(6))
    assert nothing.legal_actions() == ["skip"]
    one = lay(TWO, hands={1: everything.removesuffix(" market")}, discards="market", **acting_at(6))
    assert legal(one, "caravansary") == {"0", "1"}
    now = play(after(one, "caravansary 1"))
    assert (stage(now), hand(now)) == ("discard", ["market"])
    now = play(after(one, "caravansary 0"), "draw 9")
    assert (stage(now), hand(now), known(now)) == ("discard", ["market"], [])


def test_new_caravansary_gives_a_coffee_too(lay: Lay) -> None:
    position = lay(MOCHA, **acting_at(6))
    assert changes(position, after(position, "caravansary 0"), "coffee") == {"coffee": 1}
    base = lay(TWO, **acting_at(6))
    assert changes(base, after(base, "caravansary 0"), "coffee") == {"coffee": 0}


# 7 Fountain


def test_fountain_returns_any_assistants_in_ascending_order(lay: Lay) -> None:
    position = lay(TWO, **acting_at(7, assistants={0: [2, 9, 16]}))
    assert legal(position, "fetch") == {"2", "9", "16"}
    everything = after(position, "fetch_all")
    assert (field(everything, "assistants", 0), field(everything, "stack", 0)) == ([], 4)
    some = after(position, "fetch 9")
    assert set(some.legal_actions()) == {"fetch 16", "stop"}
    assert field(after(some, "stop"), "assistants", 0) == [2, 16]
    last = after(some, "fetch 16")
    assert (field(last, "assistants", 0), stage(last)) == ([2], "after")


def test_fountain_without_assistants_on_the_board_does_nothing_o16(lay: Lay) -> None:
    assert lay(TWO, **acting_at(7)).legal_actions() == ["skip"]


def test_family_member_at_the_fountain_brings_assistants_to_the_merchant(lay: Lay) -> None:
    position = play(lay(TWO, **acting_at(12, assistants={0: [2, 12]})), "send 7", "fetch_all")
    assert (field(position, "merchant", 0), field(position, "stack", 0)) == (12, 4)


# 8 Black Market


@pytest.mark.parametrize(
    ("total", "blue"),
    [(2, 0), (6, 0), (7, 1), (8, 1), (9, 2), (10, 2), (11, 3), (12, 3)],
)
def test_black_market_gives_the_named_good_and_jewelry_by_the_dice(total: int, blue: int, lay: Lay) -> None:
    position = lay(TWO, **acting_at(8, capacity={0: 5}))
    assert legal(position, "name") == {"0", "1", "2"}
    low = max(1, total - 6)
    now = after(position, "name 2", f"roll {low} {total - low}")
    assert changes(position, now, "goods") == {"goods": [0, 0, 1, blue]}
    assert stage(now) == "after"


def test_black_market_good_may_be_named_although_there_is_no_room_q9(lay: Lay) -> None:
    position = lay(TWO, **acting_at(8, goods={0: [2, 0, 0, 1]}))
    now = after(position, "name 0", "roll 6 6")
    assert changes(position, now, "goods") == {"goods": [0, 0, 0, 1]}


# 9 Tea House


def test_tea_house_pays_the_call_or_two_lira(lay: Lay) -> None:
    position = lay(TWO, **acting_at(9))
    assert legal(position, "call") == {str(number) for number in range(3, 13)}
    for dice, lira in (("3 4", 7), ("6 6", 7), ("2 4", 2)):
        now = after(position, "call 7", f"roll {dice}")
        assert changes(position, now, "lira") == {"lira": lira}


def test_two_dice_have_twenty_one_outcomes(lay: Lay) -> None:
    rolled = probabilities(play(lay(TWO, **acting_at(9)), "call 7"))
    assert len(rolled) == 21
    assert rolled["roll 2 2"] == Fraction(1, 36)
    assert rolled["roll 2 5"] == Fraction(2, 36)


# The red tile


def rolled_with_red(lay: Lay, dice: str, **fields: Any) -> Any:
    return play(lay(TWO, **acting_at(9, tiles={0: RED}, **fields)), "call 7", f"roll {dice}")


def test_red_tile_turns_one_die_to_four_or_rolls_again_once(lay: Lay) -> None:
    position = rolled_with_red(lay, "1 5")
    assert set(position.legal_actions()) == {"keep", "four 0", "four 1", "reroll"}
    before = field(position, "lira", 0)
    assert field(after(position, "keep"), "lira", 0) - before == 2
    assert field(after(position, "four 0"), "lira", 0) - before == 7
    assert field(after(position, "four 1"), "lira", 0) - before == 2
    again = after(position, "reroll")
    assert stage(again) == "roll"
    assert field(after(again, "roll 1 1"), "lira", 0) - before == 2
    assert stage(after(again, "roll 6 6")) == "after"


def test_red_tile_does_not_turn_a_four_and_alike_dice_are_one_choice(lay: Lay) -> None:
    assert set(rolled_with_red(lay, "4 4").legal_actions()) == {"keep", "reroll"}
    assert set(rolled_with_red(lay, "2 2").legal_actions()) == {"keep", "four 0", "reroll"}
    assert set(rolled_with_red(lay, "2 4").legal_actions()) == {"keep", "four 0", "reroll"}


def test_red_tile_at_the_black_market(lay: Lay) -> None:
    position = lay(TWO, **acting_at(8, tiles={0: RED}, capacity={0: 5}))
    now = after(position, "name 1", "roll 3 6", "four 0")
    assert changes(position, now, "goods") == {"goods": [0, 1, 0, 2]}


def test_red_tile_works_for_the_family_member_o12(lay: Lay) -> None:
    position = play(lay(TWO, **acting_at(12, tiles={0: RED})), "send 9", "call 8", "roll 1 2")
    assert set(position.legal_actions()) == {"keep", "four 0", "four 1", "reroll"}


def test_red_tile_never_changes_rolls_of_figures_q19(lay: Lay) -> None:
    position = lay(THREE, merchant={0: 2}, stage="after", tiles={0: RED}, lira={0: 9}, smuggler=2, governor=3)
    play(position, "smuggler 0", "pay_lira", "figure_place 5")
    assert (stage(position), field(position, "smuggler")) == ("after", 5)


def test_without_tile_or_card_a_roll_is_not_interrupted(lay: Lay) -> None:
    assert stage(play(lay(FIVE, hands={0: "good"}, **acting_at(9)), "call 3", "roll 1 1")) == "after"
    assert "keep" not in verbs(play(lay(MOCHA, **acting_at(9)), "call 3", "roll 1 1"))
