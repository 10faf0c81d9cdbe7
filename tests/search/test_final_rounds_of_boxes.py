"""Final rounds and sweeps with decisions in games of all boxes against an oracle in fractions."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))
from end_positions import EndGame, random_end
from final_round_oracle import FinalRoundOracle, Values
from search_oracles import TooLarge

from rattus_ai import PUBLIC, Position, solve
from rattus_ai._core import rattus
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.solver import Solver

ROUNDING = 1e-11

CARDS = (
    "count treasurer pope deacon assassin raider hanseatic_trader swindler grave_robber shaman landowner brewer "
    "queen emperor baker serf soldier crusader nun wizard pied_piper mayor sultan caravan_leader"
).split()
BASE = ("king", "monk", "knight", "peasant", "merchant", "witch")
DRAWING = ("astronomer", "explorer")


def known(position: CorePosition, viewer: int | None) -> CorePosition:
    return position if viewer is None else CorePosition.view(position, viewer)


def judged(position: CorePosition, most: int) -> Iterator[tuple[int | None, CorePosition, Values, FinalRoundOracle]]:
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
    """The solver of the core proves these values, its play begins as the oracle's, and its brackets hold them.

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
    """Each who is asked chooses for himself on what he knows; hands that nobody knows are drawn in the end."""
    checked = uncertain = asked = hidden = bracketed = 0
    for seed in range(1_500):
        if checked >= 60 and uncertain >= 30 and asked >= 20 and hidden >= 15 and bracketed >= 5:
            break
        cards = random.Random(seed).sample(["king", "nun", "knight", "mayor", "witch"], 3)
        position = random_end(
            seed, players=players, cards=cards, region_cards=True, rats=3, regions=3, recycled=seed % 5 == 0
        )
        while not position.is_terminal() and rattus.export_state(position)["stage"] in ("final", "next", "reveal"):
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
