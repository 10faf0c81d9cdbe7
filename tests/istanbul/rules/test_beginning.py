"""Set-up (rules 1.2, 1.3, 2.3): money, cards, tiles, rubies, figures by number of players; layouts."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from istanbul_tables import FIVE, FOUR, MOCHA, MOCHA3, THREE, TWO, kind
from reference.istanbul import components as box
from reference.istanbul import game_setup, random_layout
from table_words import Lay, field, play, probabilities, stage

SETUPS = {2: TWO, 3: THREE, 4: FOUR, 5: FIVE}


@pytest.mark.parametrize("players", SETUPS)
def test_what_lies_on_the_table_at_the_start(players: int, begin: Lay) -> None:
    position = begin(SETUPS[players])
    expected: dict[str, Any] = {
        "lira": [2, 3, 4, 5, 6][:players],
        "coffee": [0] * players,
        "rubies": [0] * players,
        "capacity": [2] * players,
        "goods": [[0] * 4] * players,
        "merchant": [7] * players,
        "stack": [4] * players,
        "spare": [1] * players,
        "assistants": [[]] * players,
        "family": [12] * players,
        "mosque": [0] * 4,
        "mosque_rubies": [{2: 2, 3: 3, 4: 4, 5: 4}[players]] * 2,
        "wainwright_rubies": players,
        "dealer_rubies": {2: 9, 3: 10, 4: 12, 5: 12}[players],
        "palace_rubies": {2: 6, 3: 6, 4: 7, 5: 7}[players],
        "house_rubies": 0,
        "post": 0,
        "deck": [4, 4, 4, 2, 2, 2, 2, 2, 2, 2] + [0] * 9,
        "guild_deck": [],
        "barrier": -1,
        "neutral": [14, 15, 16] if players == 2 else [],
        "trader": 0,
    }
    fields = position.export()
    assert {name: fields[name] for name in expected} == expected


def test_all_rubies_of_the_box_are_used_with_five_players(begin: Lay) -> None:
    fields = begin(FIVE).export()
    places = [*fields["mosque_rubies"], *(fields[f"{n}_rubies"] for n in ("wainwright", "dealer", "palace"))]
    assert sum(places) == 32


@pytest.mark.parametrize("players", SETUPS)
def test_prices_of_the_tracks_in_order(players: int) -> None:
    """1.2, Q12: the table of first prices against what is left on the tracks."""
    first_price = {2: 15, 3: 14, 4: 12, 5: 12}[players]
    first_cost = {2: 5, 3: 5, 4: 4, 5: 4}[players]
    assert box.DEALER_END - box.DEALER_RUBIES[players] == first_price
    assert box.PALACE_END - box.PALACE_RUBIES[players] == first_cost
    assert box.HOUSE_END - box.HOUSE_RUBIES == 6


def test_the_expansion_adds_cards_rubies_and_the_trader(begin: Lay) -> None:
    position = begin(MOCHA3)
    assert field(position, "deck") == [4, 4, 4] + [2] * 16
    assert field(position, "guild_deck") == list(range(1, 21))
    assert field(position, "house_rubies") == 5
    assert field(begin(game_setup(3, expansion=True)), "deck")[kind("prize")] == 0
    assert sum(field(begin(game_setup(3, expansion=True)), "deck")) == 42


def test_figures_demand_and_cards_come_by_chance_in_order(begin: Lay) -> None:
    position = begin(MOCHA)
    two_dice = {f"figure_place {total}": Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
    for figure, place in (("governor", 2), ("smuggler", 12), ("trader", 2)):
        assert probabilities(position) == two_dice
        play(position, f"figure_place {place}")
        assert field(position, figure) == place
    assert probabilities(position) == {f"demand_large {tile}": Fraction(1, 5) for tile in range(5)}
    play(position, "demand_large 3")
    assert probabilities(position) == {f"demand_small {tile}": Fraction(1, 5) for tile in range(5)}
    play(position, "demand_small 0")
    assert field(position, "demand_large") == {"order": [3], "unseen": [0, 1, 2, 4]}
    assert stage(position) == "deal"
    assert probabilities(position)["deal 0"] == Fraction(4, 44)
    play(position, "deal 0")
    assert probabilities(position)["deal 0"] == Fraction(3, 43)
    play(position, "deal 3")
    assert stage(position) == "move"
    assert field(position, "player") == 0
    assert field(position, "secret", 0)[0] == field(position, "secret", 1)[3] == 1
    assert field(position, "known", 0) == [0] * 19


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tiles_of_a_mosque_need_more_and_more_goods(players: int, lay: Lay) -> None:
    stack = {2: [2, 4], 3: [2, 3, 4], 4: [2, 3, 4, 5], 5: [2, 3, 4, 5]}[players]
    for taken, needed in enumerate(stack):
        for owned in (needed - 1, needed):
            position = lay(
                SETUPS[players],
                stage="action",
                acting=14,
                merchant={0: 14},
                capacity={0: 5},
                goods={0: [owned, 0, 0, 0]},
                # The tiles that are gone are with the others.
                tiles={other: 1 for other in range(1, taken + 1)},
            )
            assert ("tile 0" in position.legal_actions()) == (owned == needed)


@pytest.mark.parametrize("expansion", [False, True])
def test_random_layouts_keep_to_the_rules(expansion: bool) -> None:
    """1.3, 2.3: on both sides; the engine's are judged by the rule written here."""
    core = pytest.importorskip("rattus_ai.istanbul.core")
    columns = 5 if expansion else 4
    for seed in range(200):
        for layout in (random_layout(random.Random(seed), expansion), core.random_layout(expansion, seed)):
            assert sorted(layout) == list(range(1, 4 * columns + 1))
            where = {place: divmod(index, columns) for index, place in enumerate(layout)}
            row, column = where[7]
            assert 1 <= row <= 2 and 1 <= column <= columns - 2
            (row8, column8), (row9, column9) = where[8], where[9]
            assert abs(row8 - row9) + abs(column8 - column9) >= 3
            if expansion:
                assert row8 != row9 and column8 != column9


def test_named_layouts_are_the_ones_of_the_rules() -> None:
    core = pytest.importorskip("rattus_ai.istanbul.core")
    assert core.allowed_layout(list(box.SHORT_PATHS), False)
    assert core.allowed_layout(list(box.LONG_PATHS), False)
    assert core.allowed_layout(list(box.FIRST_GAME), True)
    rows = [box.SHORT_PATHS[row * 4 : row * 4 + 4] for row in range(4)]
    assert rows == [(15, 5, 2, 14), (4, 12, 7, 3), (8, 6, 11, 9), (13, 10, 1, 16)]
