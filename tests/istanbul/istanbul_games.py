"""Random games of Istanbul for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rattus_ai.games import load_game
from rattus_ai.positions import Position

SHY = ("decline", "refuse", "skip", "stop", "no_buy")
"""Verbs that get nothing done; busy players do something else where they can."""

VARIANTS: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 5, "layout": "random", "layout_seed": 4},
    {"players": 3, "expansion": True},
    {"players": 2, "expansion": True, "layout": "random", "layout_seed": 9, "prize_cards": True},
)


def busy_action(position: Position, generator: random.Random) -> int:
    """An action of a busy player: a verb by chance, then one of its actions."""
    actions = position.legal_actions()
    verbs: dict[str, list[int]] = {}
    for action in actions:
        verbs.setdefault(position.game.rules.describe_action(action)[0], []).append(action)
    busy = [verb for verb in verbs if verb not in SHY] or list(verbs)
    return generator.choice(verbs[generator.choice(busy)])


def busy_positions(seed: int, steps: int = 10_000, **options: Any) -> Iterator[Position]:
    """One position after each step of a random game of busy players, always the same object."""
    generator = random.Random(seed)
    position = Position.of(load_game("istanbul", **options), seed=seed)
    yield position
    while not position.is_terminal() and len(position.history()) < steps:
        if position.is_chance():
            position.draw_chance()
        else:
            position.push(busy_action(position, generator))
        yield position
