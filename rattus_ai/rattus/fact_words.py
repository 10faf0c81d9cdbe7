"""How sentences call players, regions and cards, and how they list losses."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from rattus_ai.errors import listed
from rattus_ai.facts import Number, exact_mean
from rattus_ai.notation import ENGLISH
from rattus_ai.rattus.languages import names

if TYPE_CHECKING:
    from rattus_ai.positions import View
    from rattus_ai.rattus.game import RattusGame


class Listing(NamedTuple):
    """A part of a sentence with its numbers."""

    text: str
    numbers: tuple[Number, ...]


class Speaker:
    """The names of one game in one language."""

    def __init__(self, game: RattusGame, view: View, language: str) -> None:
        self.game = game
        self.players = view.players or tuple(f"player {player}" for player in range(game.num_players))
        self._names = names(language)
        self._language = language

    def player(self, player: int) -> str:
        """Name of a player."""
        return self.players[player]

    def region(self, region: int) -> str:
        """Name of a region."""
        return self.game.place_text(self.place(region), self._language)

    def place(self, region: int) -> str:
        """Canonical name of a region, as numbers carry it."""
        return self.game.region_names[region]

    def card(self, card: int) -> str:
        """Name of a class card."""
        return self._names.card(self.game.cards[card].name)

    @property
    def palace(self) -> str:
        """Name of the palace, with its article in English."""
        word = self._names.word("palace")
        return f"the {word}" if self._language == ENGLISH else word

    def losses(self, name: str, losses: Iterable[tuple[int, Fraction]], region: int) -> Listing:
        """`Blue 1 and Green 1.68 cubes`, with the numbers."""
        numbers = [exact_mean(name, loss, player, self.place(region)) for player, loss in losses]
        parts = [f"{self.player(number.player or 0)} {number.text}" for number in numbers]
        one = len(numbers) == 1 and numbers[0].value == 1
        return Listing(f"{listed(parts, 'and')} {'cube' if one else 'cubes'}", tuple(numbers))


def sentence(text: str) -> str:
    """With a capital at its start: names may begin with a small letter."""
    return text[:1].upper() + text[1:]


def cubes(number: Number) -> str:
    """`1 cube`, `0.45 cubes`."""
    return f"{number.text} {'cube' if number.value == 1 else 'cubes'}"
