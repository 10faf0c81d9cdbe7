"""Short words for tests of the rules of Istanbul, beside `table_words`."""

from __future__ import annotations

from typing import Any

from reference.istanbul import BONUS, CARD, game_setup
from reference.istanbul import components as box
from table_words import Table, field

TWO, THREE, FOUR, FIVE = (game_setup(players) for players in (2, 3, 4, 5))
# With the expansion; the prize cards are in the deck.
MOCHA, MOCHA3, MOCHA5 = (game_setup(players, expansion=True, prize_cards=True) for players in (2, 3, 5))

# Every bonus card of the base game by name, the two `market` last.
EVERY_CARD = (
    "good good good good lira lira lira lira far far far far stay stay recall recall family family "
    "palace palace post post dealer dealer market market"
)

# Masks of mosque tiles and tavern tiles.
RED, GREEN, YELLOW, BLUE = (1 << colour for colour in box.GOODS)
MOVEMENT, ENCOUNTER = 1, 2


def changes(before: Table, now: Table, *names: str) -> dict[str, Any]:
    """By how much numbers of player 0 have changed; goods as a list."""
    found: dict[str, Any] = {}
    for name in names:
        old, new = field(before, name, 0), field(now, name, 0)
        if isinstance(old, list):
            found[name] = [two - one for one, two in zip(old, new, strict=True)]
        else:
            found[name] = new - old
    return found


def hand(position: Table, player: int = 0) -> list[str]:
    """The names of the bonus cards of a player, in the order of the kinds."""
    rows = (field(position, name, player) for name in ("known", "secret"))
    return [
        name for name, counts in zip(BONUS, zip(*rows, strict=True), strict=True) for _ in range(sum(counts))
    ]


def known(position: Table, player: int = 0) -> list[str]:
    counts = field(position, "known", player)
    return [name for name, number in zip(BONUS, counts, strict=True) for _ in range(number)]


def discards(position: Table) -> list[str]:
    return [BONUS[kind] for kind in field(position, "discards")]


def kind(name: str) -> int:
    return CARD[name]


def acting_at(place: int, **fields: Any) -> dict[str, Any]:
    """Fields of a position in which player 0 is about to do the action of a place."""
    return {"stage": "action", "acting": place, "merchant": {0: place}, **fields}


def after_at(place: int, **fields: Any) -> dict[str, Any]:
    """Fields of a position in which player 0 has left out the action of a place."""
    return {"stage": "after", "merchant": {0: place}, **fields}
