"""Phases 1 and 2: movement, assistants, payments to other merchants (1.4; Q1, Q2, Q7, O7, O8, O14, O26)."""

from __future__ import annotations

import pytest
from istanbul_tables import BLUE, MOCHA, MOVEMENT, THREE, TWO, YELLOW, changes, discards
from table_words import Lay, after, field, legal, play, probabilities, stage, verbs

# The short-paths layout:      The first layout with the expansion:
#   15  5  2 14                  16 15 18  3 10
#    4 12  7  3                   8  1  7 17  4
#    8  6 11  9                   2 19  6 12  9
#   13 10  1 16                  20 11  5 14 13


def numbers(*values: int) -> set[str]:
    return {str(value) for value in values}


# Movement


def test_one_or_two_places_also_around_a_corner_and_never_none(lay: Lay) -> None:
    position = lay(TWO)
    assert legal(position, "move") == numbers(2, 12, 11, 3, 5, 14, 4, 6, 9, 1)


def test_far_goes_exactly_three_or_four_places_o7(lay: Lay) -> None:
    position = play(lay(TWO, hands={0: "far"}), "far")
    assert set(position.legal_actions()) == {f"move {place}" for place in (15, 8, 16, 10, 13)}
    assert discards(position) == ["far"]
    play(position, "move 13")
    assert stage(position) == "assistant"


def test_stay_is_an_arrival_at_the_own_place(lay: Lay) -> None:
    position = play(lay(TWO, merchant={0: 5}, hands={0: "stay"}), "stay")
    assert stage(position) == "assistant"
    play(position, "leave")
    assert field(position, "assistants", 0) == [5]
    assert discards(position) == ["stay"]


def test_stay_pays_others_again_o14(lay: Lay) -> None:
    position = play(lay(TWO, merchant={0: 5, 1: 5}, hands={0: "stay"}), "stay", "leave")
    assert stage(position) == "pay"


def test_stay_at_the_fountain_touches_no_assistant_and_pays_nobody_q1(lay: Lay) -> None:
    position = lay(TWO, hands={0: "stay"}, assistants={0: [2]})
    now = play(position, "stay")
    assert stage(now) == "action"
    assert field(now, "acting") == 7
    assert legal(now, "fetch") == {"2"}


def test_corner_card_goes_to_another_corner_even_behind_the_barrier_o26(lay: Lay) -> None:
    position = lay(MOCHA, merchant={0: 16}, hands={0: "corner"}, barrier=(16, 15), barrier_owner=1)
    play(position, "corner")
    assert set(position.legal_actions()) == {"move 10", "move 20", "move 13"}
    elsewhere = play(lay(MOCHA, hands={0: "corner"}), "corner")
    assert legal(elsewhere, "move") == numbers(16, 10, 20, 13)


def test_movement_tile_goes_straight_any_distance_besides_the_usual_moves(lay: Lay) -> None:
    position = lay(MOCHA, merchant={0: 16}, tavern={0: MOVEMENT})
    assert legal(position, "move") == numbers(15, 18, 3, 10, 8, 2, 20, 1)
    assert legal(lay(MOCHA, merchant={0: 16}), "move") == numbers(15, 18, 8, 2, 1)


def test_foreign_barrier_is_not_crossed_but_can_be_walked_around_o8(lay: Lay) -> None:
    fields = {"merchant": {0: 16}, "barrier": (16, 15), "hands": {0: "far"}}
    position = lay(MOCHA, barrier_owner=1, **fields)
    # 15 is now three places away.
    assert legal(position, "move") == numbers(8, 2, 1)
    assert legal(after(position, "far"), "move") == numbers(7, 15, 20, 19, 11, 6, 17, 18)
    own = lay(MOCHA, barrier_owner=0, **fields)
    assert legal(own, "move") == numbers(15, 18, 8, 2, 1)


def test_foreign_barrier_stops_the_movement_tile(lay: Lay) -> None:
    fields = {"merchant": {0: 16}, "barrier": (18, 3), "tavern": {0: MOVEMENT}}
    assert legal(lay(MOCHA, barrier_owner=1, **fields), "move") == numbers(15, 18, 8, 2, 20, 1)
    assert legal(lay(MOCHA, barrier_owner=0, **fields), "move") == numbers(15, 18, 3, 10, 8, 2, 20, 1)


# Assistants


def test_a_merchant_leaves_an_assistant_or_picks_one_up(lay: Lay) -> None:
    position = play(lay(TWO), "move 2")
    assert set(position.legal_actions()) == {"leave", "decline"}
    play(position, "leave")
    assert (field(position, "stack", 0), field(position, "assistants", 0)) == (3, [2])
    assert stage(position) == "action"
    position = play(lay(TWO, assistants={0: [2, 3]}), "move 2")
    assert set(position.legal_actions()) == {"pick_up", "decline"}
    play(position, "pick_up")
    assert (field(position, "stack", 0), field(position, "assistants", 0)) == (3, [3])


def test_declining_ends_the_turn_at_once_without_encounters(lay: Lay) -> None:
    position = play(lay(TWO, merchant={1: 3}, family={1: 2}), "move 2", "decline")
    assert (stage(position), field(position, "player")) == ("move", 1)
    assert field(position, "family", 1) == 2


def test_nothing_to_leave_ends_the_turn_too(lay: Lay) -> None:
    position = play(lay(TWO, assistants={0: [1, 3, 4, 5]}), "move 2")
    assert position.legal_actions() == ["decline"]


def test_at_the_fountain_there_are_neither_assistants_nor_payments(lay: Lay) -> None:
    position = play(lay(TWO, merchant={0: 2, 1: 7}, neutral=[7, 15, 16]), "move 7")
    assert stage(position) == "action"
    assert field(position, "stack", 0) == 4


def test_recall_card_before_moving_and_before_an_assistant_is_left_q7(lay: Lay) -> None:
    position = lay(TWO, assistants={0: [2, 3]}, hands={0: "recall recall"})
    assert legal(position, "recall") == numbers(2, 3)
    play(position, "recall 3", "move 2")
    assert field(position, "stack", 0) == 3
    assert legal(position, "recall") == {"2"}
    play(position, "recall 2")
    assert set(position.legal_actions()) == {"leave", "decline"}
    assert (field(position, "stack", 0), field(position, "assistants", 0)) == (4, [])
    assert discards(position) == ["recall", "recall"]


def test_recall_card_is_of_no_use_later_q7(lay: Lay) -> None:
    position = play(lay(TWO, assistants={0: [3]}, hands={0: "recall"}), "move 2", "leave")
    assert "recall" not in verbs(position)
    assert "recall" not in verbs(play(position, "skip"))


def test_the_fifth_assistant_beside_the_board_is_never_recalled_q7(lay: Lay) -> None:
    position = lay(TWO, hands={0: "recall"}, tiles={0: YELLOW}, lira={0: 2})
    assert field(position, "spare", 0) == 1
    assert {"recall", "yellow"}.isdisjoint(verbs(position))
    play(lay(TWO, merchant={0: 2}), "move 7")
    assert field(lay(TWO, tiles={0: BLUE}), "stack", 0) == 5


# Other merchants


def test_two_lira_to_each_other_merchant_all_together_q2(lay: Lay) -> None:
    position = lay(THREE, merchant={1: 2, 2: 2}, lira={0: 5})
    now = play(position.clone(), "move 2", "leave")
    assert set(now.legal_actions()) == {"pay", "refuse"}
    play(now, "pay")
    assert changes(position, now, "lira") == {"lira": -4}
    assert field(now, "lira") == [1, 5, 6]
    assert stage(now) == "action"


def test_who_cannot_or_will_not_pay_all_ends_the_turn(lay: Lay) -> None:
    position = play(lay(THREE, merchant={1: 2, 2: 2}, lira={0: 3}), "move 2", "leave")
    assert position.legal_actions() == ["refuse"]
    play(position, "refuse")
    assert (stage(position), field(position, "player")) == ("move", 1)
    assert field(position, "lira") == [3, 3, 4]
    # The assistant has been left.
    assert field(position, "assistants", 0) == [2]


def test_assistants_and_family_members_are_not_paid(lay: Lay) -> None:
    position = play(lay(TWO, assistants={1: [2]}, family={1: 2}), "move 2", "leave")
    assert stage(position) == "action"


def test_money_may_be_found_before_paying(lay: Lay) -> None:
    position = play(lay(TWO, merchant={1: 2}, lira={0: 0}, hands={0: "lira"}), "move 2", "leave")
    assert set(position.legal_actions()) == {"refuse", "lira"}
    play(position, "lira", "pay")
    assert field(position, "lira") == [3, 5]


def test_neutral_merchants_are_paid_into_the_supply_and_move_at_once_o24(lay: Lay) -> None:
    position = lay(TWO, neutral=[2, 15, 2], merchant={1: 2}, lira={0: 9})
    play(position, "move 2", "leave", "pay")
    assert field(position, "lira") == [3, 5]
    assert stage(position) == "figure"
    assert sum(probabilities(position).values()) == 1
    # In the order of their list (Q2); one may roll its own place again (O23).
    play(position, "figure_place 2")
    assert field(position, "neutral") == [2, 15, 2]
    play(position, "figure_place 9")
    assert field(position, "neutral") == [2, 15, 9]
    assert stage(position) == "action"


@pytest.mark.parametrize("lira", [1, 2])
def test_a_neutral_merchant_alone_wants_two_lira(lira: int, lay: Lay) -> None:
    position = play(lay(TWO, neutral=[2, 15, 16], lira={0: lira}), "move 2", "leave")
    assert ("pay" in position.legal_actions()) == (lira == 2)


def test_three_players_have_no_neutral_merchants_and_the_expansion_has_them_for_two_o22(lay: Lay) -> None:
    assert field(lay(THREE), "neutral") == []
    assert field(lay(MOCHA), "neutral") == [14, 15, 16]
