"""From the fields of a position document to the fields of the core.

A person may leave out everything that follows from the rest; what is stated twice must agree. Each check
names the places that disagree and the numbers found there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rattus_ai.errors import DocumentError, NotationError, Path, listed, shown
from rattus_ai.games import PUBLIC
from rattus_ai.notation import MAX_NAMES_LISTED
from rattus_ai.rattus.document_board import Board
from rattus_ai.rattus.document_goods import GoodsReader
from rattus_ai.rattus.document_markers import MarkerReader
from rattus_ai.rattus.document_rats import RatReader
from rattus_ai.rattus.document_region_cards import HandReader
from rattus_ai.rattus.document_stages import SETUP
from rattus_ai.rattus.document_turn import TurnReader
from rattus_ai.rattus.document_types import CUBES, PUBLIC_NAME, PositionFields
from rattus_ai.text.closest import closest, did_you_mean, fold

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

T = TypeVar("T")


class Reader:
    """Reads one document for one game."""

    def __init__(self, game: RattusGame, document: PositionFields, players: tuple[str, ...] | None) -> None:
        self.game = game
        self.document = document
        self.names = players
        self.count = game.num_players
        self.viewer = self._viewer()
        regions = len(game.region_names)
        self.board = Board(
            cubes=[[0] * self.count for _ in range(regions)],
            palace=[0] * self.count,
            supply=[CUBES] * self.count,
            owners=[-1] * len(game.card_names),
            unlooked=[[0, 0] for _ in range(regions)],
        )
        self.rats = RatReader(self)
        self.goods = GoodsReader(self)
        self.region_cards = HandReader(self)
        self.markers = MarkerReader(self)

    def fields(self) -> dict[str, Any]:
        """The fields of the core's `import_state`.

        Raises:
            DocumentError: a name is unknown or two facts disagree.
        """
        self._read_regions()
        self.rats.order_looks()
        self._read_owners()
        self.board.on_baker = self.markers.baker()
        self._read_cubes()
        self.rats.read_tokens()
        board = self.board
        turn = TurnReader(self)
        fields = turn.fields()
        stage, ending, active = fields["stage"], fields["ending"], fields["active"]
        return {
            "cubes": board.cubes,
            "palace": board.palace,
            "supply": board.supply,
            "owners": board.owners,
            "unlooked": board.unlooked,
            "tracked": [(rat.region, rat.ring, rat.kind, list(rat.seen), rat.pool) for rat in board.tracked],
            "rat_supply": board.rat_supply,
            "unseen": board.unseen,
            "recycled_pools": board.recycled,
            "recycled_rings": board.recycled_rings,
            **fields,
            **self.goods.fields(stage, ending),
            **self.region_cards.fields(stage, active),
            **self.markers.fields(stage),
        }

    # --- names ---

    def player(self, value: int | str, path: Path) -> int:
        """The number of a player given by number or name."""
        if isinstance(value, str):
            if self.names is not None:
                for index, name in enumerate(self.names):
                    if fold(name) == fold(value):
                        return index
            if value.isascii() and value.isdigit() and len(value) < 4:
                value = int(value)
        if isinstance(value, int) and 0 <= value < self.count:
            return value
        expected = f"a player from 0 to {self.count - 1}"
        hint = ""
        if self.names is not None:
            expected += f" or {listed(self.names)}"
            hint = did_you_mean(closest(value, self.names)) if isinstance(value, str) else ""
        raise DocumentError(
            path, f"found {shown(value)}, expected {expected}{hint}", found=shown(value), expected=expected
        )

    def called(self, player: int) -> str:
        """A player in a message."""
        return self.names[player] if self.names is not None else f"player {player}"

    def index(self, kind: str, text: str, path: Path) -> int:
        """The number of a region, card or token given by its whole name in any language."""
        try:
            return self.game.notation.vocabulary.find(kind, text, prefix=False)
        except NotationError as error:
            names = self.game.notation.vocabulary.names[kind]["en"]
            expected = listed(names) if len(names) <= MAX_NAMES_LISTED else f"a {kind}"
            raise DocumentError(path, str(error), found=shown(text), expected=expected) from None

    def region_name(self, region: int) -> str:
        """A region in a message."""
        return self.game.region_names[region]

    def _viewer(self) -> int | None:
        viewer = self.document.viewer
        if viewer is None:
            return None
        named_so = self.names is not None and any(fold(name) == PUBLIC_NAME for name in self.names)
        if isinstance(viewer, str) and fold(viewer) == PUBLIC_NAME and not named_so:
            return PUBLIC
        return self.player(viewer, ("viewer",))

    # --- cubes and cards ---

    def numbers(self, value: list[int] | dict[str, int] | None, path: Path) -> list[int] | None:
        """One number for each player from a list or an object."""
        if value is None:
            return None
        numbers = [0] * self.count
        for player, number, _ in self.by_player(value, path, "numbers"):
            numbers[player] = number
        return numbers

    def by_player(
        self, value: list[T] | dict[str, T] | None, path: Path, what: str = "entries"
    ) -> list[tuple[int, T, Path]]:
        """Players with what a list or an object has for them, each with its place."""
        if value is None:
            return []
        if isinstance(value, list):
            if len(value) != self.count:
                expected = f"{self.count} {what}, one for each player"
                problem = f"found {len(value)} {what}, expected {expected}"
                raise DocumentError(path, problem, found=shown(value), expected=expected)
            return [(player, each, (*path, player)) for player, each in enumerate(value)]
        keys: dict[int, str] = {}
        found = []
        for key, each in value.items():
            player = self.player(key, (*path, key))
            if player in keys:
                problem = f"{shown(key)} and {shown(keys[player])} are both {self.called(player)}"
                raise DocumentError((*path, key), problem, others=[(*path, keys[player])])
            keys[player] = key
            found.append((player, each, (*path, key)))
        return found

    def _read_regions(self) -> None:
        silent = set(range(len(self.board.cubes)))  # regions whose rats the document leaves out
        for key, fields in (self.document.regions or {}).items():
            path: Path = ("regions", key)
            region = self.index("region", key, path)
            if region in self.board.region_paths:
                other = self.board.region_paths[region]
                problem = f"{shown(key)} and {shown(other[-1])} are both {self.region_name(region)}"
                raise DocumentError(path, problem, others=[other])
            self.board.region_paths[region] = path
            cubes = self.numbers(fields.cubes, (*path, "cubes"))
            if cubes is not None:
                self.board.cubes[region] = cubes
            if fields.rats is not None:
                silent.discard(region)
                self.rats.read_region(region, fields, (*path, "rats"))
        if self.document.turn is not None and self.document.turn.stage in SETUP:
            for region in silent:
                self.rats.add_unlooked(region, 1, 0)

    def _read_cubes(self) -> None:
        document, board = self.document, self.board
        board.palace = self.numbers(document.palace, ("palace",)) or board.palace
        stated = self.numbers(document.supply, ("supply",))
        for player in range(self.count):
            lying = sum(cubes[player] for cubes in board.cubes)
            rest = CUBES - lying - board.palace[player]
            places: list[Path] = [("regions",)]
            where = f"{lying} lie in regions"
            if board.palace[player]:
                places.append(("palace",))
                where += f" and {board.palace[player]} in the palace"
            if any(board.on_baker):
                rest -= board.on_baker[player]
                places.append(("baker",))
                where += f" and {board.on_baker[player]} on the baker"
            if rest < 0:
                problem = f"{self.called(player)} has {CUBES - rest} cubes ({where}), but only {CUBES} exist"
                raise DocumentError(places[-1], problem, others=places[:-1])
            if stated is not None and stated[player] != rest:
                problem = (
                    f"{self.called(player)} has {stated[player]} cubes in the supply, but {where}, "
                    f"which leaves {rest} of {CUBES}"
                )
                raise DocumentError(("supply",), problem, others=places)
            board.supply[player] = rest

    def _read_owners(self) -> None:
        keys: dict[int, str] = {}
        for key, owner in (self.document.owners or {}).items():
            path: Path = ("owners", key)
            card = self.index("card", key, path)
            if card in keys:
                problem = f"{shown(key)} and {shown(keys[card])} are the same card"
                raise DocumentError(path, problem, others=[("owners", keys[card])])
            keys[card] = key
            if owner is not None:
                self.board.owners[card] = self.player(owner, path)
