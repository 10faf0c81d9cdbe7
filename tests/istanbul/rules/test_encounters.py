"""Phase 4: family members, governor, smuggler, coffee trader (1.4, 2.4; section 3, O9, O18, O23, Q3, Q4)."""

from __future__ import annotations

import pytest
from istanbul_tables import (
    ENCOUNTER,
    EVERY_CARD,
    FOUR,
    MOCHA,
    MOCHA3,
    THREE,
    TWO,
    acting_at,
    after_at,
    changes,
    discards,
    hand,
)
from table_words import Lay, after, field, legal, play, probabilities, stage, verbs

# Family members


def test_family_members_of_others_must_be_caught_one_by_one(lay: Lay) -> None:
    position = lay(FOUR, **after_at(5, family={0: 5, 1: 5, 2: 5, 3: 6}))
    assert set(position.legal_actions()) == {"catch_lira 1", "catch_lira 2", "catch_card 1", "catch_card 2"}
    now = after(position, "catch_lira 1")
    assert changes(position, now, "lira") == {"lira": 3}
    assert field(now, "family") == [5, 12, 5, 6]
    play(now, "catch_card 2")
    assert stage(now) == "draw"
    play(now, "draw 4")
    assert (hand(now), field(now, "family"), now.legal_actions()) == (["recall"], [5, 12, 12, 6], ["end"])


def test_nobody_is_caught_at_the_police_station(lay: Lay) -> None:
    assert lay(TWO, **after_at(12)).legal_actions() == ["end"]


def test_without_a_card_to_draw_lira_is_the_only_reward(lay: Lay) -> None:
    everything = (
        "good " * 4 + "lira " * 4 + "far " * 4 + "stay stay recall recall family family palace palace"
    )
    everything += " post post dealer dealer market market"
    position = lay(THREE, hands={1: EVERY_CARD}, **after_at(5, family={2: 5}))
    assert position.legal_actions() == ["catch_lira 2"]


def test_encounters_follow_an_action_that_was_left_out(lay: Lay) -> None:
    position = play(lay(THREE, **acting_at(5, family={1: 5})), "skip")
    assert legal(position, "catch_lira") == {"1"}


# Governor


def test_governor_draw_first_then_two_lira_or_a_card(lay: Lay) -> None:
    position = lay(THREE, **after_at(5, governor=5, lira={0: 4}, hands={0: "good"}))
    assert set(position.legal_actions()) - {f"good {g}" for g in range(4)} == {"governor", "end"}
    play(position, "governor", "draw 9")
    assert set(position.legal_actions()) == {"pay_lira", "discard 0", "discard 9"}
    paid = after(position, "pay_lira")
    assert (field(paid, "lira", 0), hand(paid), stage(paid)) == (2, ["good", "market"], "figure")
    # The card that has just been drawn may go.
    play(position, "discard 9")
    assert (hand(position), discards(position)) == (["good"], ["market"])
    assert probabilities(position)["figure_place 7"].denominator == 6
    play(position, "figure_place 8")
    assert (field(position, "governor"), stage(position)) == (8, "after")


def test_a_figure_is_met_once_a_turn_even_if_it_comes_back_q3_o23(lay: Lay) -> None:
    position = lay(THREE, **after_at(5, governor=5, smuggler=5, lira={0: 9}))
    play(position, "governor", "draw 9", "pay_lira", "figure_place 5")
    assert "governor" not in verbs(position)
    play(position, "smuggler 3", "pay_lira", "figure_place 5")
    assert (field(position, "governor"), field(position, "smuggler")) == (5, 5)
    assert "smuggler" not in verbs(position)


def test_an_unused_figure_stays(lay: Lay) -> None:
    position = play(lay(THREE, **after_at(5, governor=5)), "end")
    assert field(position, "governor") == 5


def test_governor_must_be_payable_q4(lay: Lay) -> None:
    everything = (
        "good " * 4 + "lira " * 4 + "far " * 4 + "stay stay recall recall family family palace palace"
    )
    everything += " post post dealer dealer market market"
    # Nothing to draw, no money, no card.
    fields = after_at(5, governor=5)
    assert lay(THREE, hands={1: EVERY_CARD}, lira={0: 1}, **fields).legal_actions() == ["end"]
    # Nothing to draw, but money or a card.
    with_money = lay(THREE, hands={1: EVERY_CARD}, lira={0: 2}, **fields)
    assert play(with_money, "governor").legal_actions() == ["pay_lira"]
    with_card = lay(THREE, hands={0: "market", 1: EVERY_CARD.removesuffix(" market")}, lira={0: 1}, **fields)
    assert play(with_card, "governor").legal_actions() == ["discard 9"]
    # The card that he gives is enough.
    drawn = play(lay(THREE, lira={0: 0}, **fields), "governor", "draw 9")
    assert drawn.legal_actions() == ["discard 9"]


def test_governor_is_not_paid_with_a_guild_card_o18(lay: Lay) -> None:
    position = play(lay(MOCHA3, guild={0: [3]}, **after_at(5, governor=5, lira={0: 0})), "governor", "draw 9")
    assert position.legal_actions() == ["discard 9"]


# Smuggler


def test_smuggler_one_good_of_any_type_then_two_lira_or_a_good(lay: Lay) -> None:
    position = lay(THREE, **after_at(5, smuggler=5, lira={0: 2}, goods={0: [1, 0, 0, 0]}))
    assert legal(position, "smuggler") == {"0", "1", "2", "3"}
    play(position, "smuggler 3")
    assert field(position, "goods", 0) == [1, 0, 0, 1]
    assert set(position.legal_actions()) == {"pay_lira", "pay_good 0", "pay_good 3"}
    # What has just been gained may be handed back.
    now = after(position, "pay_good 3", "figure_place 3")
    assert (field(now, "goods", 0), field(now, "smuggler")) == ([1, 0, 0, 0], 3)
    assert field(after(position, "pay_lira"), "lira", 0) == 0


def test_smuggler_is_always_payable_by_what_he_gives(lay: Lay) -> None:
    position = play(lay(THREE, **after_at(5, smuggler=5, lira={0: 0})), "smuggler 2")
    assert position.legal_actions() == ["pay_good 2"]


def test_smuggled_goods_without_room_are_lost(lay: Lay) -> None:
    position = play(lay(THREE, **after_at(5, smuggler=5, lira={0: 2}, goods={0: [2, 0, 0, 0]})), "smuggler 0")
    assert field(position, "goods", 0) == [2, 0, 0, 0]


# Coffee trader


def test_trader_sells_a_coffee_for_two_lira_or_a_good(lay: Lay) -> None:
    position = lay(MOCHA, **after_at(5, trader=5, lira={0: 2}, goods={0: [0, 0, 0, 1]}))
    play(position, "trader")
    assert field(position, "coffee", 0) == 1
    assert set(position.legal_actions()) == {"pay_lira", "pay_good 3"}
    now = after(position, "pay_good 3", "figure_place 11")
    assert (field(now, "goods", 0), field(now, "trader")) == ([0, 0, 0, 0], 11)


@pytest.mark.parametrize(("lira", "goods", "met"), [(1, 0, False), (2, 0, True), (0, 1, True)])
def test_trader_must_be_payable_q4(lira: int, goods: int, met: bool, lay: Lay) -> None:
    fields = {"lira": {0: lira}, "goods": {0: [goods, 0, 0, 0]}, "coffee": {0: 5}}
    position = lay(MOCHA, **after_at(5, trader=5, **fields))
    assert ("trader" in position.legal_actions()) == met


# With the encounter tile


def test_encounter_tile_makes_all_figures_free(lay: Lay) -> None:
    fields = {"governor": 5, "smuggler": 5, "trader": 5, "lira": {0: 0}, "tavern": {0: ENCOUNTER}}
    position = lay(MOCHA, **after_at(5, **fields))
    play(position, "governor", "draw 9")
    assert stage(position) == "figure"
    play(position, "figure_place 2", "smuggler 1")
    assert stage(position) == "figure"
    play(position, "figure_place 2", "trader", "figure_place 2")
    assert (hand(position), field(position, "goods", 0), field(position, "coffee", 0)) == (
        ["market"],
        [0, 1, 0, 0],
        1,
    )
    assert position.legal_actions() == ["end"]


def test_the_others_family_members_are_not_figures(lay: Lay) -> None:
    position = lay(MOCHA, **after_at(5, family={1: 5}, tavern={0: ENCOUNTER}))
    assert legal(position, "catch_lira") == {"1"}
