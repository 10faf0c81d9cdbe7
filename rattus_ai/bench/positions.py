"""The positions that are measured: made by random play from fixed seeds."""

from __future__ import annotations

import functools
import random

from rattus_ai.games import Game, Variant, definition, load_game
from rattus_ai.positions import Position, View
from rattus_ai.registry import DEFAULT_GAME

FIRST_GAME = DEFAULT_GAME

TURNS_EACH = 4
"""Turns that every player has had in the example."""


@functools.lru_cache
def game(players: int = 4, name: str = FIRST_GAME) -> Game:
    """A game of the library with default options."""
    return load_game(name, players=players)


def variant_game(variant: Variant, name: str = FIRST_GAME) -> Game:
    """A game of the library with other options."""
    return load_game(name, **variant.options)


def speed_variants(name: str = FIRST_GAME) -> tuple[Variant, ...]:
    """Options with which random playouts of a game are timed, beside the default ones."""
    return definition(name).speed_variants


def strength_variants(name: str = FIRST_GAME) -> tuple[Variant, ...]:
    """Options with which matches of a game are played, beside the default ones."""
    return definition(name).strength_variants


def example(players: int = 4, seed: int = 1, turns: int = TURNS_EACH, name: str = FIRST_GAME) -> Position:
    """A position at the first decision of a turn, after so many turns of every player.

    Where the game of the seed is over by then, one of the next seeds is taken.
    """
    while True:
        position = game(players, name).new_position(seed=seed)
        choose = random.Random(seed).choice
        while not position.is_terminal():
            if position.turn() >= turns * players and not position.is_chance():
                return position
            position.apply(choose(position.legal_actions()))
        seed += 1000


def example_view(players: int = 4, seed: int = 1, turns: int = TURNS_EACH, name: str = FIRST_GAME) -> View:
    """The same as the player to decide sees it."""
    position = example(players, seed, turns, name)
    return position.view(position.current_player())
