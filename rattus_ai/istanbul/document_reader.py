"""From the fields of a position document to the fields of the core.

A person may leave out everything that follows from the rest. Each check names the places that disagree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rattus_ai.errors import DocumentError, NotationError, Path, listed, shown
from rattus_ai.istanbul.document_board import BoardReader
from rattus_ai.istanbul.document_hands import HandReader
from rattus_ai.istanbul.document_turn import turn_fields
from rattus_ai.istanbul.document_types import GoodsFields, PositionFields, SeatFields
from rattus_ai.istanbul.words import (
    COLOURS,
    FOUNTAIN,
    GOODS,
    LETTERS,
    PLACE_NAMES,
    POLICE,
    WARES,
    goods_of,
)
from rattus_ai.notation import MAX_NAMES_LISTED
from rattus_ai.schemas.seats import SeatReader

if TYPE_CHECKING:
    from rattus_ai.istanbul.game import IstanbulGame

ASSISTANTS = 5
"""Assistants of a player, the fifth one comes with the blue mosque tile (rules section 1.2)."""

BLUE = COLOURS.index("blue")


class Reader(SeatReader):
    """Reads one document for one game.

    Attributes:
        seats: what the document says about each player.
        paths: where it says so.
    """

    def __init__(self, game: IstanbulGame, document: PositionFields, players: tuple[str, ...] | None) -> None:
        super().__init__(game.num_players, players)
        self.game = game
        self.document = document
        self.viewer = self.read_viewer(document.viewer)
        self.seats = [SeatFields() for _ in range(self.count)]
        self.paths: list[Path] = [("seats", player) for player in range(self.count)]
        for player, seat, path in self.by_player(document.seats, ("seats",), "seats"):
            self.seats[player] = seat
            self.paths[player] = path

    def fields(self) -> dict[str, Any]:
        """The fields of the core's `import_state`.

        Raises:
            DocumentError: a name is unknown or two facts disagree.
        """
        seats = self._seats()
        turn = turn_fields(self, seats)
        board = BoardReader(self).fields(turn)
        cards = HandReader(self).fields(turn, board["discards"], board["guild_discards"])
        return {**turn, **seats, **board, **cards}

    # --- names ---

    def index(self, kind: str, text: str, path: Path) -> int:
        """The number of a thing given by its whole name in any language."""
        vocabulary = self.game.notation.vocabulary
        try:
            return vocabulary.find(kind, text, prefix=False)
        except NotationError as error:
            names = [name for name in vocabulary.names[kind]["en"] if name]
            expected = listed(names) if len(names) <= MAX_NAMES_LISTED else f"a {kind}"
            raise DocumentError(path, str(error), found=shown(text), expected=expected) from None

    def place(self, value: int | str, path: Path) -> int:
        """The number of a place given by number or name."""
        if isinstance(value, str):
            return self.index("place", value, path)
        if 1 <= value <= self.game.num_places:
            return value
        expected = f"a place by name or by number from 1 to {self.game.num_places}"
        raise DocumentError(path, f"found {value}, expected {expected}", found=str(value), expected=expected)

    def expansion_only(self, value: object, path: Path) -> None:
        """A value that only games with the expansion have.

        Raises:
            DocumentError: it is given in a game without.
        """
        if value and not self.game.expansion:
            problem = f"found {shown(value)}, but the expansion is not in play"
            raise DocumentError(path, problem, others=[("rules", "expansion")])

    # --- what players have ---

    def _seats(self) -> dict[str, Any]:
        seats = list(zip(self.seats, self.paths, strict=True))
        for seat, path in seats:
            for key in ("coffee", "tavern", "guild_cards"):
                self.expansion_only(getattr(seat, key), (*path, key))
        fields: dict[str, Any] = {
            key: [getattr(seat, key) for seat in self.seats]
            for key in ("lira", "coffee", "rubies", "capacity")
        }
        fields["goods"] = [self._goods(seat, path) for seat, path in seats]
        tiles = [_mask(seat.tiles, COLOURS, (*path, "tiles")) for seat, path in seats]
        fields["tiles"] = tiles
        fields["tavern"] = [_mask(seat.tavern, WARES, (*path, "tavern")) for seat, path in seats]
        fields["merchant"] = [
            FOUNTAIN if seat.merchant is None else self.place(seat.merchant, (*path, "merchant"))
            for seat, path in seats
        ]
        fields["family"] = [
            POLICE if seat.family is None else self.place(seat.family, (*path, "family"))
            for seat, path in seats
        ]
        fields["assistants"] = [self._assistants(seat, path) for seat, path in seats]
        fields["spare"] = [int(not mask >> BLUE & 1) for mask in tiles]
        fields["stack"] = [
            self._stack(player, len(out), fields["spare"][player])
            for player, out in enumerate(fields["assistants"])
        ]
        return fields

    def _goods(self, seat: SeatFields, path: Path) -> list[int]:
        path = (*path, "goods")
        if isinstance(seat.goods, str):
            goods = goods_of(seat.goods) if seat.goods.strip() else (0,) * len(GOODS)
            if goods is None:
                expected = f"letters out of {LETTERS}"
                raise DocumentError(
                    path, f"found {shown(seat.goods)}, expected {expected}", expected=expected
                )
            counts = list(goods)
        else:
            fields = seat.goods or GoodsFields()
            counts = [getattr(fields, good) for good in GOODS]
        for good, count in zip(GOODS, counts, strict=True):
            if count > seat.capacity:
                problem = (
                    f"{count} {good} do not fit on a wheelbarrow that holds {seat.capacity} of each good"
                )
                raise DocumentError(path, problem, others=[(*path[:-1], "capacity")])
        return counts

    def _assistants(self, seat: SeatFields, path: Path) -> list[int]:
        places = []
        for index, value in enumerate(seat.assistants or ()):
            where: Path = (*path, "assistants", index)
            place = self.place(value, where)
            if place in places:
                raise DocumentError(where, f"{PLACE_NAMES[place - 1]} stands twice in this list")
            if place == FOUNTAIN:
                raise DocumentError(where, "nobody leaves an assistant at the Fountain")
            places.append(place)
        return sorted(places)

    def _stack(self, player: int, out: int, spare: int) -> int:
        stack = ASSISTANTS - spare - out
        if stack < 0:
            problem = (
                f"{self.called(player)} has {out} assistants on the board, but only {ASSISTANTS - spare}"
            )
            problem += " without the blue mosque tile" if spare else " in all"
            path = self.paths[player]
            raise DocumentError((*path, "assistants"), problem, others=[(*path, "tiles")])
        return stack


def _mask(words: Sequence[str] | None, names: Sequence[str], path: Path) -> int:
    """A set of things as bits."""
    mask = 0
    for index, word in enumerate(words or ()):
        bit = 1 << names.index(word)
        if mask & bit:
            raise DocumentError((*path, index), f"{word} stands twice in this list")
        mask |= bit
    return mask
