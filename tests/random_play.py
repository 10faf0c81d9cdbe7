"""Random play, and every way in which chance can go on, for tests of any game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import TypeVar

from rattus_ai import Position, load_game
from rattus_ai._core import rattus
from rattus_ai._core.engine import Position as CorePosition

AnyPosition = TypeVar("AnyPosition", bound=CorePosition)


def finish(position: Position, seed: int) -> None:
    """Plays a position to its end at random; chance comes from the position's own seed."""
    chooser = random.Random(seed)
    while not position.is_terminal():
        if position.is_chance():
            position.draw_chance()
        else:
            position.push(chooser.choice(position.legal_actions()))


def outcomes(position: AnyPosition) -> Iterator[tuple[AnyPosition, Fraction]]:
    """The position after each outcome of the chance node that it is at, with its probability."""
    weights = position.chance_weights()
    total = sum(weight for _, weight in weights)
    for outcome, weight in weights:
        after = position.clone()
        after.apply(outcome)
        yield after, Fraction(weight, total)


def looked_at(players: int) -> Position:
    """A turn of Rattus in which others know tokens that the one to decide does not."""
    for seed in range(200):
        position = load_game("rattus", players=players).new_position(seed=seed)
        choose = random.Random(seed).choice
        while not position.is_terminal():
            legal = position.legal_actions()
            if not position.is_chance():
                fields = rattus.export_state(position)
                hidden = [rat for rat in fields["tracked"] if position.current_player() not in rat[3]]
                if fields["stage"] == "main" and len(hidden) >= 2:
                    return position
                legal = [each for each in legal if position.text(each).startswith("look")] or legal
            position.push(choose(legal))
    raise AssertionError("no such position in 200 games")
