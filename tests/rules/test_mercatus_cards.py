"""Mercatus (rules section 8, notes P11 to P22): goods, sale, each card in a turn and in the final round."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from reference.rattus import MERCATUS_CARDS, Setup, mercatus_setup
from rule_tables import ABOUT_TO_MOVE, available, cubes, final, goods, goods_supply, rats, with_revealed
from table_words import Lay, Table, after, field, legal, play, probabilities, stage, verbs

TWO = mercatus_setup(2, MERCATUS_CARDS[:6])
TRADE = mercatus_setup(2, ["hanseatic_trader", "landowner", "shaman", "brewer", "swindler", "monk"])
THREE = mercatus_setup(3, ["raider", "assassin", "deacon", "grave_robber", "knight", "king"])

# Kinds of the 8 regions of two players.
KINDS = {
    "anglia": "fish",
    "gallia": "cloth",
    "germania": "wood",
    "hispania": "salt",
    "hungaria": "fish",
    "italia": "cloth",
    "polonia": "wood",
    "scandia": "salt",
}


# Set-up


def after_the_piece(begin: Lay, setup: Setup) -> Table:
    return play(begin(setup), "plague gallia")


def test_everybody_starts_with_four_coins_and_four_goods_of_each_kind_lie_in_the_supply(begin: Lay) -> None:
    position = begin(TWO)
    assert field(position, "coins") == [4, 4]
    assert field(position, "goods_supply") == [4, 4, 4, 4]
    assert field(position, "goods") == [[0] * 4] * 2


def test_one_random_goods_token_on_each_region_a23(begin: Lay) -> None:
    position = after_the_piece(begin, TWO)
    assert stage(position) == "setup_goods"
    assert probabilities(position) == {
        f"goods {kind}": Fraction(1, 4) for kind in ("fish", "cloth", "wood", "salt")
    }
    # With two players two of each kind, one for each of the eight regions.
    play(position, "goods fish")
    assert probabilities(position)["goods fish"] == Fraction(1, 7)
    play(position, "goods fish")
    assert "goods fish" not in position.legal_actions()
    play(position, "goods salt", "goods salt", "goods wood", "goods cloth", "goods wood")
    assert position.legal_actions() == ["goods cloth"]
    play(position, "goods cloth")
    assert field(position, "region_goods") == [0, 0, 3, 3, 2, 1, 2, 1]
    assert stage(position) == "setup_place"


def test_three_players_remove_two_tokens_of_different_kinds_p22_a24(begin: Lay) -> None:
    position = after_the_piece(begin, THREE)
    assert set(probabilities(position).values()) == {Fraction(1, 4)}
    play(position, "removed wood")
    assert probabilities(position) == {
        f"removed {kind}": Fraction(1, 3) for kind in ("fish", "cloth", "salt")
    }
    play(position, "removed fish")
    assert field(position, "goods_removed") == [1, 0, 1, 0]
    assert probabilities(position) == {
        "goods fish": Fraction(2, 10),
        "goods cloth": Fraction(3, 10),
        "goods wood": Fraction(2, 10),
        "goods salt": Fraction(3, 10),
    }


def test_four_players_use_three_of_each_kind(begin: Lay) -> None:
    position = after_the_piece(begin, mercatus_setup(4, ["pope"]))
    assert stage(position) == "setup_goods"
    for kind in ["fish", "cloth", "wood"] * 3:
        play(position, f"goods {kind}")
    assert position.legal_actions() == ["goods salt"]


# The goods of a turn


def test_one_available_token_a_turn(lay: Lay) -> None:
    position = lay(TWO, plague="gallia", region_goods=KINDS, goods=[{}, {"salt": 4}])
    assert legal(position, "goods") == {"fish", "cloth", "wood"}
    play(position, "goods wood")
    assert (goods(position, 0), goods_supply(position)["wood"]) == ({"wood": 1}, 3)
    assert legal(position, "goods") == set()
    assert available(position) == {"fish", "cloth"}
    play(position, "plague anglia")
    # At the start of the next turn every kind in the supply is available again (the salt was sold out).
    assert goods_supply(position) == {"fish": 4, "cloth": 4, "wood": 3, "salt": 4}
    assert legal(position, "goods") == {"fish", "cloth", "wood", "salt"}


def test_the_token_of_a_turn_is_optional_and_is_not_taken_in_the_final_round_p12(lay: Lay) -> None:
    position = lay(TWO, plague="gallia", region_goods=KINDS)
    assert "plague" in verbs(position)
    assert lay(TWO, plague="gallia", region_goods=KINDS, **final()).legal_actions() == ["done"]


# Sale


def test_worked_example_of_section_8(lay: Lay) -> None:
    red, blue = 0, 1
    position = lay(
        mercatus_setup(4, ["pope"]),
        plague="anglia",
        region_goods={"germania": "fish", "polonia": "fish", "hungaria": "fish"},
        cubes={
            "germania": [1, 1, 0, 0],
            "polonia": [0, 2, 1, 0],
            "hungaria": [1, 0, 0, 0],
        },
        goods=[{}, {"fish": 3}, {}, {}],
        goods_supply={"fish": 1},
    )
    play(position, "goods fish", "plague gallia")
    assert goods(position, red) == goods(position, blue) == {}
    assert field(position, "coins") == [4 + 3, 4 + 6, 4, 4]
    assert goods_supply(position)["fish"] == 4


def test_several_kinds_are_found_first_and_sold_together_p21(lay: Lay) -> None:
    position = lay(
        TWO,
        plague="gallia",
        region_goods=KINDS,
        cubes={"anglia": [1, 0], "germania": [0, 1]},
        goods=[{"fish": 4, "salt": 1}, {"wood": 4}],
    )
    play(position, "plague anglia")
    assert field(position, "coins") == [4 + 3, 4 + 3]
    assert (goods(position, 0), goods(position, 1)) == ({"salt": 1}, {})
    assert goods_supply(position) == {"fish": 4, "cloth": 4, "wood": 4, "salt": 3}


def test_palace_and_neutral_cubes_give_no_majority_p21(lay: Lay) -> None:
    position = lay(
        THREE,
        plague="gallia",
        region_goods=KINDS,
        palace=[5, 0, 0],
        cubes={"anglia": [0, 0, 1]},
        goods=[{"fish": 3}, {}, {"fish": 1}],
        owners={"knight": 0},
    )
    play(position, "plague anglia")
    assert field(position, "coins") == [4, 4, 7]


def test_a_sale_after_the_last_turn_comes_before_the_final_round_p21(lay: Lay) -> None:
    position = lay(
        mercatus_setup(2, ["pope", "count"]),
        plague="gallia",
        region_goods=KINDS,
        cubes={"anglia": [1, 1]},
        goods=[{"fish": 4}, {}],
        coins=[4, 0],
        palace=[19, 0],
        owners={"pope": 1},
    )
    play(position, "plague anglia")
    assert (stage(position), position.current_player()) == ("final", 1)
    assert field(position, "coins") == [7, 0]
    assert available(position) == set()


def test_nothing_is_sold_when_a_kind_runs_out_in_the_final_round(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        cubes={"anglia": [0, 1]},
        goods=[{}, {"fish": 3}],
        owners={"brewer": 1},
        coins=[0, 0],
        **final(),
    )
    play(position, "brewer fish")
    assert (goods(position, 1), field(position, "coins")) == ({"fish": 4}, [0, 0])
    # After the sweep all goods are sold.
    play(position, "done")
    assert (goods(position, 1), field(position, "coins")) == ({}, [0, 3])
    assert goods_supply(position) == {"fish": 4, "cloth": 4, "wood": 4, "salt": 4}


@pytest.mark.parametrize(("coins", "winner"), [([9, 4], 1), ([10, 4], 0), ([10, 5], 1), ([4, 0], 1)])
def test_five_coins_count_as_one_cube(lay: Lay, coins: list[int], winner: int) -> None:
    # Player 1 has a cube more, and wins ties.
    position = lay(TWO, plague="gallia", palace=[3, 4], coins=coins, **final())
    assert play(position, "done").returns() == [float(winner == player) for player in (0, 1)]


# Count, Treasurer, Pope, Brewer


def test_count_in_a_turn_p17(lay: Lay) -> None:
    position = lay(
        TWO, plague="gallia", region_goods=KINDS, rats={"italia": "nnn"}, coins=[6, 4], owners={"count": 0}
    )
    assert {text.split()[1] for text in legal(position, "count")} == {"1", "2", "3"}
    assert len(legal(position, "count")) == 3 * 8
    three = after(position, "count italia 3")
    assert (cubes(three, "italia"), field(three, "coins")) == ([3, 0], [0, 4])
    assert legal(three, "count") == set()
    assert field(after(position, "count italia 2"), "coins") == [3, 4]
    assert field(after(position, "count italia 1"), "coins") == [5, 4]
    poor = lay(TWO, plague="gallia", coins=[5, 4], owners={"count": 0})
    assert {text.split()[1] for text in legal(poor, "count")} == {"1", "2"}
    short = lay(TWO, plague="gallia", coins=[6, 4], palace=[19, 0], owners={"count": 0})
    assert {text.split()[1] for text in legal(short, "count")} == {"1"}


def test_count_in_the_final_round(lay: Lay) -> None:
    position = lay(TWO, plague="gallia", coins=[6, 6], owners={"count": 1}, **final())
    assert legal(position, "count") == {f"{name} 1" for name in TWO.regions}
    play(position, "count italia 1")
    assert (cubes(position, "italia"), field(position, "coins")) == ([0, 1], [6, 5])
    assert position.legal_actions() == ["done"]


def test_treasurer(lay: Lay) -> None:
    position = play(lay(TWO, plague="gallia", owners={"treasurer": 0}), "treasurer")
    assert field(position, "coins") == [6, 4]
    assert "treasurer" not in verbs(position)
    last = play(lay(TWO, plague="gallia", owners={"treasurer": 1}, **final()), "treasurer")
    assert (field(last, "coins"), last.legal_actions()) == ([4, 6], ["done"])


@pytest.mark.parametrize("player", [0, 1])
def test_pope_in_a_turn_and_in_the_final_round(lay: Lay, player: int) -> None:
    when = {} if player == 0 else final()
    position = lay(TWO, plague="gallia", coins=[3, 3], owners={"pope": player}, **when)
    play(position, "pope")
    assert field(position, "palace")[player] == 1
    assert field(position, "supply")[player] == 19
    assert field(position, "coins")[player] == 1
    assert "pope" not in verbs(position)
    poor = lay(TWO, plague="gallia", coins=[1, 1], owners={"pope": player}, **when)
    assert "pope" not in verbs(poor)
    no_cube = lay(TWO, plague="gallia", palace=[20, 20], owners={"pope": player}, **when)
    assert "pope" not in verbs(no_cube)


def test_brewer_takes_one_more_available_token(lay: Lay) -> None:
    position = lay(TRADE, plague="gallia", region_goods=KINDS, owners={"brewer": 0})
    play(position, "brewer wood")
    assert goods(position, 0) == {"wood": 1}
    # Never two of a kind in one turn, and the token of the turn is still there.
    assert legal(position, "goods") == {"fish", "cloth", "salt"}
    play(position, "goods salt")
    assert {"goods", "brewer"}.isdisjoint(verbs(position))
    other = lay(TRADE, plague="gallia", region_goods=KINDS, owners={"brewer": 0})
    assert legal(play(other, "goods wood"), "brewer") == {"fish", "cloth", "salt"}


def test_brewer_in_the_final_round_takes_any_token_of_the_supply(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        goods=[{"fish": 4}, {}],
        owners={"brewer": 1},
        **final(),
    )
    assert legal(position, "brewer") == {"cloth", "wood", "salt"}
    assert goods(play(position, "brewer salt"), 1) == {"salt": 1}
    assert position.legal_actions() == ["done"]


# Goods tokens on cards


def test_tokens_on_cards_are_no_use_of_the_card_p15_p16(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        goods=[{"fish": 1, "wood": 2}, {}],
        owners={"landowner": 0, "shaman": 1},
    )
    assert legal(position, "token") == {"landowner fish", "landowner wood"}
    assert "landowner" not in verbs(position)
    play(position, "token landowner wood")
    assert (goods(position, 0), goods_supply(position)["wood"]) == ({"fish": 1, "wood": 1}, 2)
    assert legal(position, "landowner") == {"germania", "polonia"}
    play(position, "landowner polonia")
    assert cubes(position, "polonia") == [2, 0]
    # Replaced by its like and by another; the old token lies in the supply at once.
    play(position, "token landowner wood", "token landowner fish")
    assert (goods(position, 0), goods_supply(position)["wood"]) == ({}, 4)
    assert field(position, "used") == [TRADE.card_number["landowner"]]
    assert legal(position, "landowner") == set()


def test_a_returned_token_is_not_available_before_the_next_turn_p16(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        goods=[{"fish": 1, "wood": 2}, {"wood": 1}],
        card_goods={"shaman": "wood"},
        owners={"shaman": 0},
    )
    assert goods_supply(position)["wood"] == 0
    play(position, "token shaman fish")
    assert goods_supply(position)["wood"] == 1
    assert legal(position, "goods") == {"fish", "cloth", "salt"}
    # Because the supply has one again, no wood is sold.
    play(position, "plague anglia")
    assert goods(position, 0) == {"wood": 2}
    assert legal(position, "goods") == {"fish", "cloth", "wood", "salt"}


def test_a_taken_card_loses_its_token_p16(lay: Lay) -> None:
    position = lay(TRADE, plague="gallia", card_goods={"landowner": "salt"}, owners={"landowner": 1})
    play(position, "take landowner")
    assert field(position, "card_goods") == [-1] * 6
    assert goods_supply(position)["salt"] == 4
    assert legal(position, "landowner") == set()


def test_tokens_are_replaced_in_the_final_round(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        goods=[{"salt": 3}, {"fish": 1}],
        card_goods={"landowner": "salt"},
        owners={"landowner": 1, "brewer": 1},
        **final(),
    )
    play(position, "token landowner fish")
    assert legal(position, "landowner") == {"anglia", "hungaria"}
    # What returns can be taken: everything in the supply counts as available.
    assert "salt" in legal(position, "brewer")
    play(position, "landowner hungaria", "brewer salt", "token landowner salt")
    assert position.legal_actions() == ["done"]


def test_landowner_with_one_cube_places_one_p17(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        rats={"anglia": "nnn"},
        palace=[19, 0],
        card_goods={"landowner": "fish"},
        owners={"landowner": 0},
    )
    play(position, "landowner anglia")
    assert (cubes(position, "anglia"), field(position, "supply")[0]) == ([1, 0], 0)
    empty = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        palace=[20, 0],
        card_goods={"landowner": "fish"},
        owners={"landowner": 0},
    )
    assert legal(empty, "landowner") == set()


def test_hanseatic_trader_p19(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        cubes={"anglia": [7, 0], "hungaria": [1, 1], "scandia": [2, 0]},
        palace=[3, 0],
        card_goods={"hanseatic_trader": "fish"},
        owners={"hanseatic_trader": 0},
    )
    # To another region of the kind, neighbouring or not, at most five cubes, never the palace.
    assert legal(position, "hanseatic_trader") == {
        *(f"anglia hungaria {number}" for number in range(1, 6)),
        "hungaria anglia 1",
        *(f"scandia {target} {number}" for target in ("anglia", "hungaria") for number in (1, 2)),
    }
    play(position, "hanseatic_trader anglia hungaria 5")
    assert (cubes(position, "anglia"), cubes(position, "hungaria")) == ([2, 0], [6, 1])
    assert legal(position, "hanseatic_trader") == set()


def test_hanseatic_trader_in_the_final_round(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        cubes={"polonia": [0, 2]},
        goods=[{}, {"wood": 1}],
        owners={"hanseatic_trader": 1},
        **final(),
    )
    play(position, "token hanseatic_trader wood", "hanseatic_trader polonia germania 2")
    assert cubes(position, "germania") == [0, 2]
    assert position.legal_actions() == ["done"]


# Shaman


def test_shaman_redistributes_the_rats_of_its_kind_p18(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        rats={"anglia": "nns", "hungaria": "n", "gallia": "n"},
        looked=[("hungaria", "s2:MBW", [1])],
        card_goods={"shaman": "fish"},
        owners={"shaman": 0},
    )
    play(position, "shaman")
    assert stage(position) == "shaman_place"
    # Three alike normal rats go in ascending order; all must still fit.
    assert legal(position, "redistribute") == {"anglia", "hungaria"}
    all_in_hungaria = after(position, "redistribute hungaria")
    assert legal(all_in_hungaria, "redistribute") == {"hungaria"}
    play(position, "redistribute anglia", "redistribute anglia", "redistribute hungaria")
    assert field(position, "plan") == [TRADE.region_number[name] for name in ("anglia", "anglia", "hungaria")]
    # The board changes only after the last one: now the unlooked starting rat, then the one looked at.
    assert rats(position, "anglia") == 3
    play(position, "redistribute anglia")
    assert legal(position, "redistribute") == {"hungaria"}
    play(position, "redistribute hungaria")
    assert stage(position) == "main"
    unlooked = field(position, "unlooked")
    assert unlooked[TRADE.region_number["anglia"]] == [1, 2]
    assert unlooked[TRADE.region_number["hungaria"]] == [0, 1]
    assert unlooked[TRADE.region_number["gallia"]] == [0, 1]
    assert (rats(position, "anglia"), rats(position, "hungaria")) == (3, 2)
    assert "shaman" not in verbs(position)


def distributions(position: Table) -> Iterator[tuple[Any, ...]]:
    if stage(position) != "shaman_place":
        fields = position.export()
        yield (tuple(map(tuple, fields["unlooked"])), tuple(rat[:4] for rat in map(str, fields["tracked"])))
        return
    for text in position.legal_actions():
        yield from distributions(after(position, text))


def test_shaman_offers_every_distribution_once_p18(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods={"anglia": "fish", "gallia": "fish", "polonia": "fish"},
        rats={"anglia": "nns", "polonia": "n"},
        card_goods={"shaman": "fish"},
        owners={"shaman": 0},
    )
    found = list(distributions(play(position, "shaman")))
    expected = {
        (normal, starting)
        for normal in ways_to_share(3, 3)
        for starting in ways_to_share(1, 3)
        if all(n + s <= 3 for n, s in zip(normal, starting, strict=True))
    }
    assert len(found) == len(set(found)) == len(expected)


def ways_to_share(number: int, regions: int) -> Iterator[tuple[int, ...]]:
    if regions == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in ways_to_share(number - first, regions - 1):
            yield (first, *rest)


def test_shaman_needs_a_token_two_regions_and_a_rat(lay: Lay) -> None:
    table: dict[str, Any] = {"plague": "gallia", "owners": {"shaman": 0}}
    token = {"card_goods": {"shaman": "fish"}}
    assert "shaman" not in verbs(lay(TRADE, region_goods=KINDS, rats={"anglia": "n"}, placed=True, **table))
    no_rat = lay(TRADE, region_goods=KINDS, rats={"gallia": "n"}, **token, **table)
    assert "shaman" not in verbs(no_rat)
    one_region = lay(TRADE, region_goods={"anglia": "fish"}, rats={"anglia": "n"}, **token, **table)
    assert "shaman" not in verbs(one_region)


def test_shaman_in_the_final_round(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        rats={"anglia": "n"},
        goods=[{}, {"fish": 1}],
        owners={"shaman": 1},
        **final(),
    )
    play(position, "token shaman fish", "shaman", "redistribute hungaria")
    assert (stage(position), rats(position, "anglia"), rats(position, "hungaria")) == ("final", 0, 1)
    assert position.legal_actions() == ["done"]


# Swindler


def test_swindler_puts_a_rat_then_its_ring_then_goods_p20(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        cubes={"anglia": [1, 0], "italia": [1, 1], "scandia": [0, 1]},
        rats={"anglia": "nnn"},
        owners={"swindler": 0},
        rat_supply=(1, 3),
        placed=True,
    )
    # Not where three rats lie and not without an own cube.
    assert legal(position, "swindler") == {"italia"}
    play(position, "swindler italia")
    assert probabilities(position) == {"ring s": Fraction(1, 4), "ring n": Fraction(3, 4)}
    play(position, "ring s")
    assert (stage(position), set(position.legal_actions())) == ("swindler_goods", {"goods cloth", "decline"})
    assert goods(after(position, "decline"), 0) == {}
    play(position, "goods cloth")
    assert (goods(position, 0), rats(position, "italia"), stage(position)) == ({"cloth": 1}, 1, "main")
    # Goods of a card are beside the token of the turn, but never two of a kind.
    assert legal(position, "goods") == {"fish", "wood", "salt"}
    assert "swindler" not in verbs(position)


def test_swindler_without_available_goods_is_not_asked(lay: Lay) -> None:
    position = lay(
        TRADE, plague="gallia", region_goods=KINDS, cubes={"anglia": [1, 0]}, owners={"swindler": 0},
        rat_supply=(0, 3),
    )  # fmt: skip
    play(position, "goods fish", "swindler anglia")
    assert (stage(position), rats(position, "anglia")) == ("main", 1)


def test_swindler_may_empty_the_supply_and_the_game_ends_after_c(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        cubes={"anglia": [1, 0]},
        rats={"germania": "nn"},
        owners={"swindler": 0},
        rat_supply=(0, 1),
        placed=True,
    )
    play(position, "swindler anglia", "decline", "plague germania")
    assert (stage(position), field(position, "ending")) == ("final", True)
    assert rats(position, "germania") == 2
    empty = lay(
        TRADE, plague="gallia", region_goods=KINDS, cubes={"anglia": [1, 0]}, owners={"swindler": 0},
        rat_supply=(0, 0),
    )  # fmt: skip
    assert "swindler" not in verbs(empty)


def test_swindler_in_the_final_round_takes_a_revealed_token_p20(lay: Lay) -> None:
    box, table = with_revealed(TRADE, "s1:PK", "n1:WR", "n1:WR", "n2:MBC", free=("anglia",))
    position = lay(
        box,
        plague="gallia",
        region_goods=KINDS,
        cubes={"anglia": [0, 1]},
        owners={"swindler": 1},
        goods=[{"fish": 3}, {}],
        **table,
        **final(),
    )
    play(position, "swindler anglia")
    assert probabilities(position) == {"recycled s": Fraction(1, 4), "recycled n": Fraction(3, 4)}
    play(position, "recycled n")
    assert set(position.legal_actions()) == {"goods fish", "decline"}
    play(position, "goods fish")
    assert goods(position, 1) == {"fish": 1}
    assert field(position, "tracked") == [(0, 1, -1, [], 1)]
    before = field(position, "unseen")
    play(position, "done")
    # Its identity is one of the revealed tokens of its ring; it joins no count.
    assert probabilities(position) == {"reveal n1:WR": Fraction(2, 3), "reveal n2:MBC": Fraction(1, 3)}
    play(position, "reveal n1:WR")
    assert field(position, "unseen") == before
    assert cubes(position, "anglia") == [0, 1]


def test_swindler_without_supply_and_revealed_tokens_has_no_rat_p20(lay: Lay) -> None:
    box, table = with_revealed(TRADE, free=("anglia",))
    position = lay(
        box,
        plague="gallia",
        region_goods=KINDS,
        cubes={"anglia": [0, 1]},
        owners={"swindler": 1},
        **table,
        **final(),
    )
    assert position.legal_actions() == ["done"]


def test_swindler_in_the_final_round_uses_the_supply_first(lay: Lay) -> None:
    position = lay(
        TRADE,
        plague="gallia",
        region_goods=KINDS,
        cubes={"anglia": [0, 1]},
        owners={"swindler": 1},
        rat_supply=(0, 2),
        goods=[{"fish": 4}, {}],
        **final(),
    )
    play(position, "swindler anglia")
    assert (stage(position), field(position, "rat_supply"), field(position, "tracked")) == (
        "final",
        [0, 1],
        [],
    )


# Raider


def test_raider_takes_goods_after_the_move_before_the_spread_p13(lay: Lay) -> None:
    position = lay(
        THREE,
        plague="anglia",
        region_goods=KINDS,
        rats={"italia": "n"},
        cubes={"italia": [0, 1, 0]},
        owners={"raider": 0},
        **ABOUT_TO_MOVE,
    )
    # One or two steps.
    assert {"gallia", "italia", "polonia"} <= legal(position, "plague")
    play(position, "plague italia")
    assert (stage(position), set(position.legal_actions())) == ("raider_goods", {"goods cloth", "decline"})
    assert stage(after(position, "decline")) == "spread"
    play(position, "goods cloth")
    assert (goods(position, 0), stage(position)) == ({"cloth": 1}, "spread")


def test_raider_does_not_get_a_second_token_of_a_kind_p13(lay: Lay) -> None:
    position = lay(THREE, plague="anglia", region_goods=KINDS, owners={"raider": 0})
    play(position, "goods cloth", "plague gallia")
    assert (stage(position), position.current_player()) == ("main", 1)


def test_raider_in_the_final_round_p11(lay: Lay) -> None:
    position = lay(
        THREE,
        plague="turcia",
        region_goods=KINDS,
        owners={"raider": 1},
        goods=[{"fish": 3}, {}, {}],
        **final(1, 0),
    )
    assert legal(position, "raider") == {"turcia", "bulgaria", "hungaria"}
    # A region of a kind that the supply has (also the last token).
    play(position, "raider hungaria")
    assert set(position.legal_actions()) == {"goods fish", "decline"}
    play(position, "goods fish")
    assert (goods(position, 1), field(position, "plague")) == ({"fish": 1}, THREE.region_number["hungaria"])
    assert position.legal_actions() == ["done"]


# Assassin, Grave Robber, Deacon in a turn


def ravaging(lay: Lay, owners: dict[str, int], **table: Any) -> Table:
    """The piece is about to enter Scandia, where two rats lie."""
    fields: dict[str, Any] = {
        "plague": "anglia",
        "region_goods": {**KINDS, "anglia": "fish"},
        "rats": {"scandia": "nn"},
        "cubes": {"scandia": [2, 2, 1]},
        "owners": owners,
        **ABOUT_TO_MOVE,
        **table,
    }
    return play(lay(THREE, **fields), "plague scandia", "rat anglia", "rat anglia")


def test_assassin_gets_a_coin_for_each_token_that_kills_an_opponents_cube(lay: Lay) -> None:
    position = ravaging(lay, {"assassin": 0})
    play(position, "reveal n3:APR")
    assert cubes(position, "scandia") == [1, 1, 0]
    assert field(position, "coins") == [5, 4, 4]
    play(position, "reveal n2:MBC")
    assert (cubes(position, "scandia"), field(position, "coins")) == ([0, 0, 0], [6, 4, 4])
    # Only in his own C.
    other = ravaging(lay, {"assassin": 1})
    assert field(play(other, "reveal n3:APR"), "coins") == [4, 4, 4]


def test_assassin_gets_nothing_for_own_cubes(lay: Lay) -> None:
    position = ravaging(lay, {"assassin": 0})
    play(position, "reveal n1:PK")
    assert (cubes(position, "scandia"), field(position, "coins")) == ([1, 2, 1], [4, 4, 4])


def test_grave_robber_takes_goods_after_the_losses_p13_p14(lay: Lay) -> None:
    position = ravaging(lay, {"grave_robber": 0, "assassin": 0}, available=["fish", "salt"])
    play(position, "reveal n3:APR")
    assert (stage(position), field(position, "coins")) == ("grave_robber_goods", [5, 4, 4])
    assert set(position.legal_actions()) == {"goods fish", "goods salt", "decline"}
    play(position, "goods fish", "reveal n2:MBC")
    # Nothing twice in a turn, also not of the same kind.
    assert set(position.legal_actions()) == {"goods salt", "decline"}
    play(position, "decline")
    assert (goods(position, 0), position.current_player()) == ({"fish": 1}, 1)


def test_grave_robber_gets_nothing_without_a_loss_or_without_goods(lay: Lay) -> None:
    position = ravaging(lay, {"grave_robber": 0}, available=["fish"])
    play(position, "reveal n6:ABCKR")
    assert stage(position) == "reveal"
    none = ravaging(lay, {"grave_robber": 0}, available=[])
    assert stage(play(none, "reveal n3:APR")) == "reveal"


def test_deacon_pays_one_then_two_then_three_p14(lay: Lay) -> None:
    position = lay(
        THREE,
        plague="anglia",
        rats={"scandia": "nnn"},
        cubes={"scandia": [3, 3, 1]},
        owners={"deacon": 0},
        coins=[6, 4, 4],
        **ABOUT_TO_MOVE,
    )
    play(position, "plague scandia", "rat anglia", "rat anglia", "reveal n3:APR")
    assert set(position.legal_actions()) == {"pay", "decline"}
    assert cubes(position, "scandia") == [3, 3, 1]
    play(position, "pay")
    assert (cubes(position, "scandia"), field(position, "coins")) == ([3, 2, 0], [5, 4, 4])
    play(position, "reveal n3:APB", "pay")
    assert (cubes(position, "scandia"), field(position, "coins")) == ([3, 1, 0], [3, 4, 4])
    play(position, "reveal n2:MBC", "pay")
    assert (cubes(position, "scandia"), field(position, "coins")) == ([3, 1, 0], [0, 4, 4])


def test_deacon_is_asked_only_if_it_costs_him_a_cube_and_he_can_pay_p14(lay: Lay) -> None:
    # C hits the Deacon's owner too.
    position = ravaging(lay, {"deacon": 0}, coins=[1, 0, 0])
    play(position, "reveal n1:BC", "decline")
    assert (cubes(position, "scandia"), field(position, "coins")) == ([1, 2, 1], [1, 0, 0])
    # The price counts uses, not offers.
    play(position, "reveal n3:APR", "pay")
    assert (cubes(position, "scandia"), field(position, "coins")) == ([1, 1, 0], [0, 0, 0])
    unhurt = ravaging(lay, {"deacon": 0, "knight": 1}, coins=[1, 0, 0])
    assert stage(play(unhurt, "reveal n1:PK")) == "reveal"
    poor = ravaging(lay, {"deacon": 0}, coins=[0, 0, 0])
    assert cubes(play(poor, "reveal n1:BC"), "scandia") == [1, 2, 1]
    others = ravaging(lay, {"deacon": 1}, coins=[4, 4, 4])
    assert cubes(play(others, "reveal n1:BC"), "scandia") == [2, 1, 1]


def test_deacon_first_then_losses_then_coin_then_goods_p14(lay: Lay) -> None:
    position = ravaging(lay, {"deacon": 0, "assassin": 0, "grave_robber": 0}, coins=[1, 0, 0])
    play(position, "reveal n3:APR", "pay")
    assert (stage(position), field(position, "coins")) == ("grave_robber_goods", [1, 0, 0])
    # The Assassin's coin does not pay for the second use, which costs two.
    play(position, "goods wood", "reveal n3:APB")
    assert stage(position) == "grave_robber_goods"


# The common event of the final round


def event(lay: Lay, owners: dict[str, int], **table: Any) -> Table:
    fields: dict[str, Any] = {
        "plague": "anglia",
        "region_goods": {**KINDS, "anglia": "fish"},
        "rats": {"scandia": "nn"},
        "cubes": {"scandia": [2, 2, 1]},
        "owners": owners,
        "rat_supply": (0, 0),
        **final(1, 0),
        **table,
    }
    return lay(THREE, **fields)


def test_deacon_event_moves_at_most_one_step_p11(lay: Lay) -> None:
    position = event(lay, {"deacon": 1})
    assert legal(position, "ravage") == {"anglia", "gallia", "germania", "scandia"}
    play(position, "ravage scandia")
    assert field(position, "plague") == THREE.region_number["scandia"]
    assert stage(position) == "reveal"
    play(position, "reveal n3:APR", "pay")
    assert (cubes(position, "scandia"), field(position, "coins")) == ([1, 2, 0], [4, 3, 4])
    play(position, "reveal n2:MBC", "pay")
    assert (cubes(position, "scandia"), field(position, "coins")) == ([1, 2, 0], [4, 1, 4])
    assert (stage(position), position.legal_actions()) == ("final", ["done"])


def test_grave_robber_event_takes_goods_from_the_whole_supply(lay: Lay) -> None:
    position = event(lay, {"grave_robber": 1}, goods=[{"salt": 4}, {}, {}])
    assert legal(position, "ravage") == {"anglia", "gallia", "germania", "scandia"}
    play(position, "ravage scandia", "reveal n3:APR")
    assert set(position.legal_actions()) == {"goods fish", "goods cloth", "goods wood", "decline"}
    play(position, "goods wood", "reveal n2:MBC", "goods wood")
    assert goods(position, 1) == {"wood": 2}


def test_assassin_event_moves_up_to_two_steps_and_earns_coins(lay: Lay) -> None:
    position = event(lay, {"assassin": 1}, plague="gallia")
    near = {"gallia", "anglia", "germania", "hispania", "italia"}
    assert legal(position, "ravage") == near | {"scandia", "polonia", "hungaria"}
    play(position, "ravage scandia", "reveal n3:APR", "reveal n2:MBC")
    assert field(position, "coins") == [4, 6, 4]
    assert position.legal_actions() == ["done"]


def test_event_is_common_to_all_and_uses_all_p11(lay: Lay) -> None:
    owners = {"assassin": 1, "grave_robber": 1, "deacon": 1}
    position = event(lay, owners, plague="gallia")
    play(position, "ravage scandia")
    assert field(position, "event") == sorted(THREE.card_number[name] for name in owners)
    play(position, "reveal n3:APR", "pay", "goods salt", "reveal n3:APB")
    # Deacon (2 coins), then losses, coin, goods.
    assert set(position.legal_actions()) == {"pay", "decline"}
    play(position, "pay", "goods salt")
    assert (field(position, "coins"), goods(position, 1)) == ([4, 4 - 1 - 2 + 2, 4], {"salt": 2})
    assert field(position, "event") == []
    assert position.legal_actions() == ["done"]


def test_event_where_nothing_happens_is_legal_p11(lay: Lay) -> None:
    position = play(event(lay, {"deacon": 1}), "ravage anglia")
    assert (stage(position), position.legal_actions()) == ("final", ["done"])


def test_neutral_cubes_count_in_the_sweep_and_not_in_an_event_p10(lay: Lay) -> None:
    owners = {"deacon": 1, "knight": 1}
    position = event(lay, owners, cubes={"scandia": [1, 0, 0]}, rats={"scandia": "nn"})
    play(position, "ravage scandia", "reveal n3:APR")
    assert cubes(position, "scandia") == [1, 0, 0]
    play(position, "reveal n2:PCW")
    play(position, "done")
    assert position.is_terminal()
    swept = event(lay, owners, plague="scandia", cubes={"scandia": [1, 0, 0]}, rats={"scandia": "n"})
    play(swept, "done", "reveal n3:APR")
    assert cubes(swept, "scandia") == [0, 0, 0]


def test_the_first_plague_card_fixes_the_region_for_the_others_p11(lay: Lay) -> None:
    owners = {"knight": 1, "raider": 1, "deacon": 1}
    position = event(lay, owners)
    assert field(position, "fixed") is False
    play(position, "plague scandia")
    assert field(position, "fixed") is True
    assert legal(position, "ravage") == {"scandia"}
    assert legal(position, "raider") == {"scandia"}
    play(position, "raider scandia", "goods salt")
    assert legal(position, "ravage") == {"scandia"}
    # An event that comes first fixes the piece as well.
    other = event(lay, owners)
    play(other, "ravage anglia")
    assert (legal(other, "plague"), legal(other, "raider")) == ({"anglia"}, {"anglia"})


def test_next_player_of_the_final_round_may_move_the_piece_again_p11(lay: Lay) -> None:
    position = event(lay, {"knight": 2, "raider": 1}, **final(2, 0, left=1))
    play(position, "plague scandia", "done")
    assert position.current_player() == 1
    assert len(legal(position, "raider")) > 1


def test_deacon_is_not_asked_in_the_sweep_p14(lay: Lay) -> None:
    position = event(lay, {"deacon": 0, "assassin": 0, "grave_robber": 0}, rats={"scandia": "n"})
    play(position, "done", "reveal n3:APR")
    assert cubes(position, "scandia") == [1, 1, 0]
    assert field(position, "coins") == [4, 4, 4]
    assert position.is_terminal()


def test_goods_of_the_final_round_may_be_several_of_a_kind_p13(lay: Lay) -> None:
    setup = mercatus_setup(2, ["brewer", "raider", "king"])
    position = lay(setup, plague="gallia", region_goods=KINDS, owners={"brewer": 1, "raider": 1}, **final())
    play(position, "brewer cloth", "raider gallia", "goods cloth")
    assert goods(position, 1) == {"cloth": 2}


def test_reveal_distribution_of_the_region_is_that_of_a_ravage(lay: Lay) -> None:
    """Which rat comes next is random in an event as well (A9)."""
    position = event(lay, {"deacon": 1}, rats={"scandia": "nns"})
    play(position, "ravage scandia")
    assert probabilities(position) == {"next 1": Fraction(2, 3), "next 2": Fraction(1, 3)}
