"""Pied Piper (rules section 10): each card in a turn and in the final round, and cards of several boxes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from reference.rattus import PIED_PIPER_CARDS, Position, any_setup, base_setup
from reference.rattus.cards.classes import CLASS_OF_CARD
from rule_tables import ABOUT_TO_MOVE, cubes, final, rats, with_revealed
from table_words import Lay, Table, after, field, legal, play, probabilities, stage, verbs

FIRST = base_setup(2, ["queen", "emperor", "baker", "serf", "soldier", "crusader"])
SECOND = base_setup(2, ["nun", "wizard", "pied_piper", "mayor", "peasant", "knight"])
WALLS = base_setup(2, ["emperor", "monk", "merchant", "pied_piper", "soldier", "queen"])
THREE = base_setup(3, ["baker", "serf", "crusader", "wizard", "nun", "soldier"])


def number(position: Table, region: str) -> int:
    return int(position.setup.region_number[region])


def entering(lay: Lay, setup: Any, **table: Any) -> Table:
    """The piece enters Scandia; all rats that spread go to Anglia."""
    fields: dict[str, Any] = {"plague": "anglia", "rats": {"scandia": "nn"}, **ABOUT_TO_MOVE, **table}
    position = play(lay(setup, **fields), "plague scandia")
    while stage(position) == "spread":
        play(position, "rat anglia")
    return position


def test_unknown_cards_of_the_box_are_not_playable(begin: Lay) -> None:
    for name in ("bishop", "carrier"):
        with pytest.raises(ValueError, match=name):
            begin(base_setup(2, [name]))


# Queen


def test_queen_adds_two_cubes_with_the_largest_group(lay: Lay) -> None:
    position = lay(
        FIRST,
        plague="polonia",
        # A group of three against one of two and a lone region.
        cubes={"anglia": [1, 1], "gallia": [1, 0], "hispania": [1, 0], "scandia": [0, 1], "polonia": [0, 3]},
        rats={"italia": "n"},
        owners={"queen": 0},
    )
    assert legal(position, "place") == {"italia", *(f"{name} +2" for name in FIRST.regions)}
    assert cubes(after(position, "place italia +2"), "italia") == [3, 0]
    assert cubes(after(position, "place italia"), "italia") == [1, 0]
    assert legal(after(position, "place italia"), "place") == set()


@pytest.mark.parametrize("theirs", [{"polonia": [0, 1], "germania": [0, 1]}, {"polonia": [0, 4]}])
def test_queen_needs_a_strictly_larger_group(lay: Lay, theirs: dict[str, list[int]]) -> None:
    position = lay(
        FIRST, plague="polonia", cubes={"anglia": [3, 0], "scandia": [1, 0], **theirs}, owners={"queen": 0}
    )
    assert ("place" in verbs(position)) == (len(theirs) == 1)


def test_queen_in_the_final_round(lay: Lay) -> None:
    position = lay(FIRST, plague="gallia", cubes={"anglia": [0, 1]}, owners={"queen": 1}, **final())
    assert legal(position, "queen") == set(FIRST.regions)
    assert cubes(play(position, "queen italia"), "italia") == [0, 2]
    assert position.legal_actions() == ["done"]
    one = lay(
        FIRST, plague="gallia", cubes={"anglia": [0, 1]}, palace=[0, 18], owners={"queen": 1}, **final()
    )
    assert cubes(play(one, "queen italia"), "italia") == [0, 1]
    equal = lay(FIRST, plague="gallia", cubes={"anglia": [1, 1]}, owners={"queen": 1}, **final())
    assert equal.legal_actions() == ["done"]


# Mayor


def test_mayor_adds_a_cube_where_he_has_most(lay: Lay) -> None:
    position = lay(
        SECOND,
        plague="polonia",
        cubes={"anglia": [2, 1], "gallia": [1, 1], "italia": [0, 1], "hispania": [1, 0]},
        rats={"gallia": "n", "hispania": "n"},
        owners={"mayor": 0},
    )
    assert legal(position, "place") == {"gallia", "hispania", "hispania +1", "anglia +1"}
    assert cubes(play(position, "place hispania +1"), "hispania") == [3, 0]


def test_extra_cubes_add_up_and_each_may_be_declined(lay: Lay) -> None:
    setup = base_setup(2, ["queen", "mayor", "peasant"])
    position = lay(
        setup,
        plague="polonia",
        cubes={"anglia": [2, 0]},
        rats={"italia": "n"},
        owners={"queen": 0, "mayor": 0, "peasant": 0},
    )
    assert {text for text in legal(position, "place") if text.startswith("anglia")} == {
        "anglia +1",
        "anglia +2",
        "anglia +3",
        "anglia +4",
    }
    # Peasant 1, Queen 2.
    assert {text for text in legal(position, "place") if text.startswith("italia")} == {
        "italia",
        "italia +1",
        "italia +2",
        "italia +3",
    }
    short = lay(
        setup,
        plague="polonia",
        cubes={"anglia": [2, 0]},
        palace=[16, 0],
        rats={"italia": "n"},
        owners={"queen": 0, "mayor": 0},
    )
    # Two cubes are left: they do not allow the Queen's two beside the one for the rat.
    assert {text for text in legal(short, "place") if text.startswith("italia")} == {"italia"}
    assert {text for text in legal(short, "place") if text.startswith("anglia")} == {"anglia +1", "anglia +2"}


def test_mayor_in_the_final_round(lay: Lay) -> None:
    position = lay(
        SECOND, plague="gallia", cubes={"anglia": [1, 2], "italia": [1, 1]}, owners={"mayor": 1}, **final()
    )
    assert legal(position, "mayor") == {"anglia"}
    assert cubes(play(position, "mayor anglia"), "anglia") == [1, 3]
    assert position.legal_actions() == ["done"]


# Emperor


def test_emperor_places_a_wall_or_moves_one(lay: Lay) -> None:
    position = lay(WALLS, plague="gallia", owners={"emperor": 0})
    assert len(legal(position, "wall")) == len(WALLS.edges)
    assert legal(position, "lift") == set()
    play(position, "wall anglia gallia")
    assert field(position, "walls") == [[0, 1]]
    assert {"wall", "lift"}.isdisjoint(verbs(position))
    standing = lay(WALLS, plague="gallia", owners={"emperor": 0}, walls=[("anglia", "gallia")])
    assert "anglia gallia" not in legal(standing, "wall")
    assert legal(standing, "lift") == {"anglia gallia"}
    play(standing, "lift anglia gallia")
    assert (stage(standing), verbs(standing)) == ("emperor_wall", {"wall"})
    # Not back to where it was.
    assert "anglia gallia" not in legal(standing, "wall")
    play(standing, "wall hispania italia")
    assert field(standing, "walls") == [[number(standing, "hispania"), number(standing, "italia")]]
    assert (stage(standing), field(standing, "lifted")) == ("main", [])


def test_there_are_three_walls(lay: Lay) -> None:
    walls = [("anglia", "gallia"), ("anglia", "scandia"), ("hispania", "italia")]
    position = lay(WALLS, plague="gallia", owners={"emperor": 0}, walls=walls)
    assert legal(position, "wall") == set()
    assert legal(position, "lift") == {" ".join(pair) for pair in walls}


def test_emperor_in_the_final_round(lay: Lay) -> None:
    position = lay(WALLS, plague="gallia", owners={"emperor": 1}, walls=[("anglia", "gallia")], **final())
    assert {"wall", "lift"} <= verbs(position)
    play(position, "lift anglia gallia", "wall germania scandia")
    assert (stage(position), position.legal_actions()) == ("final", ["done"])


def test_walls_stop_cubes_and_rats_but_not_the_plague(lay: Lay) -> None:
    position = lay(
        WALLS,
        plague="hispania",
        cubes={"hispania": [2, 0]},
        rats={"hispania": "n"},
        owners={"monk": 0, "merchant": 0, "pied_piper": 0},
        walls=[("gallia", "hispania")],
        placed=True,
    )
    assert legal(position, "monk") == {"hispania italia"}
    assert legal(position, "merchant") == {"hispania italia 1", "hispania italia 2"}
    assert legal(position, "pied_piper") == {"hispania italia"}
    assert legal(position, "plague") == {"gallia", "italia"}
    assert legal(play(position, "plague gallia"), "take")


def test_walls_stop_the_spread(lay: Lay) -> None:
    table: dict[str, Any] = {"plague": "anglia", "rats": {"scandia": "n"}, **ABOUT_TO_MOVE}
    position = play(lay(WALLS, walls=[("anglia", "scandia")], **table), "plague scandia")
    assert position.legal_actions() == ["rat germania"]
    sealed = lay(WALLS, walls=[("anglia", "scandia"), ("germania", "scandia")], **table)
    assert stage(play(sealed, "plague scandia")) == "main"


def test_walls_stop_the_soldier_in_the_final_round(lay: Lay) -> None:
    position = lay(WALLS, plague="scandia", owners={"soldier": 1}, walls=[("anglia", "scandia")], **final())
    assert legal(position, "soldier") == {"germania"}


def test_walls_do_not_part_the_groups_of_the_queen(lay: Lay) -> None:
    position = lay(
        WALLS,
        plague="scandia",
        cubes={"anglia": [1, 0], "gallia": [1, 0], "polonia": [0, 1]},
        owners={"queen": 0},
        walls=[("anglia", "gallia")],
    )
    assert "italia +2" in legal(position, "place")


# Baker


def test_baker_collects_cubes_and_whoever_takes_him_puts_them_on_the_board(lay: Lay) -> None:
    position = lay(FIRST, plague="gallia", owners={"baker": 0})
    play(position, "baker")
    assert (field(position, "baker"), field(position, "supply")) == ([1, 0], [19, 20])
    assert "baker" not in verbs(position)
    play(position, "plague anglia", "take baker")
    assert (stage(position), position.current_player()) == ("baker_unload", 1)
    assert position.legal_actions() == [f"unload {name}" for name in FIRST.regions]
    play(position, "unload polonia")
    # They stay their owner's.
    assert (cubes(position, "polonia"), field(position, "baker"), stage(position)) == ([1, 0], [0, 0], "main")
    # An empty card is taken without ado.
    empty = play(lay(FIRST, plague="gallia", owners={"baker": 1}), "take baker")
    assert stage(empty) == "main"
    none = lay(FIRST, plague="gallia", palace=[20, 0], owners={"baker": 0})
    assert "baker" not in verbs(none)


def test_baker_after_the_final_round_belongs_to_the_left_neighbour(lay: Lay) -> None:
    position = lay(
        THREE,
        plague="gallia",
        cubes={"anglia": [1, 1, 1]},
        rats={"anglia": "n"},
        owners={"baker": 1},
        baker=[0, 2, 0],
        **final(active=1, last=0),
    )
    play(position, "baker")
    assert field(position, "baker") == [0, 3, 0]
    play(position, "done")
    assert (stage(position), position.current_player()) == ("baker_unload", 2)
    play(position, "unload anglia")
    # Then the sweep, with the new cubes.
    assert cubes(position, "anglia") == [1, 4, 1]
    assert (stage(position), field(position, "active")) == ("reveal", 0)


# Serf


def test_serf_places_a_cube_for_each_token_that_kills_an_opponents(lay: Lay) -> None:
    position = entering(lay, THREE, cubes={"scandia": [1, 2, 2]}, owners={"serf": 0})
    play(position, "reveal n3:BKW")
    assert cubes(position, "scandia") == [1, 2, 2]
    play(position, "reveal n4:MBCW")
    assert cubes(position, "scandia") == [2, 1, 1]
    others = entering(lay, THREE, cubes={"scandia": [1, 2, 2]}, owners={"serf": 1})
    assert cubes(play(others, "reveal n4:MBCW"), "scandia") == [1, 1, 1]


def test_the_cube_of_the_serf_keeps_the_ravage_going_and_needs_a_supply(lay: Lay) -> None:
    position = entering(lay, THREE, cubes={"scandia": [0, 1, 0]}, owners={"serf": 0, "baker": 1})
    play(position, "reveal n1:PK")
    assert cubes(position, "scandia") == [1, 0, 0]
    assert stage(position) == "reveal"
    empty = entering(
        lay, THREE, cubes={"scandia": [0, 1, 0]}, palace=[20, 0, 0], owners={"serf": 0, "baker": 1}
    )
    play(empty, "reveal n1:PK")
    assert cubes(empty, "scandia") == [0, 0, 0]


def test_serf_event_in_the_final_round(lay: Lay) -> None:
    position = lay(
        THREE,
        plague="anglia",
        cubes={"scandia": [1, 1, 2]},
        rats={"scandia": "nn"},
        owners={"serf": 1},
        rat_supply=(0, 0),
        **final(),
    )
    assert legal(position, "ravage") == {"anglia", "gallia", "germania", "scandia"}
    play(position, "ravage scandia", "reveal n4:MBCW")
    assert cubes(position, "scandia") == [1, 2, 1]
    play(position, "reveal n6:MAPWR")
    assert (cubes(position, "scandia"), position.legal_actions()) == ([1, 2, 1], ["done"])


# Soldier


def test_soldier_may_add_a_rat_to_a_spread(lay: Lay) -> None:
    position = lay(
        FIRST, plague="anglia", rats={"scandia": "n"}, owners={"soldier": 0}, placed=True, rat_supply=(1, 2)
    )
    # Up to two steps.
    assert "hispania" in legal(position, "plague")
    play(position, "plague scandia", "rat anglia", "ring n")
    assert (stage(position), set(position.legal_actions())) == (
        "soldier_spread",
        {"rat anglia", "rat germania", "decline"},
    )
    assert stage(after(position, "decline")) == "main"
    play(position, "rat germania")
    assert probabilities(position) == {"ring s": Fraction(1, 2), "ring n": Fraction(1, 2)}
    play(position, "ring s")
    assert (rats(position, "germania"), field(position, "rat_supply")) == (1, [0, 1])
    assert (stage(position), position.current_player()) == ("main", 1)


def test_soldier_needs_a_spread_a_supply_and_room(lay: Lay) -> None:
    no_rat = lay(FIRST, plague="anglia", owners={"soldier": 0}, **ABOUT_TO_MOVE)
    assert stage(play(no_rat, "plague scandia")) == "main"
    full = lay(
        FIRST,
        plague="anglia",
        rats={"scandia": "n", "anglia": "nnn", "germania": "nn"},
        owners={"soldier": 0},
        **ABOUT_TO_MOVE,
    )
    assert stage(play(full, "plague scandia", "rat germania")) == "main"
    last_rat = lay(
        FIRST,
        plague="anglia",
        rats={"scandia": "n"},
        owners={"soldier": 0},
        **{**ABOUT_TO_MOVE, "rat_supply": (0, 1)},
    )
    assert field(play(last_rat, "plague scandia", "rat anglia"), "ending")


def test_soldier_in_the_final_round(lay: Lay) -> None:
    position = lay(
        FIRST, plague="scandia", rats={"anglia": "nnn"}, owners={"soldier": 1}, rat_supply=(1, 1), **final()
    )
    # The piece does not move.
    assert verbs(position) == {"done", "soldier"}
    assert legal(position, "soldier") == {"germania"}
    play(position, "soldier germania", "ring s")
    assert (rats(position, "germania"), stage(position), position.legal_actions()) == (1, "final", ["done"])


def test_soldier_takes_a_revealed_token_when_the_supply_is_empty_p20(lay: Lay) -> None:
    box, table = with_revealed(FIRST, "n2:MBC")
    position = lay(box, plague="scandia", owners={"soldier": 1}, **table, **final())
    # One ring only has revealed tokens: no draw.
    play(position, "soldier germania")
    assert field(position, "tracked") == [(number(position, "germania"), 1, -1, [], 1)]
    assert field(position, "recycled_pools") == [[0] * 8 + [1]]
    box, table = with_revealed(FIRST)
    none = lay(box, plague="scandia", owners={"soldier": 1}, **table, **final())
    assert none.legal_actions() == ["done"]


# Crusader


def test_crusader_reveals_all_and_chooses_the_order(lay: Lay) -> None:
    position = entering(
        lay,
        THREE,
        rats={"scandia": "nn"},
        looked=[("scandia", "s2:PCR", [1])],
        cubes={"scandia": [3, 2, 0]},
        owners={"crusader": 0, "baker": 1},
    )
    # No draw of the next rat; what somebody has seen needs no draw at all.
    assert stage(position) == "reveal"
    play(position, "reveal n5:MAKW", "reveal n1:PK")
    shown = [THREE.kinds[kind].text for kind in field(position, "shown")]
    assert shown == sorted(shown, key=THREE.kind_number.__getitem__)
    assert set(shown) == {"n5:MAKW", "n1:PK", "s2:PCR"}
    assert rats(position, "scandia") == 0
    assert (stage(position), position.current_player()) == ("order", 0)
    assert position.legal_actions() == ["resolve 1", "resolve 2", "resolve 3"]
    # First the one with limit 5: afterwards too few cubes would be left for it.
    first = f"resolve {shown.index('n5:MAKW') + 1}"
    play(position, first)
    assert cubes(position, "scandia") == [0, 1, 0]
    assert len(field(position, "shown")) == 2
    play(position, "resolve 1")
    # No cube is left: the rest is dropped.
    assert (cubes(position, "scandia"), field(position, "shown")) == ([0, 0, 0], [])
    assert (stage(position), position.current_player()) == ("main", 1)


def test_equal_tokens_are_one_choice(lay: Lay) -> None:
    position = entering(
        lay, THREE, rats={"scandia": "nnn"}, cubes={"scandia": [4, 4, 0]}, owners={"crusader": 0}
    )
    play(position, "reveal n1:WR", "reveal n5:MAKW", "reveal n1:WR")
    assert len(position.legal_actions()) == 2
    play(position, next(text for text in position.legal_actions() if text != "resolve 1"))
    # Two equal ones are left, which need no choice.
    assert (stage(position), position.current_player()) == ("main", 1)


def test_crusader_event_in_the_final_round(lay: Lay) -> None:
    position = lay(
        THREE,
        plague="gallia",
        cubes={"scandia": [3, 2, 0]},
        rats={"scandia": "nn"},
        owners={"crusader": 1},
        rat_supply=(0, 0),
        **final(),
    )
    assert {"scandia", "gallia", "polonia"} <= legal(position, "ravage")
    play(position, "ravage scandia", "reveal n5:MAKW", "reveal n2:MBC")
    assert position.legal_actions() == ["resolve 1", "resolve 2"]
    play(position, "resolve 2")
    # 5 cubes: M and A cost player 0 two, A and K player 1; the one cube left is below the other limit.
    assert cubes(position, "scandia") == [1, 0, 0]
    assert (stage(position), position.legal_actions()) == ("final", ["done"])


def test_crusader_of_another_player_changes_nothing(lay: Lay) -> None:
    position = entering(lay, THREE, cubes={"scandia": [3, 2, 0]}, owners={"crusader": 1})
    play(position, "reveal n2:MBC")
    assert cubes(position, "scandia") == [2, 2, 0]


# Nun


def test_three_nuns_are_put_anywhere_in_one_use(lay: Lay) -> None:
    position = lay(SECOND, plague="gallia", owners={"nun": 0}, nuns=["anglia", "anglia", "scandia"])
    assert legal(position, "nun") == set(SECOND.regions)
    play(position, "nun italia")
    # All three were lifted; the order does not matter, so regions only ascend.
    assert (stage(position), field(position, "nuns")) == ("nun_second", [number(position, "italia"), -1, -1])
    assert legal(position, "nun") == {"italia", "polonia", "scandia"}
    play(position, "nun polonia")
    assert (stage(position), legal(position, "nun")) == ("nun_third", {"polonia", "scandia"})
    play(position, "nun polonia")
    assert field(position, "nuns") == [number(position, name) for name in ("italia", "polonia", "polonia")]
    assert (stage(position), "nun" in verbs(position)) == ("main", False)
    last = lay(SECOND, plague="gallia", owners={"nun": 1}, **final())
    play(last, "nun anglia", "nun anglia", "nun anglia")
    assert last.legal_actions() == ["done"]


def test_nuns_lower_the_population_in_ravage_and_sweep(lay: Lay) -> None:
    table: dict[str, Any] = {"cubes": {"scandia": [2, 1]}, "rats": {"scandia": "n"}}
    without = entering(lay, SECOND, **table)
    assert cubes(play(without, "reveal n3:APR"), "scandia") == [1, 0]
    one = entering(lay, SECOND, nuns=["polonia", "polonia", "scandia"], **table)
    assert cubes(play(one, "reveal n3:APR"), "scandia") == [2, 1]
    swept = lay(SECOND, plague="gallia", nuns=["scandia", "scandia", "scandia"], **table, **final())
    play(swept, "done", "reveal n1:BC")
    assert cubes(swept, "scandia") == [2, 1]


def test_nuns_and_neutral_cubes_count_together(lay: Lay) -> None:
    position = entering(
        lay,
        SECOND,
        cubes={"scandia": [2, 0]},
        rats={"scandia": "n"},
        nuns=["scandia", "scandia", "polonia"],
        owners={"knight": 0},
    )
    play(position, "neutral yes", "reveal n3:APR")
    assert cubes(position, "scandia") == [2, 0]


# Wizard


def test_wizard_gives_potions_to_cubes_without_one(lay: Lay) -> None:
    position = lay(
        SECOND,
        plague="gallia",
        cubes={"anglia": [2, 1], "italia": [1, 0]},
        potions={"italia": [1, 0]},
        owners={"wizard": 0},
    )
    assert legal(position, "wizard") == {"anglia"}
    play(position, "wizard anglia")
    assert (field(position, "potions")[0], field(position, "potions_left")) == ([1, 0], 8)
    assert "wizard" not in verbs(position)
    none = lay(SECOND, plague="gallia", cubes={"anglia": [2, 1]}, owners={"wizard": 0}, potions_left=0)
    assert "wizard" not in verbs(none)
    last = lay(SECOND, plague="gallia", cubes={"anglia": [0, 1]}, owners={"wizard": 1}, **final())
    assert play(last, "wizard anglia").legal_actions() == ["done"]


def test_potions_save_cubes_once(lay: Lay) -> None:
    scandia = SECOND.region_number["scandia"]
    position = entering(
        lay, SECOND, cubes={"scandia": [3, 3]}, potions={"scandia": [1, 0]}, owners={"peasant": 0}
    )
    # P and A: two losses of player 0, one of which a potion takes.
    play(position, "reveal n3:APB")
    assert cubes(position, "scandia") == [2, 2]
    assert (field(position, "potions")[scandia], field(position, "potions_left")) == ([0, 0], 9)
    play(position, "reveal n3:APR")
    assert cubes(position, "scandia") == [0, 1]


def test_potions_work_in_the_sweep_and_do_not_change_the_majority(lay: Lay) -> None:
    position = lay(
        SECOND, plague="gallia", cubes={"scandia": [3, 2]}, rats={"scandia": "n"},
        potions={"scandia": [2, 0]}, **final(),
    )  # fmt: skip
    play(position, "done", "reveal n2:MBC")
    assert cubes(position, "scandia") == [3, 2]
    assert field(position, "potions")[SECOND.region_number["scandia"]] == [1, 0]


def test_a_cube_saved_by_a_potion_is_no_kill(lay: Lay) -> None:
    position = entering(
        lay, THREE, cubes={"scandia": [1, 3, 0]}, potions={"scandia": [0, 1, 0]}, owners={"serf": 0}
    )
    play(position, "reveal n2:MBC")
    assert cubes(position, "scandia") == [1, 3, 0]
    play(position, "reveal n4:MBCW")
    assert cubes(position, "scandia") == [2, 2, 0]


# Pied Piper


def test_pied_piper_moves_a_cube_and_all_rats_that_fit(lay: Lay) -> None:
    position = lay(
        SECOND,
        plague="gallia",
        cubes={"hispania": [2, 1]},
        rats={"hispania": "ns", "italia": "n"},
        owners={"pied_piper": 0},
        placed=True,
    )
    assert legal(position, "pied_piper") == {"hispania gallia", "hispania italia"}
    play(position, "pied_piper hispania italia")
    assert (cubes(position, "hispania"), cubes(position, "italia")) == ([1, 1], [1, 0])
    assert (rats(position, "hispania"), rats(position, "italia")) == (0, 3)
    assert (stage(position), "pied_piper" in verbs(position)) == ("main", False)


def test_rats_follow_one_by_one_when_not_all_fit(lay: Lay) -> None:
    position = lay(
        SECOND,
        plague="gallia",
        cubes={"hispania": [1, 0]},
        rats={"hispania": "ns", "italia": "n"},
        looked=[("hispania", "s2:MBW", [1])],
        owners={"pied_piper": 0},
        placed=True,
    )
    play(position, "pied_piper hispania italia")
    assert stage(position) == "pied_piper_follow"
    assert legal(position, "follow") == {"hispania", "hispania 2", "hispania 3"}
    play(position, "follow hispania 3")
    assert field(position, "tracked") == [(number(position, "italia"), 0, 1, [1], 0)]
    assert legal(position, "follow") == {"hispania", "hispania 2"}
    play(position, "follow hispania")
    assert (stage(position), rats(position, "hispania"), rats(position, "italia")) == ("main", 1, 3)


def test_alike_rats_follow_without_a_choice_and_none_without_room(lay: Lay) -> None:
    table: dict[str, Any] = {
        "plague": "gallia",
        "cubes": {"hispania": [1, 0]},
        "owners": {"pied_piper": 0},
        "placed": True,
    }
    alike = play(lay(SECOND, rats={"hispania": "nn", "italia": "nn"}, **table), "pied_piper hispania italia")
    assert (stage(alike), rats(alike, "hispania"), rats(alike, "italia")) == ("main", 1, 3)
    full = play(lay(SECOND, rats={"hispania": "ns", "italia": "nnn"}, **table), "pied_piper hispania italia")
    assert (stage(full), rats(full, "hispania"), cubes(full, "italia")) == ("main", 2, [1, 0])


def test_pied_piper_takes_the_marker_of_a_cube_along(lay: Lay) -> None:
    position = lay(
        SECOND,
        plague="gallia",
        cubes={"hispania": [1, 0]},
        potions={"hispania": [1, 0]},
        owners={"pied_piper": 0},
        placed=True,
    )
    play(position, "pied_piper hispania italia")
    potions = field(position, "potions")
    assert (potions[number(position, "hispania")], potions[number(position, "italia")]) == ([0, 0], [1, 0])


def test_pied_piper_in_the_final_round(lay: Lay) -> None:
    position = lay(
        SECOND, plague="gallia", cubes={"hispania": [0, 1]}, rats={"hispania": "n"}, owners={"pied_piper": 1},
        **final(),
    )  # fmt: skip
    play(position, "pied_piper hispania italia")
    assert (cubes(position, "italia"), rats(position, "italia")) == ([0, 1], 1)
    assert (stage(position), position.legal_actions()) == ("final", ["done"])


# Cards of several boxes


MIXED = any_setup(2, ["soldier", "swindler", "witch", "crusader", "knight", "serf"], mercatus=True)


def with_recycled(lay: Lay, *tokens: str) -> Table:
    """Soldier, then Swindler bring rats back; only these tokens were ever revealed."""
    box, table = with_revealed(MIXED, *tokens, free=("germania",))
    position = lay(
        box,
        plague="scandia",
        cubes={"germania": [0, 2]},
        owners={"soldier": 1, "swindler": 1, "witch": 1},
        **table,
        **final(),
    )
    return play(position, "soldier germania", "swindler germania")


def test_two_recycled_rats_are_never_the_same_token_p20(lay: Lay) -> None:
    position = with_recycled(lay, "n1:BC", "n2:MBC")
    tracked = field(position, "tracked")
    assert [rat[1:] for rat in tracked] == [(1, -1, [], 1), (1, -1, [], 2)]
    assert field(position, "recycled_pools")[0] == field(position, "recycled_pools")[1]
    # Each alone may be either; once one is known the other is certain.
    for first, second in (("germania", "germania 2"), ("germania 2", "germania")):
        looking = after(position, f"look {first}")
        assert set(probabilities(looking).values()) == {Fraction(1, 2)}
        play(looking, "see n1:BC", f"look {second}")
        assert probabilities(looking) == {"see n2:MBC": Fraction(1)}


def test_one_revealed_token_is_recycled_once_p20(lay: Lay) -> None:
    box, table = with_revealed(MIXED, "n1:BC", free=("germania",))
    position = lay(
        box,
        plague="scandia",
        cubes={"germania": [0, 2]},
        owners={"soldier": 1, "swindler": 1},
        **table,
        **final(),
    )
    play(position, "soldier germania")
    assert "swindler" not in verbs(position)


def test_a_recycled_rat_that_is_revealed_tells_about_the_other_p20(lay: Lay) -> None:
    position = play(with_recycled(lay, "n1:WR", "n1:WR", "n6:MAPCR"), "done")
    assert probabilities(position) == {"next 1": Fraction(1, 2), "next 2": Fraction(1, 2)}
    play(position, "next 2")
    assert probabilities(position) == {"reveal n1:WR": Fraction(2, 3), "reveal n6:MAPCR": Fraction(1, 3)}
    # Of the two other tokens one is like the one just seen.
    unlike = after(position, "reveal n6:MAPCR")
    assert probabilities(unlike) == {"reveal n1:WR": Fraction(1)}


def test_a_rat_recycled_later_comes_from_a_larger_pool_p20(lay: Lay) -> None:
    """The second rat is one of what was revealed by then, the first rat's token excepted."""
    box, table = with_revealed(MIXED, "n1:BC", free=("germania", "scandia"), hidden=("6:MAPCR",))
    table["rats"]["scandia"] = "n"
    position = lay(
        box,
        plague="scandia",
        cubes={"germania": [0, 3], "scandia": [1, 1]},
        owners={"soldier": 1, "swindler": 1, "witch": 1, "serf": 1},
        **table,
        **final(),
    )
    play(position, "soldier germania")
    assert "swindler" not in verbs(position)
    play(position, "ravage scandia", "reveal n6:MAPCR", "swindler germania")
    kinds = [box.kind_number[text] for text in ("n1:BC", "n6:MAPCR")]
    first, second = field(position, "recycled_pools")
    assert ([first[kind] for kind in kinds], [second[kind] for kind in kinds]) == ([1, 0], [1, 1])
    assert probabilities(after(position, "look germania")) == {"see n1:BC": Fraction(1)}
    assert probabilities(after(position, "look germania 2")) == {"see n6:MAPCR": Fraction(1)}


def test_reference_and_rules_agree_on_the_classes() -> None:
    for name in PIED_PIPER_CARDS:
        assert name in CLASS_OF_CARD
    assert [letter for _, letter in FIRST.cards] == ["R", "R", "P", "P", "K", "K"]
    assert Position(FIRST).state.baker == [0, 0]
