"""Facts about a turn: sentences for a player at the table, each with the numbers that it states."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

Value = int | float | Fraction


@dataclass(frozen=True)
class Number:
    """A number as a sentence states it.

    Attributes:
        name: what it is, in English: `cubes lost on average`.
        value: an `int` or a `Fraction` where it is exact; probabilities and shares are 0 to 1.
        error: standard error of `value`; None where it is exact, nan where it is not known.
        text: how the sentence prints it.
        player: whom it is about, or None.
        place: canonical name of the place it is about, or None.
    """

    name: str
    value: Value
    error: float | None
    text: str
    player: int | None = None
    place: str | None = None

    @property
    def exact(self) -> bool:
        """Whether the value is exact."""
        return self.error is None


@dataclass(frozen=True)
class Fact:
    """One sentence and what it rests on.

    Attributes:
        kind: what sort of sentence it is, see `docs/explanations.md`.
        text: the sentence; the text of every number occurs in it.
        numbers: at least one.

    Raises:
        ValueError: there is no number, or one that the text does not state.
    """

    kind: str
    text: str
    numbers: tuple[Number, ...]

    def __post_init__(self) -> None:
        """See the class."""
        if not self.numbers:
            raise ValueError(
                f"found no number in the {self.kind} sentence {self.text!r}, expected one or more"
            )
        for number in self.numbers:
            if number.text not in self.text:
                raise ValueError(f"the {self.kind} sentence {self.text!r} does not state {number.text!r}")


def counted(name: str, count: int, player: int | None = None, place: str | None = None) -> Number:
    """Something counted, `3`."""
    return Number(name, count, None, str(count), player, place)


def exact_mean(name: str, value: Fraction, player: int | None = None, place: str | None = None) -> Number:
    """An exact mean that is not negative, with two decimals, `1.68`; whole ones without, `1`."""
    text = str(value) if value.denominator == 1 else f"{float(value):.2f}"
    if text == "0.00":
        text = "<0.01"
    return Number(name, value, None, text, player, place)


def exact_percent(name: str, value: Fraction, player: int | None = None, place: str | None = None) -> Number:
    """An exact probability in percent with one decimal, `12.5%`; never 0 or 100 for what is neither."""
    text = f"{100 * float(value):.1f}%"
    if text == "0.0%" and value > 0:
        text = "<0.1%"
    elif text == "100.0%" and value < 1:
        text = ">99.9%"
    return Number(name, value, None, text.replace(".0%", "%") if value in (0, 1) else text, player, place)


def percent(
    name: str, value: float, error: float | None, decimals: int = 1, player: int | None = None
) -> Number:
    """A probability or share in percent, `41.3 ± 0.8%`; `41.3%` where exact, `~41.3%` of unknown error."""
    hundred = None if error is None else 100 * error
    return Number(name, value, error, f"{plus_minus(100 * value, hundred, decimals)}%", player)


def plus_minus(value: float, error: float | None, decimals: int) -> str:
    """`41.3 ± 0.8`; `41.3` where exact (None), `~41.3` where the error is not known (nan).

    An error that these decimals would print as 0 gets one more.
    """
    if error is not None and 1e-9 < error < 0.5 * 10**-decimals:
        decimals += 1
    text = f"{value:.{decimals}f}"
    if error is None:
        return text
    return f"~{text}" if math.isnan(error) else f"{text} ± {error:.{decimals}f}"
