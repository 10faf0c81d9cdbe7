"""The end of the game (1.7, 2.2; O20, O21, Q20): trigger, last round, last cards, ranking."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from istanbul_tables import FOUR, MOCHA, MOCHA3, THREE, TWO, after_at, discards
from table_words import Lay, field, legal, play, stage, verbs

# The last player of the round is about to end his turn.
TARGETS = {2: (TWO, 6), 3: (THREE, 5), 4: (FOUR, 5)}


def last_turn(setup: Any, **fields: Any) -> dict[str, Any]:
    return after_at(7, player=setup.players - 1, **fields)


@pytest.mark.parametrize("players", TARGETS)
def test_enough_rubies_end_the_game_after_the_round(players: int, lay: Lay) -> None:
    setup, target = TARGETS[players]
    position = play(lay(setup, **last_turn(setup, rubies={0: target - 1})), "end")
    assert (stage(position), field(position, "round")) == ("move", 2)
    position = play(lay(setup, **last_turn(setup, rubies={0: target})), "end")
    assert position.is_terminal()
    # Not before everybody has had his turn.
    position = play(lay(setup, **after_at(7, rubies={0: target})), "end")
    assert (stage(position), field(position, "player")) == ("move", 1)


@pytest.mark.parametrize("setup", [MOCHA, MOCHA3])
def test_with_the_expansion_it_is_six_rubies_for_everybody(setup: Any, lay: Lay) -> None:
    assert not play(lay(setup, **last_turn(setup, rubies={1: 5})), "end").is_terminal()
    assert play(lay(setup, **last_turn(setup, rubies={1: 6})), "end").is_terminal()


def test_a_game_ends_after_the_greatest_number_of_rounds(lay: Lay) -> None:
    short = replace(TWO, max_rounds=3)
    assert not play(lay(short, **last_turn(short, round=1)), "end").is_terminal()
    position = play(lay(short, **last_turn(short, round=2)), "end")
    assert (position.is_terminal(), field(position, "round")) == (True, 3)
    assert position.returns() == [0, 1]  # 3 against 2 Lira


# Last cards


def at_the_end(lay: Lay, setup: Any, **fields: Any) -> Any:
    return play(lay(setup, **last_turn(setup, rubies={0: 6}, **fields)), "end")


def test_last_cards_in_seat_order_until_each_passes_q20(lay: Lay) -> None:
    position = at_the_end(lay, THREE, hands={0: "lira good", 2: "lira"})
    assert (stage(position), field(position, "player")) == ("last_cards", 0)
    assert verbs(position) == {"lira", "good", "pass"}
    play(position, "good 3")
    assert (field(position, "goods", 0), field(position, "player")) == ([0, 0, 0, 1], 0)
    play(position, "pass")
    # He kept a card; the player without cards is not asked.
    assert field(position, "player") == 2
    play(position, "lira")
    assert position.is_terminal()
    assert (field(position, "lira"), discards(position)) == ([2, 3, 9], ["good", "lira"])


def test_only_cards_that_give_lira_or_goods_without_dice_o20(lay: Lay) -> None:
    cards = {0: "lira good trade swap coffee guild family prize far palace"}
    fields: dict[str, Any] = {"coffee": {0: 3}, "goods": {0: [1, 0, 0, 0]}, "family": {0: 5}}
    position = at_the_end(lay, MOCHA, hands=cards, **fields)
    assert verbs(position) == {"lira", "good", "trade", "swap", "pass"}
    assert legal(position, "swap") == {"0 1", "0 2", "0 3", "0 4", "4 0", "4 1", "4 2", "4 3"}
    play(position, "trade")
    assert (field(position, "coffee", 0), field(position, "lira", 0)) == (2, 10)
    play(position, "swap 0 3")
    assert stage(position) == "swap"
    play(position, "stop")
    assert (stage(position), field(position, "player")) == ("last_cards", 0)
    play(position, "pass")
    assert position.is_terminal()


def test_capacity_counts_and_things_must_be_there_q20(lay: Lay) -> None:
    position = at_the_end(lay, MOCHA, known={0: "good trade swap"}, goods={0: [2, 2, 2, 2]})
    assert verbs(position) == {"good", "swap", "pass"}
    play(position, "good 0")
    assert field(position, "goods", 0) == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("hands", "known", "asked"),
    [("far", "", True), ("", "far", False), ("", "trade", False), ("", "lira", True), ("", "", False)],
)
def test_whether_a_player_is_asked_shows_nothing_secret(
    hands: str, known: str, asked: bool, lay: Lay
) -> None:
    position = at_the_end(lay, MOCHA, hands={0: hands}, known={0: known})
    assert position.is_terminal() != asked
    if hands:
        assert position.legal_actions() == ["pass"]


# Ranking

ROWS = [
    # By player: rubies, Lira, goods, bonus cards, coffee, guild cards; shares of the win.
    ([(6, 0, 0, 0, 0, 0), (5, 9, 5, 3, 9, 3)], [1, 0]),
    ([(6, 4, 0, 0, 0, 0), (6, 5, 0, 0, 0, 0)], [0, 1]),
    ([(6, 4, 3, 0, 0, 0), (6, 4, 2, 3, 0, 0)], [1, 0]),
    ([(6, 4, 3, 1, 0, 0), (6, 4, 3, 2, 0, 0)], [0, 1]),
    ([(6, 4, 3, 1, 0, 0), (6, 4, 3, 1, 9, 4)], [0.5, 0.5]),
]


@pytest.mark.parametrize(("rows", "shares"), ROWS)
def test_ranking_by_rubies_lira_goods_bonus_cards_o21(rows: Any, shares: list[float], lay: Lay) -> None:
    numbers = iter(range(1, 21))
    position = lay(
        MOCHA,
        **last_turn(MOCHA),
        rubies={seat: row[0] for seat, row in enumerate(rows)},
        lira={seat: row[1] for seat, row in enumerate(rows)},
        goods={seat: [0, 0, 0, row[2]] for seat, row in enumerate(rows)},
        capacity={0: 5, 1: 5},
        known={seat: "far " * row[3] for seat, row in enumerate(rows)},
        coffee={seat: row[4] for seat, row in enumerate(rows)},
        guild={seat: [next(numbers) for _ in range(row[5])] for seat, row in enumerate(rows)},
        round=MOCHA.max_rounds - 1,
    )
    assert play(position, "end").returns() == shares


def test_three_may_share(lay: Lay) -> None:
    equal = {seat: 4 for seat in range(3)}
    position = lay(THREE, **last_turn(THREE), rubies={0: 5, 1: 5, 2: 5}, lira=equal)
    assert play(position, "end").returns() == pytest.approx([1 / 3] * 3)


def test_before_the_end_nobody_has_won(lay: Lay) -> None:
    assert lay(TWO, rubies={0: 5}).returns() == [0, 0]
