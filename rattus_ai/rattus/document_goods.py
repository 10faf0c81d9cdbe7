"""Coins and goods of a position document (Mercatus), from JSON and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rattus_ai._core import rattus as core
from rattus_ai.errors import DocumentError, Path, listed, shown
from rattus_ai.rattus.document_expansion_types import MercatusFields
from rattus_ai.rattus.document_names import GOODS

if TYPE_CHECKING:
    from rattus_ai.rattus.document_reader import Reader
    from rattus_ai.rattus.game import RattusGame

OF_A_KIND = 4
"""Goods tokens of each kind in the supply at the start."""

START_COINS = 4

GOODS_CARDS = ("hanseatic_trader", "shaman", "landowner")
"""The cards that a goods token can lie on."""

_NOT_YET = ("setup_plague", "setup_removed")
"""Stages before any region has its goods."""

_DEALING = "setup_goods"
"""The stage at which the regions get theirs, one after the other."""

_KIND = "goods"


class GoodsReader:
    """Reads coins and goods of one document."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._game = reader.game
        self._document = reader.document.mercatus or MercatusFields()

    def fields(self, stage: str, ending: bool) -> dict[str, Any]:
        """The fields of the core's `import_state` about coins and goods.

        Raises:
            DocumentError: they are given although the game has none, or they contradict each other.
        """
        if not self._game.uses_goods:
            self._check_absent()
            return {
                "coins": [],
                "goods": [],
                "goods_supply": [],
                "available": [],
                "region_goods": [],
                "card_goods": [],
                "goods_removed": [],
            }
        count = self._reader.count
        coins = self._reader.numbers(self._document.coins, ("mercatus", "coins")) or [START_COINS] * count
        goods = self._goods()
        on_cards = self._on_cards()
        supply = self._supply(goods, on_cards)
        regions = self._regions(stage)
        return {
            "coins": coins,
            "goods": goods,
            "goods_supply": supply,
            "available": self._available(supply, stage, ending),
            "region_goods": regions,
            "card_goods": on_cards,
            "goods_removed": self._removed(regions, stage),
        }

    def next_region(self, stated: str | None) -> int:
        """The region that is dealt goods next at set-up.

        Args:
            stated: what the document says; else it is the one after the last region with goods.

        Raises:
            DocumentError: a region that comes later has goods already, or all have had their turn.
        """
        paths = self._reader.board.region_paths
        given = [
            region
            for region, path in paths.items()
            if (self._reader.document.regions or {})[str(path[-1])].goods is not None
        ]
        after = max(given, default=-1) + 1
        place: Path = ("turn", "region")
        if stated is None:
            if after >= len(self._game.region_names):
                raise DocumentError(("turn", "stage"), "all regions have goods", others=[("regions",)])
            return after
        region = self._reader.index("region", stated, place)
        if region < after:
            where = self._reader.region_name(after - 1)
            problem = f"found {shown(stated)}, but {where}, which comes after it, has goods already"
            raise DocumentError(place, problem, others=[(*paths[after - 1], "goods")])
        return region

    def _check_absent(self) -> None:
        places: list[Path] = [("mercatus",)] if self._reader.document.mercatus is not None else []
        for key, region in (self._reader.document.regions or {}).items():
            if region.goods is not None:
                places.append(("regions", key, "goods"))
        if places:
            problem = "is given, but the game is played without coins and goods"
            raise DocumentError(places[0], problem, others=[("rules",), *places[1:]])

    def _kind(self, text: str, path: Path) -> int:
        kind = self._reader.index(_KIND, text, path)
        if kind >= len(GOODS):
            expected = listed(GOODS)
            problem = f"found {shown(text)}, expected {expected}"
            raise DocumentError(path, problem, found=shown(text), expected=expected)
        return kind

    def _kinds(self, texts: Sequence[str], path: Path) -> list[int]:
        return [self._kind(text, (*path, index)) for index, text in enumerate(texts)]

    def _goods(self) -> list[list[int]]:
        goods = [[0] * len(GOODS) for _ in range(self._reader.count)]
        path: Path = ("mercatus", "goods")
        for player, texts, place in self._reader.by_player(self._document.goods, path):
            for kind in self._kinds(texts, place):
                goods[player][kind] += 1
        return goods

    def _on_cards(self) -> list[int]:
        on_cards = [-1] * len(self._game.card_names)
        keys: dict[int, str] = {}
        for key, text in (self._document.cards or {}).items():
            path: Path = ("mercatus", "cards", key)
            card = self._reader.index("card", key, path)
            name = self._game.card_names[card]
            if name not in GOODS_CARDS:
                raise DocumentError(path, f"no goods token can lie on the {name}", others=[("rules",)])
            if card in keys:
                problem = f"{shown(key)} and {shown(keys[card])} are the same card"
                raise DocumentError(path, problem, others=[("mercatus", "cards", keys[card])])
            keys[card] = key
            if text is None:
                continue
            if self._reader.board.owners[card] < 0:
                problem = f"a goods token lies on the {name}, but nobody holds it"
                raise DocumentError(path, problem, others=[("owners",)])
            on_cards[card] = self._kind(text, path)
        return on_cards

    def _supply(self, goods: Sequence[Sequence[int]], on_cards: Sequence[int]) -> list[int]:
        stated: dict[int, Path] = {}
        numbers: dict[int, int] = {}
        for key, number in (self._document.supply or {}).items():
            path: Path = ("mercatus", "supply", key)
            kind = self._kind(key, path)
            if kind in stated:
                raise DocumentError(path, f"{GOODS[kind]} stands here twice", others=[stated[kind]])
            stated[kind], numbers[kind] = path, number
        supply = []
        for kind, name in enumerate(GOODS):
            held = sum(each[kind] for each in goods)
            lying = list(on_cards).count(kind)
            rest = OF_A_KIND - held - lying
            others: list[Path] = [("mercatus", "goods"), ("mercatus", "cards")]
            where = f"the players have {held} and {lying} lie on cards"
            if rest < 0:
                problem = f"of {name} {where}, but only {OF_A_KIND} exist beside those of the regions"
                raise DocumentError(others[0], problem, others=others[1:])
            if kind in stated and numbers[kind] != rest:
                problem = (
                    f"{numbers[kind]} tokens of {name} in the supply, but {where}, "
                    f"which leaves {rest} of {OF_A_KIND}"
                )
                raise DocumentError(stated[kind], problem, found=str(numbers[kind]), others=others)
            supply.append(rest)
        return supply

    def _available(self, supply: Sequence[int], stage: str, ending: bool) -> list[int]:
        path: Path = ("mercatus", "available")
        if self._document.available is None:
            return [int(count > 0 and not ending) for count in supply]
        available = [0] * len(GOODS)
        for index, kind in enumerate(self._kinds(self._document.available, path)):
            place = (*path, index)
            if ending:
                problem = "in the final round and after it no token is set out; the whole supply can be taken"
                raise DocumentError(place, problem, others=[("turn", "last")])
            if available[kind]:
                raise DocumentError(place, f"{GOODS[kind]} stands twice in this list")
            if not supply[kind]:
                problem = f"no token of {GOODS[kind]} is in the supply"
                raise DocumentError(place, problem, others=[("mercatus", "goods")])
            available[kind] = 1
        return available

    def _regions(self, stage: str) -> list[int]:
        """The kind of each region, -1 for none; none lacks one once they have been dealt."""
        goods = [-1] * len(self._game.region_names)
        for region, path in self._reader.board.region_paths.items():
            text = (self._reader.document.regions or {})[str(path[-1])].goods
            if text is None:
                continue
            if stage in _NOT_YET:
                problem = f"a region has goods, but at {stage} chance has not dealt them"
                raise DocumentError((*path, "goods"), problem, others=[("turn", "stage")])
            goods[region] = self._kind(text, (*path, "goods"))
        of_a_kind, removed = core.goods_of_regions(self._game.rules)
        for kind, name in enumerate(GOODS):
            if goods.count(kind) > of_a_kind:
                region = [place for place, each in enumerate(goods) if each == kind][of_a_kind]
                problem = f"{goods.count(kind)} regions have {name}, but only {of_a_kind} tokens of it exist"
                path = self._reader.board.region_paths[region]
                raise DocumentError((*path, "goods"), problem, others=[("regions",)])
        bare = [region for region, kind in enumerate(goods) if kind < 0]
        if stage not in (*_NOT_YET, _DEALING) and len(bare) > self._without(of_a_kind, removed):
            path = self._reader.board.region_paths.get(
                bare[0], ("regions", self._reader.region_name(bare[0]))
            )
            problem = (
                f"is missing; expected the kind of the goods token of {self._reader.region_name(bare[0])}"
            )
            raise DocumentError((*path, "goods"), problem, expected=listed(GOODS), others=[("turn", "stage")])
        return goods

    def _without(self, of_a_kind: int, removed: int) -> int:
        """Regions that have no goods, since there are fewer tokens."""
        return max(0, len(self._game.region_names) - of_a_kind * len(GOODS) + removed)

    def _removed(self, regions: Sequence[int], stage: str) -> list[int]:
        """Tokens removed at set-up by kind: what is stated, else those that no region has."""
        path: Path = ("mercatus", "removed")
        of_a_kind, total = core.goods_of_regions(self._game.rules)
        lacking = [of_a_kind - list(regions).count(kind) for kind in range(len(GOODS))]
        stated = self._document.removed
        if stated is None:
            if sum(lacking) == total:
                return lacking
            if total and stage not in _NOT_YET:
                problem = f"is missing; expected the kinds of the {total} goods tokens that were removed"
                raise DocumentError(path, problem, expected=listed(GOODS), others=[("rules", "players")])
            return [0] * len(GOODS)
        counts = Counter(self._kinds(stated, path))
        possible = range(total + 1) if stage in _NOT_YET else (total,)
        if len(stated) not in possible:
            expected = "none" if total == 0 else f"{listed(map(str, possible))} at the stage {stage}"
            problem = f"{len(stated)} goods tokens are removed, expected {expected}"
            raise DocumentError(
                path, problem, found=str(len(stated)), expected=expected, others=[("turn", "stage")]
            )
        for kind, name in enumerate(GOODS):
            if counts[kind] > lacking[kind]:
                problem = (
                    f"{counts[kind]} tokens of {name} are removed, but the regions leave {lacking[kind]} "
                    f"of {of_a_kind}"
                )
                raise DocumentError(path, problem, others=[("regions",)])
        return [counts[kind] for kind in range(len(GOODS))]


def written(game: RattusGame, state: Mapping[str, Any]) -> dict[str, Any]:
    """The object `mercatus` of a state as the core exports it."""
    fields: dict[str, Any] = {
        "coins": list(state["coins"]),
        "goods": [_texts(goods) for goods in state["goods"]],
        "cards": {
            name: GOODS[kind] if kind >= 0 else None
            for name, kind in zip(game.card_names, state["card_goods"], strict=True)
            if name in GOODS_CARDS
        },
        "supply": dict(zip(GOODS, state["goods_supply"], strict=True)),
        "available": _texts(state["available"]),
        "removed": _texts(state["goods_removed"]),
    }
    if state["ending"]:
        del fields["available"]
    return {name: value for name, value in fields.items() if value not in ({}, []) or name == "available"}


def _texts(counts: Sequence[int]) -> list[str]:
    return [name for name, count in zip(GOODS, counts, strict=True) for _ in range(count)]
