"""The `solution` of a position document: what is a proof, what is refused, what is written and shown."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rattus_ai import Limit, Position, read_position, solve
from rattus_ai.errors import DocumentError, OptionError
from rattus_ai.games import PUBLIC

EXAMPLES = Path(__file__).parent.parent / "examples"
BASE = json.loads((EXAMPLES / "final-round-4p.json").read_text(encoding="utf-8"))
WIN = ["1/4", "3/4", "0", "0"]
BOUNDS = {"lower": [0.1, 0.2, 0, 0], "upper": [0.5, "9/10", 0, 0]}


def stated(**solution: Any) -> dict[str, Any]:
    return {**copy.deepcopy(BASE), "solution": solution}


def refused(**solution: Any) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read_position(json.dumps(stated(**solution)))
    assert caught.value.line == 1 and caught.value.column is not None
    return caught.value


def test_a_proof() -> None:
    position = read_position(stated(proof=True, viewer="red", win=WIN, turn=["plague anglia", "done"]))
    solution = position.solution
    assert solution is not None and solution.proof and solution.viewer == 0
    assert solution.win == solution.lower == solution.upper == (Fraction(1, 4), Fraction(3, 4), 0, 0)
    assert solution.errors == (0.0,) * 4 and solution.turn == ("plague anglia", "done")
    numbers = stated(proof=True, win=[0.25, 0.75, 0, 0], lower=WIN, upper=WIN, errors=[0, 0, 0, 0])
    assert read_position(numbers).solution is not None
    for viewer, number in (("public", PUBLIC), (2, 2), ("3", 3), (None, None)):
        found = read_position(stated(proof=True, win=WIN, viewer=viewer)).solution
        assert found is not None and found.viewer == number


def test_bounds_with_and_without_an_estimate() -> None:
    found = read_position(stated(proof=False, **BOUNDS)).solution
    assert found is not None and not found.proof and found.win is None and found.errors is None
    assert found.upper[1] == Fraction(9, 10)
    with_estimate = stated(proof=False, **BOUNDS, win=[0.25, 0.75, 0, 0], errors=[0.1, 0.1, 0, 0])
    found = read_position(with_estimate).solution
    assert found is not None and found.errors == (0.1, 0.1, 0.0, 0.0)


@pytest.mark.parametrize(
    ("solution", "place", "words"),
    [
        ({}, "solution.proof", "is missing"),
        ({"proof": 1, "win": WIN}, "solution.proof", "true or false"),
        ({"proof": True}, "solution.win", "as `proof` is true"),
        ({"proof": True, "win": WIN[:3]}, "solution.win", "found 3 numbers, expected 4"),
        ({"proof": True, "wins": WIN}, "solution.wins", "did you mean win?"),
        ({"proof": True, "win": ["1/4", "3/4", "1/4", "0"]}, "solution.win", "sums to 5/4"),
        ({"proof": True, "win": [0.25, 0.75, 0.001, 0]}, "solution.win", "sums to 1.00"),
        ({"proof": True, "win": ["1/4", "3/0", "0", "0"]}, "solution.win[1]", 'found "3/0"'),
        ({"proof": True, "win": ["1/4", "-1/4", "1", "0"]}, "solution.win[1]", 'found "-1/4"'),
        ({"proof": True, "win": ["0.25", "3/4", "0", "0"]}, "solution.win[0]", 'found "0.25"'),
        ({"proof": True, "win": [1.5, -0.5, 0, 0]}, "solution.win[0]", "found 1.5"),
        ({"proof": True, "win": [True, 0, 0, 0]}, "solution.win[0]", "found true"),
        ({"proof": True, "win": [None, 1, 0, 0]}, "solution.win[0]", "found null"),
        ({"proof": True, "win": "1/4"}, "solution.win", "a list"),
        ({"proof": True, "win": WIN, "lower": [0, "3/4", 0, 0]}, "solution.lower[0]", "`win` is 0.25"),
        ({"proof": True, "win": WIN, "upper": ["1/4", 1, 0, 0]}, "solution.upper[1]", "`win` is 0.75"),
        ({"proof": True, "win": WIN, "errors": [0, 0.1, 0, 0]}, "solution.errors[1]", "expected 0"),
        ({"proof": False, "win": WIN, **BOUNDS}, "solution.errors", "a standard error for each"),
        ({"proof": False, "errors": [0, 0, 0, 0], **BOUNDS}, "solution.errors", "without `win`"),
        ({"proof": False, "win": WIN, "errors": [0, 0], **BOUNDS}, "solution.errors", "found 2 numbers"),
        ({"proof": False, "win": WIN, "errors": [0, 2, 0, 0], **BOUNDS}, "solution.errors[1]", "from 0 to 1"),
        ({"proof": False, "upper": [1, 1, 1, 1]}, "solution.lower", "a proved bound"),
        ({"proof": False, "lower": [0, 0, 0, 0]}, "solution.upper", "a proved bound"),
        ({"proof": False, "lower": [0.6, 0.6, 0, 0], "upper": [1, 1, 1, 1]}, "solution.lower", "sum to 1.2"),
        ({"proof": False, "lower": [0] * 4, "upper": [0.2] * 4}, "solution.upper", "sum to 0.8"),
        ({"proof": False, "lower": [0.5, 0, 0, 0], "upper": [0.4, 1, 1, 1]}, "solution.lower[0]", "more"),
        ({"proof": True, "win": WIN, "viewer": 4}, "solution.viewer", '"Yellow" or "public"'),
        ({"proof": True, "win": WIN, "viewer": "nobody"}, "solution.viewer", 'found "nobody"'),
        ({"proof": True, "win": WIN, "turn": ["look angila"]}, "solution.turn[0]", "did you mean anglia?"),
        ({"proof": True, "win": WIN, "turn": ["take monk"]}, "solution.turn[0]", "take"),
        ({"proof": True, "win": WIN, "turn": ["look anglia", "done"]}, "solution.turn[1]", "no player"),
        ({"proof": True, "win": WIN, "turn": [3]}, "solution.turn[0]", "a text"),
    ],
)  # fmt: skip
def test_what_is_refused(solution: dict[str, Any], place: str, words: str) -> None:
    error = refused(**solution)
    assert error.place == place and words in str(error), str(error)


def test_numbers_that_are_none() -> None:
    with pytest.raises(DocumentError, match=r"solution\.win\[0\]"):
        read_position(stated(proof=True, win=[float("nan"), 1, 0, 0]))
    with pytest.raises(DocumentError, match=r"solution\.win\[1\]"):
        read_position(stated(proof=True, win=[0, "1" * 5000, 0, 0]))


def test_a_new_position_has_no_solution() -> None:
    position = read_position(stated(proof=True, viewer=0, win=WIN, turn=["done"]))
    assert position.copy().solution == position.solution is not None
    assert "solution" not in position.to_document()
    position.push("plague anglia")
    assert position.solution is None
    again = read_position(position.to_document())
    assert again.solution is None


@pytest.mark.parametrize("viewer", [None, PUBLIC, 2])
@pytest.mark.parametrize("fractions", [False, True])
def test_what_is_solved_can_be_written_and_read(viewer: int | None, fractions: bool) -> None:
    position = read_position(EXAMPLES / "sweep-3p.json")
    limit = Limit(seconds=60 if viewer != PUBLIC else 0.3)
    if viewer is None:
        solution = solve(position, limit, everything=True, fractions=fractions)
    else:
        solution = solve(position, limit, viewer=viewer, fractions=fractions)
    document = {**position.to_document(), "solution": solution.to_document()}
    read = read_position(json.dumps(document)).solution
    assert read is not None
    assert (read.proof, read.viewer) == (solution.exact, solution.viewer) == (viewer != PUBLIC, viewer)
    if solution.exact:
        assert [float(value) for value in read.lower] == pytest.approx(solution.win)
        assert not fractions or read.win == solution.fractions
    else:
        assert [float(value) for value in read.lower] == pytest.approx(solution.lower)
        assert read.errors == solution.errors


def test_a_turn_is_no_solution() -> None:
    position = read_position(EXAMPLES / "endgame-2p.json")
    solution = solve(position, Limit(seconds=0.5, simulations=4), lines=2)
    assert solution.kind == "turn"
    with pytest.raises(OptionError, match="no solution of the position"):
        solution.to_document()


def test_positions_that_are_made_have_none() -> None:
    position = read_position(EXAMPLES / "opening-2p.json")
    assert position.solution is None
    assert Position.of(position.game).solution is None
