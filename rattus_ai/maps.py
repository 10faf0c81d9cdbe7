"""Maps as networkx graphs, for every game that has one.

>>> import rattus_ai.maps
>>> graph = rattus_ai.maps.build(players=3)
>>> sorted(graph.neighbors("Anglia"))
['Gallia', 'Germania', 'Scandia']
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rattus_ai.registry import DEFAULT_GAME, game_module

if TYPE_CHECKING:
    import networkx as nx


def build(
    map: str | os.PathLike[str] | None = None, players: int = 4, *, game: str = DEFAULT_GAME
) -> nx.Graph[str]:
    """Return the map of ``game`` for a number of players as an undirected graph.

    Args:
        map: path of a map file; None for the shipped map. (A map the game has loaded is accepted too.)
        players: number of players.
        game: which game's map.

    Returns:
        Nodes are names, with ``index`` (the engine's number), ``group`` (smallest number of players), ``x``,
        ``y`` (for drawing; y grows to the south) and ``provenance``. Edges have ``kind`` and ``provenance``.

    Raises:
        ValueError: unknown game, a number of players the map is not for, or a file with problems (then the
            game's DataError, which lists every one with its line).
    """
    graph: nx.Graph[str] = game_module(game, "maps").build(map, players)
    return graph


def region_names(graph: nx.Graph[str]) -> list[str]:
    """Return the names of the regions of a graph made by :func:`build` in the order of their numbers."""
    return sorted(graph, key=lambda name: int(graph.nodes[name]["index"]))


def neighbours(graph: nx.Graph[str]) -> list[list[int]]:
    """Return for every region, by number, the ascending numbers of its neighbours."""
    order = region_names(graph)
    number = {name: index for index, name in enumerate(order)}
    return [sorted(number[other] for other in graph.neighbors(name)) for name in order]
