"""What chance is about to cost, exactly: the yardstick for the luck of reveals.

Everything is computed on what the position holds: a rat whose token it does not hold is any unseen token of
its ring, one whose token it holds is that token.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.games import ChanceLosses
from rattus_ai.rattus.sweep import CUBES, sweep_values

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

RAVAGE = "ravage"
SWEEP = "final sweep"

_REVEALS = ("next", "reveal")
"""Stages at which a rat is chosen or revealed."""


def pieces(game: RattusGame, position: CorePosition) -> tuple[int, ...]:
    """Cubes of each player on the board and in the palace."""
    supply = core.export_state(position)["supply"]
    return tuple(CUBES - supply[player] for player in range(game.num_players))


def exact_win(position: CorePosition) -> tuple[Fraction, ...] | None:
    """See `rattus_ai.games.Game.exact_win`: the end, and the final sweep where its value can be computed."""
    if position.is_terminal():
        return tuple(Fraction(round(value)) for value in position.returns())
    if not _in_sweep(core.export_state(position)) or not position.is_chance():
        return None
    values = sweep_values(position)
    return None if values is None else values.win


def chance_losses(game: RattusGame, position: CorePosition) -> ChanceLosses | None:
    """See `rattus_ai.games.Game.chance_losses`: the ravage of a turn, or the final sweep."""
    if not position.is_chance():
        return None
    state = core.export_state(position)
    if _in_sweep(state):
        values = sweep_values(position)
        if values is None:
            return None
        now = pieces(game, position)
        expected = tuple(have - left for have, left in zip(now, values.cubes, strict=True))
        return ChanceLosses(SWEEP, None, expected)
    if state["stage"] == "ring":
        # The ring of a new rat comes first. If a player goes on after it, nothing is lost before he does.
        after = [one for one, _ in _outcomes(position)]
        if not after[0].is_chance():
            return None
    elif state["stage"] not in _REVEALS:
        return None
    return ChanceLosses(RAVAGE, game.region_names[state["plague"]], _expected(game, position))


def _in_sweep(state: Mapping[str, Any]) -> bool:
    """Whether the final round is over."""
    return bool(state["ending"]) and state["stage"] in _REVEALS and state["active"] == state["last"]


def _expected(game: RattusGame, position: CorePosition) -> tuple[Fraction, ...]:
    """Cubes each player loses on average in this turn until a player decides again."""
    nothing = (Fraction(0),) * game.num_players
    if not position.is_chance():
        return nothing
    state = core.export_state(position)
    if state["stage"] not in ("ring", *_REVEALS) or state["ending"]:
        return nothing
    region = state["revealing"]
    if state["stage"] == "next" or (state["stage"] == "reveal" and _choices(state, region) == 1):
        sums = list(nothing)
        for lost, (numerator, denominator) in core.ravage_distribution(
            position, region, bool(state["neutral"])
        ):
            for player, count in enumerate(lost):
                sums[player] += Fraction(count * numerator, denominator)
        return tuple(sums)
    before = pieces(game, position)
    turn = position.turn()
    sums = list(nothing)
    for after, probability in _outcomes(position):
        ahead = _expected(game, after) if after.turn() == turn else nothing
        for player, (was, left, more) in enumerate(zip(before, pieces(game, after), ahead, strict=True)):
            sums[player] += probability * (was - left + more)
    return tuple(sums)


def _outcomes(position: CorePosition) -> list[tuple[CorePosition, Fraction]]:
    """The positions after each outcome of a chance node, with their probabilities."""
    weights = position.chance_weights()
    total = sum(weight for _, weight in weights)
    found = []
    for outcome, weight in weights:
        after = position.clone()
        after.apply(outcome)
        found.append((after, Fraction(weight, total)))
    return found


def _choices(state: Mapping[str, Any], region: int) -> int:
    """Choices among the rats of a region."""
    unlooked = [count for count in state["unlooked"][region] if count]
    tracked = [where for where, *_ in state["tracked"] if where == region]
    return len(unlooked) + len(tracked)
