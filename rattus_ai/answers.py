"""What the next player is likely to answer to a turn, by small searches of his own view.

Several continuations are drawn from what the player who asks knows: what the others have looked at and what
chance brings. In each of them the next player is searched for with what *he* would know there.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.search import Search
from rattus_ai.positions import View

CONTINUATIONS = 12
"""Continuations that are drawn: no share has a standard error above 15 percentage points, and all of them
take about a tenth of a second together."""

SIMULATIONS = 800
"""Simulations in each: enough to tell likely answers from others, not to rank close ones."""

OWN_SIMULATIONS = 200
"""Simulations for a decision of the asking player on the way: mostly where a new rat goes."""

TURNS = 32
"""Most visited turns of each search that are looked at: nearly all with more than a handful of visits."""

_SEED = 20_000_000
_MEMORY_MB = 2
_MOST_STEPS = 1_000


@dataclass(frozen=True)
class Answer:
    """An action that may be part of the next player's turn.

    Attributes:
        action: its id.
        share: of the simulations that went into the `TURNS` most visited turns of the player, the part that
            went into turns with this action, 0 to 1; mean over the continuations in which he is next.
        error: standard error of the share over the continuations.
    """

    action: int
    share: float
    error: float


@dataclass(frozen=True)
class Answers:
    """What may follow a turn.

    Attributes:
        player: who decides next, other than the one who asks; None where the game ends first.
        answers: largest share first.
        continuations: continuations in which this player is next.
        drawn: continuations that were drawn.
    """

    player: int | None
    answers: tuple[Answer, ...]
    continuations: int
    drawn: int


def answers(
    view: View,
    turn: Sequence[int],
    *,
    continuations: int = CONTINUATIONS,
    simulations: int = SIMULATIONS,
) -> Answers:
    """What the next other player is likely to do after a turn.

    What the asking player still decides before that, after a chance event in his turn, is taken to be the
    most visited turn of a search with `OWN_SIMULATIONS`. Always the same for the same view and turn.

    Args:
        view: of the player to decide.
        turn: ids of the actions, all legal in a row.
        continuations: how many are drawn, at least 2.
        simulations: of the search in each.
    """
    found: dict[int | None, list[dict[int, float]]] = defaultdict(list)
    for number in range(continuations):
        position = _continued(view, turn, _SEED + number)
        if position is None:
            found[None].append({})
            continue
        search = _searched(position, _SEED + number, simulations)
        found[position.current_player()].append(_shares(search))
    # Where different players may be next (the game may or may not end now) the likelier one counts.
    player = max(found, key=lambda who: (len(found[who]), who is not None, -(who or 0)))
    each = found[player]
    means = [_mean(action, each) for action in sorted({action for shares in each for action in shares})]
    means.sort(key=lambda answer: -answer.share)
    return Answers(player, tuple(means), len(each), continuations)


def _continued(view: View, turn: Sequence[int], seed: int) -> CorePosition | None:
    """A drawn position at the next decision of another player; None where the game ends before."""
    position = view.core.resample(view.player, seed)
    for action in turn:
        position.apply(action)
    for step in range(_MOST_STEPS):
        if position.is_terminal():
            return None
        if position.is_chance():
            position.apply(position.sample_chance(seed * _MOST_STEPS + step))
        elif position.current_player() != view.player:
            return position
        else:
            for action in _own(position, seed):
                position.apply(action)
    return None


def _own(position: CorePosition, seed: int) -> list[int]:
    """What the asking player goes on with."""
    if position.legal_count() == 1:
        return position.legal_actions()
    return _searched(position, seed, OWN_SIMULATIONS).turns(1)[0][0]


def _searched(position: CorePosition, seed: int, simulations: int) -> Search:
    search = Search(position, seed=seed, memory_mb=_MEMORY_MB, horizon=position.rules.horizon)
    search.run(simulations)
    return search


def _shares(search: Search) -> dict[int, float]:
    """Action -> share of the simulations of the most visited turns that went into turns with it."""
    turns = search.turns(TURNS)
    total = sum(visits for _, _, visits, _ in turns)
    shares: dict[int, float] = defaultdict(float)
    for actions, _, visits, _ in turns:
        for action in set(actions):
            shares[action] += visits / total
    return shares


def _mean(action: int, each: Sequence[dict[int, float]]) -> Answer:
    values = [shares.get(action, 0.0) for shares in each]
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Answer(action, mean, math.nan)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Answer(action, mean, math.sqrt(variance / len(values)))
