"""The `solution` of a position document: a proof or an estimate, and the flag that tells which.

The same for every game: the type that a game's document type includes, and the checks that need only the
number and the names of the players.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, NoReturn

import msgspec
from msgspec import Meta

from rattus_ai.errors import DocumentError, Path, listed, shown
from rattus_ai.schemas.seats import PUBLIC_NAME, named_viewer

Probability = Annotated[
    float | str, Meta(description='A probability: a number, or a fraction as text, "6407/6930".')
]

ROUNDING = 1e-9
"""How far sums of numbers may be off; sums of fractions are exact."""

_FRACTION = re.compile(r"(\d{1,1000})(?:/(\d{1,1000}))?", re.ASCII)


class SolutionFields(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the position is worth, and whether that is a proof."""

    proof: Annotated[
        bool, Meta(description="true: `win` is proved, exact. false: `win` is an estimate, the bounds hold.")
    ]
    viewer: (
        Annotated[
            int | str,
            Meta(
                description='Whose knowledge counted: a player or "public"; left out: all the document holds.'
            ),
        ]
        | None
    ) = None
    win: (
        Annotated[
            list[Probability],
            Meta(description="Probability of winning of each player; left out where nothing was estimated."),
        ]
        | None
    ) = None
    errors: (
        Annotated[list[float], Meta(description="Standard errors of `win` where it is an estimate.")] | None
    ) = None
    lower: (
        Annotated[
            list[Probability],
            Meta(description="Proved lower bounds; equal to `win` or left out where that is proved."),
        ]
        | None
    ) = None
    upper: Annotated[list[Probability], Meta(description="Proved upper bounds, likewise.")] | None = None
    turn: Annotated[list[str], Meta(description="Texts of the best turn of the player to decide.")] | None = (
        None
    )


Solution = Annotated[
    SolutionFields, Meta(description="What the position is worth: a proof, or bounds with an estimate.")
]
"""`solution` of a document."""


@dataclass(frozen=True)
class StatedSolution:
    """What a document says that its position is worth.

    Attributes:
        proof: `win` is proved.
        viewer: whose knowledge counted: a player, -1 for what everybody knows, None for all that the document
            holds.
        win: probability of winning of each player; None where it is neither proved nor estimated.
        errors: standard errors of `win`, all 0 where it is proved; None where `win` is.
        lower, upper: proved bounds of it.
        turn: texts of the best turn; empty where none is stated.
    """

    proof: bool
    viewer: int | None
    win: tuple[Fraction, ...] | None
    errors: tuple[float, ...] | None
    lower: tuple[Fraction, ...]
    upper: tuple[Fraction, ...]
    turn: tuple[str, ...]


def read_solution(
    fields: SolutionFields, count: int, names: Sequence[str] | None, path: Path = ("solution",)
) -> StatedSolution:
    """The solution that a document states, checked.

    Args:
        fields: as the document has it.
        count: number of players.
        names: their names, None if they have none.
        path: where it stands.

    Raises:
        DocumentError: a list has another length, a number is out of range, the numbers contradict each other,
            or what is called a proof is none.
    """
    viewer = None if fields.viewer is None else _viewer(fields.viewer, count, names, (*path, "viewer"))
    win = _probabilities(fields.win, count, (*path, "win"))
    lower = _probabilities(fields.lower, count, (*path, "lower"))
    upper = _probabilities(fields.upper, count, (*path, "upper"))
    errors = _errors(fields, count, path)
    if win is not None:
        _sum_is_one(win, fields.win or [], (*path, "win"))
    if fields.proof:
        if win is None:
            _fail((*path, "win"), "is missing", "the proved probability of each player, as `proof` is true")
        for name, bounds in (("lower", lower), ("upper", upper)):
            for player, (bound, value) in enumerate(zip(bounds or win, win, strict=True)):
                if abs(bound - value) > ROUNDING:
                    raise DocumentError(
                        (*path, name, player),
                        f"found {float(bound)}, but `proof` is true and `win` is {float(value)}",
                        found=str(float(bound)),
                        others=[(*path, "win", player), (*path, "proof")],
                    )
        return StatedSolution(True, viewer, win, (0.0,) * count, win, win, tuple(fields.turn or ()))
    for name, bounds in (("lower", lower), ("upper", upper)):
        if bounds is None:
            _fail((*path, name), "is missing", "a proved bound for each player, as `proof` is false")
    assert lower is not None and upper is not None
    for player in range(count):
        if lower[player] > upper[player] + Fraction(ROUNDING):
            raise DocumentError(
                (*path, "lower", player),
                f"found {float(lower[player])}, more than the upper bound {float(upper[player])}",
                found=str(float(lower[player])),
                others=[(*path, "upper", player)],
            )
    if sum(lower) > 1 + ROUNDING:
        _fail((*path, "lower"), f"the bounds sum to {float(sum(lower))}", "1 at most: somebody wins")
    if sum(upper) < 1 - ROUNDING:
        _fail((*path, "upper"), f"the bounds sum to {float(sum(upper))}", "1 at least: somebody wins")
    if win is not None:
        _within_bounds(win, lower, upper, (*path, "win"))
    return StatedSolution(False, viewer, win, errors, lower, upper, tuple(fields.turn or ()))


def _fail(path: Path, problem: str, expected: str) -> NoReturn:
    raise DocumentError(path, f"{problem}; expected {expected}", expected=expected)


def _viewer(value: int | str, count: int, names: Sequence[str] | None, path: Path) -> int:
    if isinstance(value, str):
        named = named_viewer(value, names)
        if named is not None:
            return named
        if value.isascii() and value.isdigit() and len(value) < 4:
            value = int(value)
    if isinstance(value, int) and 0 <= value < count:
        return value
    expected = listed([f"a player from 0 to {count - 1}", *map(shown, names or ()), shown(PUBLIC_NAME)])
    raise DocumentError(
        path, f"found {shown(value)}, expected {expected}", found=shown(value), expected=expected
    )


def _length(values: Sequence[object], count: int, path: Path) -> None:
    if len(values) != count:
        expected = f"{count} numbers, one for each player"
        raise DocumentError(
            path,
            f"found {len(values)} numbers, expected {expected}",
            found=shown(values),
            expected=expected,
        )


def _probabilities(values: list[float | str] | None, count: int, path: Path) -> tuple[Fraction, ...] | None:
    if values is None:
        return None
    _length(values, count, path)
    return tuple(_probability(value, (*path, player)) for player, value in enumerate(values))


def _probability(value: float | str, path: Path) -> Fraction:
    found: Fraction | None = None
    if isinstance(value, str):
        match = _FRACTION.fullmatch(value)
        if match and int(match[2] or 1):
            found = Fraction(int(match[1]), int(match[2] or 1))
    elif math.isfinite(value):
        found = Fraction(value)
    if found is None or not 0 <= found <= 1 + Fraction(ROUNDING):
        expected = 'a probability from 0 to 1, a number or a fraction such as "3/8"'
        raise DocumentError(
            path, f"found {shown(value)}, expected {expected}", found=shown(value), expected=expected
        )
    return min(found, Fraction(1))


def _errors(fields: SolutionFields, count: int, path: Path) -> tuple[float, ...] | None:
    if fields.errors is None:
        if fields.win is not None and not fields.proof:
            _fail((*path, "errors"), "is missing", "a standard error for each estimate, as `proof` is false")
        return None
    place = (*path, "errors")
    if fields.win is None:
        _fail(place, "stands without `win`", "both or none")
    _length(fields.errors, count, place)
    for player, error in enumerate(fields.errors):
        highest = 0 if fields.proof else 1
        if not 0 <= error <= highest:
            expected = "0, as `proof` is true" if fields.proof else "a standard error from 0 to 1"
            raise DocumentError(
                (*place, player),
                f"found {shown(error)}, expected {expected}",
                found=shown(error),
                expected=expected,
            )
    return tuple(fields.errors)


def _within_bounds(
    win: Sequence[Fraction], lower: Sequence[Fraction], upper: Sequence[Fraction], path: Path
) -> None:
    """An estimate lies within the bounds that are stated beside it."""
    for player, (value, low, high) in enumerate(zip(win, lower, upper, strict=True)):
        if not low - Fraction(ROUNDING) <= value <= high + Fraction(ROUNDING):
            expected = f"a number from {float(low):g} to {float(high):g}, the bounds beside it"
            _fail((*path, player), f"found {float(value):g}", expected)


def _sum_is_one(win: Sequence[Fraction], stated: Sequence[object], path: Path) -> None:
    """Fractions sum to 1 exactly, numbers up to rounding."""
    total = sum(win, Fraction(0))
    exactly = all(isinstance(value, str) for value in stated)
    if total != 1 if exactly else abs(total - 1) > ROUNDING:
        _fail(path, f"sums to {total if exactly else float(total)}", "1: somebody wins")
