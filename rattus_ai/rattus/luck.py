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
from rattus_ai.rattus import ravage_rules
from rattus_ai.rattus.risk import Losses
from rattus_ai.rattus.sweep import CUBES

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

RAVAGE = "ravage"
SWEEP = "final sweep"

_REVEALS = ("next", "reveal")
"""Stages at which a rat is chosen or revealed."""


def pieces(game: RattusGame, position: CorePosition) -> tuple[int, ...]:
    """Cubes of each player on the board and in the palace."""
    state = core.export_state(position)
    aside = state["baker"] or (0,) * game.num_players
    return tuple(CUBES - supply - baker for supply, baker in zip(state["supply"], aside, strict=True))


def chance_losses(game: RattusGame, position: CorePosition) -> ChanceLosses | None:
    """See `rattus_ai.games.Game.chance_losses`: the ravage of a turn, or the final sweep."""
    if not position.is_chance():
        return None
    state = core.export_state(position)
    if not ravage_rules.settled_by_chance(game, state):
        return None
    if _in_sweep(state):
        return ChanceLosses(SWEEP, None, _expected(game, position))
    if state["stage"] not in ("ring", *_REVEALS) or not ravage_rules.under_way(game, state):
        return None
    expected = _expected(game, position)
    # The ring of a new rat comes before the ravage. If a player goes on after it, nothing is lost before he
    # does; a rat whose token is known is revealed without a draw.
    ravages = state["stage"] != "ring" or any(after.is_chance() for after, _ in _outcomes(position))
    if not ravages and not any(expected):
        return None
    return ChanceLosses(RAVAGE, game.region_names[state["plague"]], expected)


def _in_sweep(state: Mapping[str, Any]) -> bool:
    """Whether the final round is over."""
    return bool(state["ending"]) and state["stage"] in _REVEALS and state["active"] == state["last"]


def _expected(game: RattusGame, position: CorePosition) -> Losses:
    """Cubes each player loses on average in this turn or sweep until a player decides."""
    nothing = (Fraction(0),) * game.num_players
    if not position.is_chance():
        return nothing
    state = core.export_state(position)
    if state["stage"] not in ("ring", *_REVEALS):
        return nothing
    region = state["revealing"]
    if state["stage"] == "next" or (state["stage"] == "reveal" and _choices(state, region) == 1):
        if _in_sweep(state):
            return _swept(game, position, state)
        return _ravaged(game, position, region, bool(state["neutral"]))
    before = pieces(game, position)
    turn = position.turn_number()
    sums = list(nothing)
    for after, probability in _outcomes(position):
        ahead = _expected(game, after) if after.turn_number() == turn else nothing
        for player, (was, left, more) in enumerate(zip(before, pieces(game, after), ahead, strict=True)):
            sums[player] += probability * (was - left + more)
    return tuple(sums)


def _swept(game: RattusGame, position: CorePosition, state: Mapping[str, Any]) -> Losses:
    """The sum over the regions that are still to be swept before a player has a say.

    What the tokens of one region are tells about those of the next, but means add up all the same.
    """
    held = ravage_rules.neutral_held(game, state)
    sums = [Fraction(0)] * game.num_players
    first = state["revealing"]
    for region in range(first, len(game.region_names)):
        if not any(state["cubes"][region]) or not _choices(state, region):
            continue
        if region > first and game.options["reveal_order"] == "active_player" and _choices(state, region) > 1:
            break
        for player, loss in enumerate(_ravaged(game, position, region, held and region == state["plague"])):
            sums[player] += loss
    return tuple(sums)


def _ravaged(game: RattusGame, position: CorePosition, region: int, neutral: bool) -> Losses:
    """The mean losses when the rats of a region are revealed."""
    sums = [Fraction(0)] * game.num_players
    for lost, (numerator, denominator) in core.ravage_distribution(position, region, neutral):
        for player, count in enumerate(lost):
            sums[player] += Fraction(count * numerator, denominator)
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
