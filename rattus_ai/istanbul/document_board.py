"""The board in a position document: figures, rubies, markets, discards, barrier, baksheesh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rattus_ai.errors import DocumentError, Path, listed, shown
from rattus_ai.istanbul.document_types import BarrierFields, BoardFields, RubyFields
from rattus_ai.istanbul.words import COLOURS, FIGURES, PLACE_NAMES, WARES

if TYPE_CHECKING:
    from rattus_ai.istanbul.document_reader import Reader
    from rattus_ai.istanbul.game import IstanbulGame

NEUTRALS = (14, 15, 16)
"""Where the neutral merchants of a game for two begin (rules section 1.2)."""

SIDES = ("front", "back")
MARKETS = ("large", "small")
SELLING_STAGES = tuple(f"demand_{market}" for market in MARKETS)

RUBY_PLACES: Mapping[str, tuple[str, int | None]] = {
    "wainwright": ("wainwright_rubies", None),
    "small_mosque": ("mosque_rubies", 0),
    "great_mosque": ("mosque_rubies", 1),
    "gemstone_dealer": ("dealer_rubies", None),
    "sultans_palace": ("palace_rubies", None),
    "coffee_house": ("house_rubies", None),
}
"""Member of `rubies` in a document -> field of the core, and its index there."""


def rubies_of(state: Mapping[str, Any], place: str) -> int:
    """Rubies that lie at a place, by its member of `rubies`."""
    field, index = RUBY_PLACES[place]
    return int(state[field] if index is None else state[field][index])


class BoardReader:
    """Reads `board` of one document."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._game: IstanbulGame = reader.game
        self._board = reader.document.board or BoardFields()

    def fields(self, turn: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the core, all but the hands and decks."""
        board, reader = self._board, self._reader
        for key in ("trader", "guild_discards", "barrier"):
            reader.expansion_only(getattr(board, key), ("board", key))
        if board.baksheesh != SIDES[0]:
            reader.expansion_only(board.baksheesh, ("board", "baksheesh"))
        fields: dict[str, Any] = {
            figure: 0 if value is None else reader.place(value, ("board", figure))
            for figure in FIGURES
            for value in [getattr(board, figure)]
        }
        for figure in FIGURES:
            place = fields[figure]
            if place and not 2 <= place <= 12:
                problem = f"{figure} stands where two dice lead: places 2 to 12, not {place}"
                raise DocumentError(("board", figure), problem)
        fields["neutral"] = self._neutral()
        fields |= self._rubies()
        fields["post"] = board.post
        for market in MARKETS:
            fields[f"demand_{market}"] = self._demand(market)
        path: Path = ("board", "discards")
        fields["discards"] = [
            reader.index("card", card, (*path, index)) for index, card in enumerate(board.discards or ())
        ]
        fields["guild_discards"] = self._guild_discards()
        fields |= self._barrier(board.barrier)
        fields["baksheesh_side"] = SIDES.index(board.baksheesh)
        fields["mosque"] = [self._owned("tiles", colour) for colour in COLOURS]
        fields["tavern_sold"] = [self._owned("tavern", ware) for ware in WARES]
        return fields

    def _owned(self, key: str, word: str) -> int:
        """How many players have a tile."""
        return sum(word in (getattr(seat, key) or ()) for seat in self._reader.seats)

    def _neutral(self) -> list[int]:
        path: Path = ("board", "neutral")
        values = self._board.neutral
        used = self._reader.count == 2
        if values is not None and not used:
            raise DocumentError(path, "neutral merchants are used with 2 players only")
        if not used:
            return []
        if values is None:
            return list(NEUTRALS)
        if len(values) != len(NEUTRALS):
            expected = f"{len(NEUTRALS)} places"
            raise DocumentError(path, f"found {len(values)}, expected {expected}", expected=expected)
        return [self._reader.place(value, (*path, index)) for index, value in enumerate(values)]

    def _rubies(self) -> dict[str, Any]:
        start = self._game.beginning
        stated = self._board.rubies or RubyFields()
        fields: dict[str, Any] = {
            field: list(start[field]) if index is not None else start[field]
            for field, index in RUBY_PLACES.values()
        }
        left = 0
        for place, (field, index) in RUBY_PLACES.items():
            most = rubies_of(start, place)
            count = getattr(stated, place)
            if count is not None and count > most:
                problem = f"found {count} rubies, expected at most {most} with {self._reader.count} players"
                raise DocumentError(("board", "rubies", place), problem, found=str(count))
            count = most if count is None else count
            left += count
            if index is None:
                fields[field] = count
            else:
                fields[field][index] = count
        owned = sum(seat.rubies for seat in self._reader.seats)
        total = sum(rubies_of(start, place) for place in RUBY_PLACES)
        if left + owned != total:
            problem = f"{left} rubies lie on the board and players have {owned}, but there are {total}"
            raise DocumentError(("board", "rubies"), problem, others=[("seats",)])
        return fields

    def _demand(self, market: str) -> dict[str, list[int]]:
        path: Path = ("board", f"{market}_demand")
        kind = f"{market}_demand"
        order: list[int] = []
        for index, text in enumerate(getattr(self._board, f"{market}_demand") or ()):
            tile = self._reader.index(kind, text, (*path, index))
            if tile in order:
                raise DocumentError((*path, index), f"{shown(text)} stands twice in this list")
            order.append(tile)
        tiles = len(self._game.demand[market])
        return {"order": order, "unseen": [tile for tile in range(tiles) if tile not in order]}

    def _guild_discards(self) -> list[int]:
        numbers = self._board.guild_discards or []
        twice = sorted({number for number in numbers if numbers.count(number) > 1})
        if twice:
            problem = f"{listed(map(str, twice), 'and')} stands twice in this list"
            raise DocumentError(("board", "guild_discards"), problem)
        return sorted(numbers)

    def _barrier(self, barrier: BarrierFields | None) -> dict[str, int]:
        if barrier is None:
            return {"barrier": -1, "barrier_owner": -1}
        path: Path = ("board", "barrier")
        ends = [
            self._reader.place(value, (*path, "between", index))
            for index, value in enumerate(barrier.between)
        ]
        edge = edge_between(self._game.edge_places, ends)
        if edge < 0:
            first, second = (PLACE_NAMES[end - 1] for end in ends)
            raise DocumentError((*path, "between"), f"{first} and {second} are no neighbours in this layout")
        return {"barrier": edge, "barrier_owner": self._reader.player(barrier.owner, (*path, "owner"))}


def edge_between(edges: Sequence[tuple[int, int]], ends: Sequence[int]) -> int:
    """The number of the edge between two places; -1 if there is none."""
    return next((number for number, edge in enumerate(edges) if set(edge) == set(ends)), -1)


def written(game: IstanbulGame, state: Mapping[str, Any]) -> dict[str, Any]:
    """The `board` of a document."""
    vocabulary = game.notation.vocabulary
    fields: dict[str, Any] = {figure: PLACE_NAMES[state[figure] - 1] for figure in FIGURES if state[figure]}
    if state["neutral"]:
        fields["neutral"] = [PLACE_NAMES[place - 1] for place in state["neutral"]]
    places = [place for place in RUBY_PLACES if rubies_of(game.beginning, place)]
    fields["rubies"] = {place: rubies_of(state, place) for place in places}
    fields["post"] = state["post"]
    for market in MARKETS:
        kind = f"{market}_demand"
        fields[kind] = [vocabulary.name(kind, tile) for tile in state[f"demand_{market}"]["order"]]
    fields["discards"] = [vocabulary.name("card", card) for card in state["discards"]]
    if game.expansion:
        fields["guild_discards"] = list(state["guild_discards"])
        if state["barrier"] >= 0:
            ends = game.edge_places[state["barrier"]]
            between = [PLACE_NAMES[end - 1] for end in ends]
            fields["barrier"] = {"between": between, "owner": state["barrier_owner"]}
        fields["baksheesh"] = SIDES[state["baksheesh_side"]]
    return fields
