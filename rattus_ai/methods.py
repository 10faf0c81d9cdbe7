"""How turns are searched, and which options belong to which way.

An option that the chosen method does not read would be lost without a word: whoever gives it gets an error
that names the method it belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rattus_ai.errors import OptionError, listed

METHODS = ISMCTS, EXPECTIMAX, GREEDY = ("ismcts", "expectimax", "greedy")
OBJECTIVES = WIN, MARGIN = ("win", "margin")


class Belonging(NamedTuple):
    """The methods that read an option, and what they do with it."""

    methods: Sequence[str]
    does: str


_BELONGS: Mapping[str, Belonging] = MappingProxyType(
    {
        "simulations": Belonging((ISMCTS, EXPECTIMAX), "have a budget"),
        "seconds": Belonging((ISMCTS, EXPECTIMAX), "have a budget"),
        "level": Belonging((ISMCTS, EXPECTIMAX), "have a budget"),
        "depth": Belonging((EXPECTIMAX,), "looks so many turns ahead"),
        "width": Belonging((EXPECTIMAX,), "considers so many actions at each decision"),
        "playout": Belonging((ISMCTS,), "plays games on at random"),
        "horizon": Belonging((ISMCTS,), "cuts playouts off"),
        "confidence": Belonging((ISMCTS,), "ends once it is settled which turn is best"),
        "solver": Belonging((ISMCTS,), "has the end of the game solved"),
        "include": Belonging((ISMCTS,), "compares given turns"),
        "allow": Belonging((ISMCTS,), "searches some of the actions only"),
        "forbid": Belonging((ISMCTS,), "searches some of the actions only"),
    }
)
"""Option -> who reads it. What is not here holds for every method: a seed, threads, a bound on memory."""


def check_belonging(method: str, objective: str, given: Mapping[str, object]) -> None:
    """Makes sure that every option that is given has an effect.

    Args:
        method: one of `METHODS`.
        objective: one of `OBJECTIVES`.
        given: option -> value, those alone that somebody has asked for; the objective too where that is
            known.

    Raises:
        OptionError: one has none with this method, or with this objective.
    """
    for name in given:
        belongs = _BELONGS.get(name)
        if belongs is not None and method not in belongs.methods:
            only = listed(belongs.methods, "and")
            raise OptionError(name, f"only {only} {belongs.does}, found method {method}")
    if method == GREEDY and given.get("objective") == WIN:
        raise OptionError("objective", "greedy knows the lead only (margin), found win")
    if objective == MARGIN and method == EXPECTIMAX:
        raise OptionError("objective", "expectimax knows probabilities of winning only, found margin")
    if objective == MARGIN and given.get("horizon", -1) != -1:
        found = f"found {given['horizon']} with objective margin"
        raise OptionError("horizon", f"the lead has no evaluation to cut playouts off with, {found}")
