"""Africanus (rules section 9): map, region cards, protection, every Islam card, 5 and 6 players."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from reference.rattus import AFRICANUS_CARDS, BASE_CARDS, Setup, africanus_setup, any_setup, base_setup
from rule_tables import ABOUT_TO_MOVE, cubes, final, rats
from table_words import Lay, Table, after, field, legal, play, probabilities, stage, verbs

CARDS = [*AFRICANUS_CARDS, "peasant", "knight"]
TWO = africanus_setup(2, CARDS)
FOUR = africanus_setup(4, list(BASE_CARDS))
SIX = africanus_setup(6, [*BASE_CARDS, "caravan_leader", "sultan"])


# The box


@pytest.mark.parametrize(
    ("players", "regions", "supply", "cards"),
    [(2, 8, 33, 24), (3, 10, 35, 30), (4, 12, 37, 36), (5, 15, 42, 45), (6, 17, 48, 51)],
)
def test_regions_tokens_and_cards_by_players(
    begin: Lay, players: int, regions: int, supply: int, cards: int
) -> None:
    setup = africanus_setup(players, ["king"])
    assert (len(setup.starting), len(setup.normal)) == (17, 48)
    assert (len(setup.regions), len(setup.region_cards)) == (regions, cards)
    assert ("russia" in setup.regions) == (players in (4, 6))
    assert ("numidia" in setup.regions) == (players >= 5)
    position = begin(setup)
    assert sum(field(position, "rat_supply")) == supply
    assert all(rats(position, name) == 1 for name in setup.regions)


def test_every_region_has_three_cards_and_seven_carry_a_question_mark() -> None:
    regions = [region for region, _ in SIX.region_cards]
    assert all(regions.count(region) == 3 for region in range(17))
    symbols = "".join(symbols for _, symbols in SIX.region_cards)
    assert symbols.count("?") == 7
    assert {symbols.count(letter) for letter in "PBCKWRI"} <= {8, 9}


def test_north_africa_touches_as_stated() -> None:
    touching = {(SIX.regions[one], SIX.regions[other]) for one, other in SIX.edges}
    for pair in [
        ("mauretania", "numidia"),
        ("numidia", "africa"),
        ("africa", "libya"),
        ("libya", "aegyptus"),
        ("hispania", "mauretania"),
        ("italia", "africa"),
        ("turcia", "aegyptus"),
    ]:
        assert pair in touching
    assert len(SIX.edges) == 22 + 7


def test_five_players_need_the_map_of_africanus_and_its_cards_need_region_cards() -> None:
    with pytest.raises(ValueError, match="Africanus"):
        base_setup(5)
    with pytest.raises(ValueError, match="region cards"):
        base_setup(3, ["explorer"])


# Set-up


def test_each_player_gets_three_region_cards(begin: Lay) -> None:
    position = play(begin(TWO), "plague gallia")
    assert (stage(position), field(position, "active")) == ("deal", 0)
    found = probabilities(position)
    # Two of the three cards of Germania are alike.
    assert found["deal germania:B"] == Fraction(2, 24)
    assert found["deal germania:PK"] == Fraction(1, 24)
    play(position, "deal germania:B", "deal germania:B")
    assert "deal germania:B" not in position.legal_actions()
    play(position, "deal anglia:P")
    assert field(position, "active") == 1
    assert probabilities(position)["deal germania:PK"] == Fraction(1, 21)
    play(position, "deal gallia:?", "deal scandia:C", "deal anglia:K")
    numbers = [
        [TWO.region_card_number[text] for text in hand]
        for hand in (["anglia:P", "germania:B", "germania:B"], ["anglia:K", "gallia:?", "scandia:C"])
    ]
    assert field(position, "hands") == [sorted(hand) for hand in numbers]
    assert sum(field(position, "pile")) == 18
    assert (stage(position), position.current_player()) == ("setup_place", 0)


def test_dealing_stops_when_the_pile_is_empty(begin: Lay) -> None:
    base = base_setup(2)
    setup = Setup(
        2, ("a", "b"), ((0, 1),), base.starting[:2], base.normal[:3], 0, (), region_cards=((0, "P"),) * 4
    )
    position = play(begin(setup), "plague a", *["deal a:P"] * 4)
    assert [len(hand) for hand in field(position, "hands")] == [3, 1]
    assert stage(position) == "setup_place"


@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (5, 3), (6, 3)])
def test_five_and_six_players_place_three_rounds_in_alternating_direction(
    begin: Lay, players: int, rounds: int
) -> None:
    setup = africanus_setup(players, ["king"])
    # The default with Africanus: the pairs may be split.
    assert setup.split_setup_pairs
    position = play(begin(setup), "plague gallia")
    while position.is_chance():
        position.apply(position.legal_actions()[0])
    seen = []
    while stage(position) == "setup_place":
        seen.append(position.current_player())
        play(position, "place gallia")
    forwards = [player for player in range(players) for _ in (1, 2)]
    assert seen == (forwards + forwards[::-1] + forwards)[: rounds * 2 * players]
    assert cubes(position, "gallia") == [2 * rounds] * players
    assert (stage(position), position.current_player()) == ("main", 0)


def test_the_last_player_puts_the_caravan_on_any_region(begin: Lay) -> None:
    position = play(begin(TWO), "plague gallia")
    while stage(position) != "setup_caravan":
        position.apply(position.legal_actions()[0])
    assert (position.current_player(), legal(position, "caravan")) == (1, set(TWO.regions))
    assert field(position, "caravan") == -1
    play(position, "caravan polonia")
    assert field(position, "caravan") == TWO.region_number["polonia"]
    assert (stage(position), position.current_player()) == ("main", 0)


def test_regions_without_goods_with_five_players(begin: Lay) -> None:
    setup = any_setup(5, ["pope"], mercatus=True, africanus=True)
    position = play(begin(setup), "plague gallia")
    # 15 regions, 12 tokens.
    assert probabilities(position) == {
        "goods none": Fraction(3, 15),
        **{f"goods {kind}": Fraction(3, 15) for kind in ("fish", "cloth", "wood", "salt")},
    }
    play(position, "goods none", "goods none", "goods none")
    assert "goods none" not in position.legal_actions()


# Chivalry with many players


def test_chivalry_moves_up_to_three_steps_with_five_and_six_players(lay: Lay) -> None:
    position = lay(SIX, plague="numidia", owners={"knight": 0})
    three_steps = {SIX.regions[region] for region in SIX.reach[3][SIX.region_number["numidia"]]}
    assert legal(position, "plague") == three_steps
    assert {"gallia", "aegyptus", "germania"} <= three_steps
    last = lay(SIX, plague="numidia", owners={"knight": 1}, **final())
    assert legal(last, "plague") == three_steps | {"numidia"}
    assert legal(lay(SIX, plague="numidia"), "plague") == {"mauretania", "africa"}


def test_one_step_events_stay_one_step_and_those_of_the_assassin_are_three(lay: Lay) -> None:
    setup = any_setup(5, ["assassin", "deacon", "king"], mercatus=True, africanus=True)
    one = lay(setup, plague="numidia", owners={"deacon": 1}, **final())
    assert legal(one, "ravage") == {"numidia", "mauretania", "africa"}
    three = lay(setup, plague="numidia", owners={"deacon": 1, "assassin": 1}, **final())
    reach = setup.reach[3][setup.region_number["numidia"]]
    assert legal(three, "ravage") == {"numidia", *(setup.regions[region] for region in reach)}


# Protection


def ravaged(lay: Lay, setup: Setup, **table: Any) -> Table:
    """The piece enters Scandia, where normal rats lie."""
    fields: dict[str, Any] = {"plague": "anglia", "rats": {"scandia": "nn"}, **ABOUT_TO_MOVE, **table}
    position = play(lay(setup, **fields), "plague scandia")
    while stage(position) == "spread":
        play(position, "rat anglia")
    return position


def test_worked_example_of_section_9(lay: Lay) -> None:
    red = 1
    position = ravaged(
        lay,
        FOUR,
        cubes={"scandia": [0, 3, 0, 0]},
        owners={"peasant": red},
        hands=[[], ["hispania:C", "anglia:P", "polonia:P"], [], []],
    )
    play(position, "reveal n1:PK")
    assert (stage(position), position.current_player(), field(position, "asked")) == ("protect", red, red)
    assert field(position, "active") == 0
    assert set(position.legal_actions()) == {
        "decline",
        "protect peasant anglia:P",
        "protect peasant polonia:P",
    }
    play(position, "protect peasant anglia:P")
    assert cubes(position, "scandia") == [0, 3, 0, 0]
    assert field(position, "protected") == [FOUR.card_number["peasant"]]
    # Nor from a later token of this ravage, and he is not asked again.
    play(position, "reveal n2:MPK")
    assert cubes(position, "scandia") == [0, 2, 0, 0]
    assert (field(position, "protected"), field(position, "asked")) == ([], -1)
    hand = [FOUR.region_card_number[text] for text in ("hispania:C", "polonia:P")]
    assert field(position, "hands")[red] == sorted(hand)
    assert field(position, "discards")[FOUR.region_card_number["anglia:P"]] == 1


def test_the_protection_is_over_after_the_ravage(lay: Lay) -> None:
    position = ravaged(
        lay,
        FOUR,
        cubes={"scandia": [0, 3, 0, 0], "anglia": [0, 3, 0, 0]},
        rats={"scandia": "n"},
        owners={"peasant": 1},
        hands=[[], ["anglia:P"], [], []],
    )
    play(position, "reveal n1:PK", "protect peasant anglia:P")
    assert position.current_player() == 1
    # One rat came to Anglia; the hand is empty, so nobody is asked.
    play(position, "place anglia", "plague anglia", "rat gallia", "reveal n3:APB")
    assert cubes(position, "anglia") == [0, 2, 0, 0]


def test_only_who_can_be_saved_is_asked(lay: Lay) -> None:
    hands = [["anglia:P", "anglia:BC"], ["polonia:P"], [], []]

    def asked(here: list[int], token: str, owners: dict[str, int]) -> int:
        position = ravaged(
            lay, FOUR, cubes={"scandia": here}, rats={"scandia": "n"}, owners=owners, hands=hands
        )
        return int(field(play(position, f"reveal {token}"), "asked"))

    assert asked([2, 2, 0, 0], "n1:PK", {"peasant": 0}) == 0
    # No outbreak, no card that is hit, no cube, no region card, everything lost anyway.
    assert asked([2, 2, 0, 0], "n5:APBC", {"peasant": 0}) == -1
    assert asked([2, 2, 0, 0], "n1:WR", {"peasant": 0}) == -1
    assert asked([0, 2, 0, 0], "n1:PK", {"peasant": 0}) == -1
    assert asked([2, 2, 2, 0], "n1:PK", {"peasant": 2}) == -1
    assert asked([1, 2, 0, 0], "n3:APB", {"peasant": 0}) == -1
    assert asked([2, 1, 0, 0], "n2:MPK", {"peasant": 0}) == 0
    assert asked([1, 1, 0, 0], "n2:MPK", {"peasant": 0}) == -1


def test_who_has_no_fitting_card_can_only_decline(lay: Lay) -> None:
    """His hand is hidden, so he is asked all the same."""
    position = ravaged(
        lay, FOUR, cubes={"scandia": [3, 0, 0, 0]}, rats={"scandia": "n"}, owners={"peasant": 0},
        hands=[["hispania:C"], [], [], []],
    )  # fmt: skip
    assert play(position, "reveal n1:PK").legal_actions() == ["decline"]
    assert cubes(play(position, "decline"), "scandia") == [2, 0, 0, 0]


def test_players_are_asked_clockwise_from_the_active_one_and_again_after_a_play(lay: Lay) -> None:
    position = ravaged(
        lay,
        FOUR,
        active=2,
        cubes={"scandia": [3, 0, 3, 3]},
        rats={"scandia": "n"},
        owners={"peasant": 0, "knight": 0, "merchant": 3},
        hands=[["gallia:?", "anglia:K", "anglia:P"], [], ["polonia:P"], ["germania:B"]],
    )
    play(position, "reveal n3:APB")
    assert (position.current_player(), legal(position, "protect")) == (3, {"merchant germania:B"})
    play(position, "protect merchant germania:B")
    # The token P and B: a question mark protects any one card, but the Knight is not hit.
    assert position.current_player() == 0
    assert legal(position, "protect") == {"peasant gallia:?", "peasant anglia:P"}
    play(position, "protect peasant gallia:?")
    assert cubes(position, "scandia") == [2, 0, 2, 2]


def test_several_cards_of_one_player_are_protected_one_by_one(lay: Lay) -> None:
    position = ravaged(
        lay,
        FOUR,
        cubes={"scandia": [3, 0, 0, 0]},
        rats={"scandia": "n"},
        owners={"peasant": 0, "knight": 0},
        hands=[["gallia:?", "germania:PK", "germania:B"], [], [], []],
    )
    play(position, "neutral no", "reveal n1:PK")
    assert legal(position, "protect") == {
        *(f"{card} {text}" for card in ("peasant", "knight") for text in ("gallia:?", "germania:PK"))
    }
    play(position, "protect knight gallia:?")
    assert legal(position, "protect") == {"peasant germania:PK"}
    play(position, "decline")
    assert cubes(position, "scandia") == [2, 0, 0, 0]


def test_region_cards_may_be_played_in_the_sweep(lay: Lay) -> None:
    position = lay(
        FOUR,
        plague="gallia",
        cubes={"scandia": [3, 1, 0, 0]},
        rats={"scandia": "n"},
        owners={"peasant": 0},
        hands=[["anglia:P"], [], [], []],
        **final(),
    )
    play(position, "done", "reveal n1:PK")
    assert (position.current_player(), field(position, "active")) == (0, 0)
    play(position, "protect peasant anglia:P")
    assert (position.is_terminal(), cubes(position, "scandia")) == (True, [3, 1, 0, 0])


# Points


@pytest.mark.parametrize(
    ("here", "cards", "winner"),
    [
        # Player 1 has a cube more; ties go to player 1.
        ([2, 2], ["anglia:P"], 1),
        ([3, 3], ["anglia:P", "anglia:K"], 1),
        ([3, 3], ["anglia:P", "polonia:P"], 0),
        ([0, 0], ["anglia:P", "polonia:P"], 1),
        ([1, 2], ["anglia:P", "polonia:P"], 1),
    ],
)
def test_region_cards_in_hand_are_points_once_a_region(
    lay: Lay, here: list[int], cards: list[str], winner: int
) -> None:
    # Sole or shared majority with at least one cube; in Polonia player 0 alone.
    position = lay(
        TWO,
        plague="gallia",
        cubes={"anglia": here, "polonia": [1, 0]},
        palace=[0, 2],
        hands=[cards, []],
        **final(),
    )
    assert play(position, "done").returns() == [float(player == winner) for player in (0, 1)]


# Astronomer and Explorer


def test_astronomer_draws_three_and_keeps_one(lay: Lay) -> None:
    position = lay(TWO, plague="gallia", owners={"astronomer": 0}, hands=[["anglia:P"], []])
    play(position, "astronomer")
    assert (stage(position), field(position, "draws_left")) == ("draw", 3)
    assert probabilities(position)["draw germania:B"] == Fraction(2, 23)
    assert "draw anglia:P" not in position.legal_actions()
    play(position, "draw germania:B")
    assert probabilities(position)["draw germania:B"] == Fraction(1, 22)
    play(position, "draw scandia:?", "draw germania:B")
    assert (stage(position), legal(position, "choose")) == ("astronomer_choose", {"germania:B", "scandia:?"})
    play(position, "choose germania:B")
    number = TWO.region_card_number
    assert field(position, "hands")[0] == sorted([number["anglia:P"], number["germania:B"]])
    discards = field(position, "discards")
    assert (discards[number["germania:B"]], discards[number["scandia:?"]], sum(discards)) == (1, 1, 2)
    assert (stage(position), "astronomer" in verbs(position)) == ("main", False)


def test_explorer_places_a_cube_in_the_region_of_a_drawn_card(lay: Lay) -> None:
    position = lay(TWO, plague="gallia", owners={"explorer": 0}, rats={"germania": "n"}, placed=True)
    play(position, "explorer", "draw germania:B", "draw scandia:?", "draw anglia:K")
    assert legal(position, "choose") == {"germania:B", "scandia:?", "anglia:K"}
    play(position, "choose scandia:?")
    assert (cubes(position, "scandia"), sum(field(position, "discards"))) == ([1, 0], 3)
    assert field(position, "hands") == [[], []]
    no_cube = lay(TWO, plague="gallia", owners={"explorer": 0}, palace=[20, 0])
    assert "explorer" not in verbs(no_cube)


@pytest.mark.parametrize("card", ["astronomer", "explorer"])
def test_drawers_in_the_final_round(lay: Lay, card: str) -> None:
    position = lay(TWO, plague="gallia", owners={card: 1}, **final())
    play(position, card, "draw germania:B", "draw scandia:?", "draw anglia:K", "choose anglia:K")
    assert position.legal_actions() == ["done"]
    assert len(field(position, "hands")[1]) == (card == "astronomer")
    assert cubes(position, "anglia") == [0, int(card == "explorer")]


def small_pile(cards: int) -> Setup:
    base = base_setup(2)
    return Setup(
        2,
        ("a", "b"),
        ((0, 1),),
        base.starting[:2],
        base.normal[:3],
        0,
        (("explorer", "I"), ("astronomer", "I")),
        region_cards=((0, "P"), (1, "?"), (0, "K"))[:cards],
    )


def test_discards_become_the_pile_when_it_is_empty(lay: Lay) -> None:
    setup = small_pile(3)
    position = lay(setup, plague="a", owners={"explorer": 0}, discards=["a:P", "b:?"], rat_supply=(0, 1))
    play(position, "explorer")
    assert position.legal_actions() == ["draw a:K"]
    play(position, "draw a:K")
    assert field(position, "discards") == [0, 0, 0]
    assert probabilities(position) == {"draw a:P": Fraction(1, 2), "draw b:?": Fraction(1, 2)}
    play(position, "draw b:?", "draw a:P")
    assert legal(position, "choose") == {"a:K", "a:P", "b:?"}


def test_fewer_cards_than_three_are_drawn_as_far_as_they_go(lay: Lay) -> None:
    position = lay(small_pile(1), plague="a", owners={"astronomer": 0}, rat_supply=(0, 1))
    play(position, "astronomer", "draw a:P")
    # One kind only is still a decision.
    assert position.legal_actions() == ["choose a:P"]
    play(position, "choose a:P")
    assert "explorer" not in verbs(position)
    none = lay(small_pile(1), plague="a", owners={"astronomer": 0}, hands=[["a:P"], []], rat_supply=(0, 1))
    assert "astronomer" not in verbs(none)


# Sultan


def test_sultan_puts_a_diplomat_under_an_own_cube(lay: Lay) -> None:
    position = lay(
        TWO,
        plague="gallia",
        cubes={"anglia": [2, 1], "italia": [1, 0], "polonia": [0, 2]},
        diplomats={"italia": [1, 0]},
        owners={"sultan": 0},
    )
    # Not where every own cube has one.
    assert legal(position, "sultan") == {"anglia"}
    play(position, "sultan anglia")
    assert field(position, "diplomats")[0] == [1, 0]
    assert field(position, "diplomats_left") == 8
    assert "sultan" not in verbs(position)
    last = lay(TWO, plague="gallia", cubes={"anglia": [0, 1]}, owners={"sultan": 1}, **final())
    assert play(last, "sultan anglia").legal_actions() == ["done"]
    none = lay(TWO, plague="gallia", cubes={"anglia": [1, 0]}, owners={"sultan": 0}, diplomats_left=0)
    assert "sultan" not in verbs(none)


def test_diplomats_are_lost_with_their_cubes(lay: Lay) -> None:
    position = ravaged(
        lay,
        TWO,
        cubes={"scandia": [3, 2]},
        rats={"scandia": "n"},
        diplomats={"scandia": [2, 2]},
    )
    play(position, "reveal n2:MBC")
    assert cubes(position, "scandia") == [2, 2]
    scandia = TWO.region_number["scandia"]
    # The cubes without a diplomat die first.
    assert field(position, "diplomats")[scandia] == [2, 2]
    other = ravaged(lay, TWO, cubes={"scandia": [3, 2]}, rats={"scandia": "n"}, diplomats={"scandia": [1, 2]})
    play(other, "reveal n3:APR")
    assert field(other, "diplomats")[scandia] == [1, 1]
    assert field(other, "diplomats_left") == 7


@pytest.mark.parametrize(("diplomats", "winner"), [([2, 1], 0), ([1, 1], 1), ([0, 0], 1), ([1, 2], 1)])
def test_the_sole_holder_of_most_diplomats_gets_three_points(
    lay: Lay, diplomats: list[int], winner: int
) -> None:
    position = lay(
        TWO, plague="gallia", cubes={"anglia": [2, 2]}, palace=[0, 2], diplomats={"anglia": diplomats},
        **final(),
    )  # fmt: skip
    assert play(position, "done").returns() == [float(player == winner) for player in (0, 1)]


def test_diplomats_move_with_cubes_that_too_few_stay_behind_for(lay: Lay) -> None:
    setup = africanus_setup(2, ["merchant", "king", "sultan"])
    position = lay(
        setup,
        plague="gallia",
        cubes={"anglia": [4, 0], "polonia": [1, 0]},
        diplomats={"anglia": [2, 0], "polonia": [1, 0]},
        owners={"merchant": 0, "king": 0},
    )
    anglia, gallia = setup.region_number["anglia"], setup.region_number["gallia"]
    one = after(position, "merchant anglia gallia 2")
    assert [field(one, "diplomats")[region][0] for region in (anglia, gallia)] == [2, 0]
    two = after(position, "merchant anglia gallia 3")
    assert [field(two, "diplomats")[region][0] for region in (anglia, gallia)] == [1, 1]
    # Into the palace no diplomat follows.
    play(position, "king polonia")
    assert sum(map(sum, field(position, "diplomats"))) == 2
    assert field(position, "diplomats_left") == 7


# Caravan leader


def test_caravan_leader_places_in_the_region_left_and_in_the_one_entered(lay: Lay) -> None:
    position = lay(TWO, plague="gallia", caravan="scandia", owners={"caravan_leader": 0})
    assert legal(position, "caravan_leader") == {"anglia", "germania"}
    play(position, "caravan_leader germania")
    assert (cubes(position, "scandia"), cubes(position, "germania")) == ([1, 0], [1, 0])
    assert field(position, "caravan") == TWO.region_number["germania"]
    assert "caravan_leader" not in verbs(position)


def test_caravan_leader_with_one_cube_places_it_in_the_region_left(lay: Lay) -> None:
    position = lay(TWO, plague="gallia", caravan="scandia", owners={"caravan_leader": 0}, palace=[19, 0])
    play(position, "caravan_leader germania")
    assert (cubes(position, "scandia"), cubes(position, "germania")) == ([1, 0], [0, 0])
    none = lay(TWO, plague="gallia", caravan="scandia", owners={"caravan_leader": 0}, palace=[20, 0])
    assert "caravan_leader" not in verbs(none)


def test_caravan_leader_in_the_final_round(lay: Lay) -> None:
    position = lay(TWO, plague="gallia", caravan="scandia", owners={"caravan_leader": 1}, **final())
    play(position, "caravan_leader anglia")
    assert (cubes(position, "scandia"), cubes(position, "anglia")) == ([0, 1], [0, 1])
    assert position.legal_actions() == ["done"]


# Hidden hands


def test_hands_that_nobody_knows_are_shown_at_the_end(lay: Lay) -> None:
    position = lay(
        TWO,
        plague="gallia",
        cubes={"anglia": [1, 1]},
        hands=[["anglia:P"], []],
        hands_unknown=[0, 2],
        **final(),
    )
    play(position, "done")
    assert (stage(position), position.is_chance()) == ("hands", True)
    # Neither of the card in the other hand.
    assert "hand anglia:P" not in position.legal_actions()
    assert probabilities(position)["hand germania:B"] == Fraction(2, 23)
    play(position, "hand germania:B", "hand anglia:K")
    assert position.is_terminal()
    assert field(position, "hands_unknown") == [0, 0]
    assert len(field(position, "hands")[1]) == 2
