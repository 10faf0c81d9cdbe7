"""Points as things lie: what the end of the game would count if it came now, without a sweep.

Cubes on the board and in the palace, a point for each region card that pays, three for the sole holder of
most diplomats, and one for every five coins once all goods are sold (rules, sections 5, 8, 9 and 11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

COINS_A_POINT = 5
COINS_A_TOKEN = 3
DIPLOMAT_POINTS = 3


def points(game: RattusGame, state: Mapping[str, Any]) -> tuple[int, ...]:
    """The points of each player in a state as the core exports it; region cards not known count 0."""
    return tuple(
        sum(cubes[player] for cubes in state["cubes"])
        + state["palace"][player]
        + card_points(game, state, player)
        + diplomat_points(state, player)
        + coins(state, player) // COINS_A_POINT
        for player in range(game.num_players)
    )


def leads(cubes: Sequence[int], player: int) -> bool:
    """Whether a player has the sole or shared majority in a region, with one cube at least."""
    return cubes[player] > 0 and cubes[player] == max(cubes)


def card_points(game: RattusGame, state: Mapping[str, Any], player: int) -> int:
    """Points for the region cards of a player that are known: one for each region where he leads."""
    if not game.region_cards:
        return 0
    regions = {game.region_card_regions[kind] for kind in state["hands"][player]}
    return sum(leads(state["cubes"][region], player) for region in regions)


def diplomat_points(state: Mapping[str, Any], player: int) -> int:
    """Points for having more diplomats on the board than anybody else."""
    if not state["diplomats"]:
        return 0
    placed = [sum(here) for here in zip(*state["diplomats"], strict=True)]
    alone = placed.count(max(placed)) == 1
    return DIPLOMAT_POINTS if alone and placed[player] == max(placed) > 0 else 0


def coins(state: Mapping[str, Any], player: int) -> int:
    """Coins of a player once all his goods are sold where they pay."""
    if not state["coins"]:
        return 0
    sold = 0
    for kind, tokens in enumerate(state["goods"][player]):
        regions = zip(state["region_goods"], state["cubes"], strict=True)
        sold += min(tokens, sum(goods == kind and leads(cubes, player) for goods, cubes in regions))
    return int(state["coins"][player]) + COINS_A_TOKEN * sold
