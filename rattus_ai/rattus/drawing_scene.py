"""What lies on the table, as a drawing takes it. It knows nothing of engine or documents."""

from __future__ import annotations

from dataclasses import dataclass

from rattus_ai.rattus.boxdata import MapData
from rattus_ai.rattus.maps import build
from rattus_ai.text.colours import FILLS, player_colours

RINGS = {"s": "#8e44ad", "n": "#8a8f98"}
"""Colours of the rims of rats."""

MAX_PLAYERS = len(FILLS)


@dataclass(frozen=True, slots=True)
class SceneRat:
    """A rat: its ring (``"s"`` or ``"n"``), its printed side such as ``"2:MBC"`` if known, who has looked."""

    ring: str
    text: str | None = None
    lookers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SceneRegion:
    """A region: canonical name, place (any unit, y to the south), group, cubes by player, rats."""

    name: str
    x: float
    y: float
    group: int = 2
    cubes: tuple[int, ...] = ()
    rats: tuple[SceneRat, ...] = ()
    goods: str | None = None  # kind of the goods token
    diplomats: tuple[int, ...] = ()  # by player
    potions: tuple[int, ...] = ()  # by player
    nuns: int = 0
    caravan: bool = False


@dataclass(frozen=True, slots=True)
class SceneEdge:
    """Two regions by their place in :attr:`Scene.regions`; ``kind`` is ``"border"`` or ``"arrow"``."""

    first: int
    second: int
    kind: str = "border"


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the table that a drawing shows. Lists by player follow the players' numbers from 0."""

    players: int  # 1 to 6
    regions: tuple[SceneRegion, ...]
    edges: tuple[SceneEdge, ...] = ()
    palace: tuple[int, ...] = ()  # cubes by player
    supply: tuple[int, ...] = ()  # cubes by player
    plague: int | None = None  # a region by its place in `regions`
    owners: tuple[tuple[str, int | None], ...] = ()  # class card -> player, None on the table
    active: int | None = None  # whose turn it is; None at the end
    rat_supply: tuple[int, int] | None = None  # starting, normal
    walls: tuple[tuple[int, int], ...] = ()  # two regions by their places in `regions`
    card_goods: tuple[tuple[str, str], ...] = ()  # class card -> kind of the goods token on it
    coins: tuple[int, ...] = ()  # by player
    goods: tuple[tuple[str, ...], ...] = ()  # by player: kinds of tokens
    baker: tuple[int, ...] = ()  # cubes on the Baker's card, by player
    hands: tuple[tuple[str | None, ...], ...] = ()  # by player: region cards, None for one that is not known
    goods_supply: tuple[tuple[str, int, bool], ...] = ()  # kind, tokens in the supply, is one available?
    pile: tuple[int, int] | None = None  # region cards in the pile, and discarded
    player_names: tuple[str, ...] = ()  # "Player 0", ... if left out
    title: str = ""

    def fill(self, player: int) -> tuple[str, str]:
        """Colour of the player's pieces and of what is written on them."""
        return FILLS[player_colours(self.player_names or None, self.players)[player]]


def empty_scene(map_data: MapData, players: int, title: str = "") -> Scene:
    """Return the map for ``players`` players with nothing on it; use ``dataclasses.replace`` to add pieces.

    Raises:
        ValueError: the map is not for that number of players.
    """
    graph = build(map_data, players)
    regions = tuple(
        SceneRegion(name, node["x"], node["y"], node["group"]) for name, node in graph.nodes(data=True)
    )
    number = {region.name: index for index, region in enumerate(regions)}
    edges = tuple(
        SceneEdge(number[first], number[second], edge["kind"])
        for first, second, edge in graph.edges(data=True)
    )
    return Scene(players, regions, edges, title=title)


def check(scene: Scene) -> None:
    """Raise ValueError with the place of the first contradiction of the scene."""
    if not 1 <= scene.players <= MAX_PLAYERS:
        raise ValueError(f"scene, players: found {scene.players}, expected 1 to {MAX_PLAYERS}")
    players = range(scene.players)
    regions = range(len(scene.regions))
    per_player = [("palace", scene.palace), ("supply", scene.supply)]
    per_player += [("coins", scene.coins), ("baker", scene.baker)]
    for region in scene.regions:
        markers = (("cubes", region.cubes), ("diplomats", region.diplomats), ("potions", region.potions))
        per_player += [(f"{what} of {region.name}", counts) for what, counts in markers]
    for what, counts in per_player:
        if (counts and len(counts) != scene.players) or any(count < 0 for count in counts):
            expected = f"{scene.players} numbers from 0"
            raise ValueError(f"scene, {what}: found {list(counts)}, expected {expected}")
    if scene.player_names and len(scene.player_names) != scene.players:
        raise ValueError(
            f"scene, player_names: found {len(scene.player_names)}, expected {scene.players} names"
        )
    for what, lists in (("goods", scene.goods), ("hands", scene.hands)):
        if lists and len(lists) != scene.players:
            raise ValueError(f"scene, {what}: found {len(lists)} lists, expected {scene.players}")
    owners = [owner for _, owner in scene.owners]
    lookers = [looker for region in scene.regions for rat in region.rats for looker in rat.lookers]
    for player in (*owners, *lookers, scene.active):
        if player is not None and player not in players:
            raise ValueError(f"scene: found player {player}, expected 0 to {scene.players - 1}")
    ends = [end for edge in scene.edges for end in (edge.first, edge.second)]
    ends += [region for wall in scene.walls for region in wall]
    for place in (*ends, scene.plague):
        if place is not None and place not in regions:
            raise ValueError(f"scene: found region {place}, expected 0 to {len(scene.regions) - 1}")
    for region in scene.regions:
        if len(region.rats) > 3:
            raise ValueError(f"scene, rats of {region.name}: found {len(region.rats)}, expected at most 3")
        for rat in region.rats:
            if rat.ring not in RINGS:
                raise ValueError(
                    f"scene, rats of {region.name}: found ring {rat.ring!r}, expected 's' or 'n'"
                )
