"""What cards put on the board besides cubes and rats: caravan, walls, nuns, diplomats, potions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rattus_ai.errors import DocumentError, Path, shown
from rattus_ai.rattus.document_stages import SETUP
from rattus_ai.rattus.document_types import MAX_NUNS

if TYPE_CHECKING:
    from rattus_ai.rattus.document_reader import Reader
    from rattus_ai.rattus.game import RattusGame

POTIONS = 10
"""Potions in the box (rules, section 10)."""

CARD_OF: Mapping[str, str] = {
    "caravan": "caravan_leader",
    "walls": "emperor",
    "nuns": "nun",
    "baker": "baker",
    "diplomats_left": "sultan",
    "potions_left": "wizard",
}
"""The card that brings each field of a document into the game."""

_IN_REGIONS = {"diplomats": "sultan", "potions": "wizard"}

_CARDS = frozenset(CARD_OF.values())

_NONE: Mapping[str, Any] = {
    "caravan": -1,
    "diplomats": (),
    "diplomats_left": 0,
    "walls": (),
    "baker": (),
    "nuns": (),
    "potions": (),
    "potions_left": 0,
}
"""What the core holds where none of these cards is in play."""


class MarkerReader:
    """Reads the markers of one document."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._game = reader.game
        self._document = reader.document

    def _plays(self, card: str) -> bool:
        return card in self._game.card_names

    def check_cards(self) -> None:
        """Every marker needs its card in play.

        Raises:
            DocumentError: it is not.
        """
        for name, card in CARD_OF.items():
            if getattr(self._document, name) is not None and not self._plays(card):
                self._refuse((name,), card)
        for key, region in (self._document.regions or {}).items():
            for name, card in _IN_REGIONS.items():
                if getattr(region, name) is not None and not self._plays(card):
                    self._refuse(("regions", key, name), card)

    def _refuse(self, path: Path, card: str) -> None:
        raise DocumentError(path, f"is given, but the {card} is not in play", others=[("rules", "cards")])

    def baker(self) -> list[int]:
        """Cubes on the Baker's card; nothing where it is not in play.

        Raises:
            DocumentError: there are some although nobody holds the card.
        """
        self.check_cards()
        if "baker" not in self._game.card_names:
            return []
        numbers = self._reader.numbers(self._document.baker, ("baker",))
        if numbers is not None and any(numbers):
            self._check_held("baker", ("baker",), "cubes lie on the baker")
        return numbers or [0] * self._reader.count

    def _check_held(self, card: str, path: Path, what: str) -> None:
        """What a card brings is there only once somebody has taken it, and then somebody always holds it."""
        if self._reader.board.owners[self._game.card_names.index(card)] < 0:
            held = "it" if card == path[0] else f"the {card}"
            raise DocumentError(path, f"{what}, but nobody holds {held}", others=[("owners",)])

    def fields(self, stage: str) -> dict[str, Any]:
        """The fields of the core's `import_state` about markers.

        Raises:
            DocumentError: something contradicts the board.
        """
        if _CARDS.isdisjoint(self._game.card_names):  # and so none is given, see `check_cards`
            return dict(_NONE)
        diplomats = self._placed("diplomats", "sultan")
        potions = self._placed("potions", "wizard")
        walls = self._walls()
        nuns = self._nuns(stage)
        if walls:
            self._check_held("emperor", ("walls", 0), "a wall stands on the board")
        if self._document.nuns:
            self._check_held("nun", ("nuns", 0), "nuns are on the board")
        return {
            "caravan": self._caravan(stage),
            "diplomats": diplomats,
            "diplomats_left": self._left("diplomats", self._game.diplomats, diplomats),
            "walls": walls,
            "baker": self._reader.board.on_baker,
            "nuns": nuns,
            "potions": potions,
            "potions_left": self._left("potions", POTIONS, potions),
        }

    def _caravan(self, stage: str) -> int:
        text = self._document.caravan
        placed = stage not in SETUP
        path: Path = ("caravan",)
        if text is None:
            if placed and self._plays("caravan_leader"):
                problem = "is missing; expected the region of the caravan"
                raise DocumentError(path, problem, expected="a region", others=[("rules", "cards")])
            return -1
        if not placed:
            problem = f"the caravan has a region, but at {stage} nobody has placed it"
            raise DocumentError(path, problem, found=shown(text), others=[("turn", "stage")])
        return self._reader.index("region", text, path)

    def border(self, texts: Sequence[str], path: Path) -> list[int]:
        """Two neighbouring regions, the smaller number first.

        Raises:
            DocumentError: they are none.
        """
        first, second = (self._reader.index("region", text, (*path, i)) for i, text in enumerate(texts))
        regions = list(self._game.graph)
        if not self._game.graph.has_edge(regions[first], regions[second]):
            names = f"{self._reader.region_name(first)} and {self._reader.region_name(second)}"
            raise DocumentError(path, f"{names} are no neighbours", found=shown(texts), expected="neighbours")
        return sorted((first, second))

    def _walls(self) -> list[list[int]]:
        walls: list[list[int]] = []
        for index, texts in enumerate(self._document.walls or ()):
            wall = self.border(texts, ("walls", index))
            if wall in walls:
                others: list[Path] = [("walls", walls.index(wall))]
                raise DocumentError(("walls", index), "two walls stand on the same border", others=others)
            walls.append(wall)
        return sorted(walls)

    def _nuns(self, stage: str) -> list[int]:
        if not self._plays("nun"):
            return []
        texts = self._document.nuns or []
        regions = [self._reader.index("region", text, ("nuns", i)) for i, text in enumerate(texts)]
        allowed = {"nun_second": (1,), "nun_third": (2,)}.get(stage, (0, MAX_NUNS))
        if len(regions) not in allowed:
            expected = " or ".join(map(str, allowed))
            problem = f"found {len(regions)} nuns on the board, expected {expected} at the stage {stage}"
            raise DocumentError(("nuns",), problem, expected=expected, others=[("turn", "stage")])
        return sorted(regions) + [-1] * (MAX_NUNS - len(regions))

    def _placed(self, name: str, card: str) -> list[list[int]]:
        """Diplomats or potions of each region and player; each belongs to a cube of its own."""
        if not self._plays(card):
            return []
        placed = [[0] * self._reader.count for _ in self._game.region_names]
        for region, path in self._reader.board.region_paths.items():
            value = getattr((self._document.regions or {})[str(path[-1])], name)
            numbers = self._reader.numbers(value, (*path, name))
            if numbers is None:
                continue
            placed[region] = numbers
            if any(numbers):
                self._check_held(card, (*path, name), f"{name} are on the board")
            for player, number in enumerate(numbers):
                cubes = self._reader.board.cubes[region][player]
                if number > cubes:
                    who, where = self._reader.called(player), self._reader.region_name(region)
                    problem = f"{who} has {number} {name} in {where}, but only {cubes} cubes there"
                    raise DocumentError((*path, name), problem, others=[(*path, "cubes")])
        return placed

    def _left(self, name: str, total: int, placed: Sequence[Sequence[int]]) -> int:
        if not placed:
            return 0
        lying = sum(map(sum, placed))
        stated = getattr(self._document, f"{name}_left")
        rest = total - lying
        if rest < (stated or 0):
            left = "" if stated is None else f" and {stated} are left"
            problem = f"{lying} {name} lie on the board{left}, but only {total} exist"
            raise DocumentError((f"{name}_left",), problem, others=[("regions",)])
        return rest if stated is None else int(stated)


def written(game: RattusGame, state: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a document beside `regions` that hold the markers of a state."""
    names = game.region_names
    fields: dict[str, Any] = {}
    if state["caravan"] >= 0:
        fields["caravan"] = names[state["caravan"]]
    if "emperor" in game.card_names:
        fields["walls"] = [[names[region] for region in wall] for wall in state["walls"]]
    if "nun" in game.card_names:
        fields["nuns"] = [names[region] for region in state["nuns"] if region >= 0]
    if "baker" in game.card_names:
        fields["baker"] = list(state["baker"])
    if "sultan" in game.card_names:
        fields["diplomats_left"] = state["diplomats_left"]
    if "wizard" in game.card_names:
        fields["potions_left"] = state["potions_left"]
    return fields


def written_in_region(game: RattusGame, state: Mapping[str, Any], region: int) -> dict[str, Any]:
    """The fields of a region that hold its markers."""
    return {name: list(state[name][region]) for name, card in _IN_REGIONS.items() if card in game.card_names}
