"""From the fields of a position document to the fields of the core.

A person may leave out everything that follows from the rest; what is stated twice must agree. Each check
names the places that disagree and the numbers found there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rattus_ai.errors import DocumentError, NotationError, Path, listed, shown
from rattus_ai.notation import MAX_NAMES_LISTED
from rattus_ai.rattus.document_board import Board
from rattus_ai.rattus.document_goods import GoodsReader
from rattus_ai.rattus.document_markers import MarkerReader
from rattus_ai.rattus.document_rats import RatReader
from rattus_ai.rattus.document_region_cards import HandReader
from rattus_ai.rattus.document_stages import SETUP
from rattus_ai.rattus.document_turn import TurnReader
from rattus_ai.rattus.document_types import CUBES, PositionFields
from rattus_ai.schemas.seats import SeatReader

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame


class Reader(SeatReader):
    """Reads one document for one game."""

    def __init__(self, game: RattusGame, document: PositionFields, players: tuple[str, ...] | None) -> None:
        super().__init__(game.num_players, players)
        self.game = game
        self.document = document
        self._printed = game.notation.vocabulary.printed
        self.viewer = self.read_viewer(document.viewer)
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

    def index(self, kind: str, text: str, path: Path) -> int:
        """The number of a region, card or token given by its whole name in any language."""
        index = self._printed[kind].get(text)
        if index is not None:
            return index
        vocabulary = self.game.notation.vocabulary
        try:
            return vocabulary.find(kind, text, prefix=False)
        except NotationError as error:
            names = vocabulary.names[kind]["en"]
            expected = listed(names) if len(names) <= MAX_NAMES_LISTED else f"a {kind}"
            raise DocumentError(path, str(error), found=shown(text), expected=expected) from None

    def region_name(self, region: int) -> str:
        """A region in a message."""
        return self.game.region_names[region]

    # --- cubes and cards ---

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
            lying = sum([cubes[player] for cubes in board.cubes])
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
