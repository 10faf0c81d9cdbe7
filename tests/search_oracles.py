"""Small games that can be solved by brute force, and the brute force."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from random_play import outcomes

from rattus_ai._core import rattus
from rattus_ai._core.engine import CHANCE, Position, Rules

CARD_CLASSES = {"peasant": "P", "merchant": "B", "monk": "C", "knight": "K", "witch": "W", "king": "R"}


def tiny_rules(players: int = 2, cards: tuple[str, ...] = (), **further: Any) -> Rules:
    """Three regions in a row and seven tokens; `further` are options of the core."""
    return rattus.make_rules(
        players=players,
        regions=["north", "middle", "south"],
        edges=[(0, 1), (1, 2)],
        starting=["1:PK", "2:MBW", "4:ABC"],
        normal=["1:BC", "2:MPK", "3:KCW", "3:APR"],
        removed=1,
        cards=[(card, CARD_CLASSES[card]) for card in cards],
        **further,
    )


def late_position(rules: Rules, seed: int, rats_left: int = 1) -> Position | None:
    """The start of a turn with at most so many rats in the supply; None if the game ended before."""
    choose = random.Random(seed).choice
    position = Position(rules)
    while not position.is_terminal():
        state = rattus.export_state(position)
        fresh = state["stage"] == "main" and not (state["taken"] or state["placed"] or state["used"])
        if fresh and sum(state["rat_supply"]) <= rats_left:
            return position
        position.apply(choose(position.legal_actions()))
    return None


class TooLarge(Exception):
    """A position that takes too long by brute force."""


class BruteForce:
    """Every player maximises his own probability of winning; chance by single outcomes; exact fractions."""

    def __init__(self, most: int = 20_000) -> None:
        self.known: dict[int, tuple[Fraction, ...]] = {}
        self.most = most

    def value(self, position: Position) -> tuple[Fraction, ...]:
        if position.is_terminal():
            return tuple(Fraction(int(value)) for value in position.returns())
        key = position.key(-1)
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooLarge
            self.known[key] = self._value(position)
        return self.known[key]

    def _value(self, position: Position) -> tuple[Fraction, ...]:
        player = position.current_player()
        if player == CHANCE:
            sums = [Fraction(0)] * position.rules.num_players
            for following, chance in outcomes(position):
                for p, value in enumerate(self.value(following)):
                    sums[p] += value * chance
            return tuple(sums)
        return max(
            (self.value(after(position, action)) for action in position.legal_actions()),
            key=lambda v: v[player],
        )


def after(position: Position, *actions: int) -> Position:
    """The position after some actions or outcomes."""
    copy = position.clone()
    for action in actions:
        copy.apply(action)
    return copy


def solvable(rules: Rules, count: int) -> list[tuple[Position, BruteForce]]:
    """Late positions that brute force can solve, each with what it found."""
    found: list[tuple[Position, BruteForce]] = []
    for seed in range(8 * count):
        position = late_position(rules, seed)
        if position is None or len(found) == count:
            continue
        oracle = BruteForce()
        try:
            oracle.value(position)
        except TooLarge:
            continue
        oracle.most = 1_000_000
        found.append((position, oracle))
    return found
