"""Short words for tests of Istanbul's rules that run on the reference and on the engine alike."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from reference.istanbul import BONUS, CARD, game_setup
from reference.istanbul import components as box

# A position of either side, and what lays one out.
Table = Any
Lay = Callable[..., Any]

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


def play(position: Table, *texts: str) -> Table:
    """Applies one text after the other; each must be legal."""
    for text in texts:
        assert text in position.legal_actions(), f"{text!r} is not among {sorted(position.legal_actions())}"
        position.apply(text)
    return position


def after(position: Table, *texts: str) -> Table:
    """The same from a copy."""
    return play(position.clone(), *texts)


def legal(position: Table, verb: str) -> set[str]:
    """The legal texts that begin with a verb, without it."""
    return {text.partition(" ")[2] for text in position.legal_actions() if text.split()[0] == verb}


def verbs(position: Table) -> set[str]:
    return {text.split()[0] for text in position.legal_actions()}


def stage(position: Table) -> str:
    return str(position.export()["stage"])


def field(position: Table, name: str, player: int | None = None) -> Any:
    value = position.export()[name]
    return value if player is None else value[player]


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


def probabilities(position: Table) -> dict[str, Fraction]:
    weights = dict(position.weights())
    total = sum(weights.values())
    return {text: Fraction(weight, total) for text, weight in weights.items()}


def acting_at(place: int, **fields: Any) -> dict[str, Any]:
    """Fields of a position in which player 0 is about to do the action of a place."""
    return {"stage": "action", "acting": place, "merchant": {0: place}, **fields}


def after_at(place: int, **fields: Any) -> dict[str, Any]:
    """Fields of a position in which player 0 has left out the action of a place."""
    return {"stage": "after", "merchant": {0: place}, **fields}
