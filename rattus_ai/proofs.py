"""Searches that end in a proof: the exact values of turns where the end of the game has come.

A search asks here first. The work is bounded by its own budget, so an end that is too wide costs it little.
"""

from __future__ import annotations

from dataclasses import dataclass

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.solver import Solver, ended

__all__ = ["ProvedTurn", "ended", "proved_turns"]

WORK_A_SIMULATION = 50
"""States of the exact end that may be worked through for each simulation of a budget.

Together with the decisions this is up to about twice the time of the simulations, well spent: what a search
says about final decisions is the value of its own policy, which can be far from best play.
"""

POSITIONS_A_SIMULATION = 25
"""Likewise decisions."""

SHARE_OF_TIME = 0.8
"""Share of a budget in seconds that the proof gets; what is left is enough for an answer without one."""

_NO_BOUND = 10**9
_MOST_POSITIONS = 1_000_000
_SAME = 1e-12


@dataclass(frozen=True)
class ProvedTurn:
    """A turn with its exact value.

    Attributes:
        actions: ids of its actions; it ends where chance or another player comes next.
        win: exact probability of winning for each player.
    """

    actions: tuple[int, ...]
    win: tuple[float, ...]


def proved_turns(
    position: CorePosition,
    lines: int,
    simulations: int,
    seconds: float | None = None,
    include: tuple[tuple[int, ...], ...] = (),
    solver: Solver | None = None,
) -> list[ProvedTurn]:
    """The best turn, proved, and the best of the others that could be valued exactly within the budget.

    Args:
        position: a decision at the end of the game, reduced to what the player to decide knows; not changed.
        lines: how many turns, at least 1.
        simulations: budget, as in `Limit`; bounds the work whatever machine it is.
        seconds: budget in time; None: none.
        include: turns that are wanted in any case, each with all of its actions.
        solver: the one to use, so that it can be stopped from another thread.

    Returns:
        The best first, then by own value; among equal ones in the order of the ids. Empty where the best turn
        was not proved, or one of those wanted was not valued.
    """
    solver = solver or Solver()
    simulations = min(simulations, _NO_BOUND)
    budget = (
        min(_MOST_POSITIONS, max(100, simulations * POSITIONS_A_SIMULATION)),
        0.0 if seconds is None else seconds * SHARE_OF_TIME,
        max(100, simulations * WORK_A_SIMULATION),
    )
    player = position.current_player()
    found = solver.solve(position, 2 * lines, *budget)
    if not found["exact"]:
        return []
    # The play that is best for everybody decides among equal turns; the others follow by value.
    best = _proved_best(found["play"], player)
    values: dict[tuple[int, ...], tuple[float, ...]] = {best: tuple(found["lower"])} if best else {}
    for actions, lower, _, exact in found["turns"]:
        if exact:
            values.setdefault(tuple(actions), tuple(lower))
    for turn in [*include, *(tuple(actions) for actions, _, _, _ in found["turns"])]:
        if turn in values or (len(values) >= lines and turn not in include):
            continue
        after = position.clone()
        for action in turn:
            after.apply(action)
        if after.is_terminal():
            values[turn] = tuple(after.returns())
            continue
        then = solver.solve(after, 0, *budget)
        if then["exact"]:
            values[turn] = tuple(then["lower"])
        elif turn in include:
            return []
    order = sorted(values, key=lambda turn: (-values[turn][player], turn != best))
    kept = [turn for number, turn in enumerate(order) if number < lines or turn in include]
    return [ProvedTurn(turn, values[turn]) for turn in kept]


def _proved_best(play: list[tuple[int, int, int, bool]], player: int) -> tuple[int, ...]:
    """The first player's actions up to where chance or another player comes next."""
    actions = []
    for who, action, _, _ in play:
        if who != player:
            break
        actions.append(action)
    return tuple(actions)
