"""Final rounds and sweeps with decisions in games of all boxes against an oracle in fractions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from final_round_oracle import FinalRoundOracle, Values
from random_ends import EndGame, random_end, tiny_rules
from search_oracles import BruteForce, TooLarge, late_position

from rattus_ai import PUBLIC, Position, solve
from rattus_ai._core import rattus
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.search import Search
from rattus_ai._core.solver import Solver

ROUNDING = 1e-11

CARDS = (
    *("count", "treasurer", "pope", "deacon", "assassin", "raider", "hanseatic_trader", "swindler"),
    *("grave_robber", "shaman", "landowner", "brewer", "queen", "emperor", "baker", "serf", "soldier"),
    *("crusader", "nun", "wizard", "pied_piper", "mayor", "sultan", "caravan_leader"),
)
BASE = ("king", "monk", "knight", "peasant", "merchant", "witch")
DRAWING = ("astronomer", "explorer")


def known(position: CorePosition, viewer: int | None) -> CorePosition:
    return position if viewer is None else CorePosition.view(position, viewer)


def judged(
    position: CorePosition, most: int
) -> Iterator[tuple[int | None, CorePosition, Values, FinalRoundOracle]]:
    """What the oracle says for the player to act, for everybody's knowledge and for all of it."""
    player = position.current_player()
    for viewer in (*((player,) if player >= 0 else ()), PUBLIC, None):
        oracle = FinalRoundOracle(most)
        core = known(position, viewer)
        try:
            yield viewer, core, oracle.value(core), oracle
        except TooLarge:
            continue


FEW_CARDS = 2  # unknown cards of hands that the solver goes through one by one


def check_solver(core: CorePosition, truth: Values, oracle: FinalRoundOracle) -> bool:
    """The solver of the core proves these values, plays as the oracle does, and its brackets hold them.

    Returns:
        False where only a bracket is expected, since too many cards of hands are not known.
    """
    found = Solver().solve(core, 5, 1_000_000, 30.0)
    assert not found["stopped"] and not found["full"]
    for low, high, value in zip(found["lower"], found["upper"], truth, strict=True):
        assert low - ROUNDING <= float(value) <= high + ROUNDING
    if not found["exact"]:
        assert sum(rattus.export_state(core)["hands_unknown"]) > FEW_CARDS
        return False
    for low, high, value in zip(found["lower"], found["upper"], truth, strict=True):
        assert low == pytest.approx(float(value), abs=ROUNDING)
        assert high == pytest.approx(float(value), abs=ROUNDING)
    player = core.current_player()
    if player >= 0 and truth[player] < 1 and found["play"] and core.legal_count() > 1:
        seen = CorePosition.view(core, player)
        step = found["play"][0]
        assert step[0] == player
        if rattus.export_state(seen) == rattus.export_state(core):
            assert step[1] == oracle.choices(core)[0]
    for most in (1, 3, 10, 40):
        part = Solver().solve(core, 5, most)
        for low, high, value in zip(part["lower"], part["upper"], truth, strict=True):
            assert low - ROUNDING <= float(value) <= high + ROUNDING
        if part["exact"]:
            break
    for work in (1, 30):
        part = Solver().solve(core, 5, 1_000_000, most_work=work)
        for low, high, value in zip(part["lower"], part["upper"], truth, strict=True):
            assert low - ROUNDING <= float(value) <= high + ROUNDING
    return True


def check_solution(position: CorePosition, viewer: int | None, truth: Values) -> None:
    """So does `solve`, with these fractions."""
    whole = Position.of(EndGame(position.rules), position)
    settings = {"everything": True} if viewer is None else {"viewer": viewer}
    solution = solve(whole, fractions=True, **settings)  # type: ignore[arg-type]
    assert solution.exact and solution.fractions == truth
    assert solution.win == pytest.approx([float(value) for value in truth], abs=ROUNDING)


@pytest.mark.parametrize("card", CARDS)
def test_final_rounds_equal_the_oracle(card: str) -> None:
    checked = uncertain = 0
    for seed in range(400):
        if checked >= 12 and uncertain >= 5:
            break
        draw = random.Random(seed)
        partner = draw.choice([name for name in (*BASE, *CARDS) if name != card])
        players = 2 + seed % 2
        position = random_end(
            seed,
            players=players,
            cards=[card, partner],
            owned=[card, partner] if seed % 3 else [card],
            recycled=draw.randint(0, 2) if {card, partner} & {"swindler", "soldier"} else 0,
            rats=3,
            regions=3,
            waiting=draw.randrange(players - 1),
        )
        for viewer, core, truth, oracle in judged(position, 600):
            assert check_solver(core, truth, oracle)
            check_solution(position, viewer, truth)
            checked += 1
            uncertain += max(truth) < 1
    assert checked >= 12 and uncertain >= 5


@pytest.mark.parametrize("card", [*DRAWING, "king", "assassin", "nun"])
def test_final_rounds_with_region_cards(card: str) -> None:
    checked = uncertain = 0
    for seed in range(600):
        if checked >= 10 and uncertain >= 4:
            break
        position = random_end(
            seed, players=2, cards=[card, "sultan"], owned=[card], region_cards=True, rats=2, regions=3
        )
        for _, core, truth, oracle in judged(position, 700):
            if check_solver(core, truth, oracle):
                checked += 1
                uncertain += max(truth) < 1
    assert checked >= 10 and uncertain >= 4


@pytest.mark.parametrize("players", [2, 3])
def test_sweeps_in_which_region_cards_can_be_played(players: int) -> None:
    """Who is asked chooses for himself on what he knows; hands that nobody knows are drawn in the end."""
    checked = uncertain = asked = hidden = bracketed = 0
    for seed in range(1_500):
        if checked >= 60 and uncertain >= 30 and asked >= 20 and hidden >= 15 and bracketed >= 5:
            break
        cards = random.Random(seed).sample(["king", "nun", "knight", "mayor", "witch"], 3)
        position = random_end(
            seed, players=players, cards=cards, region_cards=True, rats=3, regions=3, recycled=seed % 5 == 0
        )
        while not position.is_terminal() and rattus.export_state(position)["stage"] in (
            "final",
            "next",
            "reveal",
        ):
            position.apply(position.legal_actions()[0])
            if position.is_terminal() or rattus.export_state(position)["stage"] == "final":
                continue
            for _, core, truth, oracle in judged(position, 800):
                secret = sum(rattus.export_state(core)["hands_unknown"])
                if not check_solver(core, truth, oracle):
                    bracketed += 1
                    continue
                checked += 1
                uncertain += max(truth) < 1
                asked += any("('stage', 'protect')" in key for key in oracle.known)
                hidden += secret > 0
    assert checked >= 60 and uncertain >= 30 and asked >= 20 and hidden >= 15 and bracketed >= 5


def test_values_sum_to_one() -> None:
    """The oracle itself: somebody wins."""
    for seed in range(20):
        position = random_end(seed, players=2, cards=["king", "assassin"], rats=2, regions=3)
        for _, _, truth, _ in judged(position, 400):
            assert sum(truth) == Fraction(1)


@pytest.mark.parametrize("exact_chance", [True, False])
def test_what_expectimax_calls_exact_is_true(exact_chance: bool) -> None:
    """With single outcomes and with outcomes joined that act alike."""
    claimed = uncertain = reveals = 0
    for seed in range(600):
        draw = random.Random(seed)
        held = draw.sample([*BASE, *CARDS], 2)
        recycled = draw.randint(0, 2) if set(held) & {"swindler", "soldier"} else 0
        position = random_end(seed, players=2 + seed % 2, cards=held, recycled=recycled, rats=3, regions=3)
        player = position.current_player()
        core = CorePosition.view(position, player)
        turns, _, _ = Search(core, memory_mb=1).expectimax(1, depth=100, exact_chance=exact_chance)
        if not turns[0][3]:
            continue
        try:
            truth = FinalRoundOracle(600).value(core)
        except TooLarge:
            continue
        assert turns[0][1][player] == pytest.approx(float(truth[player]), abs=1e-9)
        claimed += 1
        uncertain += max(truth) < 1
        reveals += any(core.rules.describe_action(a)[0] == "ravage" for a in core.legal_actions())
    assert claimed >= 100 and uncertain >= 25 and reveals >= 15


@pytest.mark.parametrize("card", ["treasurer", "assassin", "pope", "serf", "wizard", "nun"])
def test_whole_turns_that_expectimax_calls_exact(card: str) -> None:
    """From a turn before the end to the end: joined outcomes may be called exact only where they are."""
    rules = tiny_rules(2, [card], [], 3)
    claimed = 0
    for seed in range(60):
        if claimed >= 4:
            break
        position = late_position(rules, seed)
        if position is None:
            continue
        oracle = BruteForce(12_000)
        try:
            truth = oracle.value(position)
        except TooLarge:
            continue
        player = position.current_player()
        for width in (0, 3):
            for exact_chance in (True, False):
                search = Search(position, memory_mb=1)
                turns, _, _ = search.expectimax(
                    1, depth=100, width=width, exact_chance=exact_chance, nodes=100_000
                )
                if turns and turns[0][3]:
                    assert turns[0][1][player] == pytest.approx(float(truth[player]), abs=1e-9)
                    claimed += 1
    assert claimed >= 4
