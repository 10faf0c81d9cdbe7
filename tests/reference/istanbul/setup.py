"""What a game is played with; it never changes during the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from . import components as box


@dataclass(frozen=True)
class Setup:
    """One game's rules data. Lists of goods are red, green, yellow, blue; `bonus` counts cards by kind.

    `guild`: for each guild card what it gives besides the action of its place: Lira, coffee, and the number
    that eases it (section 5). `prizes`: for each number of a die an item (goods 0 to 3, coffee 4, Lira 5) and
    how many of it.
    """

    players: int
    expansion: bool
    layout: tuple[int, ...]
    bonus: tuple[int, ...]
    ruby_target: int
    max_rounds: int = 250
    start_lira: tuple[int, ...] = box.START_LIRA
    large: tuple[tuple[int, ...], ...] = box.LARGE_DEMAND
    small: tuple[tuple[int, ...], ...] = box.SMALL_DEMAND
    large_pay: tuple[int, ...] = box.LARGE_PAY
    small_pay: tuple[int, ...] = box.SMALL_PAY
    baksheesh_goods: tuple[tuple[int, ...], ...] = box.BAKSHEESH_GOODS
    prizes: tuple[tuple[int, int], ...] = box.PRIZES
    guild: tuple[tuple[int, int, int], ...] = tuple(
        box.GUILD_EXTRAS.get(number, (0, 0, 0)) for number in range(1, box.GUILD_CARDS + 1)
    )

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 5:
            raise ValueError(f"players: {self.players}, expected 2 to 5")
        if sorted(self.layout) != list(range(1, 21 if self.expansion else 17)):
            raise ValueError(f"layout: {self.layout}, expected each place once")
        if len(self.bonus) != len(box.BONUS):
            raise ValueError(f"bonus: {len(self.bonus)} kinds, expected {len(box.BONUS)}")

    @cached_property
    def columns(self) -> int:
        return 5 if self.expansion else 4

    @cached_property
    def index(self) -> dict[int, int]:
        """Where each place lies in the grid."""
        return {place: index for index, place in enumerate(self.layout)}

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each index the indexes that touch it."""
        found = []
        for index in range(len(self.layout)):
            row, column = divmod(index, self.columns)
            touching = []
            if row > 0:
                touching.append(index - self.columns)
            if column > 0:
                touching.append(index - 1)
            if column + 1 < self.columns:
                touching.append(index + 1)
            if index + self.columns < len(self.layout):
                touching.append(index + self.columns)
            found.append(tuple(touching))
        return tuple(found)

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Pairs of touching indexes, ascending."""
        return tuple(
            (low, high) for low, touching in enumerate(self.beside) for high in touching if low < high
        )

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The places in the four corners."""
        last = len(self.layout) - 1
        return tuple(self.layout[index] for index in (0, self.columns - 1, last - self.columns + 1, last))

    @cached_property
    def mosque_stack(self) -> tuple[int, ...]:
        """Goods needed for the tiles of a colour, in the order in which they are taken."""
        return box.MOSQUE_STACKS[self.players]


def game_setup(
    players: int,
    *,
    expansion: bool = False,
    layout: Sequence[int] | None = None,
    prize_cards: bool = False,
    **fields: object,
) -> Setup:
    """The game as it comes out of the box; `fields` are further fields of `Setup`."""
    if layout is None:
        layout = box.FIRST_GAME if expansion else box.SHORT_PATHS
    copies = list(box.BASE_COPIES) + [box.NEW_COPIES if expansion else 0] * box.NEW_CARDS
    if not prize_cards:
        copies[box.CARD["prize"]] = 0
    values: dict[str, object] = {
        "bonus": tuple(copies),
        "ruby_target": 6 if expansion or players == 2 else 5,
        **fields,
    }
    return Setup(players=players, expansion=expansion, layout=tuple(layout), **values)  # type: ignore[arg-type]


def random_layout(generator: Random, expansion: bool) -> tuple[int, ...]:
    """Any layout that the rules allow (1.3, 2.3), by trying."""
    columns, places = (5, 20) if expansion else (4, 16)
    while True:
        layout = generator.sample(range(1, places + 1), places)
        where = {place: divmod(index, columns) for index, place in enumerate(layout)}
        row, column = where[box.FOUNTAIN]
        (row8, column8), (row9, column9) = where[box.BLACK_MARKET], where[box.TEA_HOUSE]
        inside = 0 < row < 3 and 0 < column < columns - 1
        apart = abs(row8 - row9) + abs(column8 - column9) >= 3
        same_line = row8 == row9 or column8 == column9
        if inside and apart and not (expansion and same_line):
            return tuple(layout)
