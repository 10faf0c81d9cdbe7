"""Games with cards of all boxes, and random play through them, for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rattus_ai.games import load_game
from rattus_ai.positions import Position

GAMES: dict[str, dict[str, Any]] = {
    "goods 2p": {
        "players": 2,
        "cards": ["count", "pope", "landowner", "hanseatic_trader", "shaman", "swindler", "brewer", "witch"],
    },
    "plague 3p": {
        "players": 3,
        "cards": ["raider", "assassin", "grave_robber", "deacon", "serf", "crusader", "knight", "witch"],
    },
    "pied piper 4p": {
        "players": 4,
        "cards": ["queen", "mayor", "emperor", "baker", "nun", "wizard", "pied_piper", "soldier"],
    },
    "africanus 3p": {
        "players": 3,
        "cards": [
            "astronomer",
            "explorer",
            "sultan",
            "caravan_leader",
            "witch",
            "soldier",
            "swindler",
            "nun",
        ],
    },
    "mixture 5p": {
        "players": 5,
        "cards": [
            "astronomer",
            "sultan",
            "caravan_leader",
            "crusader",
            "deacon",
            "raider",
            "baker",
            "wizard",
        ],
    },
    "mixture 6p": {
        "players": 6,
        "cards": [
            "explorer",
            "treasurer",
            "grave_robber",
            "serf",
            "shaman",
            "pied_piper",
            "emperor",
            "queen",
        ],
    },
}
"""Between them every card of the boxes but the base ones."""

DULL = ("plague", "done", "stop", "decline", "keep")
"""Verbs that end something; players who are not in a hurry try others first."""


def positions(options: dict[str, Any], seed: int, patience: float = 0.7) -> Iterator[Position]:
    """The one position of a random game after each step.

    Args:
        options: of the game.
        seed: of all chance and choices.
        patience: probability of not ending a phase where there is something else to do.
    """
    chooser = random.Random(seed)
    position = load_game("rattus", **options).initial_position()
    yield position
    while not position.is_terminal():
        if position.is_chance():
            position.apply(position.sample_chance(chooser.getrandbits(64)))
        else:
            position.apply(chosen(position, chooser, patience))
        yield position


def chosen(position: Position, chooser: random.Random, patience: float) -> int:
    """A legal action: first a verb at random, so that rare abilities come up, then one of its actions."""
    verbs: dict[str, list[int]] = {}
    for action in position.legal_actions():
        verbs.setdefault(position.game.rules.describe_action(action)[0], []).append(action)
    lively = [verb for verb in verbs if verb not in DULL]
    if lively and (len(lively) == len(verbs) or chooser.random() < patience):
        return chooser.choice(verbs[chooser.choice(lively)])
    return chooser.choice(verbs[chooser.choice(list(verbs))])
