"""Cards that were drawn in secret from a deck whose discards are shuffled back, drawn anew for one player.

Algorithm: what the others hold is redrawn by Gibbs sampling. The chance of a history is the product, over all
draws, of the copies of the drawn kind in the deck by the size of the deck. The sizes are the same for every
way the hidden cards may be. Where a card of a kind leaves a hand that holds m of this kind, it is any of them
with chance 1 / m. So a way weighs the product of the copies and of these chances; it factors by kind, and
changing one card changes the factors of two kinds. Each sweep draws every hidden card anew given all the
others, and tries to exchange each with another one, which keeps moving where the deck has run out. The chain
begins at what happened, so what it leaves is distributed exactly like what happened, given what the player
knows.

Limit: with finitely many sweeps a single answer is not quite independent of what happened.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

SWEEPS = 24


@dataclass(frozen=True)
class Draw:
    """A card that a player drew.

    Attributes:
        place: where it is in the history.
        player: who drew it.
        kind: what it was.
        added: kind -> copies that were shuffled into the deck just before.
        left: place where the card was seen leaving the hand; of several of this kind any of them with the
            same chance. None: it is still there.
    """

    place: int
    player: int
    kind: int
    added: tuple[tuple[int, int], ...] = ()
    left: int | None = None


def redrawn_kinds(
    copies: Sequence[int], draws: Sequence[Draw], hidden: Sequence[int], seed: int
) -> dict[int, int]:
    """Other kinds for the hidden draws, with their chances given all other draws.

    Args:
        copies: of each kind in the deck at the start.
        draws: all draws from it, in their order.
        hidden: numbers (in `draws`) of the cards that are not known, ascending.
        seed: of the random numbers.

    Returns:
        {number of the hidden draw: kind}.
    """
    chain = _Chain(copies, draws, hidden)
    generator = random.Random(seed)
    for _ in range(SWEEPS):
        for number in hidden:
            chain.draw_anew(number, generator)
        for number in hidden:
            chain.exchange(number, generator.choice(hidden), generator)
    return {number: chain.kinds[number] for number in hidden}


class _Chain:
    """One way the hidden cards may be, and steps to others."""

    def __init__(self, copies: Sequence[int], draws: Sequence[Draw], hidden: Sequence[int]) -> None:
        self.kinds = [draw.kind for draw in draws]
        self._draws = draws
        self._copies = copies
        # What happens to each kind in the order of the draws: (number of the draw, copies added before it).
        self._added: list[list[tuple[int, int]]] = [[] for _ in copies]
        for number, draw in enumerate(draws):
            for kind, count in draw.added:
                self._added[kind].append((number, count))
        self._drawn: list[set[int]] = [set() for _ in copies]
        for number, kind in enumerate(self.kinds):
            self._drawn[kind].add(number)

    def _weight(self, kind: int, numbers: set[int]) -> float:
        """The factor of a kind that was drawn at these draws; 0 where the deck had none left."""
        weight = 1.0
        left = self._copies[kind]
        added = iter(self._added[kind])
        following = next(added, None)
        for number in sorted(numbers):
            while following is not None and following[0] <= number:
                left += following[1]
                following = next(added, None)
            if left <= 0:
                return 0
            weight *= left / self._alike(number, numbers)
            left -= 1
        return weight

    def _alike(self, number: int, numbers: set[int]) -> int:
        """Cards of the same kind, itself included, in the hand that a card left; 1 if it is still there."""
        card = self._draws[number]
        if card.left is None:
            return 1
        others = (self._draws[other] for other in numbers)
        return sum(
            each.player == card.player
            and each.place < card.left
            and (each.left is None or each.left >= card.left)
            for each in others
        )

    def draw_anew(self, number: int, generator: random.Random) -> None:
        """Draws one hidden card given all others."""
        self._drawn[self.kinds[number]].discard(number)
        weights = []
        for kind, numbers in enumerate(self._drawn):
            without = self._weight(kind, numbers)
            weights.append(self._weight(kind, numbers | {number}) / without if without else 0.0)
        (chosen,) = generator.choices(range(len(weights)), weights)
        self._put(number, chosen)

    def exchange(self, one: int, other: int, generator: random.Random) -> None:
        """Exchanges two hidden cards, with the chance that keeps the distribution as it is."""
        first, second = self.kinds[one], self.kinds[other]
        if first == second:
            return
        before = self._weight(first, self._drawn[first]) * self._weight(second, self._drawn[second])
        self._swap(one, other)
        after = self._weight(first, self._drawn[first]) * self._weight(second, self._drawn[second])
        if after < before and generator.random() * before >= after:
            self._swap(one, other)

    def _swap(self, one: int, other: int) -> None:
        first, second = self.kinds[one], self.kinds[other]
        self._drawn[first].discard(one)
        self._drawn[second].discard(other)
        self._put(one, second)
        self._put(other, first)

    def _put(self, number: int, kind: int) -> None:
        self.kinds[number] = kind
        self._drawn[kind].add(number)
