"""Bonus and guild cards in a position document: hands, and the decks that follow from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from rattus_ai.errors import DocumentError, Path
from rattus_ai.istanbul.words import CARDS, GUILD_CARDS
from rattus_ai.schemas.seats import PUBLIC

if TYPE_CHECKING:
    from rattus_ai.istanbul.document_reader import Reader
    from rattus_ai.istanbul.game import IstanbulGame

Card = TypeVar("Card", str, int)


class HandReader:
    """Reads the cards of one document."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._copies = reader.game.copies
        self._taken = [0] * len(CARDS)
        self._where: list[Path] = [()] * len(CARDS)

    def fields(
        self, turn: Mapping[str, Any], discards: Sequence[int], guild_discards: Sequence[int]
    ) -> dict[str, Any]:
        """The fields of the core for hands and decks."""
        for index, kind in enumerate(discards):
            self._take(kind, ("board", "discards", index))
        known, secret, unknown = self._bonus()
        guild_hand, guild_unknown, guild_deck = self._guild(turn, guild_discards)
        deck = [copies - taken for copies, taken in zip(self._copies, self._taken, strict=True)]
        self._check_enough(sum(deck), sum(unknown), "cards", "bonus cards")
        self._check_enough(len(guild_deck), sum(guild_unknown), "guild_cards", "guild cards")
        return {
            "known": known,
            "secret": secret,
            "unknown": unknown,
            "guild_hand": guild_hand,
            "guild_unknown": guild_unknown,
            "deck": deck,
            "guild_deck": guild_deck,
        }

    def _take(self, kind: int, path: Path) -> None:
        self._taken[kind] += 1
        if self._taken[kind] > self._copies[kind]:
            problem = f"there are {self._copies[kind]} cards {CARDS[kind]} in the game, and more are named"
            others = [self._where[kind]] if self._where[kind] else []
            raise DocumentError(path, problem, others=others)
        self._where[kind] = path

    def _check_enough(self, left: int, unknown: int, key: str, what: str) -> None:
        if unknown > left:
            problem = f"{unknown} {what} in hands are not known, but only {left} are left"
            raise DocumentError(("seats",), problem, others=[(*path, key) for path in self._reader.paths])

    def _bonus(self) -> tuple[list[list[int]], list[list[int]], list[int]]:
        reader = self._reader
        known = [[0] * len(CARDS) for _ in range(reader.count)]
        secret = [[0] * len(CARDS) for _ in range(reader.count)]
        unknown = []
        for player, (seat, path) in enumerate(zip(reader.seats, reader.paths, strict=True)):
            for index, text in enumerate(seat.open_cards or ()):
                where: Path = (*path, "open_cards", index)
                kind = reader.index("card", text, where)
                self._take(kind, where)
                known[player][kind] += 1
            named, hidden = _split(seat.cards, (*path, "cards"))
            self._check_viewer(player, named, hidden, (*path, "cards"))
            unknown.append(hidden)
            for text, where in named:
                kind = reader.index("card", text, where)
                self._take(kind, where)
                secret[player][kind] += 1
        return known, secret, unknown

    def _guild(
        self, turn: Mapping[str, Any], discards: Sequence[int]
    ) -> tuple[list[list[int]], list[int], list[int]]:
        reader = self._reader
        places: dict[int, Path] = {number: ("board", "guild_discards") for number in discards}
        if turn["guild"] and turn["compulsory"]:
            self._place_guild(places, turn["guild"], ("turn", "guild"))
        hands, unknown = [], []
        for player, (seat, path) in enumerate(zip(reader.seats, reader.paths, strict=True)):
            named, hidden = _split(seat.guild_cards, (*path, "guild_cards"))
            self._check_viewer(player, named, hidden, (*path, "guild_cards"))
            unknown.append(hidden)
            for number, where in named:
                self._place_guild(places, number, where)
            hands.append(sorted(number for number, _ in named))
        numbers = range(1, GUILD_CARDS + 1) if reader.game.expansion else ()
        return hands, unknown, [number for number in numbers if number not in places]

    def _place_guild(self, places: dict[int, Path], number: int, path: Path) -> None:
        if number in places:
            raise DocumentError(path, f"guild card {number} is named twice", others=[places[number]])
        places[number] = path

    def _check_viewer(
        self, player: int, named: Sequence[tuple[object, Path]], hidden: int, path: Path
    ) -> None:
        """The cards of a hand are named exactly where the viewer of the document knows them."""
        viewer, who = self._reader.viewer, self._reader.called(player)
        if hidden and viewer is None:
            problem = (
                f"{hidden} cards of {who} are not given, and a document without `viewer` holds everything"
            )
            raise DocumentError(path, problem, expected="the cards", others=[("viewer",)])
        if hidden and viewer == player:
            problem = f"{hidden} cards of {who}, the viewer of the document, are not given"
            raise DocumentError(path, problem, expected="the cards", others=[("viewer",)])
        if named and viewer not in (None, player):
            knower = "the public" if viewer in (None, PUBLIC) else self._reader.called(viewer)
            problem = f"a card of {who} is given, but {knower}, the viewer of the document, does not know it"
            raise DocumentError(named[0][1], problem, expected="a number", others=[("viewer",)])


def _split(hand: int | list[Card | None] | None, path: Path) -> tuple[list[tuple[Card, Path]], int]:
    """The cards that are named, each with its place, and the number of the others."""
    if hand is None or isinstance(hand, int):
        return [], hand or 0
    named = [(card, (*path, index)) for index, card in enumerate(hand) if card is not None]
    return named, len(hand) - len(named)


def written(game: IstanbulGame, state: Mapping[str, Any], player: int, viewer: int | None) -> dict[str, Any]:
    """The cards of a player as the viewer of a document knows them."""
    knows = viewer in (None, player)
    fields = {
        "cards": _hand(
            [CARDS[kind] for kind in _kinds(state["secret"][player])], state["unknown"][player], knows
        )
    }
    if any(state["known"][player]):
        fields["open_cards"] = [CARDS[kind] for kind in _kinds(state["known"][player])]
    if game.expansion:
        numbers = list(state["guild_hand"][player])
        fields["guild_cards"] = _hand(numbers, state["guild_unknown"][player], knows)
    return fields


def _kinds(counts: Sequence[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _hand(cards: Sequence[Any], unknown: int, knows: bool) -> Any:
    """A list where the viewer knows the hand, else the number of cards."""
    return [*cards, *[None] * unknown] if knows else len(cards) + unknown
