"""The reference against the rules: the worked example of section 5, then each rule and note by hand.

Test names carry the names of the decisions (A1, P8, ...) that they show.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from reference.rattus import CHANCE, TERMINAL, Position, Setup, Token, base_setup, lay_out
from reference.rattus.ending import totals
from reference.rattus.ravage import losses

TWO, THREE, FOUR = base_setup(2), base_setup(3), base_setup(4)


def play(position: Position, *texts: str) -> Position:
    """Applies one text after the other."""
    for text in texts:
        position.apply(text)
    return position


def legal(position: Position, verb: str) -> set[str]:
    """The legal texts that begin with a verb, without it."""
    return {text.partition(" ")[2] for text in position.legal_actions() if text.split()[0] == verb}


def verbs(position: Position) -> set[str]:
    return {text.split()[0] for text in position.legal_actions()}


def cubes(position: Position, region: str) -> list[int]:
    return position.state.cubes[position.setup.region_number[region]]


def rats(position: Position, region: str) -> int:
    return position.state.rats_in(position.setup.region_number[region])


def finish_chance(position: Position, seed: int = 0) -> Position:
    """Lets chance and, in spreads, the mover choose anything until somebody has another decision."""
    generator = random.Random(seed)
    while not position.is_terminal() and (
        position.is_chance() or position.state.stage in ("spread", "neutral")
    ):
        position.apply(generator.choice(position.legal_actions()))
    return position


def outcomes_of(position: Position) -> Iterator[tuple[Position, Fraction]]:
    """Every end of a run of chance events with its probability."""
    if not position.is_chance():
        yield position, Fraction(1)
        return
    for text, probability in position.probabilities():
        for end, rest in outcomes_of(play(position.clone(), text)):
            yield end, probability * rest


# Section 1: the box


def test_token_list_has_the_stated_mix() -> None:
    assert (len(FOUR.starting), len(FOUR.normal)) == (12, 37)
    symbols = Counter(symbol for token in FOUR.all_tokens for symbol in token.symbols)
    assert symbols == dict.fromkeys("PBCKWRMA", 22)
    limits = Counter(token.limit for token in FOUR.all_tokens)
    assert set(limits) == {1, 2, 3, 4, 5, 6}
    assert len(FOUR.kinds) == len(set(FOUR.all_tokens))
    assert sum(FOUR.copies) == 49


def test_kinds_are_numbered_starting_ring_first_by_first_appearance() -> None:
    assert [kind.text for kind in FOUR.kinds[:3]] == ["s1:PK", "s2:MBW", "s2:PCR"]
    assert [kind.text for kind in FOUR.kinds[12:16]] == ["n1:BC", "n1:WR", "n1:PK", "n2:MBC"]
    assert FOUR.copies[FOUR.kind_number["n1:WR"]] == 2


def test_map_facts() -> None:
    def touches(setup: Setup, one: str, other: str) -> bool:
        return setup.region_number[other] in setup.neighbours[setup.region_number[one]]

    def reachable(setup: Setup, allowed: set[str]) -> set[str]:
        found, waiting = set(), [min(allowed)]
        while waiting:
            name = waiting.pop()
            found.add(name)
            near = {setup.regions[region] for region in setup.neighbours[setup.region_number[name]]}
            waiting += (near & allowed) - found
        return found

    assert len(FOUR.edges) == 22
    assert not touches(FOUR, "italia", "scandia")
    assert FOUR.region_number["scandia"] in FOUR.reach[2][FOUR.region_number["italia"]]
    assert not touches(FOUR, "germania", "turcia")
    pairs = itertools.combinations(["hispania", "italia", "polonia"], 2)
    assert sum(touches(FOUR, one, other) for one, other in pairs) == 1
    for group in ({"anglia", "gallia", "hispania"}, {"russia", "tartaria"}):
        assert reachable(FOUR, group) == group
    for setup, number in ((TWO, 8), (THREE, 10), (FOUR, 12)):
        assert len(setup.regions) == number
        assert reachable(setup, set(setup.regions)) == set(setup.regions)


def test_bad_rules_data_is_refused() -> None:
    with pytest.raises(ValueError, match="not in any box"):
        Position(Setup(2, ("a", "b"), ((0, 1),), ("1:PK", "1:M"), ("1:BC",), 0, (("kign", "R"),)))
    with pytest.raises(ValueError, match="symbols"):
        Token.parse("2:MM", 0)
    with pytest.raises(ValueError, match="players"):
        Setup(7, ("a", "b"), ((0, 1),), ("1:PK", "1:M"), ("1:BC",), 0, ())
    with pytest.raises(ValueError, match="fewer starting tokens"):
        Setup(2, ("a", "b"), ((0, 1),), ("1:PK",), ("1:BC",), 0, ())


# Section 2: set-up


@pytest.mark.parametrize(("setup", "supply"), [(TWO, 29), (THREE, 33), (FOUR, 37)])
def test_set_up_counts(setup: Setup, supply: int) -> None:
    state = Position(setup).state
    assert sum(state.rat_supply) == supply
    assert state.unlooked == [[1, 0]] * len(setup.regions)
    assert state.rat_supply[0] == 12 - len(setup.regions)
    assert state.supply == [20] * setup.players
    assert sum(state.unseen) == 49


def test_plague_starts_on_a_random_used_region() -> None:
    position = Position(TWO)
    assert position.current_player() == CHANCE
    assert position.probabilities() == [(f"plague {name}", Fraction(1, 8)) for name in TWO.regions]


def test_first_cubes_in_snake_order_pairs_together_a1() -> None:
    position = play(Position(THREE), "plague gallia")
    seen = []
    for region in ("anglia", "gallia", "italia", "polonia", "scandia", "scandia"):
        assert legal(position, "place") == set(THREE.regions)
        seen.append(position.current_player())
        play(position, f"place {region}")
    assert seen == [0, 1, 2, 2, 1, 0]
    assert cubes(position, "anglia") == [2, 0, 0]
    assert cubes(position, "scandia") == [2, 2, 0]
    assert position.state.supply == [16, 16, 16]
    assert (position.state.stage, position.current_player(), position.state.setup_step) == ("main", 0, 6)


def test_split_pairs_are_two_single_placements_in_a_row_p5() -> None:
    setup = base_setup(2, split_setup_pairs=True)
    position = play(Position(setup), "plague gallia")
    seen = []
    for region in ("anglia", "gallia", "italia", "italia", "scandia", "scandia", "gallia", "hispania"):
        seen.append(position.current_player())
        play(position, f"place {region}")
    assert seen == [0, 0, 1, 1, 1, 1, 0, 0]
    assert cubes(position, "gallia") == [2, 0]
    assert position.state.supply == [16, 16]
    assert (position.state.stage, position.current_player()) == ("main", 0)


# Section 3: phase A


def test_take_from_table_or_opponent_never_from_oneself_p6() -> None:
    position = lay_out(TWO, plague="gallia", owners={"king": 0, "witch": 1})
    assert legal(position, "take") == {"monk", "knight", "peasant", "merchant", "witch"}
    play(position, "take witch")
    assert position.state.owners == [0, -1, -1, -1, -1, 0]
    assert legal(position, "take") == set()


def test_a_card_taken_may_be_used_at_once_and_cards_are_kept() -> None:
    position = lay_out(TWO, plague="gallia", cubes={"anglia": [1, 0]}, owners={"king": 1})
    assert legal(position, "king") == set()
    play(position, "take king")
    assert legal(position, "king") == {"anglia"}
    play(position, "king anglia")
    assert position.state.palace == [1, 0]
    play(position, "plague anglia")
    assert position.current_player() == 1
    assert position.state.owners[0] == 0


def test_taking_is_optional_and_phases_a_and_b_go_in_either_order() -> None:
    start = lay_out(TWO, plague="gallia", rats={"anglia": "n"})
    one = play(start.clone(), "take king", "place anglia")
    other = play(start.clone(), "place anglia", "take king")
    assert one.export() == other.export()
    assert "plague" in verbs(play(start.clone(), "place anglia"))


# Section 3: phase B


def test_place_exactly_as_many_cubes_as_rats_capped_by_the_supply_a3_a4() -> None:
    position = lay_out(TWO, plague="gallia", rats={"anglia": "nns", "italia": "n"}, palace=[18, 0])
    assert legal(position, "place") == {"anglia", "italia"}
    assert cubes(play(position.clone(), "place anglia"), "anglia") == [2, 0]
    assert cubes(play(position.clone(), "place italia"), "italia") == [1, 0]
    after = play(position.clone(), "place anglia")
    assert after.state.supply == [0, 20]
    assert legal(after, "place") == set()


def test_looked_at_rats_count_for_placement() -> None:
    position = lay_out(TWO, plague="gallia", rats={"anglia": "n"}, looked=[("anglia", "s2:MBW", [1])])
    assert cubes(play(position, "place anglia"), "anglia") == [2, 0]


def test_placement_is_compulsory_a2() -> None:
    position = lay_out(TWO, plague="gallia", rats={"anglia": "n"})
    assert "plague" not in verbs(position)
    assert "plague" in verbs(play(position, "place anglia"))


def test_placement_may_be_made_optional_a2() -> None:
    setup = base_setup(2, placement_optional=True)
    position = lay_out(setup, plague="gallia", rats={"anglia": "n"})
    assert {"plague", "place"} <= verbs(position)


def test_duty_to_place_is_tested_when_the_piece_moves_p2() -> None:
    empty_supply = lay_out(TWO, plague="gallia", rats={"anglia": "n"}, palace=[20, 0])
    assert "plague" in verbs(empty_supply)
    no_rats = lay_out(TWO, plague="gallia")
    assert "plague" in verbs(no_rats)
    peasant_alone = lay_out(TWO, plague="gallia", owners={"peasant": 0})
    assert "plague" in verbs(peasant_alone)
    assert legal(peasant_alone, "place") == {f"{name} +1" for name in TWO.regions}
    assert cubes(play(peasant_alone, "place polonia +1"), "polonia") == [1, 0]


def test_peasant_adds_one_cube_and_may_be_declined() -> None:
    position = lay_out(TWO, plague="gallia", rats={"anglia": "nn"}, owners={"peasant": 0})
    assert legal(position, "place") == {"anglia"} | {f"{name} +1" for name in TWO.regions}
    assert cubes(play(position.clone(), "place anglia"), "anglia") == [2, 0]
    after = play(position.clone(), "place anglia +1")
    assert cubes(after, "anglia") == [3, 0]
    assert legal(after, "place") == set()
    assert cubes(play(position.clone(), "place gallia +1"), "gallia") == [1, 0]


def test_peasant_needs_a_cube_for_the_extra_one() -> None:
    position = lay_out(TWO, plague="gallia", rats={"anglia": "nn"}, owners={"peasant": 0}, palace=[18, 0])
    assert "anglia +1" not in legal(position, "place")
    assert {"anglia", "gallia +1"} <= legal(position, "place")


# Section 4: abilities before C


def test_king_needs_an_own_cube_and_no_rat() -> None:
    position = lay_out(
        TWO,
        plague="gallia",
        cubes={"anglia": [1, 0], "gallia": [0, 1], "italia": [2, 2], "polonia": [1, 0]},
        rats={"italia": "n"},
        looked=[("polonia", "s2:MBW", [1])],
        owners={"king": 0},
    )
    assert legal(position, "king") == {"anglia"}
    play(position, "king anglia")
    assert (position.state.palace, cubes(position, "anglia"), position.state.supply[0]) == (
        [1, 0],
        [0, 0],
        16,
    )
    assert legal(position, "king") == set()


def test_monk_moves_any_rat_to_a_neighbour_with_room() -> None:
    position = lay_out(
        TWO, plague="gallia", rats={"anglia": "n", "gallia": "nns", "scandia": "s"}, owners={"monk": 0}
    )
    assert {"anglia germania", "anglia scandia"} == {
        text for text in legal(position, "monk") if text.startswith("anglia")
    }
    assert {text for text in legal(position, "monk") if text.startswith("gallia 2")} == {
        f"gallia 2 {name}" for name in ("anglia", "germania", "hispania", "italia")
    }
    play(position, "monk gallia 2 italia")
    assert position.state.unlooked[TWO.region_number["gallia"]] == [0, 2]
    assert position.state.unlooked[TWO.region_number["italia"]] == [1, 0]
    assert legal(position, "monk") == set()


def test_a_looked_at_rat_is_a_choice_of_its_own_and_knowledge_moves_with_it_p7() -> None:
    position = lay_out(
        TWO,
        plague="gallia",
        rats={"italia": "n"},
        looked=[("hungaria", "s2:MBW", [1]), ("italia", "n1:BC", [0])],
        owners={"monk": 0},
    )
    assert {"italia polonia", "italia 2 polonia"}.isdisjoint(legal(position, "monk"))
    assert {"italia hungaria", "italia 2 hungaria"} <= legal(position, "monk")
    play(position, "monk italia 2 hungaria")
    exported = position.export()["tracked"]
    hungaria = TWO.region_number["hungaria"]
    assert exported == [
        (hungaria, 0, TWO.kind_number["s2:MBW"], [1], 0),
        (hungaria, 1, TWO.kind_number["n1:BC"], [0], 0),
    ]


def test_merchant_moves_one_to_three_own_cubes_to_a_neighbour() -> None:
    position = lay_out(
        TWO, plague="gallia", cubes={"hispania": [5, 1], "scandia": [2, 0]}, owners={"merchant": 0}
    )
    assert legal(position, "merchant") == {
        *(f"hispania {near} {number}" for near in ("gallia", "italia") for number in (1, 2, 3)),
        *(f"scandia {near} {number}" for near in ("anglia", "germania") for number in (1, 2)),
    }
    play(position, "merchant hispania italia 3")
    assert (cubes(position, "hispania"), cubes(position, "italia")) == ([2, 1], [3, 0])
    assert legal(position, "merchant") == set()


def test_only_the_active_player_uses_cards() -> None:
    position = lay_out(
        TWO,
        plague="gallia",
        cubes={"anglia": [1, 1]},
        rats={"italia": "n"},
        owners=dict.fromkeys(TWO.card_names, 1),
    )
    assert verbs(position) == {"take", "place"}


def test_witch_looks_swap_and_knowledge_p7_p8_a15() -> None:
    position = lay_out(TWO, plague="gallia", rats={"anglia": "ns", "italia": "n"}, owners={"witch": 0})
    assert legal(position, "look") == {"anglia", "anglia 2", "italia"}
    assert not {"stop", "swap", "keep"} & verbs(position)
    play(position, "look anglia 2")
    assert (position.current_player(), position.state.stage) == (CHANCE, "look")
    assert dict(position.probabilities()) == {f"see {kind.text}": Fraction(1, 12) for kind in TWO.kinds[:12]}
    play(position, "see s2:MBW")
    # Nothing comes between the looks; the token just looked at is the one choice that is missing.
    assert (position.current_player(), set(position.legal_actions())) == (
        0,
        {"look anglia", "look italia", "stop"},
    )
    play(position, "look italia")
    probabilities = dict(position.probabilities())
    assert probabilities["see n1:WR"] == Fraction(2, 37)
    assert sum(probabilities.values()) == 1
    play(position, "see n1:WR")
    assert position.legal_actions() == ["swap", "keep"]
    kept, swapped = play(position.clone(), "keep"), play(position.clone(), "swap")
    anglia, italia = (TWO.region_number[name] for name in ("anglia", "italia"))
    white, red = TWO.kind_number["s2:MBW"], TWO.kind_number["n1:WR"]
    assert kept.export()["tracked"] == [(anglia, 0, white, [0], 0), (italia, 1, red, [0], 0)]
    assert swapped.export()["tracked"] == [(italia, 0, white, [0], 0), (anglia, 1, red, [0], 0)]
    assert kept.state.stage == swapped.state.stage == "main"
    assert legal(swapped, "look") == set()
    assert (rats(swapped, "anglia"), rats(swapped, "italia")) == (2, 1)


def test_witch_may_stop_after_the_first_look_without_a_swap_p8() -> None:
    position = lay_out(TWO, plague="gallia", rats={"anglia": "n", "italia": "n"}, owners={"witch": 0})
    play(position, "look anglia", "see n1:BC", "stop")
    assert position.state.stage == "main"
    assert legal(position, "look") == set()


def test_witch_with_a_single_rat_can_only_stop_p8() -> None:
    position = lay_out(TWO, plague="gallia", rats={"anglia": "n"}, owners={"witch": 0})
    play(position, "look anglia", "see n1:BC")
    assert (position.state.stage, position.legal_actions()) == ("witch_second", ["stop"])


def test_witch_may_look_at_a_known_token_and_within_one_region_p8() -> None:
    position = lay_out(
        THREE,
        plague="gallia",
        rats={"anglia": "n"},
        looked=[("anglia", "s2:MBW", [0]), ("italia", "n1:BC", [1])],
        owners={"witch": 0},
    )
    play(position, "look anglia 2")
    # Its identity stands: no chance event.
    assert position.state.stage == "witch_second"
    play(position, "look italia")
    assert position.state.stage == "witch_swap"
    assert position.export()["tracked"][1][3] == [0, 1]
    within = lay_out(TWO, plague="gallia", rats={"anglia": "nn"}, owners={"witch": 0})
    play(within, "look anglia", "see n1:BC", "look anglia", "see n1:PK", "swap")
    assert rats(within, "anglia") == 2


def test_looks_draw_from_what_is_unseen() -> None:
    position = lay_out(TWO, plague="gallia", rats={"anglia": "nn"}, owners={"witch": 0})
    play(position, "look anglia", "see n1:WR", "look anglia")
    assert dict(position.probabilities())["see n1:WR"] == Fraction(1, 36)


def test_a_token_that_only_others_have_seen_is_drawn_like_any_other_for_whoever_has_not() -> None:
    position = lay_out(
        TWO, plague="gallia", looked=[("anglia", "s?", [1])], owners={"witch": 0}, unseen=["s1:PK", "s2:PCR"]
    )
    play(position, "look anglia")
    assert position.probabilities() == [("see s1:PK", Fraction(1, 2)), ("see s2:PCR", Fraction(1, 2))]
    play(position, "see s2:PCR")
    assert position.export()["tracked"][0][2:4] == (TWO.kind_number["s2:PCR"], [0, 1])


def test_each_card_once_per_turn_and_again_in_the_next() -> None:
    position = lay_out(
        TWO,
        plague="gallia",
        cubes={"anglia": [2, 0], "italia": [0, 2]},
        owners={"king": 0},
        rat_supply=(0, 9),
    )
    play(position, "king anglia")
    assert legal(position, "king") == set()
    finish_chance(play(position, "plague hispania"))
    finish_chance(play(position, "plague gallia"))
    assert position.current_player() == 0
    assert legal(position, "king") == {"anglia"}


# Section 3, C: the plague piece


def test_piece_moves_to_a_neighbour_and_never_stays() -> None:
    position = lay_out(TWO, plague="gallia")
    assert legal(position, "plague") == {"anglia", "germania", "hispania", "italia"}


def test_knight_moves_one_or_two_steps_on_used_regions_p4() -> None:
    position = lay_out(FOUR, plague="turcia", owners={"knight": 0})
    assert legal(position, "plague") == {"bulgaria", "tartaria", "hungaria", "polonia", "russia"}
    smaller = lay_out(THREE, plague="turcia", owners={"knight": 0})
    assert legal(smaller, "plague") == {"bulgaria", "hungaria"}


def test_region_passed_through_is_not_affected_a8() -> None:
    position = lay_out(
        THREE,
        plague="turcia",
        cubes={"bulgaria": [3, 3, 3]},
        rats={"bulgaria": "nnn"},
        owners={"knight": 0},
        placed=True,
    )
    play(position, "plague hungaria")
    assert cubes(position, "bulgaria") == [3, 3, 3]
    assert rats(position, "bulgaria") == 3
    assert (position.state.stage, position.state.active) == ("main", 1)


# Section 3, C: spread


@pytest.mark.parametrize(("there", "new"), [("", 0), ("n", 1), ("ns", 2), ("nns", 2)])
def test_number_of_new_rats(there: str, new: int) -> None:
    position = lay_out(TWO, plague="gallia", rats={"scandia": there}, rat_supply=(0, 9), placed=True)
    position.state.plague = TWO.region_number["anglia"]
    play(position, "plague scandia")
    for _ in range(new):
        assert position.current_player() == 0
        assert position.legal_actions() == ["rat anglia", "rat germania"]
        play(position, "rat anglia")
    # The region itself gets none, and without cubes there is no ravage.
    assert (rats(position, "scandia"), rats(position, "anglia")) == (len(there), new)
    assert position.state.rat_supply == [0, 9 - new]
    assert (position.state.stage, position.state.active) == ("main", 1)


def test_new_rats_go_on_one_region_or_two() -> None:
    position = lay_out(TWO, plague="anglia", rats={"scandia": "nn"}, rat_supply=(0, 9), placed=True)
    play(position, "plague scandia", "rat anglia", "rat germania")
    assert (rats(position, "anglia"), rats(position, "germania")) == (1, 1)


def test_never_more_than_three_rats_in_a_region_a5() -> None:
    position = lay_out(
        TWO, plague="anglia", rats={"scandia": "nn", "anglia": "nn", "germania": "nnn"}, placed=True
    )
    play(position, "plague scandia")
    assert position.legal_actions() == ["rat anglia"]
    play(position, "rat anglia", "ring n")
    assert (position.state.stage, position.state.active) == ("main", 1)
    assert rats(position, "anglia") == 3
    full = lay_out(
        TWO, plague="anglia", rats={"scandia": "nn", "anglia": "nnn", "germania": "nnn"}, placed=True
    )
    assert play(full, "plague scandia").state.active == 1


def test_supply_limits_the_spread_a5() -> None:
    position = lay_out(TWO, plague="anglia", rats={"scandia": "nn"}, rat_supply=(0, 1), placed=True)
    play(position, "plague scandia", "rat anglia")
    assert position.state.ending
    assert rats(position, "anglia") == 1


def test_ring_is_drawn_after_the_region_is_chosen_and_before_the_second_rat_p1_a12() -> None:
    position = lay_out(TWO, plague="anglia", rats={"scandia": "nn"}, rat_supply=(1, 3), placed=True)
    play(position, "plague scandia", "rat anglia")
    assert position.probabilities() == [("ring s", Fraction(1, 4)), ("ring n", Fraction(3, 4))]
    play(position, "ring s")
    assert position.state.unlooked[TWO.region_number["anglia"]] == [1, 0]
    assert (position.current_player(), position.state.stage) == (0, "spread")
    # Only normal ones are left, so the second ring is no chance event.
    play(position, "rat anglia")
    assert position.state.unlooked[TWO.region_number["anglia"]] == [1, 1]
    assert position.state.active == 1


# Section 3, C: ravage


def test_no_ravage_without_cube_or_without_rat() -> None:
    no_cube = lay_out(
        TWO, plague="anglia", rats={"scandia": "n"}, rat_supply=(0, 9), placed=True, owners={"knight": 0}
    )
    play(no_cube, "plague scandia", "rat anglia")
    assert (no_cube.state.active, rats(no_cube, "scandia")) == (1, 1)
    no_rat = lay_out(TWO, plague="anglia", cubes={"scandia": [1, 0]}, owners={"knight": 0})
    assert play(no_rat, "plague scandia").state.active == 1


def test_declaration_follows_the_spread_and_precedes_the_reveals_p3_a14() -> None:
    position = lay_out(
        TWO,
        plague="anglia",
        rats={"scandia": "n"},
        cubes={"scandia": [1, 0]},
        rat_supply=(0, 9),
        placed=True,
        owners={"knight": 0},
    )
    play(position, "plague scandia")
    assert position.state.stage == "spread"
    play(position, "rat anglia")
    assert (position.current_player(), position.legal_actions()) == (0, ["neutral yes", "neutral no"])
    assert cubes(play(position.clone(), "neutral yes", "reveal n3:MCK"), "scandia") == [0, 0]
    assert cubes(play(position.clone(), "neutral no", "reveal n3:MCK"), "scandia") == [1, 0]


def test_declaration_holds_for_the_whole_ravage_and_only_for_it_a14() -> None:
    position = lay_out(
        TWO,
        plague="anglia",
        rats={"scandia": "nn"},
        cubes={"scandia": [2, 0]},
        rat_supply=(0, 9),
        placed=True,
        owners={"knight": 0},
    )
    play(position, "plague scandia", "rat anglia", "rat anglia", "neutral yes", "reveal n4:MCKR")
    assert cubes(position, "scandia") == [0, 0]
    position = lay_out(
        TWO,
        plague="anglia",
        rats={"scandia": "nn"},
        cubes={"scandia": [2, 1]},
        rat_supply=(0, 9),
        placed=True,
        owners={"knight": 0},
    )
    play(
        position,
        "plague scandia",
        "rat anglia",
        "rat anglia",
        "neutral yes",
        "reveal n4:ACW",
        "reveal n3:MCR",
    )
    assert cubes(position, "scandia") == [0, 0]
    assert not position.state.neutral


def test_others_may_not_declare() -> None:
    position = lay_out(
        TWO,
        plague="anglia",
        rats={"scandia": "n"},
        cubes={"scandia": [1, 0]},
        rat_supply=(0, 9),
        placed=True,
        owners={"knight": 1},
    )
    assert play(position, "plague scandia", "rat anglia").state.stage == "reveal"


def test_neutral_cubes_have_no_majority_and_keep_nothing_going_a13() -> None:
    position = lay_out(
        TWO,
        plague="anglia",
        rats={"scandia": "nn"},
        cubes={"scandia": [1, 0]},
        rat_supply=(0, 9),
        placed=True,
        owners={"knight": 0},
    )
    play(position, "plague scandia", "rat anglia", "rat anglia", "neutral yes", "reveal n3:MCK")
    assert cubes(position, "scandia") == [0, 0]
    # The second rat stays face down.
    assert rats(position, "scandia") == 1
    assert position.state.active == 1


def test_worked_example_of_section_5() -> None:
    red, yellow, green, blue = range(4)
    position = lay_out(
        FOUR,
        plague="anglia",
        active=red,
        rats={"gallia": "nnn"},
        cubes={"gallia": [0, 1, 2, 0], "anglia": [2, 0, 0, 2]},
        owners={
            "knight": yellow,
            "peasant": green,
            "merchant": green,
            "monk": blue,
            "witch": blue,
            "king": blue,
        },
        rat_supply=(0, 20),
        placed=True,
    )
    play(position, "plague gallia", "rat hispania", "rat hispania")
    assert rats(position, "hispania") == 2
    play(position, "reveal n1:BC")
    assert cubes(position, "gallia") == [0, 1, 1, 0]
    play(position, "reveal n3:PBW")
    assert cubes(position, "gallia") == [0, 1, 1, 0]
    play(position, "reveal n2:MBC")
    assert cubes(position, "gallia") == [0, 0, 0, 0]
    assert rats(position, "gallia") == 0
    assert position.state.supply == [18, 20, 20, 18]
    assert (position.current_player(), position.state.turn) == (yellow, 1)


def test_revealed_tokens_leave_the_game_and_lost_cubes_return() -> None:
    position = lay_out(
        TWO, plague="anglia", rats={"scandia": "n"}, cubes={"scandia": [3, 1]}, rat_supply=(0, 9), placed=True
    )
    play(position, "plague scandia", "rat anglia")
    before = sum(position.state.unseen)
    assert dict(position.probabilities())["reveal n1:WR"] == Fraction(2, 37)
    play(position, "reveal n4:APK")
    assert cubes(position, "scandia") == [2, 0]
    assert position.state.supply == [18, 20]
    assert sum(position.state.unseen) == before - 1
    assert position.state.unseen[TWO.kind_number["n4:APK"]] == 0


def losses_of(
    token: str, here: list[int], owners: dict[str, int], neutral: bool = False, setup: Setup = FOUR
) -> list[int]:
    position = lay_out(
        setup,
        plague="gallia",
        cubes={"gallia": here},
        rats={"gallia": "n"},
        stage="reveal",
        owners=owners,
        revealing=1,
        drawing_ring=1,
        neutral=neutral,
    )
    return losses(position.setup, position.state, Token.parse(token, 1))


def test_evaluation_of_symbols() -> None:
    assert losses_of("5:MA", [2, 1, 1, 0], {}) == [0, 0, 0, 0]
    assert losses_of("4:MA", [2, 1, 1, 0], {}) == [2, 1, 1, 0]
    assert losses_of("4:M", [2, 2, 0, 0], {}) == [1, 1, 0, 0]
    assert losses_of("1:K", [2, 1, 1, 0], {"knight": 1}) == [0, 1, 0, 0]
    assert losses_of("1:KPW", [3, 1, 0, 0], {"knight": 0, "peasant": 1, "witch": 2}) == [1, 1, 0, 0]
    assert losses_of("1:AKPW", [2, 0, 0, 0], {"knight": 0, "peasant": 0, "witch": 0}) == [2, 0, 0, 0]
    assert losses_of("3:A", [1, 0, 0, 0], {}, neutral=True) == [1, 0, 0, 0]
    assert losses_of("4:A", [1, 0, 0, 0], {}, neutral=True) == [0, 0, 0, 0]


def test_two_cards_of_one_class_double_the_loss_or_hit_two_players() -> None:
    cards = (("knight", "K"), ("crusader", "K"))
    setup = Setup(2, TWO.regions, TWO.edges, TWO.starting, TWO.normal, 12, cards)
    assert losses_of("1:K", [3, 3], {"knight": 0, "crusader": 0}, setup=setup) == [2, 0]
    assert losses_of("1:K", [3, 3], {"knight": 0, "crusader": 1}, setup=setup) == [1, 1]
    assert losses_of("1:K", [1, 3], {"knight": 0, "crusader": 0}, setup=setup) == [1, 0]


def test_losses_are_the_closed_form() -> None:
    generator = random.Random(5)
    for _ in range(2000):
        here = [generator.randrange(4) for _ in range(4)]
        if not any(here):
            continue
        owners = {name: generator.randrange(-1, 4) for name in FOUR.card_names}
        token = generator.choice(FOUR.kinds)
        neutral = generator.random() < 0.5
        expected = [0] * 4
        if sum(here) + 2 * neutral >= token.limit:
            for player in range(4):
                asked = ("M" in token.symbols) * (here[player] == max(here)) + ("A" in token.symbols)
                asked += sum(
                    owners[name] == player and letter in token.symbols for name, letter in FOUR.cards
                )
                expected[player] = min(here[player], asked)
        assert losses_of(token.text[1:], here, owners, neutral) == expected


def test_majority_is_judged_at_the_moment_of_the_reveal_a11() -> None:
    position = lay_out(
        TWO,
        plague="anglia",
        rats={"scandia": "nn"},
        cubes={"scandia": [3, 2]},
        rat_supply=(0, 9),
        placed=True,
        owners={"witch": 0, "king": 0},
    )
    play(position, "plague scandia", "rat anglia", "rat anglia", "reveal n1:WR")
    assert cubes(position, "scandia") == [1, 2]
    play(position, "reveal n2:MBC")
    assert cubes(position, "scandia") == [1, 1]


def test_next_rat_is_uniformly_random_a9() -> None:
    position = lay_out(
        TWO,
        plague="anglia",
        rats={"scandia": "nn"},
        looked=[("scandia", "s6:APCKR", [1])],
        cubes={"scandia": [3, 2]},
        rat_supply=(0, 9),
        placed=True,
    )
    play(position, "plague scandia", "rat anglia", "rat anglia")
    assert position.current_player() == CHANCE
    assert position.probabilities() == [("next 1", Fraction(2, 3)), ("next 2", Fraction(1, 3))]
    known = play(position.clone(), "next 2")
    # What somebody has seen needs no draw; one choice is left then.
    assert (known.state.stage, known.state.tracked) == ("reveal", [])
    assert cubes(known, "scandia") == [3, 2]
    assert position.state.unseen == known.state.unseen


def test_active_player_may_choose_the_next_rat_a9() -> None:
    setup = base_setup(2, reveal_order="active_player")
    position = lay_out(
        setup,
        plague="anglia",
        rats={"scandia": "ns"},
        cubes={"scandia": [3, 2]},
        rat_supply=(0, 9),
        placed=True,
        active=1,
    )
    play(position, "plague scandia", "rat anglia", "rat anglia")
    assert (position.current_player(), position.legal_actions()) == (1, ["next 1", "next 2"])
    play(position, "next 2")
    assert {text.split()[1][0] for text in position.legal_actions()} == {"s"}


def test_a_rat_that_is_known_to_nobody_here_is_drawn_though_somebody_has_looked() -> None:
    position = lay_out(
        TWO,
        plague="anglia",
        looked=[("scandia", "s?", [1])],
        cubes={"scandia": [1, 0]},
        rat_supply=(0, 9),
        placed=True,
        unseen=["s1:PK", "s5:ABCK"],
    )
    play(position, "plague scandia", "rat anglia")
    assert position.probabilities() == [("reveal s1:PK", Fraction(1, 2)), ("reveal s5:ABCK", Fraction(1, 2))]
    play(position, "reveal s1:PK")
    assert position.state.tracked == []


def test_a_reveal_draws_from_all_unseen_tokens_of_its_ring_section_6() -> None:
    position = lay_out(
        TWO,
        plague="anglia",
        rats={"scandia": "s"},
        looked=[("gallia", "s2:MBW", [0])],
        cubes={"scandia": [1, 0]},
        rat_supply=(2, 9),
        placed=True,
    )
    play(position, "plague scandia", "rat anglia", "ring s")
    probabilities = dict(position.probabilities())
    assert "reveal s2:MBW" not in probabilities
    assert set(probabilities.values()) == {Fraction(1, 11)}


# Section 5: when the game ends


def test_game_goes_on_while_rats_and_cubes_are_left() -> None:
    position = lay_out(TWO, plague="anglia", rats={"scandia": "n"}, rat_supply=(0, 2), placed=True)
    play(position, "plague scandia", "rat anglia")
    assert not position.state.ending
    assert (position.state.turn, position.state.active, position.state.placed) == (1, 1, False)


def test_empty_rat_supply_ends_the_game() -> None:
    position = lay_out(TWO, plague="anglia", rats={"scandia": "n"}, rat_supply=(0, 1), placed=True)
    play(position, "plague scandia", "rat anglia")
    assert (position.state.ending, position.state.stage, position.state.last, position.state.active) == (
        True,
        "final",
        0,
        1,
    )


def test_empty_own_supply_ends_the_game_after_the_ravage_p9_a6() -> None:
    position = lay_out(
        TWO,
        plague="anglia",
        cubes={"scandia": [5, 0]},
        rats={"scandia": "n"},
        palace=[15, 0],
        rat_supply=(0, 9),
    )
    assert position.state.supply == [0, 20]
    play(position, "plague scandia", "rat anglia")
    survived = play(position.clone(), "reveal n6:ABCKR")
    assert survived.state.ending
    lost = play(position.clone(), "reveal n5:MAKW")
    assert (lost.state.supply, lost.state.ending) == ([2, 20], False)


def test_empty_supply_of_another_player_does_not_end_the_game_p9() -> None:
    position = lay_out(TWO, plague="anglia", palace=[0, 20])
    assert not play(position, "plague scandia").state.ending
    assert play(position, "plague anglia").state.ending


def test_turn_limit_ends_the_game() -> None:
    setup = base_setup(2, turn_limit=2)
    position = play(lay_out(setup, plague="anglia"), "plague scandia")
    assert not position.state.ending
    assert play(position, "plague anglia").state.ending


# Section 5.1: final round


def final(setup: Setup, active: int, last: int, left: int = 0, **table: Any) -> Position:
    """A position in the final round; `left` players act after the active one."""
    return lay_out(
        setup,
        stage="final",
        active=active,
        last=last,
        ending=True,
        final_left=left,
        turn=30,
        plague="gallia",
        **table,
    )


def test_final_round_goes_anticlockwise_without_the_player_of_the_last_turn() -> None:
    position = lay_out(FOUR, plague="anglia", active=1, palace=[0, 20, 0, 0])
    play(position, "plague scandia")
    seen = []
    while not position.is_terminal():
        # A player with nothing to do is asked all the same.
        assert position.legal_actions() == ["done"]
        seen.append((position.current_player(), position.state.final_left))
        play(position, "done")
    assert seen == [(0, 2), (3, 1), (2, 0)]


def test_final_round_offers_only_abilities_each_once_in_any_order_a28() -> None:
    position = final(
        TWO,
        1,
        0,
        cubes={"anglia": [2, 4], "italia": [0, 1]},
        rats={"italia": "n"},
        owners=dict.fromkeys(TWO.card_names, 1),
    )
    assert verbs(position) == {"done", "king", "monk", "merchant", "look", "place", "plague"}
    for text, verb in [
        ("place italia +1", "place"),
        ("plague gallia", "plague"),
        ("king anglia", "king"),
        ("merchant anglia gallia 3", "merchant"),
        ("monk italia gallia", "monk"),
    ]:
        play(position, text)
        assert verb not in verbs(position)
        assert position.current_player() == 1
    play(position, "look gallia", "see n1:BC", "stop")
    assert position.legal_actions() == ["done"]
    assert position.state.used == [3, 2, 0, 4, 1, 5]
    assert position.state.owners == [1] * 6


def test_final_round_peasant_places_one_cube_anywhere() -> None:
    position = final(TWO, 1, 0, cubes={"anglia": [1, 1]}, rats={"italia": "nnn"}, owners={"peasant": 1})
    assert legal(position, "place") == {f"{name} +1" for name in TWO.regions}
    play(position, "place italia +1")
    assert cubes(position, "italia") == [0, 1]
    empty = final(TWO, 1, 0, palace=[0, 20], owners={"peasant": 1})
    assert empty.legal_actions() == ["done"]


def test_final_round_knight_moves_the_piece_without_spread_or_ravage_p11() -> None:
    position = final(TWO, 1, 0, cubes={"italia": [3, 3]}, rats={"italia": "nnn"}, owners={"knight": 1})
    assert legal(position, "plague") == set(TWO.regions)
    farther = lay_out(
        FOUR, stage="final", active=1, last=0, ending=True, plague="turcia", owners={"knight": 1}
    )
    assert legal(farther, "plague") == {"turcia", "bulgaria", "tartaria", "hungaria", "polonia", "russia"}
    play(position, "plague italia")
    assert (position.state.plague, position.state.stage) == (TWO.region_number["italia"], "final")
    assert (rats(position, "italia"), cubes(position, "italia")) == (3, [3, 3])
    assert position.legal_actions() == ["done"]
    stayed = play(final(TWO, 1, 0, owners={"knight": 1}), "plague gallia")
    assert stayed.legal_actions() == ["done"]


def test_final_round_witch_returns_to_the_final_round() -> None:
    position = final(TWO, 1, 0, rats={"italia": "n", "anglia": "n"}, owners={"witch": 1})
    play(position, "look italia", "see n1:BC", "look anglia", "see n1:PK", "swap")
    assert (position.state.stage, position.legal_actions()) == ("final", ["done"])


def test_cards_used_in_the_last_turn_may_be_used_in_the_final_round_by_the_next_player_only() -> None:
    position = final(THREE, 2, 0, left=1, cubes={"anglia": [1, 1, 1]}, owners={"king": 2, "merchant": 1})
    play(position, "king anglia", "done")
    assert (position.current_player(), verbs(position)) == (1, {"done", "merchant"})


# Section 5.2: sweep


def test_sweep_reveals_until_no_rat_or_no_cube_is_left() -> None:
    position = final(
        TWO,
        1,
        0,
        cubes={"anglia": [1, 0], "italia": [3, 3]},
        rats={"anglia": "nn", "italia": "n", "polonia": "nnn"},
    )
    play(position, "done")
    assert (position.state.stage, position.state.revealing) == ("reveal", 0)
    play(position, "reveal n1:BC")
    assert position.state.revealing == 0
    play(position, "reveal n1:WR")
    assert position.state.revealing == TWO.region_number["italia"]
    play(position, "reveal n2:MBC")
    assert cubes(position, "italia") == [2, 2]
    # Polonia has no cubes and is passed over.
    assert position.current_player() == TERMINAL
    assert rats(position, "polonia") == 3


def test_sweep_stops_in_a_region_without_cubes() -> None:
    position = final(
        TWO, 1, 0, cubes={"anglia": [1, 1]}, rats={"anglia": "nn"}, owners={"monk": 0, "merchant": 1}
    )
    play(position, "done", "reveal n1:BC")
    assert position.is_terminal()
    assert rats(position, "anglia") == 1


@pytest.mark.parametrize("owner", [0, 1, None])
def test_knight_counts_in_the_sweep_whoever_holds_it_a7_p10(owner: int | None) -> None:
    owners = {} if owner is None else {"knight": owner}
    position = final(
        TWO,
        1,
        0,
        cubes={"gallia": [1, 0], "italia": [1, 0]},
        rats={"gallia": "n", "italia": "n"},
        owners=owners,
    )
    play(position, "done", "reveal n3:APB")
    assert cubes(position, "gallia") == ([1, 0] if owner is None else [0, 0])
    play(position, "reveal n3:APR")
    # Only the region of the piece.
    assert cubes(position, "italia") == [1, 0]


def test_order_of_the_regions_makes_no_difference_in_the_sweep() -> None:
    pool = ["s1:PK", "s6:APCKR", "n1:BC", "n2:MBC", "n3:APB", "n5:MAWR"]

    def distribution(order: list[int]) -> dict[tuple[int, ...], Fraction]:
        regions = tuple(TWO.regions[region] for region in order)
        edges = tuple((order.index(one), order.index(other)) for one, other in TWO.edges)
        setup = Setup(2, regions, edges, TWO.starting, TWO.normal, 0, TWO.cards)
        position = lay_out(
            setup,
            stage="final",
            active=1,
            last=0,
            ending=True,
            plague="italia",
            cubes={"anglia": [2, 1], "italia": [1, 2], "scandia": [1, 1]},
            rats={"anglia": "ns", "scandia": "n"},
            looked=[("italia", "n4:ACW", [0])],
            owners={"knight": 0, "merchant": 1, "peasant": 1, "monk": 0},
            rat_supply=(0, 1),
            unseen=pool,
        )
        found: dict[tuple[int, ...], Fraction] = {}
        for end, probability in outcomes_of(play(position, "done")):
            key = tuple(totals(setup, end.state))
            found[key] = found.get(key, Fraction(0)) + probability
        return found

    straight = distribution(list(range(8)))
    assert sum(straight.values()) == 1
    assert len(straight) > 3
    for seed in range(4):
        order = list(range(8))
        random.Random(seed).shuffle(order)
        assert distribution(order) == straight


def test_active_player_choice_in_the_sweep_belongs_to_the_player_of_the_last_turn() -> None:
    setup = base_setup(3, reveal_order="active_player")
    position = final(setup, 1, 2, cubes={"anglia": [3, 3, 3]}, rats={"anglia": "ns"})
    play(position, "done")
    assert (position.state.stage, position.current_player()) == ("next", 2)


# Section 5.3: the winner


def test_most_cubes_win_palace_included() -> None:
    position = final(TWO, 1, 0, cubes={"anglia": [3, 2]}, palace=[0, 2])
    play(position, "done")
    assert (position.winner(), position.returns(), position.totals()) == (1, [0.0, 1.0], [3, 4])
    assert position.legal_actions() == []


@pytest.mark.parametrize(
    ("last", "palace", "winner"),
    [
        (1, [3, 3, 3, 3], 2),
        (1, [3, 3, 2, 2], 0),
        (3, [3, 3, 2, 3], 0),
        (2, [1, 2, 2, 0], 1),
        (0, [3, 0, 0, 3], 3),
    ],
)
def test_ties_go_to_whoever_would_have_had_the_next_turn_first_p23(
    last: int, palace: list[int], winner: int
) -> None:
    position = final(FOUR, (last + 1) % 4, last, palace=palace)
    assert play(position, "done").winner() == winner


# The position itself


def test_illegal_texts_are_refused_and_change_nothing() -> None:
    position = lay_out(TWO, plague="gallia", rats={"anglia": "n"})
    before = position.export()
    for text in ("plague anglia", "take nobody", "", "place gallia", "king anglia", "reveal n1:BC"):
        with pytest.raises(ValueError, match="not legal"):
            position.apply(text)
    assert position.export() == before
    with pytest.raises(ValueError, match="not over"):
        position.winner()


def test_random_games_keep_the_invariants_and_survive_export() -> None:
    for seed in range(60):
        generator = random.Random(seed)
        players = 2 + seed % 3
        setup = base_setup(
            players,
            cards=[name for name in FOUR.card_names if generator.random() < 0.8],
            split_setup_pairs=generator.random() < 0.3,
            placement_optional=generator.random() < 0.3,
            reveal_order=generator.choice(["random", "active_player"]),
        )
        position = Position(setup)
        removed = setup.removed
        for _ in range(4000):
            state = position.state
            if position.is_terminal():
                break
            for player in range(players):
                assert state.supply[player] + position.totals()[player] == 20
                assert state.supply[player] >= 0
            assert max(state.rats()) <= 3
            for ring in (0, 1):
                face_down = state.rat_supply[ring] + sum(row[ring] for row in state.unlooked)
                face_down += sum(rat.ring == ring and rat.kind < 0 for rat in state.tracked)
                unseen = sum(
                    n for n, kind in zip(state.unseen, setup.kinds, strict=True) if kind.ring == ring
                )
                assert unseen - face_down == (removed if ring == 1 else 0)
            if position.is_chance():
                assert sum(probability for _, probability in position.probabilities()) == 1
            actions = position.legal_actions()
            assert len(set(actions)) == len(actions) > 0
            twin = Position.from_export(setup, position.export())
            assert twin.export() == position.export()
            assert (twin.current_player(), twin.legal_actions()) == (position.current_player(), actions)
            position.apply(generator.choice(actions))
        assert position.is_terminal()
        assert sum(position.returns()) == 1
