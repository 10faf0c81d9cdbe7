"""The positions that are measured: made by random play from fixed seeds."""

from __future__ import annotations

import functools
import random

from rattus_ai.games import Game, Variant, definition, game_names, load_game
from rattus_ai.positions import Position, View

TURNS_EACH = 4
"""Turns that every player has had in the example."""


@functools.lru_cache
def game(players: int = 4, name: str | None = None) -> Game:
    """A game of the library with default options; the first one without a name."""
    return load_game(name or game_names()[0], players=players)


def variant_game(variant: Variant, name: str | None = None) -> Game:
    """A game of the library with other options; the first one without a name."""
    return load_game(name or game_names()[0], **variant.options)


def speed_variants() -> tuple[Variant, ...]:
    """Options with which random playouts of the first game are timed, beside the default ones."""
    return definition(game_names()[0]).speed_variants


def strength_variants() -> tuple[Variant, ...]:
    """Options with which matches of the first game are played, beside the default ones."""
    return definition(game_names()[0]).strength_variants


def example(players: int = 4, seed: int = 1, turns: int = TURNS_EACH) -> Position:
    """A position at the first decision of a turn, after so many turns of every player.

    Where the game of the seed is over by then, one of the next seeds is taken.
    """
    while True:
        position = game(players).new_position(seed=seed)
        choose = random.Random(seed).choice
        while not position.is_terminal():
            if position.turn() >= turns * players and not position.is_chance():
                return position
            position.apply(choose(position.legal_actions()))
        seed += 1000


def example_view(players: int = 4, seed: int = 1, turns: int = TURNS_EACH) -> View:
    """The same as the player to decide sees it."""
    position = example(players, seed, turns)
    return position.view(position.current_player())
